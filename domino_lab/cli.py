"""The command line, `domino-lab`. Exit code 0: everything a file states is right; 1: it is not; 2: bad usage."""

from __future__ import annotations

import errno
import json
import os
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TextIO, TypedDict, Unpack

import click

from domino_lab import catalogue, hands
from domino_lab.catalogue import ListedGame, listing, seats_in_words, sources
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.simulation import Simulation
from domino_lab.core.actions import Play, Shift, Stack
from domino_lab.core.arguments import MOST_HANDS
from domino_lab.core.errors import DominoError, NotationError, RecordError, quote
from domino_lab.core.events import Discarded, Drew, Removed, Said, Turned
from domino_lab.core.shuffle import MOST_SEED, Shuffle
from domino_lab.explain.axis_choices import rules_in_full
from domino_lab.explain.patience_review import PatienceReview
from domino_lab.explain.puzzles import KINDS as PUZZLES, LEVELS, Kind as PuzzleKind
from domino_lab.explain.review import MatchReview, Review
from domino_lab.explain.why import why
from domino_lab.io.files import expand, file_named, put, save, why as cause
from domino_lab.io.paper import as_png
from domino_lab.notebook import course_folder, not_run, review as review_of, simulate as simulated
from domino_lab.play.players import PlayerName
from domino_lab.play.policies import POLICIES
from domino_lab.play.settlement import settle_holdings
from domino_lab.play.start import start
from domino_lab.play.state import Step
from domino_lab.play.timeline import Problem, Timeline, play_out
from domino_lab.record import move_numbers, read, write
from domino_lab.record.load import names_game, ruleset as named
from domino_lab.record.match_file import read_match
from domino_lab.record.read_moves import values_at_ends
from domino_lab.record.reader import end_of, is_settled
from domino_lab.record.rules_table import Instead, house_rules, is_rules, plain_value, read_rules
from domino_lab.record.source import MOST_CHARACTERS, SourceText
from domino_lab.rules.axes import AXES, Value, read_axis
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal
from domino_lab.sessions.seating import check_names
from domino_lab.words import join_words, phrase
from domino_lab.words.escaping import one_line

if TYPE_CHECKING:
    from domino_lab.picture.worksheet import Worksheet
    from domino_lab.widgets.quizzes import Quiz


class _Commands(click.Group):
    """Commands that end with one line if their output cannot be written, or with none if a pipe was closed."""

    def main(self, *args: Any, **options: Any) -> Any:
        if sys.stdout is None:  # Closed from the start: click would silently drop what is written there.
            sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
        try:
            return super().main(*args, **options)
        except OSError as error:
            reason = "it is closed" if error.errno == errno.EBADF else cause(error)
            with suppress(OSError):
                click.echo(f"{error.filename or 'The output'} cannot be written: {reason}.", err=True)
            sys.exit(1)
        finally:
            for stream in (sys.stdout, sys.stderr):
                _flush(stream)


def _flush(stream: TextIO | None) -> None:
    """Write what a stream still holds, or drop it: Python would try again when it exits, with a traceback."""
    if stream is None:  # It was closed from the start.
        return
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="domino-lab")
def main() -> None:
    """Domino rules that explain themselves: replay hand files, read rules, open the course.

    For the names of games and hands at the Tab key, run in bash:

    \b
    eval "$(_DOMINO_LAB_COMPLETE=bash_source domino-lab)"
    """
    for stream in (sys.stdout, sys.stderr):
        # Letters in names and notes that a terminal cannot show are escaped.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


class WholeNumber(click.IntRange):
    """A whole number on the command line; one that is too long is refused without repeating it."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; end the command if it is not one, or has more digits than a seed may have."""
        if isinstance(value, str) and len(value) > len(str(MOST_SEED)):
            self.fail(f"a number can have at most {len(str(MOST_SEED))} digits, not {len(value)}", param, ctx)
        return super().convert(value, param, ctx)

    def _describe_range(self) -> str:
        # Click would write "x<=None" in the help of a number without limits.
        return "" if self.min is None and self.max is None else super()._describe_range()


def _names_that_begin(names: Sequence[str], begun: str) -> list[str]:
    """Return the names that a shell offers; a path is completed by the shell itself."""
    return [name for name in names if name.startswith(begun)]


