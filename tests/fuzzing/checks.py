"""Checks: what must be true of every text: it is an object or a plain refusal, and whatever shows it says so, soon."""

from __future__ import annotations

import contextlib
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple

from click.testing import CliRunner
from comm import create_comm
from ipywidgets import Widget

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.patience_prospects import hint, last_chance
from domino_lab.cli import draw_step, main, report, transcript
from domino_lab.play.timeline import Timeline
from domino_lab.record import read, write
from domino_lab.record.compact import is_packed, pack, unpack
from domino_lab.record.match_file import read_match, write_match
from domino_lab.sessions.play import PlaySession
from tests.fuzzing.originals import WORDS
from tests.fuzzing.wounds import Mutant, mutant

SECONDS = 30
"""So much time of a processor a text may take, with all that is looked at."""

VIEWS_OF_EACH = 2
"""So many ways to look at a hand are tried for one mutant, each time others."""


class Failure(NamedTuple):
    """What went wrong with a mutant, and where."""

    number: int
    kind: str
    doing: str
    error: str
    where: str


class TooLong(BaseException):
    """A text took more time than anybody waits."""


class Wrong(AssertionError):
    """Nothing was raised, and yet something is not so."""


def failures(one: Mutant) -> list[Failure]:
    """What is wrong with the package, as this mutant shows it."""
    found: list[Failure] = []
    with _limited():
        _tried(found, one, "read", lambda: _KINDS[one.kind](one, found))
    return found


def compile_all() -> None:
    """What numba compiles once is no part of the time that a text takes."""
    dl.PerfectPlay("draw", seed=3)
    alone = dl.play_out("five-columns", seed=1)
    hint(alone.upto(0), budget=1 << 10)
    last_chance(alone, budget=1 << 10)


def prepare() -> None:
    """Make a process ready for many mutants: no page is told what its new widgets are, which takes half of their time.

    Those of `make test` are told of.
    """
    Widget.open = _open_quietly
    compile_all()


def _open_quietly(widget: Widget) -> None:
    if widget.comm is None:
        widget.comm = create_comm(target_name="jupyter.widget")


def checked(asked: tuple[int, int]) -> list[Failure]:
    """What is wrong, by the number and the seed of a mutant: what goes from one process to another."""
    return failures(mutant(*asked))


def _tried(found: list[Failure], one: Mutant, doing: str, what: Callable[[], object]) -> None:
    try:
        what()
    except dl.DominoError:
        pass
    except (Exception, TooLong) as error:
        frames = [f"{frame.filename.rpartition('/domino_lab/')[2]}:{frame.lineno}" for frame in
                  traceback.extract_tb(error.__traceback__)[-3:]]
        message = "".join(traceback.format_exception_only(error)).strip()[:300]
        found.append(Failure(one.number, one.kind, doing, message, " ".join(frames)))
        if isinstance(error, TooLong):
            raise


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    """Time of the processor, and not by the clock: a busy machine makes nothing fail."""
    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        with contextlib.suppress(TooLong):
            yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# --- hands


def _hand(one: Mutant, found: list[Failure]) -> None:
    hand = _read(one)
    for problem in (*hand.problems, *hand.remarks):
        if not (problem.clause and problem.message and (problem.line or 1) <= one.text.count("\n") + 1):
            raise Wrong(f"not a problem: {problem}")
    _tried(found, one, "written again", lambda: _comes_back(hand, one.chance))
    _seen(hand, one, found)


def _read(one: Mutant) -> Timeline:
    """As text, and sometimes as bytes with one of them wrong; what is wrong in it are problems, and no refusal."""
    raw = bytearray(one.text.encode("utf-8", "surrogatepass"))
    try:
        if not raw or one.chance.random() < 0.9:
            return dl.load(one.text + "\n")
        raw[one.chance.randrange(len(raw))] = one.chance.randrange(256)
        return read(bytes(raw), get)
    except dl.DominoError as error:
        raise (error if is_packed(one.text) else Wrong(f"a text of several lines was refused: {error}")) from error


