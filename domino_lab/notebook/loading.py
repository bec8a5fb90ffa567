"""Loading: hands that are played out, laid, read from a file or changed by a what-if; and match files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from domino_lab.arguments import checked
from domino_lab.catalogue import resolve
from domino_lab.catalogue.resolve import Named, resolver, ruleset, text_of
from domino_lab.errors import RecordError, bare, shown
from domino_lab.escaping import as_toml, paragraphs, printable, without_math
from domino_lab.explain.move_text import ScoreCall, parse_move
from domino_lab.files import expanded
from domino_lab.play import timeline as timelines
from domino_lab.play.match import Match, sheet
from domino_lab.play.players import Policies
from domino_lab.play.timeline import Problem, Timeline
from domino_lab.record.match_file import Setup, read_match
from domino_lab.rules.values import python_literal
from domino_lab.rulings import Ruling
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd



@checked
def play_out(
    rules: Named,
    *,
    seed: int = 0,
    hand: int = 0,
    seats: int | None = None,
    names: Sequence[str] | None = None,
    policies: Policies = None,
    shuffle: Shuffle | None = None,
) -> Timeline:
    """Play a hand out by the default players, or by `policies`; `seed` and `hand` choose the deal.

    A policy is a name, or a function of what one seat may know and a stream of picks that returns an action.

    >>> play_out("block", seed=7).is_over
    True
    """
    deal = shuffle if shuffle is not None else Shuffle(seed=seed, hand=hand)
    return timelines.play_out(ruleset(rules), deal, seats=seats, names=names, policies=policies)


@checked
def lay(rules: Named, tiles: str | Sequence[str | Tile]) -> Timeline:
    """Lay tiles one after the other without a deal: a layout study, to see what the board counts.

    Each tile joins where it fits; if that could be in several places, write "2-5@2-2": 2-5 joins the 2-2 (or "@#6", the
    sixth tile laid), and "5-2>2" if the 2 is to be left outward. Raises RecordError, with the clause, for a tile that
    does not fit, and for a patience, whose tiles have to be dealt. If scores must be called, they are.

    >>> lay("all-fives", "5-5 5-0 3-5").state.board_count.total
    13
    """
    from domino_lab.record import read

    wanted = tiles.split() if isinstance(tiles, str) else [str(tile) for tile in tiles]
    found = ruleset(rules)
    if found.solo is not None:
        raise RecordError(f"{found.name} has no layout to study: its tiles are dealt (dl.play_out, dl.load)")
    head, moves = ["format = 1", f"ruleset = {as_toml(found.id)}"], [_laid(tile) for tile in wanted]
    if found["claim"] != "auto":
        aloud = found.but(claim="auto")
        scores = [step.points for step in read("\n".join(head + moves), lambda _id: aloud).steps[1:]]
        moves = [f"{move}\ncall = {score}" if score else move for move, score in zip_longest(moves, scores)]
    study = read("\n".join(head + moves), lambda _id: found)
    if study.problems:
        first = study.problems[0]
        tile = bare(wanted[(first.move or 1) - 1])
        raise RecordError(f"tile {first.move}, {tile}: {first.message} ({first.clause})")
    return study


def _laid(tile: str) -> str:
    place, _, outward = tile.partition(">")
    name, _, onto = place.partition("@")
    at = f"\nat = {as_toml(onto)}" if onto else ""
    out = f"\nout = {outward if outward.isdecimal() else as_toml(outward)}" if outward else ""
    return f"[[move]]\nplay = {as_toml(name)}{at}{out}"


@checked
def load(what: str | Path | Timeline, *, rules: Named | None = None) -> Timeline:
    """Load a hand: a packaged hand's name, a file (a path, or a name that ends in .toml), the TOML text, or its share
    code.

    The share code begins with "dlab1:"; every view copies it, and it holds the whole hand. For a file with the name of
    a game or of a packaged hand write "./block". `rules` supplies a ruleset of your own, or another game, for the one
    that the record names. Raises RecordError if there is no such hand; what is wrong inside a file is in `.problems`
    instead.

    >>> load("all-fives-worked-example").is_study
    True
    """
    return what if isinstance(what, Timeline) else resolve.load(what, rules)


@dataclass(frozen=True)
class MatchFile:
    """A match from a file: its hands, each for a HandStepper, its score sheet, and what is wrong in the file.

    `setup` says who sat where and which seed the hands are dealt from; it is None if the file does not say so.

    >>> from domino_lab.widgets.playing.game import Game
    >>> load_match(Game("block", against="greedy", seed=1).saved("An evening"))
    An evening: 1 hand, the last is not over
    """

    match: Match
    title: str = ""
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()
    setup: Setup | None = None
    line: str = ""

    @property
    def hands(self) -> tuple[Timeline, ...]:
        """The hands, in order; the last may be unfinished.

        >>> len(load_match("[[hand]]\\nruleset = 'block'\\n[hand.deal]\\nseed = 1").hands)
        1
        """
        made = (f"{self.line}.hands[{number}]" if self.line else "" for number in range(len(self.match.hands)))
        return tuple(replace(hand, line=line) for hand, line in zip(self.match.hands, made, strict=True))

    @property
    def sheet(self) -> pd.DataFrame:
        """The score sheet: one row a hand, with the points of each side in play and at the end, and its score after it.

        >>> load_match("[[hand]]\\nruleset = 'block'\\n[hand.deal]\\nseed = 1").sheet.index.name
        'hand'
        """
        from domino_lab.dataframes import Printable

        rows = []
        for hand, row in zip(self.match.hands, sheet(self.match.hands), strict=True):
            cells: dict[str, object] = {"hand": row.hand, "ended": row.how or "not over"}
            for side, total in enumerate(row.total):
                name = hand.state.table.side_name(side)
                cells |= {f"{name}, in play": row.played[side], f"{name}, at the end": row.award[side], name: total}
            rows.append(cells)
        return Printable(rows, columns=None if rows else ["hand"]).set_index("hand")

    def __repr__(self) -> str:
        count, open_ = len(self.match.hands), bool(self.match.hands) and not self.match.hands[-1].is_over
        text = f"{self.title or self.match.rules.name}: {count} hand{'' if count == 1 else 's'}"
        text += ", the last is not over" if open_ else ""
        return printable("\n".join((text, *(_problem_text(problem) for problem in self.problems))))

    def _repr_html_(self) -> str:
        return without_math(paragraphs(repr(self)), self.sheet.to_html())


def _problem_text(problem: Problem) -> str:
    """A problem in one line, its place first."""
    place = f"line {problem.line}: " if problem.line else ""
    return " ".join(f"{place}{problem.message} ({problem.clause})".split())


@checked
def load_match(what: str | Path, *, rules: Named | None = None) -> MatchFile:
    """Load a match that was saved: a file (a path, or a name that ends in .toml), or its text.

    `rules` supplies a ruleset of your own, or another game. Raises RecordError if there is no such file; what is wrong
    inside it is in `.problems` instead.

    >>> from domino_lab.widgets.playing.game import Game
    >>> load_match(Game("block", against="greedy", seed=1).saved()).setup.seated
    ('human', 'greedy')
    """
    found = read_match(match_text(what), resolver(rules))
    short = "\n" not in str(what) and rules is None
    return MatchFile(*found, line=f"dl.load_match({python_literal(str(what))})" if short else "")


def match_text(what: str | Path) -> str | bytes:
    """Return the text of a match file; raises RecordError if there is no such file."""
    if isinstance(what, Path) or (isinstance(what, str) and "\n" not in what and what.endswith(".toml")):
        path = expanded(what)
        if not os.path.exists(path):
            raise RecordError(phrase("playing.no_file", file=path, folder=Path.cwd(), name=path.name))
        return text_of(path)
    return text_of(what)


@checked
def what_if(
    hand: str | Path | Timeline,
    step: int,
    action: str | Tile | Sequence[str | Tile] = (),
    at: str | Tile | None = None,
    *,
    then: str | Sequence[str] | None = None,
) -> Timeline:
    """Return the hand as it would have gone with another move after step `step`; `hand` itself stays as it is.

    `action` is written as for `why_not`, or is a list of such moves, one after the other; `at` names the laid tile that
    the last one joins. `then` is the policy (or one a seat) by which the players go on to the end; without it the hand
    stops after the last move given. Raises IllegalAction, with its ruling, for a move that is not allowed, and
    RecordError if the hand has no such step.

    >>> what_if("all-fives-worked-example", 2, "5-3", at="5-5").state.board_count.total
    13
    >>> what_if("block", 3, then="random").is_over
    True
    """
    found = resolve.hand_of(hand)
    found[step]
    number = step if step >= 0 else len(found) + step
    line, moves = found.upto(number), _moves(action)
    at = str(at) if isinstance(at, Tile) else at
    for place, move in enumerate(moves, 1):
        meant = parse_move(line.state, move, at if place == len(moves) else None)
        if isinstance(meant, ScoreCall):
            raise RecordError(f'{shown(move)} is no move: name the tile that is laid, as in "5-0 call 10"')
        line = line.play(meant)
    made = recipe(found.recipe, number, moves, at, then)
    return replace(played_on(line, then) if then is not None else line, line=made, title=named(found, number))


def _moves(action: str | Tile | Sequence[str | Tile]) -> list[str]:
    """One move or several, as they are written; `parse_move` refuses what is not a move."""
    several = action if isinstance(action, Sequence) and not isinstance(action, str | Tile) else [action]
    return [str(move) if isinstance(move, Tile) else move for move in several]


def named(hand: Timeline, step: int) -> str:
    """Return the title of a branch of `hand`; a branch of a branch is named as the first one was."""
    title = hand.title or (hand.rules.name if hand.shuffle is None else
                           phrase("widgets.title_seed", rules=hand.rules.name, shuffle=hand.shuffle))
    return phrase("branch.title", title=title, step=step)


def played_on(line: Timeline, policies: str | Sequence[str] | None) -> Timeline:
    """Play `line` on by `policies`, with the picks of its own shuffle; `remarks` say why it stopped before the end.

    Raises RecordError for a layout study, where nobody holds a tile.
    """
    if line.is_study:
        raise RecordError("nobody holds a tile in a layout study, so nobody can play on")
    done = timelines.play_on(line, line.shuffle or Shuffle(), policies)
    if done.is_over:
        return done
    stopped = Ruling("GEN-HOLD-1", "unknown", {}, allowed=False)
    return replace(done, remarks=(Problem(None, None, stopped.id, stopped.text),))


def recipe(
    whole: str, step: int, moves: Sequence[str], at: str | None = None, then: str | Sequence[str] | None = None
) -> str:
    """Return the line of Python that makes a branch again; empty if none makes the hand it leaves."""
    if not whole:
        return ""
    action = python_literal(moves[0] if len(moves) == 1 else list(moves)) if moves else ""
    given = [python_literal(at)] if at is not None else []
    played = [] if then is None else [f"then={python_literal(then)}"]
    return f"dl.what_if({', '.join(filter(None, [whole, str(step), action, *given, *played]))})"