def _complete_game(_context: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return _names_that_begin([rules.id for rules in catalogue.rulesets()], begun)


def _complete_hand(_context: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return _names_that_begin(hands.names(), begun)


_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
_CHANGES = click.option("--set", "changes", multiple=True, metavar="AXIS=VALUE",
                        help="Change an axis, as in target=61.")
_RULES = click.option("--rules", "club", default=None, metavar="RULESET", shell_complete=_complete_game,
                      help="Play by RULESET, a game or a file of rules, instead of the hand's own ruleset and [rules].")


def stop(message: str) -> NoReturn:
    """End the command with a message that says why."""
    click.echo(message, err=True)
    sys.exit(1)


# --- hands ------------------------------------------------------------------------------------------------------------

@main.command()
@click.argument("file", shell_complete=_complete_hand)
@_RULES
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a transcript.")
def replay(file: str, club: str | None, *, as_json: bool) -> None:
    """Replay a hand FILE and check everything that it states.

    FILE is also the name of a packaged hand, or - for standard input.
    """
    text, finds = _text(file, as_json=as_json), _rules_for(club, as_json=as_json)
    if isinstance(SourceText.of(text).data.get("hand"), list):
        match = read_match(text, finds)
        problems = match.problems
        result: dict[str, object] = {
            "hands": [report(hand) for hand in match.hands], "scores": list(match.match.standing.scores),
            "winner": match.match.winner, "problems": [problem._asdict() for problem in problems]}
        lines = [sentence for hand in match.hands for sentence in transcript(replace(hand, problems=()))]
        lines += [_problem_line(problem) for problem in problems]
    else:
        hand = read(text, finds)
        problems, result, lines = hand.problems, report(hand), list(transcript(hand))
    click.echo(json.dumps(result, indent=1) if as_json else "\n".join(lines))
    sys.exit(1 if problems else 0)


def _rules_for(club: str | None, *, as_json: bool = False) -> Callable[[str], Ruleset]:
    """Return the function that finds the ruleset a hand names: `club` instead of all its rules, or the catalogue's."""
    try:
        return catalogue.get if club is None else Instead(named(club))
    except DominoError as error:
        named_there = str(club) in str(error)
        _no_file(str(error) if named_there else f"{one_line(str(club))}: {error}", as_json=as_json)


def _text(file: str, *, as_json: bool = False) -> bytes:
    """Return the content of a hand file, at most one byte more than a record may have."""
    content = _content(file, as_json=as_json)
    if is_rules(content):
        name = one_line(file)
        try:
            read_rules(content, catalogue.get)
        except DominoError as error:
            _no_file(f"{name} is a file of rules, not a hand, and it cannot be read: {error}", as_json=as_json)
        _no_file(f"{name} is a file of rules, not a hand: domino-lab rules {name} shows them, domino-lab new-hand "
                 f"{name} --played plays a hand by them, and replay HAND --rules {name} replays one",
                 as_json=as_json)
    return content


def _content(file: str, *, as_json: bool) -> bytes:
    try:
        if file == "-":
            if sys.stdin is None:
                _no_file("there is no standard input to read: name a file.", as_json=as_json)
            return sys.stdin.buffer.read(MOST_CHARACTERS + 1)
        if file in hands.names():
            return hands.text(file).encode()
        if names_game(file):
            name = one_line(file)
            _no_file(f"{name} is a game, not a hand: domino-lab new-hand {name} --played makes one; for a file with "
                     f"that name, write ./{name}", as_json=as_json)
        if not file.strip():
            _no_file("a hand file needs a name, such as my-hand.toml.", as_json=as_json)
        with expand(file).open("rb") as opened:
            return opened.read(MOST_CHARACTERS + 1)
    except FileNotFoundError:
        _no_file(f"no file and {hands.none_called(file)}", as_json=as_json)
    except IsADirectoryError:
        _no_file(f"{one_line(file)} is a folder: name a file in it", as_json=as_json)
    except (OSError, ValueError) as error:
        _no_file(f"{one_line(file)} cannot be read: {cause(error)}.", as_json=as_json)


def _no_file(message: str, *, as_json: bool) -> NoReturn:
    if as_json:
        problem = Problem(None, None, "REC-SYNTAX", message)
        click.echo(json.dumps({"ruleset": None, "rules": {}, "steps": [], "end": None,
                               "problems": [problem._asdict()], "remarks": []}, indent=1))
    stop(message)


@main.command()
@click.argument("file", shell_complete=_complete_hand)
@click.option("--step", type=WholeNumber(), default=None, help="Which step: 0 is the deal; by default the last.")
@click.option("-o", "--output", required=True, help="The SVG or PNG file to write; - for SVG on standard output.")
@_RULES
def picture(file: str, step: int | None, output: str, club: str | None) -> None:
    """Draw one step of a hand FILE as a picture, SVG or PNG."""
    _check_output(output, ".svg", ".png")
    hand = read(_text(file), _rules_for(club))
    last = len(hand.steps) - 1
    number = last if step is None else step
    if 0 <= number <= last:
        drawing = draw_step(hand, number)
        try:
            made = as_png(drawing) if output.lower().endswith(".png") else drawing
        except DominoError as error:
            stop(str(error))
        _write(output, made, "hand.svg")
    elif not hand.problems:
        raise click.BadParameter(f"the hand has steps 0 to {last}", param_hint="--step")
    for problem in hand.problems:
        click.echo(_problem_line(problem), err=True)
    sys.exit(1 if hand.problems else 0)


def draw_step(hand: Timeline, step: int) -> str:
    """Return the picture of one step as SVG text, with its caption; questions in the file hide nothing."""
    from domino_lab.picture.scene import scene
    from domino_lab.picture.svg import svg
    from domino_lab.sessions.playhead import Playhead

    notes = {number: note._replace(ask=None) for number, note in hand.notes.items()}
    playhead = Playhead(replace(hand, notes=notes), step=step)
    return svg(scene(playhead.snapshot.captioned))


@main.command()
@click.argument("file", shell_complete=_complete_hand)
@click.option("--step", type=WholeNumber(0), default=None, help="The step to open at; by default the first.")
@click.option("--compare", "others", multiple=True, metavar="RULESET", shell_complete=_complete_game,
              help="Play the same tiles by RULESET beside it; up to four rulesets in all.")
@click.option("--as", "kind", type=click.Choice(["hand", "quiz", "worksheet"]), default="hand", show_default=True,
              help="The questions of the hand, or of a game in place of FILE, as a quiz or to print.")
@click.option("-o", "--output", required=True, help="The HTML file to write; - for standard output.")
@_RULES
def page(
    file: str, step: int | None, others: Sequence[str], kind: str, output: str, club: str | None
) -> None:
    """Write a hand FILE as a web page that needs no kernel.

    Readers step through it in any browser, see it beside the same tiles under other rules, or answer questions.
    """
    from domino_lab.widgets.pages import page as page_of

    if kind != "hand" and (step is not None or others):
        raise click.UsageError("--step and --compare go with --as hand")
    _check_output(output, ".html", ".htm")
    hand = None if kind != "hand" and names_game(file) else read(_text(file), _rules_for(club))
    if hand is not None and kind != "hand" and file in hands.names() and club is None:
        hand = replace(hand, line=f"dl.load({python_literal(file)})")
    if hand is not None and step is not None and step >= len(hand.steps) and not hand.problems:
        raise click.BadParameter(f"the hand has steps 0 to {len(hand.steps) - 1}", param_hint="--step")
    what = file if hand is None else hand
    try:
        rulesets = [named(other) for other in others]
        made = page_of(what, step=step, rulesets=rulesets) if kind == "hand" else page_of(_questions(what, kind))
    except DominoError as error:
        stop(one_line(str(error)))
    _write(output, made.html, f"{kind}.html")
    problems = hand.problems if hand else ()
    for problem in problems:
        click.echo(_problem_line(problem), err=True)
    sys.exit(1 if problems else 0)


def _questions(what: str | Timeline, kind: str) -> Quiz | Worksheet:
    """Return the questions of a hand, or some of a game, to answer on a page or to print."""
    from domino_lab.widgets.quizzes import questions, quiz

    asked = quiz(what, "all") if isinstance(what, str) else questions(what)
    return asked.worksheet() if kind == "worksheet" else asked


@main.command()
@click.argument("file", shell_complete=_complete_hand)
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="The seed of the deals that are tried.")
@click.option("--deals", type=WholeNumber(2, MOST_HANDS), default=None, help="The most deals for one turn.")
@click.option("--seconds", type=float, default=None, help="The most seconds for each hand.")
@click.option("--exact", is_flag=True, help="Let both sides play their best after each move.")
@click.option("--moves", is_flag=True, help="Print every turn with a choice, too.")
@_RULES
@_JSON
def review(  # noqa: PLR0913
    file: str, seed: int, deals: int | None, seconds: float | None, club: str | None, *, exact: bool, moves: bool,
    as_json: bool,
) -> None:
    """Tell what each move of a hand or match FILE was worth.

    A better move, if there was one, is named with its reasons.
    """
    text, finds = _text(file, as_json=as_json), _rules_for(club, as_json=as_json)
    is_match = isinstance(SourceText.of(text).data.get("hand"), list)
    read_hands = read_match(text, finds).hands if is_match else (read(text, finds),)
    problems = [problem for hand in read_hands for problem in hand.problems]
    for problem in problems if as_json else ():         # the text of a review says them itself
        click.echo(_problem_line(problem), err=True)
    try:
        each = [review_of(hand, seed=seed, deals=deals, seconds=seconds, exact=exact) for hand in read_hands]
    except DominoError as error:
        stop(str(error))
    reviews = [review for review in each if not isinstance(review, MatchReview)]
    if as_json:
        reports = [review_report(review) for review in reviews]
        click.echo(json.dumps({"hands": reports} if is_match else reports[0], indent=1))
    else:
        click.echo("\n".join(_review_lines(reviews, moves=moves)))
    sys.exit(1 if problems else 0)


def _review_lines(reviews: Sequence[Review | PatienceReview], *, moves: bool) -> Iterator[str]:
    """Yield a review, or those of the hands of a match after its dearest moves."""
    if len(reviews) > 1:
        yield phrase("review.dearest")
        match = MatchReview(tuple(review for review in reviews if isinstance(review, Review)))
        yield from match.dearest_texts or (phrase("review.none_marked"),)
    for number, review in enumerate(reviews, 1):
        if len(reviews) > 1:
            yield f"\n{phrase('review.hand', number=number)}"
        told = review.move_lines if moves else ()
        yield from (*told, "") if moves else ()
        yield from (line for line in review.text.splitlines() if line not in told)


def review_report(review: Review | PatienceReview) -> dict[str, object]:
    """Return a review as plain values: every turn with the worth of its moves, and the parts of each side's result."""
    if isinstance(review, PatienceReview):
        return {"title": review.line.title, "ruleset": review.line.rules.id, "fewest": review.fewest,
                "turns": [{"step": turn.step, "move": str(turn.played), "best": str(turn.best), "left": turn.left,
                           "least": turn.least, "lost": turn.lost} for turn in review.turns]}
    sides = review.sides
    slip, mistake = review.thresholds
    return {
        "title": review.line.title, "ruleset": review.line.rules.id, "whole": review.is_whole,
        "slip": slip, "mistake": mistake,
        "turns": [{"step": turn.step, "seat": turn.seat, "kind": review.kind(turn), "lost": turn.loss, "by": turn.by,
                   "error": turn.error, "move": str(turn.played.action),
                   "reasons": [reason._asdict() for reason in turn.reasons],
                   "moves": [{"move": str(move.action), "worth": move.ahead, "error": move.error, "deals": move.deals}
                             for move in turn.moves]} for turn in review.turns],
        "sides": [{"side": review.line.state.table.side_name(number), "result": side.result, **side._asdict()}
                  for number, side in enumerate(sides)],
    }


@main.command()
@click.argument("ruleset", shell_complete=_complete_game)
@click.option("-n", "number", type=WholeNumber(1, 100), default=5, show_default=True, help="How many.")
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="The seed that chooses them.")
@click.option("--level", type=click.Choice([str(level) for level in LEVELS]), default=None,
              help="1: the best move also scores most now. 2: it does not.")