def _comes_back(hand: Timeline, chance: Random) -> None:
    """A clean hand is written, also one move later, and read again: it is clean and the same."""
    write(hand)
    if hand.problems:
        return
    begun = hand.upto(chance.randrange(len(hand)))
    lines = [replace(hand, text=""), hand, _on(hand, chance)]
    lines += [] if begun.is_over else [begun, _on(begun, chance)]
    for line in lines:
        again = read(write(line), lambda _name: hand.rules)
        if again.problems or again.steps != line.steps or again.notes != line.notes:
            raise Wrong(f"comes back otherwise: {again.problems[:2]}\n{write(line)}"[:1500])
    if read(unpack(pack(hand)), lambda _name: hand.rules).steps != hand.steps:
        raise Wrong("its one line holds something else")


def _on(line: Timeline, chance: Random) -> Timeline:
    for _ in range(chance.randrange(3)):
        moves = [] if line.is_over else dl.legal(line.state)
        if not moves:
            break
        line = line.play(chance.choice(moves))
    return line


def _seen(hand: Timeline, one: Mutant, found: list[Failure]) -> None:
    repr(hand)
    views = {**VIEWS, **(ALONE if hand.rules.solo is not None else {})}
    chance = one.chance
    for name in chance.sample(sorted(views), VIEWS_OF_EACH):
        _tried(found, one, name, lambda name=name: _shown(views[name](hand, chance.randrange(len(hand)), chance)))


def _shown(thing: Any) -> None:
    """Everything that a notebook asks of what a cell gives."""
    repr(thing)
    for name in ("_repr_mimebundle_", "_repr_html_", "_repr_markdown_", "_repr_svg_"):
        if hasattr(thing, name) and not isinstance(thing, type):
            getattr(thing, name)()


def _patience(hand: Timeline, step: int, chance: Random) -> Any:
    widget = dl.Patience(hand, step=chance.choice((None, step)))
    for act in chance.sample(("ask", "show_best", "undo", "say_on", "restart", "new_deal"), 3):
        getattr(widget.here, act)()
    return widget


def _recorder(hand: Timeline, step: int, chance: Random) -> Any:
    widget = dl.Recorder(hand)
    moves = dl.legal(widget.here.live)
    if moves:
        widget.here.do(chance.choice(moves))
    return widget


def _transcript(hand: Timeline, step: int, chance: Random) -> Any:
    """However short a hand is, its table has the columns of the whole."""
    part, whole = dl.transcript(hand.upto(chance.choice((0, step)))), dl.transcript(hand)
    if list(part.columns) != list(whole.columns):
        raise Wrong(f"columns {list(part.columns)}, and of the whole hand {list(whole.columns)}")
    return part


def _other(hand: Timeline, chance: Random) -> str:
    return chance.choice(("all-fives", "five-up", "draw", "block", "all-sevens", "bingo", "two-box", "blind"))


def _tried_out(hand: Timeline, step: int, chance: Random) -> Any:
    word, at = chance.choice(WORDS), chance.choice((None, None, "5-5", "#2"))
    return dl.what_if(hand, step, word, at, then=chance.choice((None, None, "greedy", "random")))


View = Callable[[Timeline, int, Random], Any]

