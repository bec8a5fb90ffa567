"""The functions of `dl`, such as `dl.load` and `dl.why`. Their results display themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from domino_lab import catalogue, words
from domino_lab.chance import simulation
from domino_lab.chance.jobs import Engine
from domino_lab.chance.long_runs import ExecutorLike, Processes
from domino_lab.chance.simulation import Simulation
from domino_lab.chance.solver import perfect_play as perfect_play
from domino_lab.chance.tournament import MOST_DEALS, Entries, Tournament, entrants, play_tournament
from domino_lab.core.actions import Action
from domino_lab.core.arguments import MOST_HANDS, Count, First, Listed, Whole, checked
from domino_lab.core.errors import IllegalAction, MissingPackageError, NotationError, RecordError, RulesetError, quote
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, TileLike, TileList, TilesLike
from domino_lab.explain import rejudging, scenarios
from domino_lab.explain.compare import compare as compare
from domino_lab.explain.layout_study import lay as lay
from domino_lab.explain.patience_review import PatienceReview, review_patience
from domino_lab.explain.rejudging import Rejudged
from domino_lab.explain.review import MatchReview, Review, review_hand
from domino_lab.explain.ruleset_comparison import clause_in_table, number_names
from domino_lab.explain.scenarios import Largest, place_text, prospects_by_place, sides
from domino_lab.explain.source_code import Code, deciding_code, refusing_code
from domino_lab.explain.why import Explanation, why as explain
from domino_lab.explain.why_not import WhyNotAnswer, why_not as explain_refusal
from domino_lab.io.progress import Teller, telling
from domino_lab.play import legal as actions, match as matches, timeline as timelines
from domino_lab.play.branching import branch_recipe, branch_title, play_out_from
from domino_lab.play.match import Match, sheet
from domino_lab.play.move_text import ScoreCall, move_of, parse_move
from domino_lab.play.players import PlayerNames, Policies
from domino_lab.play.settlement import Verdict, settle_holdings
from domino_lab.play.start import Names, turned_up
from domino_lab.play.state import Position, PositionLike, Step
from domino_lab.play.timeline import Problem, Timeline
from domino_lab.record.load import (
    HandLike,
    HandOrRuleset,
    RulesetLike,
    RulesetsLike,
    as_list,
    checked_ruleset,
    hand_of as hand_of,
    load as load,
    match_text,
    resolver,
    ruleset as ruleset,
    save_rules as save_rules,
)
from domino_lab.record.match_file import Setup, read_match
from domino_lab.rules.values import python_literal
from domino_lab.solitaire.patience_state import PatienceState
from domino_lab.words import phrase
from domino_lab.words.escaping import paragraphs, printable, without_math

if TYPE_CHECKING:
    import pandas as pd


# --- hands and matches ------------------------------------------------------------------------------------------------

@checked
def play_out(
    rules: RulesetLike,
    *,
    seed: int = 0,
    hand: int = 0,
    seats: int | None = None,
    names: Names | None = None,
    policies: Policies = None,
    shuffle: Annotated[Shuffle, "a shuffle such as dl.Shuffle(seed=7)"] | None = None,
) -> Timeline:
    """Play out a hand with the default players, or with `policies`; `seed` and `hand` choose the deal.

    It is always the first hand of a match: with `hand=1`, only the deal is another. `dl.play_match` plays all the hands
    of a match.

    A policy is a name, or a function that takes what one seat may know (a View) and a stream of random numbers, and
    returns an action.

    >>> dl.play_out("block", seed=7).is_over
    True
    """
    deal = shuffle if shuffle is not None else Shuffle(seed=seed, hand=hand)
    return timelines.play_out(checked_ruleset(rules), deal, seats=seats, names=names, policies=policies)


@dataclass(frozen=True)
class PlayedMatch:
    """A match: its hands, each for a HandStepper, its score sheet, and the problems in the file that it comes from.

    `winner` is the side that won it, None if nobody has; `setup` says who sat where and which seed the hands are dealt
    from, and is None if nothing says so.

    >>> from domino_lab.sessions.play import PlaySession
    >>> found = load_match(PlaySession("block", against="greedy", seed=1).to_toml("An evening"))
    >>> found, len(found.hands), found.sheet.index.name
    (An evening: 1 hand, the last unfinished, 1, 'hand')
    """

    match: Match
    title: str = ""
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()
    setup: Setup | None = None
    line: str = ""

    @property
    def winner(self) -> int | None:
        """The side that has won the match, counted from 0; None if no side has."""
        return self.match.winner

    @property
    def hands(self) -> tuple[Timeline, ...]:
        """The hands, in order; the last may be unfinished."""
        made = (f"{self.line}.hands[{number}]" if self.line else "" for number in range(len(self.match.hands)))
        return tuple(replace(hand, line=code) for hand, code in zip(self.match.hands, made, strict=True))

    @property
    def sheet(self) -> pd.DataFrame:
        """The score sheet: one row for each hand, with each side's points in play and at the end, and its score.

        If scores can go back to 0, another column has the points that a side lost in that way. Where one match is not
        enough to win, hands are counted anew in each, and a column has the number of the match.
        """
        from domino_lab.io.dataframes import Printable

        rows, falls = [], self.match.rules["fall_back"] != "never"
        several, number, before = self.match.rules["matches_to_win"] > 1, 1, 0
        for hand, row in zip(self.match.hands, sheet(self.match.hands), strict=True):
            number, before = number + (row.hand <= before), row.hand
            cells: dict[str, object] = {"hand": row.hand, **({"match": number} if several else {}),
                                        "ended": row.how or "not over"}
            for side, total in enumerate(row.total):
                name = hand.state.table.side_name(side)
                cells |= {f"{name}, in play": row.played[side], f"{name}, at the end": row.award[side]}
                cells |= {f"{name}, fell back": row.fell[side], name: total} if falls else {name: total}
            rows.append(cells)
        return Printable(rows, columns=None if rows else ["hand"]).set_index("hand")

    def __repr__(self) -> str:
        count, open_ = len(self.match.hands), bool(self.match.hands) and not self.match.hands[-1].is_over
        text = words.phrase("record.match_open" if open_ else "record.match", count=count,
                            name=self.title or self.match.rules.name)
        notes = (self.match.note,) if self.match.note else ()
        return printable("\n".join((text, *notes, *(problem.text for problem in self.problems))))

    def _repr_html_(self) -> str:
        return without_math(paragraphs(repr(self)), self.sheet.to_html())


@checked
def play_match(
    rules: RulesetLike,
    *,
    seed: int = 0,
    seats: int | None = None,
    names: Names | None = None,
    policies: Policies = None,
) -> PlayedMatch:
    """Play a whole match with the default players, or with `policies`: hand after hand until a side has won it.

    Hand number i, counted from 0, is the deal `dl.Shuffle(seed=seed, hand=i)`; `policies` are as for `play_out`. A
    match that nobody can win is given up after 1,000 hands at most, and says why. Of a game whose target is "one-hand",
    and of a patience, it is one hand, and `winner` is None. Raises IllegalAction for a number of seats that the game
    does not allow.

    >>> match = dl.play_match("block", seed=1)
    >>> match.hands[-1].state.scores[match.winner] >= 100
    True
    """
    return PlayedMatch(matches.play_match(checked_ruleset(rules), seed=seed, seats=seats, names=names,
                                          policies=policies))


@checked
def load_match(
    what: Annotated[str | Path, "a match file, or its text"], *, rules: RulesetLike | None = None
) -> PlayedMatch:
    """Load a match that was saved: a file (a path, or a name that ends in .toml), or its text.

    `rules` supplies a ruleset of your own, or another game. Raises RecordError if there is no such file; mistakes
    inside it are in `.problems` instead.

    >>> from domino_lab.sessions.play import PlaySession
    >>> dl.load_match(PlaySession("block", against="greedy", seed=1).to_toml()).setup.seated
    ('human', 'greedy')
    """
    match = read_match(match_text(what), resolver(rules))
    short = "\n" not in str(what) and rules is None
    return PlayedMatch(*match, line=f"dl.load_match({python_literal(str(what))})" if short else "")


@checked
def what_if(
    hand: HandLike,
    step: int,
    action: TileLike | TileList = (),
    at: TileLike | None = None,
    *,
    then: PlayerNames | None = None,
) -> Timeline:
    """Return the hand as it would have gone with another move after step `step`; `hand` itself stays as it is.

    `action` is written as for `why_not`, or is a list of such moves, one after the other; `at` names the tile on the
    table that the last one joins. `then` is the policy (or one for each seat) by which the players go on to the end;
    without it the hand stops after the last move given. Raises IllegalAction, with its ruling, for a move that is not
    allowed, and RecordError if the hand has no such step.

    >>> dl.what_if("all-fives-worked-example", 2, "5-3", at="5-5").state.board_count.total
    13
    >>> dl.what_if("block", 3, then="random").is_over
    True
    """
    whole = hand_of(hand)
    whole[step]
    number = step if step >= 0 else len(whole) + step
    line, moves = whole.upto(number), _moves(action)
    at = str(at) if isinstance(at, Tile) else at
    for place, move in enumerate(moves, 1):
        meant = parse_move(line.state, move, at if place == len(moves) else None)
        if isinstance(meant, ScoreCall):
            raise RecordError(f'{quote(move)} is not a move: name the tile to play, as in "5-0 call 10"')
        try:
            line = line.play(meant)
        except IllegalAction as refused:
            refused.add_note(explain_refusal(line.state, meant).hint)
            raise
    made = branch_recipe(whole.recipe, number, moves, at, then)
    line = line if then is None else play_out_from(line, then)
    return replace(line, line=made, title=branch_title(whole, number))


def _moves(action: TileLike | TileList) -> list[str]:
    """One move or several, as they are written; `parse_move` refuses what is not a move."""
    several = [action] if isinstance(action, str | Tile) else action
    return [str(move) if isinstance(move, Tile) else move for move in several]


# --- games and their rules --------------------------------------------------------------------------------------------

@checked
def language(name: Annotated[str | Path, 'the name of a language such as "en", or a folder'] | None = None) -> str:
    """Return the language of all sentences, such as "en"; with a `name`, choose it first.

    The name is that of a folder in `domino_lab/words`, or the path of a folder of your own with files as in
    `domino_lab/words/en`. Texts that it lacks come from English. Raises NotationError if there is no such folder.

    >>> dl.language()
    'en'
    """
    if name is not None:
        try:
            words.speak(name)
        except LookupError as error:
            raise NotationError(f"there are no words in {quote(name)}: {error}") from None
    return words.language()


@checked
def games() -> pd.DataFrame:
    """Return every game and variation as one data frame, by family; in a notebook, each family can be opened.

    Each row has the name, the numbers of players, other names and the sheets, and how much of their text was seen: the
    "whole", a "part", or "two" that disagree. A variation also has the game that it varies. Without pandas the games
    can only be read.

    >>> dl.games().loc["block", "players"]
    '2, 3, 4'
    >>> dl.games().loc["gaple", "seen"]
    'part'
    """
    try:
        from domino_lab.explain.tables import games_table
    except MissingPackageError:
        from domino_lab.explain.games_by_family import GamesToRead

        return GamesToRead()  # type: ignore[return-value]
    return games_table()


@checked
def differences(one: RulesetLike, other: RulesetLike) -> pd.DataFrame:
    """Return the axes on which two rulesets differ, as a table with both values and both clauses.

    The data are values as `but()` takes them; the table shows a plain name beside each.

    >>> list(dl.differences("all-fives", "all-fives/all-spinners").index)
    ['spinner']
    """
    from domino_lab.explain.tables import differences_table

    return differences_table(ruleset(one), ruleset(other))


# --- a hand explained -------------------------------------------------------------------------------------------------

@checked
def transcript(hand: HandLike) -> pd.DataFrame:
    """Return a hand as a table, a row for each step: who did what, the table afterwards, the points, the scores.

    The deal has a row of its own only if a tile is turned up with it.

    >>> dl.transcript("all-fives-worked-example")["count"].tolist()
    [10, 10, 13, 15, 14, 16, 17, 20]
    """
    from domino_lab.io.dataframes import Printable

    timeline = load(hand)
    rows = [_row(number, step) for number, step in enumerate(timeline.steps)]
    shown = rows if turned_up(timeline.steps[0]) else rows[1:]
    return Printable(shown, columns=None if shown else list(rows[0])).set_index("step")


def _row(number: int, step: Step) -> dict[str, object]:
    state, table, settled = step.state, step.state.table, step.settled
    case = "set_out" if state.rules.dealing.set_out else "turned_up"
    opened = "".join(phrase(f"explain.{case}", tile=tile) for tile in turned_up(step))
    row = {"step": number, "move": move_of(step) if number else opened, **_table_cells(state)}
    if isinstance(state, PatienceState):
        return {**row, "choices so far": state.choices}
    winner = None if settled is None or settled.winner is None else table.side_name(settled.winner)
    player = table.names[step.seat] if step.seat is not None else winner or ""
    scores = {table.side_name(side): score for side, score in enumerate(state.scores)}
    points = step.points if settled is None else settled.award
    return {"step": number, "player": player, **row, "points": points, **scores}


def _table_cells(state: Position) -> dict[str, object]:
    count, solo = state.board_count, state.rules.solo
    if isinstance(state, PatienceState) and solo is not None and solo.key != "line":
        return {"tiles left": state.left}
    if count is None:
        return {"open ends": ", ".join(str(end.value) for end in state.open_ends)}
    return {"terms": " + ".join(map(str, count.terms)), "count": count.total}


@checked
def settle(
    rules: RulesetLike,
    holdings: Annotated[
        Listed[TilesLike], 'a list of tiles for each seat, such as [["6-5", "1-2"], ["5-5"]]'],
    *,
    out: Annotated[int, "the number of the seat that went out, counted from 0"] | None = None,
    blocker: int | None = None,
    **axes: Any,
) -> Verdict:
    """Settle a hand that ends with these holdings: who wins and what it is worth, line by line.

    `out` is the seat that went out, `blocker` the one that played last; axes change the rules as `but()` does. The
    result has `.winner` (a side, or None), `.award`, `.text`.

    >>> dl.settle("block", holdings=[["1-2", "2-4", "3-5"], ["5-5", "3-4"]]).winner
    0
    """
    changed = ruleset(rules).but(**axes) if axes else ruleset(rules)
    return settle_holdings(changed, holdings, out=out, blocker=blocker)


@checked
def legal(state: PositionLike) -> tuple[Action, ...]:
    """Return every legal action of the player to move, in a position such as `hand.state` or `hand[3].state`.

    >>> [str(action) for action in dl.legal(dl.load("all-fives-worked-example")[0].state)][:2]
    ['start with 0-0', 'start with 1-0']
    """
    return actions.legal(state)


@checked
def why(hand: HandLike, step: int) -> Explanation:
    """Explain why step `step` of a hand went as it did (0 is the deal, -1 the last one).

    Raises RecordError if the hand has no such step.

    >>> dl.why("all-fives-worked-example", 1).clause
    'AF0-SCORE-1'
    """
    return explain(load(hand)[step])


@checked
def why_not(
    hand: HandLike, step: int, action: TileLike, at: TileLike | None = None
) -> WhyNotAnswer:
    """Explain why a move is not allowed after step `step`; `at` names the tile that it should join.

    `action` is a tile, "draw", "pass", "stack 5-3", "discard 6-5", "5-0 call 10" (that score is called), "call 10"
    (for the tile played last), or in a patience "remove 6-6 0-0", "shift 4-2 to 3", "say". Raises RecordError if there
    is no such step.

    >>> dl.why_not("all-fives-worked-example", 1, "6-6", at="5-5").clause
    'GEN-FIT-1'
    """
    state = load(hand)[step].state
    return explain_refusal(state, parse_move(state, action, at), placed=at is not None or "@" in str(action))


@checked
def code_of(hand: HandLike, step: int, action: str | None = None, at: str | None = None) -> Code:
    """Return the code of the rule that decided step `step`, or that rules on `action` after it.

    `action` is written as for `why_not`. It displays as code, with its file, its line and the method of the policy.
    Raises RecordError if there is no such step.

    >>> dl.code_of("all-fives-worked-example", 1).clause
    'AF0-SCORE-1'
    """
    timeline = load(hand)
    before = timeline[step]
    if action is None:
        return deciding_code(timeline, step)
    return refusing_code(timeline, step, parse_move(before.state, action, at))


@checked
def would_score(
    hand: HandLike, step: int | None = None, tiles: TilesLike | None = None, *, versus: RulesetsLike = (),
) -> pd.DataFrame:
    """List which tiles would score next, and how much: every way to play one after step `step` (the last by default).

    `tiles` is a text such as "6-5 4-4", a list, "all" for every tile that is not on the table, or "unseen" for those
    that the player to move does not hold either. By default it is the holding of that player, or every tile in a layout
    study. Each ruleset of `versus` counts the same position in columns of its own, which are empty if it does not allow
    the position. Scores that must be called are called. Raises IllegalAction, with the clause, for a tile on the table
    and if the hand is over, RulesetError for a patience, RecordError if the hand has no such step.

    >>> dl.would_score(dl.lay("all-fives", "5-5 5-0"), tiles="5-3 0-0").points.tolist()
    [10, 0]
    """
    from domino_lab.io.dataframes import FullFrame, pd

    state = _state(hand, step)
    if state.rules.solo is not None:
        raise RulesetError(f"{state.rules.name} is played alone: no tile scores, so there is nothing to compare")
    compared = sides(state, [ruleset(name) for name in as_list(versus)])
    rows = prospects_by_place(compared, _tiles(state, tiles))
    heads = number_names(side.rules.name for side in compared)
    columns = [(name, what) for name in heads for what in ("count", "points")]
    names = pd.MultiIndex.from_tuples(columns) if len(compared) > 1 else [what for _, what in columns]
    cells = [[cell for prospect in row.prospects
              for cell in (("", "") if prospect is None else (prospect.sum, prospect.points))]
             for row in rows]
    places = [[str(row.tile) for row in rows], [place_text(row) for row in rows]]
    table = FullFrame(cells, columns=names, index=pd.MultiIndex.from_arrays(places, names=["tile", "at"]))
    return table.saying(phrase("scenarios.nothing"))


@checked
def largest(
    hand: HandLike, step: int | None = None, tiles: TilesLike | None = None, *, most: int = 1, more: int = 0,
    measure: Literal["count", "points"] = "count",
) -> Largest:
    """Find the largest count that one to `most` tiles can reach if they are played one by one after step `step`.

    `tiles` is as for `would_score`; `more` of the plays can be other unseen tiles. With `measure="points"`, find the
    most points that one tile can score. The search is exact, and the answer says what was searched. Raises RulesetError
    in a game that does not score in play.

    >>> dl.largest(dl.lay("all-fives", "5-5 5-0"), most=2).value
    22
    """
    if most < 1 or more < 0:
        raise NotationError("most must be 1 or more, and more must be 0 or more")
    state = _state(hand, step)
    return scenarios.largest(state, _tiles(state, tiles), most=most, more=more, measure=measure)


def _state(hand: HandLike, step: int | None) -> Position:
    line = load(hand)
    return line.state if step is None else line[step].state


def _tiles(state: Position, tiles: TilesLike | None) -> list[Tile] | None:
    if tiles is None:
        return None
    loose = scenarios.unseen(state)
    if tiles in ("all", "unseen"):
        return [tile for tile in loose if tiles == "all" or tile not in state.holdings[state.turn]]
    wanted = [Tile.of(name) for name in (tiles.replace(",", " ").split() if isinstance(tiles, str) else tiles)]
    near = [*state.holdings[state.turn], *loose]
    return [_choose_tile(state, tile, near) for tile in wanted]


def _choose_tile(state: Position, tile: Tile, near: Sequence[Tile]) -> Tile:
    """Choose among equal tiles the mover's own, or else one that is not on the table; GEN-DEAL-1 if there is none."""
    alike = [near_tile for near_tile in near if near_tile[:2] == tile[:2]]
    if not alike:
        known = state.rules.equipment.set
        case = "laid" if tile in known.tiles else "foreign"
        raise IllegalAction(Ruling("GEN-DEAL-1", case, {"tile": tile, "set": known.name}, allowed=False))
    return alike[0]