@click.option("--about", type=click.Choice([*PUZZLES, "all"]), default="all", show_default=True,
              help="What speaks for the best move.")
@click.option("-o", "--output", required=True,
              help="The HTML file to write, a sheet to print; a .gift file for Moodle; - for standard output.")
@_CHANGES
def puzzles(
    ruleset: str, number: int, seed: int, level: str | None, about: PuzzleKind | Literal["all"], output: str,
    changes: Sequence[str],
) -> None:
    """Write puzzles: positions in which one move is clearly the best.

    RULESET is a game or a file of rules; the answers come with the positions.
    """
    from domino_lab.widgets.quizzes import puzzles as puzzles_for

    _check_output(output, ".html", ".htm", ".gift")
    try:
        quiz = puzzles_for(with_changes(ruleset, changes), number, seed=seed, about=about,
                           level=int(level) if level else None)
    except DominoError as error:
        stop(str(error))
    is_gift = output.endswith(".gift")
    _write(output, quiz.gift() if is_gift else quiz.worksheet().html, "puzzles.gift" if is_gift else "puzzles.html")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--lesson", "lessons", multiple=True, help="Only this lesson of the course; may be repeated.")
@click.option("--game", "games", multiple=True,
              help="Only this game or variation, or your own rules in a file; may be repeated.")