VIEWS: dict[str, View] = {
    "stepper": lambda hand, step, chance: dl.HandStepper(hand, step=step),
    "table": lambda hand, step, chance: dl.Table(dl.Playhead(hand, step=step)),
    "ends": lambda hand, step, chance: dl.OpenEnds(dl.Playhead(hand, step=step)),
    "explainer": lambda hand, step, chance: dl.Explainer(dl.Playhead(hand, step=step)),
    "moves": lambda hand, step, chance: dl.MoveList(dl.Playhead(hand, step=step)),
    "transport": lambda hand, step, chance: dl.Transport(dl.Playhead(hand, step=step)),
    "lesson": lambda hand, step, chance: dl.Lesson(hand),
    "lesson in turns": lambda hand, step, chance: dl.Lesson(hand, every=chance.randrange(1, 5)),
    "recorder": _recorder,
    "hidden tiles": lambda hand, step, chance: dl.HiddenTiles(dl.Playhead(hand, step=step), seat=chance.randrange(2)),
    "sandbox": lambda hand, step, chance: dl.ScoringSandbox(hand, _other(hand, chance), step=step),
    "comparison": lambda hand, step, chance: dl.VariantComparison(hand, [hand.rules, _other(hand, chance)]),
    "compare": lambda hand, step, chance: dl.compare(hand, [hand.rules, _other(hand, chance)]),
    "questions": lambda hand, step, chance: dl.questions(hand),
    "worksheet": lambda hand, step, chance: dl.worksheet(hand).html,
    "why": lambda hand, step, chance: str(dl.why(hand, step)),
    "why not": lambda hand, step, chance: str(dl.why_not(hand, step, chance.choice(WORDS))),
    "code of": lambda hand, step, chance: dl.code_of(hand, step),
    "what if": _tried_out,
    "would score": lambda hand, step, chance: dl.would_score(hand, step, versus=_other(hand, chance)),
    "largest": lambda hand, step, chance: dl.largest(hand, step),
    "which": lambda hand, step, chance: dl.which(hand, step, points=chance.choice((0, 5, 10))),
    "rejudge": lambda hand, step, chance: dl.rejudge(hand, _other(hand, chance)),
    "transcript": lambda hand, step, chance: dl.transcript(hand),
    "transcript to a step": _transcript,
    "lines": lambda hand, step, chance: list(transcript(hand)),
    "report": lambda hand, step, chance: report(hand),
    "picture": lambda hand, step, chance: draw_step(hand, step),
    "perfect play": lambda hand, step, chance: dl.PerfectPlay(hand),
    "rules": lambda hand, step, chance: hand.rules.sheet(),
}

ALONE: dict[str, View] = {
    "patience": _patience,
    "hint": lambda hand, step, chance: str(hint(hand.upto(step), budget=1 << 10)),
    "last chance": lambda hand, step, chance: last_chance(hand, budget=1 << 10),
}
"""What there is for a game for one player besides."""


# --- matches


def _match(one: Mutant, found: list[Failure]) -> None:
    try:
        loaded = dl.load_match(one.text + "\n")
    except dl.DominoError as error:
        raise (error if is_packed(one.text) else Wrong(f"a text of several lines was refused: {error}")) from error
    _shown(loaded)
    _shown(loaded.sheet)
    if loaded.hands:
        _seen(one.chance.choice(loaded.hands), one, found)
    _tried(found, one, "match written again", lambda: _match_comes_back(one))
    _tried(found, one, "match played on", lambda: _played_on(one))
    _tried(found, one, "match as a hand", lambda: _shown(dl.HandStepper(dl.load(one.text + "\n"))))


def _match_comes_back(one: Mutant) -> None:
    """A clean match is written, also with one more move, and read again: it is clean and the same."""
    reading = read_match(one.text, get)
    text = write_match(reading.match, title=reading.title, setup=reading.setup, text=one.text)
    if reading.problems:
        return
    _same_match(reading.match, read_match(text, get), text)
    longer = replace(reading.match, hands=(*reading.hands[:-1], _on(reading.hands[-1], one.chance)))
    for before in ("", one.text):
        text = write_match(longer, title=reading.title, setup=reading.setup, text=before)
        _same_match(longer, read_match(text, get), text)


def _same_match(match: Any, again: Any, text: str) -> None:
    if again.problems or [hand.steps for hand in again.hands] != [hand.steps for hand in match.hands]:
        raise Wrong(f"comes back otherwise: {again.problems[:2]}\n{text}"[:1500])


