"""The commands replay, picture and new-hand, and the JSON that replay prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import NoReturn, TypedDict, Unpack

import click

from domino_lab import catalogue, hands
from domino_lab.actions import Play, Shift, Stack
from domino_lab.catalogue.resolve import names_game
from domino_lab.catalogue.resolve import ruleset as named
from domino_lab.chain import Chain
from domino_lab.cli.rule_commands import WholeNumber
from domino_lab.errors import NotationError, RecordError, shown
from domino_lab.escaping import one_line
from domino_lab.events import Drew, Removed, Said, Turned
from domino_lab.explain.why import why
from domino_lab.files import expanded, save
from domino_lab.files import why as cause
from domino_lab.play.players import NAMES
from domino_lab.play.start import start
from domino_lab.play.state import Step
from domino_lab.play.timeline import Problem, Timeline, play_out
from domino_lab.record import move_numbers, read, write
from domino_lab.record.match_file import read_match
from domino_lab.record.read_moves import shown_ends
from domino_lab.record.reader import end_of, is_settled
from domino_lab.record.rules_table import house_rules
from domino_lab.record.source import MOST_CHARACTERS, SourceText
from domino_lab.shuffle import Shuffle


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a transcript.")
def replay(file: str, *, as_json: bool) -> None:
    """Replay a hand FILE (or a packaged hand, or - for standard input) and check all that it states."""
    text = _text(file, as_json=as_json)
    if isinstance(SourceText.of(text).data.get("hand"), list):
        match = read_match(text, catalogue.get)
        problems = match.problems
        result: dict[str, object] = {
            "hands": [report(hand) for hand in match.hands], "scores": list(match.match.standing.scores),
            "winner": match.match.winner, "problems": [problem._asdict() for problem in problems]}
        lines = [line for hand in match.hands for line in transcript(replace(hand, problems=()))]
        lines += [_problem_line(problem) for problem in problems]
    else:
        hand = read(text, catalogue.get)
        problems, result, lines = hand.problems, report(hand), list(transcript(hand))
    click.echo(json.dumps(result, indent=1) if as_json else "\n".join(lines))
    sys.exit(1 if problems else 0)


def _text(file: str, *, as_json: bool = False) -> bytes:
    """Return the content of a file, at most one byte more than a record may have."""
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
            _no_file("a hand file has a name: write one such as my-hand.toml.", as_json=as_json)
        with expanded(file).open("rb") as opened:
            return opened.read(MOST_CHARACTERS + 1)
    except (OSError, ValueError) as error:
        _no_file(f"{one_line(file)} cannot be read: {cause(error)}.", as_json=as_json)


def _no_file(message: str, *, as_json: bool) -> NoReturn:
    if as_json:
        problem = Problem(None, None, "REC-SYNTAX", message)
        click.echo(json.dumps({"ruleset": None, "rules": {}, "steps": [], "end": None,
                               "problems": [problem._asdict()], "remarks": []}, indent=1))
    click.echo(message, err=True)
    sys.exit(1)


@click.command()
@click.argument("file")
@click.option("--step", type=WholeNumber(), default=None, help="Which step: 0 is the deal; else the last one.")
@click.option("-o", "--output", required=True, help="The SVG file to write; - for standard output.")
def picture(file: str, step: int | None, output: str) -> None:
    """Draw one step of a hand FILE as an SVG picture."""
    hand = read(_text(file), catalogue.get)
    last = len(hand.steps) - 1
    if step is not None and not 0 <= step <= last:
        if not hand.problems:
            raise click.BadParameter(f"the hand has steps 0 to {last}", param_hint="--step")
        for problem in hand.problems:
            click.echo(_problem_line(problem), err=True)
        sys.exit(1)
    _write(output, drawn(hand, last if step is None else step), "hand.svg")
    for problem in hand.problems:
        click.echo(_problem_line(problem), err=True)
    sys.exit(1 if hand.problems else 0)


def drawn(hand: Timeline, step: int) -> str:
    """Return the picture of one step as SVG text, with its caption; questions in the file hide nothing."""
    from domino_lab.picture.scene import scene
    from domino_lab.picture.svg import svg
    from domino_lab.widgets.playhead import Playhead

    notes = {number: note._replace(ask=None) for number, note in hand.notes.items()}
    here = Playhead(replace(hand, notes=notes), step=step)
    return svg(scene(replace(here.snapshot.tabletop, caption=why(hand.steps[step]).caption)))


class _Deal(TypedDict):
    seed: int
    number: int
    players: str
    seats: int | None
    policy: str | None
    played: bool


@click.command("new-hand")
@click.argument("ruleset")
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="Which shuffle.")
@click.option("--hand", "number", type=WholeNumber(0), default=0, help="Which hand of that seed.")
@click.option("--players", default="", help="Names, with commas between them.")
@click.option("--seats", type=WholeNumber(), default=None, help="How many play, where no names are given.")
@click.option("--played", is_flag=True, help="Play the hand out, instead of leaving the moves to you.")
@click.option("--policy", default=None, help=f"Who plays it out: {', '.join(NAMES)}.")
@click.option("-o", "--output", default="-", help="A new file to write, else standard output.")
def new_hand(ruleset: str, output: str, **options: Unpack[_Deal]) -> None:
    """Write a new hand file for RULESET: the deal, and with --played every move."""
    try:
        line = _new(ruleset, **options)
    except ValueError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    _write(output, write(line), "my-hand.toml")


def _new(ruleset: str, **options: Unpack[_Deal]) -> Timeline:
    players, seats, policy = options["players"], options["seats"], options["policy"]
    if players != players.encode("utf-8", "ignore").decode("utf-8"):
        raise NotationError(f"the names {shown(players)} are not UTF-8 text, which a hand file needs: type them again")
    rules, shuffle = named(ruleset), Shuffle(seed=options["seed"], hand=options["number"])
    names = [name.strip() for name in players.split(",") if name.strip()]
    if options["played"] or policy:
        return play_out(rules, shuffle, seats=len(names) or seats, names=names, policies=policy)
    return Timeline((start(rules, shuffle, seats=len(names) or seats, names=names),), shuffle=shuffle)


def _write(output: str, text: str, such: str) -> None:
    """Write a new file; an existing hand is never overwritten."""
    if output == "-":
        click.echo(text, nl=not text.endswith("\n"))
        return
    try:
        save(text, output, such=such, new=not output.endswith(".svg"))
    except RecordError as error:
        click.echo(one_line(str(error)), err=True)
        sys.exit(1)


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
    return {
        "step": number, "move": move, "seat": step.seat,
        "action": action.kind if action is not None else None, "tile": None, "at": None, "onto": None, **_moved(step),
        "count": count.total if count else None,
        "terms": [[str(term.tile), term.value] for term in count.terms] if count else [],
        "open": shown_ends(state), "points": step.points, "scores": list(state.scores),
        **({"chips": list(state.chips)} if state.chips else {}),
        "clauses": [ruling.id for ruling in step.rulings], "text": why(step).caption,
    }


def _moved(step: Step) -> dict[str, object]:
    """Return the tile of an action and where it went, with `tiles`, `to`, `number` and `call` if there are any."""
    state, action = step.state, step.action
    if isinstance(action, Play):
        return {"tile": str(action.tile), **_joined(state.chain), **({"call": action.call} if action.call else {})}
    if isinstance(action, Stack):
        return {"tile": str(action.tile), "at": str(state.chain.laid[action.on].tile)}
    if isinstance(action, Shift):
        return {"tile": str(action.tile), "to": action.to}
    found: dict[str, object] = {}
    for event in step.events:
        if isinstance(event, Drew | Turned):
            found["tile"] = str(event.tile)
        if isinstance(event, Said):
            found |= {"tile": str(event.tile), "number": event.number}
        if isinstance(event, Removed):
            found["tiles"] = [str(tile) for tile in event.tiles]
    return found


def _joined(chain: Chain) -> dict[str, object]:
    laid = chain.laid[-1]
    return {"at": str(chain.laid[laid.parent].tile), "onto": laid.joint} if laid.parent >= 0 else {}


def _end(line: Timeline) -> dict[str, object]:
    last, true = line.steps[-1], end_of(line)
    winner = None if true["winner"] == "none" else true["winner"]
    clauses = [part.id for ruling in last.rulings for part in ruling.tree()]
    return {**true, "winner": winner, "clauses": list(dict.fromkeys(clauses)), "text": why(last).text}


def transcript(line: Timeline) -> Iterator[str]:
    """Yield the hand as lines of text: title, players, every step, remarks and problems."""
    if line.title:
        yield one_line(line.title)
    yield f"{one_line(line.rules.name)}: {one_line(', '.join(line.names))}"
    for number, step in enumerate(line.steps):
        yield f"{number:>3}  {one_line(why(step).caption)}"
        note = line.notes.get(number)
        if note is not None and note.text:
            yield f"     {one_line(note.text)}"
    for remark in line.remarks:
        yield _problem_line(remark)
    for problem in line.problems:
        yield _problem_line(problem)


def _problem_line(problem: Problem) -> str:
    """Return a problem or remark as one line, the place first."""
    place = [f"line {problem.line}"] if problem.line else []
    place += [f"move {problem.move}"] if problem.move else []
    return f"{', '.join(place) or 'file'}: {one_line(problem.message)} ({problem.clause})"