# --- rulesets compared ------------------------------------------------------------------------------------------------

@checked
def rejudge(hand: HandLike, rules: RulesetLike) -> Rejudged:
    """Score the plays of a recorded hand under another ruleset, and find the first that would not be legal there.

    Raises RulesetError for rules with another set of tiles.

    >>> dl.rejudge("all-fives-worked-example", "all-fives/spinner-closed").points_mark.step
    4
    """
    return rejudging.rejudge(load(hand), ruleset(rules))


@checked
def which(hand: HandLike, step: int, points: int, *, every: bool = False) -> pd.DataFrame:
    """Find the rulesets and options under which `points` is the right score for step `step` of a hand.

    There is a row for each ruleset: name, points there, the sum, and the clause; with `every=True`, the table also has
    the rulesets under which it is wrong, and a column `right`. The hand's own rules come first if they are not a game
    of the catalogue. If the step is the settlement, `points` is the award. If no ruleset gives these points, the table
    is empty and says which points are possible. Raises NotationError for a step that scores no points, and RecordError
    if the hand has no such step.

    >>> "five-up" in dl.which("all-fives-worked-example", 1, points=2).index
    True
    """
    from domino_lab.io.dataframes import FullFrame, Printable

    line = load(hand)
    line[step]
    own = [line.rules] if line.rules.changes() or line.rules.own else []
    claims = rejudging.claims(line, step, points, [*own, *catalogue.rulesets()])
    rows = [(claim.rules.id, claim.rules.name, "" if claim.points is None else claim.points, claim.sum,
             clause_in_table(claim.ruling.clause) if claim.ruling else "", claim.right)
            for claim in claims if every or claim.right]
    table = Printable(rows, columns=["id", "name", "points", "sum", "clause", "right"]).set_index("id")
    shows = FullFrame(table if every else table.drop(columns="right"))
    return shows.saying(rejudging.none_right(claims, points, line.rules))