@click.option("--live/--no-live", default=True, help="Let each lesson open in JupyterLite, too.")
def site(folder: Path, lessons: Sequence[str], games: Sequence[str], *, live: bool) -> None:
    """Write the course, the games and the reference as pages.

    They are written to FOLDER, and need no kernel.
    """
    from domino_lab.site.build import build

    try:
        build(folder, lessons=lessons or None, games=games or None, live=live, tell=click.echo)
    except DominoError as error:
        stop(one_line(str(error)))


class _Deal(TypedDict):
    seed: int
    number: int
    players: str
    seats: int | None
    policy: str | None
    played: bool


@main.command("new-hand")
@click.argument("ruleset", shell_complete=_complete_game)
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="The seed of the shuffle.")
@click.option("--hand", "number", type=WholeNumber(0), default=0, help="Which hand of that seed.")
@click.option("--players", default="", help="Names, with commas between them.")
@click.option("--seats", type=WholeNumber(), default=None, help="How many play; by default as many as there are names.")
@click.option("--played", is_flag=True, help="Play the hand out, instead of leaving the moves to you.")
@click.option("--policy", default=None, help=f"Who plays it out: {', '.join(POLICIES)}.")
@click.option("-o", "--output", default="-", help="A new file to write; by default standard output.")
def new_hand(ruleset: str, output: str, **options: Unpack[_Deal]) -> None:
    """Write a new hand: the deal, and with --played every move.

    RULESET is a game or a file of rules.
    """
    try:
        line = _new(ruleset, **options)
    except ValueError as error:
        stop(str(error))
    _write(output, write(line), "my-hand.toml")