def _played_on(one: Mutant) -> None:
    """A match that can be resumed goes on, is saved, and is read once more."""
    game = PlaySession.resume(one.text)
    for _ in range(one.chance.randrange(4)):
        if game.waits == "hand over":
            game.next_hand()
        elif game.waits == "match over":
            break
        elif game.waits == "player":
            game.reply()
        else:
            game.do(one.chance.choice(dl.legal(game.live)))
    saved = game.to_toml(game.title)
    if read_match(saved, get).problems:
        raise Wrong(f"saved, and not clean: {read_match(saved, get).problems[:2]}\n{saved}"[:1500])
    PlaySession.resume(saved)


# --- the rest


def _rules(one: Mutant, found: list[Failure]) -> None:
    rules = dl.ruleset(one.text + "\n")
    rules.sheet()
    _shown(rules)
    again = dl.ruleset(dl.save_rules(rules) + "\n")
    if again != rules:
        raise Wrong(f"comes back otherwise\n{dl.save_rules(rules)}"[:1500])
    seats = one.chance.choice(rules.dealing.seat_counts)
    hand = dl.play_out(rules, seed=one.number, seats=seats, policies="random")
    _tried(found, one, "written again", lambda: _comes_back(hand, one.chance))
    _seen(hand, one, found)


def _line(one: Mutant, found: list[Failure]) -> None:
    _seen(dl.load(f"dlab1:{one.text.removeprefix('dlab1:')}"), one, found)


def _book(one: Mutant, found: list[Failure]) -> None:
    """The file of a class, in one of the encodings that spreadsheets write; what is read is written and read again."""
    letters = one.chance.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "class.csv"
        path.write_bytes(one.text.encode(letters, "surrogatepass" if letters.startswith("utf") else "replace"))
        book = dl.chance.class_book(path)
        for shown in (book, book.table(), book.marks(), book.by_exercise()):
            _shown(shown)
        book.to_csv(path)
        again = dl.chance.class_book(path)
        if again.rows != book.rows:
            raise Wrong(f"comes back otherwise\n{book.to_csv()}"[:1500])


def _words(one: Mutant, found: list[Failure]) -> None:
    """Words for a move, asked of hands of every kind, and tiles laid as they say."""
    from tests.fuzzing.originals import originals

    chance = one.chance
    hand = dl.load(chance.choice([each.text for each in originals() if each.kind == "hand"]))
    step = chance.randrange(len(hand))
    asked: dict[str, Callable[[], object]] = {
        "why not": lambda: str(dl.why_not(hand, step, one.text, chance.choice((None, "5-5", one.text)))),
        "what if": lambda: dl.what_if(hand, step, one.text),
        "code of": lambda: dl.code_of(hand, step, one.text),
        "lay": lambda: dl.lay("all-fives", f"5-5 {one.text}"),
        "would score": lambda: dl.would_score(hand, step, one.text),
        "settle": lambda: dl.settle("block", holdings=[one.text.split(), ["1-1"]]),
        "file": lambda: dl.load(one.text),
        "ruleset": lambda: dl.ruleset(one.text),
    }
    for name, what in asked.items():
        _tried(found, one, name, what)


def _command(one: Mutant, found: list[Failure]) -> None:
    """A command ends with one of its three numbers, and whatever it prints can be printed."""
    words = [word.replace(",", " ") if "--holding" in one.text else word for word in one.text.split(" ")]
    if {"lab", "simulate"} & {*words} or any(word.startswith("-o") and word != "-o" for word in words):
        return
    for place, word in enumerate(words[:-1]):
        if word in ("-o", "--output"):
            words[place + 1] = "-"
    done = CliRunner().invoke(main, words)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    if done.exit_code not in (0, 1, 2):
        raise Wrong(f"exit code {done.exit_code}")


_KINDS: dict[str, Callable[[Mutant, list[Failure]], None]] = {
    "hand": _hand, "match": _match, "rules": _rules, "line": _line, "book": _book, "words": _words, "command": _command,
}