# --- many hands -------------------------------------------------------------------------------------------------------

@checked
def simulate(  # noqa: PLR0913
    rules: RulesetLike,
    *,
    hands: Count = 100_000,
    seats: int | None = None,
    policies: Policies = None,
    seed: int = 0,
    first: First = 0,
    executor: ExecutorLike | None = None,
    processes: Processes | None = None,
    progress: Teller | bool = True,
    chunk: Count | None = None,
    engine: Engine | None = None,
) -> Simulation:
    """Play `hands` hands of a game and count them: who wins, what is scored, how long hands are, with standard errors.

    Each is the first hand of a match, with another deal; `dl.play_match` plays all the hands of a match.

    Hand i is `Shuffle(seed=seed, hand=i)`, whatever plays it: threads here, a number of `processes`, or any `executor`.
    Processes help with a rule of your own that must be asked during a hand: the kernel cannot play it, and it takes
    about a hundred times as long. A message says so before such a run. By default, as few players take part as the game
    allows; they are greedy if plays score, and otherwise play the heaviest tile first. A bar shows the progress of a
    long run; `progress` is a function that is called with it instead, or False. `chunk` is how many hands a worker gets
    at once; `engine` is "compiled", "plain" or "readable". If it is interrupted, it returns what was counted so far.
    With `first` it starts at that hand; the results of two runs can be added.

    Raises RulesetError if there is no such game, IllegalAction for a number of seats that it does not allow, ValueError
    for an unknown policy or for fewer than one hand, and LostHandsError (see `dl.chance`), with the hand to go on from,
    if an executor loses hands.

    >>> dl.simulate("block", hands=200, seed=1, policies="random", engine="plain").chance("wins", 0).covers(0.5)
    True
    """
    game = ruleset(rules)
    plan = simulation.plan(game, engine, shared=executor is not None or processes is not None)
    with telling(progress, hands, game.name, hint=f"{plan} {simulation.slow_methods(game)}".strip()) as tell:
        return simulation.simulate(game, first=first, hands=hands, seats=seats, policies=policies, seed=seed,
                                   executor=executor, processes=processes, chunk=chunk, progress=tell, engine=engine)