def _new(ruleset: str, **options: Unpack[_Deal]) -> Timeline:
    players, seats, policy = options["players"], options["seats"], options["policy"]
    if players != players.encode("utf-8", "ignore").decode("utf-8"):
        raise NotationError(f"the names {quote(players)} are not UTF-8 text, which a hand file needs: type them again")
    rules, shuffle = named(ruleset), Shuffle(seed=options["seed"], hand=options["number"])
    names = [name.strip() for name in players.split(",") if name.strip()]
    if players and not names:
        raise NotationError(f"there is no name in --players {quote(players)}: write names such as Ana,Ben")
    names, seats = list(check_names(names, seats)), seats or len(names) or None
    if options["played"] or policy:
        return play_out(rules, shuffle, seats=seats, names=names, policies=policy)
    return Timeline((start(rules, shuffle, seats=seats, names=names),), shuffle=shuffle)


def _check_output(output: str, *kinds: str) -> None:
    """End the command, before it works for long, if it cannot write to such a file."""
    if output == "-":
        return
    if Path(output).suffix.lower() not in ("", *kinds):
        raise click.BadParameter(f"the file is written as {join_words(kinds, 'or')}", param_hint="--output")
    try:
        file_named(output, f"my-file{kinds[0]}")
    except RecordError as error:
        stop(one_line(str(error)))


def _write(output: str, what: str | bytes, such: str) -> None:
    """Write a new file; an existing hand is never overwritten."""
    if output == "-":
        click.echo(what, nl=isinstance(what, str) and not what.endswith("\n"))
        return
    try:
        save(what, output, such=such, new=not output.lower().endswith((".svg", ".png", ".html", ".gift")))
    except RecordError as error:
        stop(one_line(str(error)))


def report(line: Timeline) -> dict[str, object]:
    """Return the whole hand as plain values: ruleset, rules, steps, end, problems, remarks."""
    numbers = move_numbers(line)
    steps = [(number, step) for number, step in enumerate(line.steps) if step.action is not None]
    house = {axis: value for axis, value in house_rules(line.rules).items() if axis != "name"}
    return {
        "ruleset": line.rules.id or None,
        "rules": house,
        "steps": [_entry(number, move, step) for (number, step), move in zip(steps, numbers, strict=True)],
        "end": _end(line) if is_settled(line) else None,
        "problems": [problem._asdict() for problem in line.problems],
        "remarks": [remark._asdict() for remark in line.remarks],
    }


def _entry(number: int, move: int, step: Step) -> dict[str, object]:
    state, action, count = step.state, step.action, step.state.board_count
    entry: dict[str, object] = {"step": number, "move": move, "seat": step.seat}
    entry["action"] = action.kind if action is not None else None
    entry.update(tile=None, at=None, onto=None)
    entry.update(_move_of(step))
    entry["count"] = count.total if count else None
    entry["terms"] = [[str(term.tile), term.value] for term in count.terms] if count else []
    entry["open"] = values_at_ends(state)
    entry["points"] = step.points
    entry["scores"] = list(state.scores)
    if state.chips:
        entry["chips"] = list(state.chips)
    entry["clauses"] = [ruling.id for ruling in step.rulings]
    entry["text"] = why(step).caption
    return entry