@checked
def tournament(  # noqa: PLR0913
    players: Entries,
    rulesets: RulesetsLike,
    *,
    deals: Annotated[int, Whole(1, MOST_DEALS)] = 100,
    seed: int = 0,
    executor: ExecutorLike | None = None,
    progress: Teller | bool = True,
    seats: int | None = None,
    chunk: Count | None = None,
    engine: Engine | None = None,
) -> Tournament:
    """Let all pairs of players meet in `deals` deals of each ruleset, both ways round, and rate them.

    Players are names such as "greedy" and "thinking", or your own functions, which take what a player may know (a View)
    and a stream of random numbers and return one of `view.legal`; a mapping gives them names. Both play each deal in
    both places, so that neither the lead nor the luck of the deal helps one of them. A bar shows the progress of a long
    run; `progress` is a function that is called with it instead, or False. An `executor` shares out the work, `chunk`
    deals at a time; `engine` is as for `simulate`. If it is interrupted, it returns what was played so far.

    Raises RulesetError if there is no such game, and DominoError or ValueError for an unknown player, two with the same
    name, a patience, or seats that the game does not allow.

    >>> dl.tournament(["heaviest", "random"], "block", deals=20, seed=1, engine="plain").players
    ('heaviest', 'random')
    """
    games, number = [ruleset(game) for game in as_list(rulesets)], len(entrants(players))
    hands = 2 * deals * len(games) * (number * (number - 1) // 2)
    title = ", ".join(rules.name for rules in games)
    with telling(progress, hands, title, hint=simulation.slow_methods(*games)) as tell:
        return play_tournament(players, games, deals=deals, seats=seats, seed=seed, executor=executor, chunk=chunk,
                               progress=tell, engine=engine)


@checked
def review(  # noqa: PLR0913
    hand: Annotated[HandOrRuleset | Match | PlayedMatch, "a hand, or a match"],
    *,
    seed: int = 0,
    seats: int | None = None,
    deals: Annotated[int, Whole(2, MOST_HANDS)] | None = None,
    seconds: Annotated[float, "a number of seconds"] | None = None,
    executor: ExecutorLike | None = None,
    progress: Teller | bool = True,
    engine: Engine | None = None,
    exact: bool = False,
) -> Review | PatienceReview | MatchReview:
    """Tell what each move of a hand was worth to its player, from what that player could know, and which was better.

    `hand` is a hand, a packaged hand, a file, or a game that the default players play out: `seed` and `seats` choose
    its deal. At every turn with a choice, the tiles that the player could not see are dealt out in many ways that fit
    everything seen so far, and the hand is played on after each move, on the same deals. More deals follow where two
    moves are close, up to `deals`, or until `seconds` are over for the whole hand. The same seed gives the same review
    on any machine and with any `executor`, unless the time runs out. A bar shows the progress; an
    interrupt returns the turns that were reviewed by then. `engine` is as for `simulate`. Of a match, as from
    `load_match`, all hands are reviewed, each in its share of the `seconds`.

    Quick players play on after each move. Where few deals are possible all are tried, and two sides play their best
    instead, as if all tiles were face up from there on: these values have no error. With `exact` they play their best
    after every move, as far as that is soon found.

    Of a patience it tells until when it could be won, and which moves made it worse, with all tiles in sight.

    Raises DominoError for an object that is not a hand, for games whose tiles lie face down or are discarded, for an
    unknown engine, without numpy, and with `exact` for hands that `perfect_play` refuses.

    >>> found = dl.review("all-fives", seed=7, deals=64, engine="plain", progress=False)
    >>> side = found.side(0)
    >>> round(side.dealt + side.luck + side.skill, 6) == round(side.result, 6)
    True
    """
    def review_one(line: Timeline, seconds: float | None) -> Review:
        with telling(progress, len(line), line.rules.name, unit="turns") as tell:
            return review_hand(line, seed=seed, deals=deals, seconds=seconds, executor=executor, progress=tell,
                               engine=engine, exact=exact)

    if not isinstance(hand, Match | PlayedMatch):
        line = hand_of(hand, seed=seed, seats=seats)
        return review_one(line, seconds) if line.rules.solo is None else review_patience(line)
    share, reviews = None if seconds is None else seconds / max(len(hand.hands), 1), list[Review]()
    for line in hand.hands:
        if all(review.is_whole for review in reviews):
            reviews.append(review_one(line, share))
    return MatchReview(tuple(reviews))


# --- the course -------------------------------------------------------------------------------------------------------

@checked
def lessons() -> pd.DataFrame:
    """Return a table of the notebooks of the course, in order; Jupyter shows it as a list of links.

    Its parts are "lessons" for a class, "cards" with a game each, the "library" of games and questions, and what is
    for "programmers". The title of a notebook says to which it belongs.

    >>> dl.lessons().loc["11_all_fives", "part"]
    'library'
    """
    from domino_lab.io.dataframes import Syllabus

    rows = [_lesson(path) for path in course_folder().glob("[0-9]*.ipynb")]
    rows.sort(key=lambda row: (COURSE_PARTS.index(str(row["part"])), row["lesson"]))
    table = Syllabus(rows, columns=["lesson", "part", "title", "minutes"]).set_index("lesson")
    table.attrs["title"] = phrase("widgets.lessons_page")
    return table


COURSE_PARTS = ("lessons", "cards", "library", "programmers")
PARTS_BY_TITLE = {"Start here": "lessons", "Lesson ": "lessons", "Game card: ": "cards",
                  "For programmers: ": "programmers"}


def course_folder() -> Path:
    """Return the folder of the course: inside an installed package, or next to it in a checkout.

    Raises RecordError if there is no course.
    """
    package = Path(__file__).parent
    for folder in (package / "course", package.parent / "notebooks"):
        if folder.is_dir():
            return folder
    raise RecordError("the course is not installed: it is in the folder `notebooks` of the project")


def not_run(text: bytes) -> bytes:
    """Return a notebook as it is before its cells are run: without outputs and execution numbers."""
    notebook = json.loads(text)
    notebook.get("metadata", {}).pop("widgets", None)
    for cell in notebook.get("cells", ()):
        if cell["cell_type"] == "code":
            cell |= {"execution_count": None, "outputs": []}
    return f"{json.dumps(notebook, indent=1, ensure_ascii=False)}\n".encode()


def _lesson(path: Path) -> Mapping[str, object]:
    first = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
    title = re.search(r"^# (.+)$", first, re.M)
    minutes = re.search(r"(\d+) minutes", first)
    name = title[1] if title else path.stem
    part = next((part for start, part in PARTS_BY_TITLE.items() if name.startswith(start)), "library")
    return {"lesson": path.stem, "part": part, "title": name, "minutes": int(minutes[1]) if minutes else 0}