def _move_of(step: Step) -> dict[str, object]:
    """Return the tile of an action and where it went, with `tiles`, `to`, `number` and `call` if there are any."""
    state, action = step.state, step.action
    if isinstance(action, Play):
        laid = state.chain.laid[-1]
        onto = {"at": str(state.chain.laid[laid.parent].tile), "onto": laid.joint} if laid.parent >= 0 else {}
        return {"tile": str(action.tile), **onto, **({"call": action.call} if action.call else {})}
    if isinstance(action, Stack):
        return {"tile": str(action.tile), "at": str(state.chain.laid[action.on].tile)}
    if isinstance(action, Shift):
        return {"tile": str(action.tile), "to": action.to}
    fields: dict[str, object] = {}
    for event in step.events:
        if isinstance(event, Drew | Discarded | Turned):
            fields["tile"] = str(event.tile)
        if isinstance(event, Said):
            fields |= {"tile": str(event.tile), "number": event.number}
        if isinstance(event, Removed):
            fields["tiles"] = [str(tile) for tile in event.tiles]
    return fields


def _end(line: Timeline) -> dict[str, object]:
    last, true = line.steps[-1], end_of(line)
    winner = None if true["winner"] == "none" else true["winner"]
    clauses = [part.id for ruling in last.rulings for part in ruling.tree()]
    return {**true, "winner": winner, "clauses": list(dict.fromkeys(clauses)), "text": why(last).text}


def transcript(line: Timeline) -> Iterator[str]:
    """Yield the hand as lines of text: title, players, every step, remarks and problems.

    Of a file from which nothing could be read, only these are told: it has no table to speak of.
    """
    if line.problems and line.is_study and not line.actions:
        yield from map(_problem_line, (*line.remarks, *line.problems))
        return
    if line.title:
        yield one_line(line.title)
    yield f"{one_line(line.rules.name)}: {one_line(', '.join(line.names))}"
    for number, step in enumerate(line.steps):
        yield f"{number:>3}  {one_line(why(step).caption)}"
        note = line.notes.get(number)
        if note is not None and note.text:
            yield f"     {one_line(note.text)}"
    yield from map(_problem_line, (*line.remarks, *line.problems))


def _problem_line(problem: Problem) -> str:
    """Return a problem or remark as one line, the place first."""
    place = [f"line {problem.line}"] if problem.line else []
    place += [f"move {problem.move}"] if problem.move else []
    return f"{', '.join(place) or 'file'}: {one_line(problem.message)} ({problem.clause})"


# --- rules ------------------------------------------------------------------------------------------------------------

@main.command()
@_JSON
def games(*, as_json: bool) -> None:
    """List every game and variation, by family.

    Each has its id, name, numbers of players, other names, and sheets.
    """
    entries = listing()
    click.echo(json.dumps({"games": entries}, indent=1) if as_json else "\n".join(_table(entries)))


def _table(entries: Sequence[ListedGame]) -> Iterator[str]:
    """Yield a table: a heading per family, a line per game, and its variations indented below it."""
    rows = [_row(entry) for entry in entries]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    family = ""
    for entry, row in zip(entries, rows, strict=True):
        if entry["family"] != family:
            yield from ([""] if family else [])
            family = entry["family"]
            yield phrase("games.heading", family=family)
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(entry: ListedGame) -> tuple[str, ...]:
    indent = "    " if entry["variation_of"] else "  "
    return indent + entry["id"], entry["name"], seats_in_words(entry), sources(entry)


@main.command()
@click.argument("ruleset", shell_complete=_complete_game)
@click.option("--file", "as_file", is_flag=True, help="Print all its rules, with their values, as a file to edit.")
@click.option("--all", "idle", is_flag=True, help="With --file: also the rules that change nothing in this game.")
@_CHANGES
@_JSON
def rules(ruleset: str, changes: Sequence[str], *, as_file: bool, idle: bool, as_json: bool) -> None:
    """Show the rule page of RULESET.

    RULESET is an id, as `games` lists them, or a file of rules.
    """
    if as_file and as_json:
        raise click.UsageError("give --file or --json, not both")
    if idle and not as_file:
        raise click.UsageError("give --all with --file")
    rules = with_changes(ruleset, changes)
    click.echo(rules_in_full(rules, idle=idle) if as_file
               else json.dumps(_page(rules), indent=1) if as_json else rules.sheet())


def _page(rules: Ruleset) -> dict[str, object]:
    return {
        "id": rules.id, "name": rules.name, "aliases": list(rules.aliases), "family": rules.family,
        "seats": list(rules.dealing.seat_counts), "variation_of": rules.variation_of,
        "axes": {axis: {"value": plain_value(value), "clause": rules.clauses.get(axis, "").partition(":")[0] or None}
                 for axis, value in rules.values.items()},
        "statements": [{"section": statement.section, "clause": statement.clause.partition(":")[0] or None,
                        "text": statement.text, "mark": statement.mark or None,
                        "axes": {axis: plain_value(value) for axis, value in statement.says.items()}}
                       for statement in rules.statements],
        "card": dict(rules.card().lines), "text": rules.sheet(),
    }


@main.command()
@click.argument("ruleset", shell_complete=_complete_game)
@click.option("--holding", "holdings", multiple=True, required=True, metavar="TILES",
              help='The tiles of one seat, as in "1-2 2-4", or "" if it went out. Give one for each seat, in order.')
@click.option("--out", type=WholeNumber(), default=None, help="The seat that went out, counted from 0.")
@click.option("--blocker", type=WholeNumber(), default=None, help="The seat that played last, counted from 0.")
@_CHANGES
@_JSON
def settle(ruleset: str, holdings: Sequence[str], out: int | None, blocker: int | None, changes: Sequence[str],
           *, as_json: bool) -> None:
    """Say who wins a hand that ends with these holdings, and why.

    RULESET is a game or a file of rules. The points that the hand is worth come with their sum.
    """
    changed = with_changes(ruleset, changes)
    try:
        verdict = settle_holdings(changed, holdings, out=out, blocker=blocker)
    except DominoError as error:
        stop(str(error))
    plain: dict[str, object] = {"winner": verdict.winner, "award": verdict.award}
    plain |= {"shares": list(verdict.shares)} if verdict.shares else {}
    plain |= {"clauses": list(verdict.clauses), "lines": list(verdict.lines), "text": verdict.text}
    click.echo(json.dumps(plain, indent=1) if as_json else "\n".join(verdict.lines))


def with_changes(name: str, changes: Sequence[str]) -> Ruleset:
    """Return the ruleset with these changes; end the command if there is none, or they are impossible."""
    try:
        rules = named(name)
        return rules.but(**dict(_change(change) for change in changes)) if changes else rules
    except DominoError as error:
        stop(str(error))


def _change(text: str) -> tuple[str, Value]:
    """Return an axis and its value, written as in a hand file; a single word needs no quotes."""
    axis, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} is not a change: write an axis and its value, as in target=61",
                                 param_hint="--set")
    name = axis.strip()
    try:
        read = tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):
        read = value.strip()
    return name, read_axis(name, read) if name in AXES else read


class _Run(TypedDict):
    hands: int
    seats: int | None
    seed: int


@main.command()
@click.argument("ruleset", shell_complete=_complete_game)
@click.option("--hands", type=WholeNumber(1, MOST_HANDS), default=100_000, show_default=True, help="How many hands.")
@click.option("--seats", type=WholeNumber(), default=None,
              help="How many play; by default as few as the game allows.")
@click.option("--policy", "policies", multiple=True,
              help=f"Who plays: {', '.join(POLICIES)}. Give it once for all seats, or once for each.")
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="The seed of the shuffles.")
@_CHANGES
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(ruleset: str, changes: Sequence[str], policies: Sequence[PlayerName], *, as_json: bool,
             **options: Unpack[_Run]) -> None:
    """Play many hands of RULESET, and count how they end.

    RULESET is a game or a file of rules. Who wins, what is scored and how long a hand is come with their errors.
    """
    rules = with_changes(ruleset, changes)
    if not {"deal", "move", "hand"}.isdisjoint(SourceText.of(rules.text).data):
        click.echo(f"{one_line(ruleset)} is a hand: its rules are simulated, without its deal and its moves.", err=True)
    who = policies[0] if len(policies) == 1 else (list(policies) or None)
    try:
        simulation = simulated(rules, policies=who, **options)
    except ValueError as error:
        stop(str(error))
    click.echo(json.dumps(simulation_report(simulation), indent=1) if as_json else str(simulation))


def simulation_report(simulation: Simulation) -> dict[str, object]:
    """Return the result as plain values; a number that a single hand cannot give is null."""
    job = simulation.job
    return {
        "ruleset": job.rules.id, "rules": dict(job.rules.changes()),
        "hands": simulation.hands, "asked": simulation.asked, "seats": job.seats, "policies": list(job.policies),
        "seed": job.seed, "sides": list(simulation.sides), "note": simulation.note,
        "estimates": [{"what": what, "who": who or None, **_numbers(estimate)}
                      for what, who, estimate in simulation.rows()],
    }


def _numbers(estimate: Estimate) -> dict[str, float | None]:
    named = zip(("estimate", "error", "low", "high"), estimate[:4], strict=True)
    return {name: number if isfinite(number) else None for name, number in named}


# --- the course -------------------------------------------------------------------------------------------------------

FIRST = "00_start_here.ipynb"
ANSWERS = "answers"


@main.command()
@click.argument("folder", default="domino-lab-course")
@click.option("--student", is_flag=True, help="Leave the answers out.")
@click.option("--open/--no-open", "opens", default=True, help="Open JupyterLab on the first notebook.")
@click.option("--jupyter", "flags", default="", metavar="FLAGS",
              help="Flags for JupyterLab, as in --jupyter=--no-browser.")
def lab(folder: str, *, student: bool, opens: bool, flags: str) -> None:
    """Copy the course into FOLDER and open it. Files that are there already are left as they are.

    The copied lessons have not been run, because the output of a cell would answer the question above it.
    """
    if not folder.strip():
        raise click.BadParameter("give the folder a name", param_hint="FOLDER")
    try:
        more = shlex.split(flags)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--jupyter") from error
    try:
        copied, kept = copy_course(course_folder(), expand(folder), answers=not student)
    except DominoError as error:
        stop(f"The course cannot be copied: {error}")
    except OSError as error:
        reason = "it is a file" if isinstance(error, FileExistsError | NotADirectoryError) else cause(error)
        stop(f"The course cannot be copied: {one_line(folder)} cannot be written: {reason}. Name another "
             "folder, as in domino-lab lab my-course.")
    click.echo(f"{folder}: {len(copied)} files copied" + (f", {kept} left as they were." if kept else "."))
    if opens:
        sys.exit(_open(expand(folder), more))


def copy_course(course: Path, folder: Path, *, answers: bool) -> tuple[list[Path], int]:
    """Copy the files of `course` that `folder` lacks; return the copies, and the number of files that were there.

    Lessons are copied as if nobody had run them; the notebooks with the answers keep what their cells show.
    A notebook that a full disk cut off is copied again. Raises OSError or RecordError if `folder` cannot be written.
    """
    copied, kept = [], 0
    for source in _files(course, answers=answers):
        target = folder / source.relative_to(course)
        is_lesson = source.suffix == ".ipynb" and ANSWERS not in source.relative_to(course).parts
        text = not_run(source.read_bytes()) if is_lesson else source.read_bytes()
        is_new = not os.path.lexists(target)
        if not is_new and not _is_cut(target, text):
            kept += 1
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        put(text, target, new=is_new)
        copied.append(target)
    return copied, kept


def _is_cut(target: Path, whole: bytes) -> bool:
    """Return True for a notebook that was cut off when it was copied: nobody can have worked in it."""
    if target.suffix != ".ipynb" or not target.is_file() or target.stat().st_size >= len(whole):
        return False
    return whole.startswith(target.read_bytes())


def _files(course: Path, *, answers: bool) -> Iterator[Path]:
    for path in sorted(course.rglob("*")):
        parts = path.relative_to(course).parts
        hidden = any(part.startswith((".", "__pycache__")) for part in parts)
        if path.is_file() and not hidden and (answers or ANSWERS not in parts):
            yield path


CONTENTS = "--ServerApp.contents_manager_class=domino_lab.io.contents.Contents"
"""What gives a JupyterLab the files of this package."""

QUIET = "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"
"""What keeps JupyterLab from asking the network for updates, of which a class has no use."""

SETTINGS = Path(__file__).parent / "jupyter"
"""A folder of settings for the JupyterLab that is started: without its question about news, which would lie over the
first table. It is searched beside the reader's own settings, which stay as they are."""


def _open(folder: Path, flags: Sequence[str]) -> int:
    if find_spec("jupyterlab") is None:
        click.echo('JupyterLab is not installed: python -m pip install "domino-lab[lab]"', err=True)
        return 1
    root = []
    if hasattr(os, "geteuid") and os.geteuid() == 0 and _is_container():     # Elsewhere root has to ask for that.
        root = ["--allow-root"]
        click.echo("You are root in a container, so JupyterLab is started with --allow-root.")
    first = f"--LabApp.default_url=/lab/tree/{FIRST}"   # Also in the address that it prints with --no-browser.
    searched = os.pathsep.join(filter(None, (os.environ.get("JUPYTER_CONFIG_PATH"), str(SETTINGS))))
    return subprocess.call([sys.executable, "-m", "jupyterlab", *root, first, QUIET, CONTENTS, *flags], cwd=folder,
                           env={**os.environ, "JUPYTER_CONFIG_PATH": searched})


def _is_container() -> bool:
    """Return True if this runs in a container, by the marks that Docker, Podman, systemd and Kubernetes leave there."""
    return any(Path(mark).exists() for mark in CONTAINER_MARKS) or any(
        os.environ.get(name) for name in ("container", "KUBERNETES_SERVICE_HOST"))


CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")


if __name__ == "__main__":
    main()
