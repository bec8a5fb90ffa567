"""A stranger's text is shown and never takes effect: every public name, every way in which an answer shows itself.

Each maker puts one text into every place that takes one. What it makes is walked to all it holds, and is compared with
what a harmless name gives: the same tags, the same Python, and nothing that steers a terminal.
"""

from __future__ import annotations

import ast
import contextlib
import csv
import importlib
import inspect
import io
import json
import pkgutil
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree

import ipywidgets
import mistune
import pandas as pd
import pytest
from markdown_it import MarkdownIt
from nbconvert.filters.markdown import markdown2html_mistune

import domino_lab as dl
from domino_lab.chance.tile_events import TileEvent
from domino_lab.core.rulings import Ruling
from domino_lab.play.match import Match
from domino_lab.widgets import exercise_pages
from tests.widgets.kept import pictures

HOSTILE = {
    "markup": "<img src=x onerror=alert(1)> `a` *b* _c_ [d](javascript:e) ![f](g) $h$ \\(i\\) $$j$$ ~~k~~ | "
              "<http://l.example> http://m.example www.n.example o@p.example </svg></p>]]> &lt;q&gt; ```",
    "lines": "# one\n\n# two\n\n- three\n\n    four\n***\n| a | b |\n|---|---|\n",
    "code": "x\"); __import__('os').system(\"id\") # ' \\\" "
            "\x1b[2J\x9b31m\x07\u202eb\u2066\u061c\ud800\u2028\ufeffc\x00d\\",
}


def harmless(text: str) -> str:
    """A name of as many words, each as long as that text has it: how a sentence is laid out depends on them."""
    letters = ("n" if unicodedata.category(sign)[0] in "LMNPS" else " " for sign in text)
    return " ".join("".join(letters).split())


def in_toml(text: str) -> str:
    """TOML has no lone surrogates; every other sign stands in it by its number."""
    return '"' + "".join(f"\\U{ord(sign):08x}" for sign in text if not "\ud800" <= sign <= "\udfff") + '"'


def record(text: str, rules: str = "all-fives") -> str:
    t = in_toml(text)
    return f"""format = 1
title = {t}
ruleset = "{rules}"
players = [{t}, {in_toml(text + " 2")}]
source = {t}
[rules]
target = 61
[deal]
holdings = [["5-5", "6-6", "6-4"], ["5-0", "3-2", "2-5"]]
stock = ["0-3"]
leader = 0
note = {t}
[[move]]
play = "5-5"
note = {t}
ask = {t}
about = "score"
hint = {t}
[[move]]
play = "5-0"
at = "5-5"
note = {t}
[[move]]
play = "6-6"
at = {t}
[match]
{t} = 1
"""


def named(text: str) -> Any:
    return dl.play_out("all-fives", seed=7, names=[text, f"{text} 2"])


def ours(text: str) -> Any:
    return dl.ruleset("five-up").but(name=text, target=50)


class Plays(dl.rules.Matching):
    """A reader's own rule, which says of itself what the text says."""

    def __init__(self, text: str) -> None:
        self.rule = text

    def meets(self, half: int, value: int) -> bool:
        return half == value


def own(text: str) -> Any:
    return dl.ruleset("block").but(matching=Plays(text))


def player(text: str) -> Any:
    def chosen(view: Any, stream: Any) -> Any:
        return view.legal[0]

    chosen.__name__ = text
    return chosen


def match(text: str) -> str:
    t = in_toml(text)
    top = f"title = {t}\nruleset = 'block'\nplayers = [{t}, {in_toml(text + ' 2')}]\n{t} = 1\n"
    return f"{top}[[hand]]\n[hand.deal]\nseed = 1\n[[hand.move]]\nplay = {t}\n"


def ended(text: str) -> Any:
    return dl.play_out("block", seed=7, names=[text, f"{text} 2"])


def deep(text: str) -> Any:
    """The last positions of a hand, which are soon solved."""
    line = ended(text)
    return dl.what_if(line, len(line) - 3)


def all_hands(line: Any) -> Match:
    return Match(line.rules, line.state.table.standing, (line,))


def solved(text: str) -> Any:
    return dl.chance.solve(ended(text).steps[-4].state)


def book(text: str) -> Any:
    return dl.chance.class_book({text: {"own_tile": text}, f"{text} 2": {"own_tile": "1/28"}}, seed=0)


def boarded(text: str) -> list[Any]:
    asked = dl.quiz(ours(text), n=1, seed=1, names=[text, f"{text} 2"])
    asked.grade(1, 999)
    found = dl.chance.class_board(asked, f"{text}, {asked.answer_code}\n{text}")
    found.do("names", True)
    return [found, found.table(), found.counts()]


def class_game(text: str) -> list[Any]:
    game = dl.chance.class_game(ours(text), seed=1, names=[text, f"{text} 2"])
    board = dl.chance.class_board(game, f"{text}, {game.answer_code}\n{text}")
    board.do("names", True)
    return [game, board, board.table()]


def checked(text: str) -> list[Any]:
    asked = [dl.chance.exercise("own_tile", learner=text), dl.chance.exercise("shared_value", seed=1)]
    return [*asked, *(one.check(text) for one in asked), asked[0].check(0.25)]


def mine(text: str) -> Any:
    """An event of one's own, called by the text."""
    def has_double(tiles: Any) -> bool:
        return any(tile.is_double for tile in tiles)

    has_double.__name__ = text
    return has_double


def card(text: str) -> Any:
    found = dl.ExerciseCard("own_tile", learner=text)
    return [found, found.check(text, text), found.results]


def quizzed(text: str) -> list[Any]:
    found = dl.quiz(ours(text), n=2, seed=1, names=[text, f"{text} 2"])
    return [found.grade(1, 999), found, found.results]


def taught(text: str) -> list[Any]:
    found = dl.Lesson(named(text), every=0)
    return [found, found.attempt("6-6"), found.results]


def guessed(text: str) -> list[Any]:
    found = dl.ChanceLab(ours(text), "leader wins", seed=1)
    found.here.guess(0.5, text)
    return [found, found.here.predictions, dl.ChanceLab(mine(text), tiles=3)]


def stepped(text: str) -> Any:
    return dl.HandStepper(dl.load(record(text)), step=2)


def compared(text: str) -> list[Any]:
    deal, rules = dl.Shuffle(seed=7), ["all-fives", ours(text)]
    return [dl.compare(deal, rules, names=[text, f"{text} 2"]), dl.compare(deal, rules, hands=2)]


def practised(text: str) -> Any:
    """A page with each topic once: its other draws have other figures, and the names in the same places."""
    with patch.object(exercise_pages, "DRAWS", 1):
        return dl.practice_page(games=[ours(text)])


def refusals(text: str) -> Iterator[str]:
    """What is said of the text where it is refused."""
    for call in (dl.load, dl.load_match, dl.ruleset, dl.Tile.of, dl.HandStepper, dl.chance.exercise,
                 lambda text: dl.lay("block", text), lambda text: dl.ruleset("block").but(**{text: 1}),
                 lambda text: dl.ruleset("block").but(target=text), lambda text: dl.play_out("block", policies=text),
                 lambda text: dl.why_not(named(text), 1, text), lambda text: dl.what_if(named(text), 1, text),
                 lambda text: dl.settle("block", holdings=[[text], ["1-2"]]), dl.games, dl.quiz, dl.chance.has,
                 lambda text: dl.simulate("block", hands=2, policies=text, engine="plain"),
                 lambda text: dl.tournament([text, "greedy"], "block", deals=1, engine="plain")):
        with contextlib.suppress(FileNotFoundError):
            try:
                call(text)
            except (ValueError, LookupError, TypeError) as error:
                yield f"{type(error).__name__}: {error.args[0] if isinstance(error, KeyError) else error}"


MAKERS: dict[str, Callable[[str], Any]] = {
    "Tile": lambda text: dl.Tile.of("6-5"),
    "DominoSet": lambda text: dl.DominoSet.of(9),
    "Shuffle": lambda text: dl.Shuffle(seed=7),
    "Chain": lambda text: dl.Chain().lay(dl.Tile.of("5-5"), spins=True),
    "games": lambda text: dl.games(),
    "ruleset": lambda text: [ours(text), own(text), ours(text).card(), own(text).card()],
    "save_rules": lambda text: dl.save_rules(ours(text)),
    "load": lambda text: [dl.load(record(text)), dl.load(record(text)).problems],
    "load_match": lambda text: dl.load_match(match(text)),
    "settle": lambda text: dl.settle(ours(text), holdings=[["1-2", "2-4"], ["5-5"]]),
    "lessons": lambda text: dl.lessons(),
    "play_out": lambda text: [named(text), dl.play_out(ours(text), seed=7, names=[text, f"{text} 2"])],
    "play_match": lambda text: dl.play_match(ours(text).but(target=5), seed=7, names=[text, f"{text} 2"]),
    "differences": lambda text: dl.differences("all-fives", ours(text)),
    "lay": lambda text: dl.lay(ours(text), ["5-5", "5-0"]),
    "ScoringSandbox": lambda text: dl.ScoringSandbox("all-fives", versus=ours(text)),
    "transcript": lambda text: dl.transcript(named(text)),
    "why": lambda text: [dl.why(named(text), step) for step in (0, 1, 2, -1)],
    "why_not": lambda text: dl.why_not(named(text), 1, "draw"),
    "what_if": lambda text: dl.what_if(named(text), 0, then="greedy"),
    "code_of": lambda text: [dl.code_of(named(text), 1), dl.code_of(dl.play_out(own(text), seed=7), 2)],
    "legal": lambda text: dl.legal(named(text).steps[0].state),
    "would_score": lambda text: dl.would_score(named(text), 3, "6-5 4-2", versus=ours(text)),
    "largest": lambda text: dl.largest(named(text), 3, most=1),
    "perfect_play": lambda text: dl.perfect_play(deep(text)),
    "PerfectPlay": lambda text: dl.PerfectPlay(deep(text)),
    "compare": compared,
    "rejudge": lambda text: dl.rejudge(named(text), ours(text)),
    "review": lambda text: [dl.review(line, deals=8, engine="plain", progress=False)
                            for line in (deep(text), all_hands(deep(text)),
                                         dl.play_out(dl.ruleset("five-columns").but(name=text), seed=3))],
    "which": lambda text: dl.which(named(text), 4, points=15),
    "VariantComparison": lambda text: dl.VariantComparison(
        dl.Shuffle(seed=7), ["all-fives", ours(text)], names=[text, f"{text} 2"], step=2),
    "HandStepper": lambda text: [stepped(text), dl.HandStepper(named(text), step=3)],
    "Playhead": lambda text: dl.Playhead(dl.load(record(text))),
    "Table": lambda text: dl.Table(dl.Playhead(dl.load(record(text)))),
    "Transport": lambda text: dl.Transport(dl.Playhead(dl.load(record(text)))),
    "MoveList": lambda text: dl.MoveList(dl.Playhead(dl.load(record(text)))),
    "OpenEnds": lambda text: dl.OpenEnds(dl.Playhead(dl.load(record(text)))),
    "Explainer": lambda text: dl.Explainer(dl.Playhead(dl.load(record(text)), step=2)),
    "RuleForm": lambda text: dl.RuleForm(ours(text)),
    "glossary": lambda text: dl.glossary(),
    "language": lambda text: dl.language(),
    "Lesson": taught,
    "Recorder": lambda text: dl.Recorder("all-fives", names=[text, f"{text} 2"], title=text, source=text, seed=7),
    "puzzles": lambda text: dl.puzzles(ours(text), 1, seed=1, names=[text, f"{text} 2"]),
    "practice": lambda text: dl.practice(text, day="2026-11-24", games=[ours(text)]),
    "practice_page": practised,
    "puzzle_of_the_day": lambda text: dl.puzzle_of_the_day("2026-11-24"),
    "quiz": quizzed,
    "questions": lambda text: dl.questions(dl.load(record(text))),
    "answers": lambda text: dl.answers(dl.Playhead(dl.load(record(text)))),
    "worksheet": lambda text: dl.worksheet(dl.load(record(text))),
    "page": lambda text: dl.page(dl.load(record(text))),
    "simulate": lambda text: dl.simulate(ours(text), hands=5, seats=2, policies=[player(text), "greedy"]),
    "tournament": lambda text: dl.tournament(
        {text: "heaviest", f"{text} 2": "random"}, "block", deals=3, engine="plain"),
    "ChanceLab": guessed,
    "ExerciseCard": card,
    "Play": lambda text: dl.Play("block", names=[text, f"{text} 2"], seed=1),
    "TileTriangle": lambda text: dl.TileTriangle(TileEvent(text, frozenset({dl.Tile(6, 5)})), "6-6"),
    "HiddenTiles": lambda text: dl.HiddenTiles(ended(text), step=8),
    "Patience": lambda text: dl.Patience(dl.ruleset("five-columns").but(name=text), seed=3),
    "IllegalAction": lambda text: dl.IllegalAction(Ruling("GEN-OVER-1", "no", {"words": {"no": text}}, allowed=False)),
    **{name: lambda text, name=name: getattr(dl, name)(text) for name in dl.__all__ if name.endswith("Error")},
    "chance.exact": lambda text: dl.chance.exact(mine(text), tiles=2),
    "chance.distribution": lambda text: [counted := dl.chance.distribution(dl.chance.doubles(), tiles=2),
                                         counted.chi_square({0: 4, 1: 5})],
    "chance.estimate": lambda text: dl.chance.estimate(mine(text), samples=50),
    "chance.TooManyError": lambda text: dl.chance.TooManyError(text),
    "chance.LostHandsError": lambda text: dl.chance.LostHandsError(text, 1, None),
    "chance.doubles": lambda text: dl.chance.doubles(),
    "chance.pips": lambda text: dl.chance.pips(),
    "chance.suit": lambda text: dl.chance.suit(3),
    "chance.suits": lambda text: dl.chance.suits(),
    "chance.longest_suit": lambda text: dl.chance.longest_suit(),
    "chance.has": lambda text: dl.chance.has("6-5"),
    "chance.lines": lambda text: dl.chance.lines(3),
    "chance.tree": lambda text: dl.chance.tree(TileEvent(text, frozenset({dl.Tile(6, 5), dl.Tile(0, 2)}))),
    "chance.two_way": lambda text: dl.chance.two_way(TileEvent(text, frozenset({dl.Tile(6, 5), dl.Tile(0, 2)}))),
    "chance.know": lambda text: dl.chance.know(ended(text), 0, len(ended(text)) - 3),
    "chance.solve": solved,
    "chance.value_of": lambda text: dl.chance.value_of(ended(text).steps[-4].state),
    "chance.perfect_play": lambda text: dl.chance.perfect_play(deep(text)),
    "chance.solvable": lambda text: dl.chance.solvable(
        dl.ruleset("five-columns").but(name=text), hands=2, seed=1, budget=64),
    "chance.best_line": lambda text: dl.play_out(dl.ruleset("five-columns").but(name=text), seed=3),
    "chance.best_from": lambda text: dl.play_out(dl.ruleset("five-columns").but(name=text), seed=3),
    "chance.hint": lambda text: dl.chance.hint(
        dl.play_out(dl.ruleset("twelve-to-go").but(name=text), seed=3).upto(2), budget=64),
    "chance.last_chance": lambda text: dl.ruleset("five-columns"),
    "chance.all_orders": lambda text: dl.chance.all_orders(
        dl.play_out(dl.ruleset("twelve-to-go").but(name=text), seed=3).state, 64),
    "chance.processes": lambda text: dl.chance.processes(1),
    "chance.HoldingTrials": lambda text: dl.chance.HoldingTrials(mine(text), 3),
    "chance.GameTrials": lambda text: dl.chance.GameTrials(ours(text), "wins", side=1),
    "chance.exercise": checked,
    "chance.all_exercises": lambda text: dl.chance.all_exercises("conditional", learner=text),
    "chance.worked_answer": lambda text: dl.chance.worked_answer("own_tile", learner=text),
    "chance.answer_key": lambda text: dl.chance.answer_key([text, f"{text} 2"], dl.chance.all_exercises("conditional")),
    "chance.assignment": lambda text: dl.chance.assignment(["own_tile"], title=text),
    "chance.class_board": boarded,
    "chance.class_game": class_game,
    "chance.class_book": book,
}  # fmt: skip


# --- what a maker's object holds and shows

LINES = ("line", "recipe")
SHOWN = ("_repr_html_", "_repr_markdown_", "_repr_svg_", "_repr_mimebundle_")


def is_ours(found: Any) -> bool:
    return type(found).__module__.partition(".")[0] in ("domino_lab", "pandas", __name__.partition(".")[0])


def held(found: Any) -> Iterator[tuple[str, Any]]:
    """What stands behind the public names of an object of ours: its attributes, and the tables it makes."""
    kind = type(found)
    for name in sorted(name for name in {*dir(kind), *getattr(found, "__dict__", {})} if not name.startswith("_")):
        made = getattr(kind, name, None)
        simple = isinstance(made, property | cached_property) or not callable(made)
        if simple or name in ("table", "marks", "by_exercise", "to_csv", "sheet", "plot", "picture", "pair_table"):
            with contextlib.suppress(ValueError, LookupError, AttributeError, TypeError, RuntimeError):
                value = getattr(found, name)
                yield name, value if simple else value()


def inside(found: Any, depth: int) -> Iterator[tuple[str, Any]]:
    """What one object holds, with the way to it. A hand holds every state, and each of them all it was made of."""
    if isinstance(found, ipywidgets.Widget):
        yield from ((f".children[{number}]", one) for number, one in enumerate(getattr(found, "children", ())))
        yield from ((f".{name}", getattr(found, name, None)) for name in LINES)
    elif isinstance(found, list | tuple) and not hasattr(found, "_fields"):
        yield from ((f"[{number}]", one) for number, one in enumerate(found[:5]))
    elif hasattr(found, "steps"):
        yield ".recipe", getattr(found, "recipe", None)
    elif depth > 0 and is_ours(found) and not isinstance(found, pd.DataFrame | type):
        yield from ((f".{name}", one) for name, one in held(found)
                    if is_ours(one) or name in LINES or isinstance(one, list | tuple))


def walked(found: Any, place: str = "", depth: int = 2) -> Iterator[tuple[str, Any]]:
    """An object and what it holds, each with the way to it."""
    yield place, found
    deeper = depth - (is_ours(found) and not isinstance(found, ipywidgets.Widget))
    for name, one in inside(found, depth):
        yield from walked(one, place + name, deeper)


def outputs(found: Any, *, within: bool) -> dict[str, str]:
    """All that one object shows, by the kind of text. A part within a widget is shown by that widget alone."""
    if isinstance(found, ipywidgets.HTML):
        return {"html": found.value}
    if isinstance(found, str) or (within and isinstance(found, ipywidgets.Widget)):
        return {}
    shown = {"str": str(found), "repr": repr(found)} if is_ours(found) else {}
    for name in SHOWN:
        if is_ours(found) and hasattr(type(found), name):
            made = getattr(found, name)()
            shown |= made if isinstance(made, Mapping) else {name: made or ""}
    return {kind: text for kind, text in shown.items() if isinstance(text, str)}


def all_outputs(found: Any) -> dict[tuple[str, str], str]:
    return {(place, kind): text for place, one in walked(found)
            for kind, text in outputs(one, within=".children" in place).items()}


VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}
"""Elements that have no end."""


class Tags(HTMLParser):
    """The tags of a page with the names of their attributes, and the text between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, ...]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.typeset: list[str] = []
        """The text outside every element that MathJax leaves alone."""
        self.left_alone = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        alone = self.left_alone or {"tex2jax_ignore", "mathjax_ignore"} <= {*(dict(attrs).get("class") or "").split()}
        self.left_alone += bool(alone) and tag not in VOID
        if tag != "span" or attrs:
            self.tags.append((tag, *(name for name, _ in attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.open.append(f"/{tag}")
        self.left_alone -= self.left_alone > 0 and tag not in VOID

    def handle_comment(self, data: str) -> None:
        self.tags.append(("comment",))

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["code"]:
            self.texts.append(data)
        if not self.left_alone:
            self.typeset.append(data)


def rendered(text: str) -> Iterator[Tags]:
    """Markdown as nbconvert, mistune and markdown-it show it."""
    yield Tags(markdown2html_mistune(text))
    yield Tags(str(mistune.create_markdown(escape=False, plugins=["table", "strikethrough", "url"])(text)))
    yield Tags(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text))


FORMULA = re.compile(r"\$[^$]+\$|\\[(\[]|\\begin")
STEERS = {"Cc", "Cs", "Zl", "Zp"}


def steering(text: str) -> list[str]:
    """The signs in a text that move a cursor, turn the direction of writing, or cannot be encoded."""
    return [sign for sign in {*text} if sign not in "\n\t" and (
        unicodedata.category(sign) in STEERS or unicodedata.bidirectional(sign) in
        ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))]


@cache
def check_markdown(text: str, twin: str) -> None:
    for found, harmless in zip(rendered(text), rendered(twin), strict=True):
        assert found.tags == harmless.tags
        assert not [one for one in found.texts if FORMULA.search(one)]


@cache
def check_html(text: str, twin: str) -> None:
    assert set(Tags(text).tags) <= set(Tags(twin).tags)
    assert not steering(text)


@cache
def check_page(text: str, twin: str) -> None:
    """What a notebook shows as HTML is typeset, as the value of a widget is not."""
    check_html(text, twin)
    assert not [one for one in Tags(text).typeset if FORMULA.search(one)]
    for one, other in zip(pictures(text), pictures(twin), strict=True):
        check_svg(one, other)


@cache
def check_svg(text: str, twin: str) -> None:
    shape = [{(element.tag, *sorted(element.attrib)) for element in ElementTree.fromstring(page).iter()}
             for page in (text, twin)]
    assert shape[0] <= shape[1]
    assert not steering(text)


def check_plain(text: str, twin: str) -> None:
    assert not steering(text)


CHECKS = {"_repr_html_": check_page, "html": check_html, "text/html": check_page, "_repr_markdown_": check_markdown,
          "text/markdown": check_markdown, "_repr_svg_": check_svg, "str": check_plain,
          "repr": check_plain, "text/plain": check_plain}
MADE: dict[tuple[str, str], Any] = {}


def made(name: str, text: str) -> Any:
    if (name, text) not in MADE:
        MADE[name, text] = MAKERS[name](text)
    return MADE[name, text]


SHOW_NOTHING = {"language", "save_rules", "chance.value_of", "chance.assignment", "chance.processes"}
"""What gives a number, the text of a file, or what a simulation is given."""


# --- the tests

def test_every_public_name_has_a_maker() -> None:
    assert set(MAKERS) == {*dl.__all__, *(f"chance.{name}" for name in dl.chance.__all__)}


def texts_of(line: str) -> list[str]:
    """The texts in a line to copy, which is one call of public names with nothing but values in it."""
    assert line.isprintable()
    tree = ast.parse(f"dl.show({line})", mode="eval")       # A `recipe` may be what stands between the brackets.
    assert {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} == {"dl"}
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def lines_of(found: Any) -> dict[str, str]:
    return {place: one for place, one in walked(found) if place.endswith(LINES) and isinstance(one, str) and one}


def check_lines(found: Any, twin: Any, text: str) -> None:
    """Every line holds what the harmless one holds, with the one text in place of the other."""
    lines, others = lines_of(found), lines_of(twin)
    assert lines.keys() <= others.keys()
    # A view without Python offers the line of its page, unless that is long.
    assert {place for place in others.keys() - lines.keys() if ".children[" not in place} == set()
    for place, line in lines.items():
        assert [one.replace(text, harmless(text)) for one in texts_of(line)] == texts_of(others[place])


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("name", MAKERS)
def test_what_shows_itself_is_inert_and_its_lines_to_copy_hold_the_text_as_a_text(name: str, kind: str) -> None:
    hostile, plain = made(name, HOSTILE[kind]), made(name, harmless(HOSTILE[kind]))
    found, twin = all_outputs(hostile), all_outputs(plain)
    assert twin or name in SHOW_NOTHING
    for place, text in found.items():
        if place[1] in CHECKS:
            CHECKS[place[1]](text, twin.get(place, text))
    check_lines(hostile, plain, HOSTILE[kind])


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_line_to_copy_holds_the_name_of_a_file(tmp_path: Path, kind: str) -> None:
    def opened(text: str) -> list[Any]:
        found = tmp_path / f"{text}.toml"
        found.write_text(record(HOSTILE["code"]), encoding="utf-8")
        return [make(found) for make in (dl.load, dl.HandStepper, dl.Recorder, dl.questions, dl.ScoringSandbox)]

    text = "".join(sign for sign in HOSTILE[kind] if sign not in "/\n\x00\ud800")
    check_lines(opened(text), opened(harmless(text)), text)


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_refusal_does_not_steer(kind: str) -> None:
    said = list(refusals(HOSTILE[kind]))
    assert len(said) > 12
    for one in said:
        check_plain(one, "")


@pytest.mark.parametrize("kind", HOSTILE)
def test_the_notebook_of_an_assignment_is_inert(kind: str) -> None:
    """Its title is a learner's heading and nothing else; its code is code without any answer."""
    books = [json.loads(made("chance.assignment", text))["cells"] for text in (HOSTILE[kind], harmless(HOSTILE[kind]))]
    for cell, other in zip(*books, strict=True):
        assert cell["cell_type"] == other["cell_type"]
        if cell["cell_type"] == "markdown":
            check_markdown(cell["source"], other["source"])
        else:
            assert cell["source"] == other["source"]


TILES_ALONE = {"Stack", "Discard", "Shift", "Say", "ScoreCall", "Term", "Layout", "Event", "Joined"}
"""What shows tiles and numbers alone, and the parts of an event."""
GAMES_ALONE = {"GamesToRead"}
"""What shows the games alone, without pandas."""


def test_whatever_shows_itself_is_tried() -> None:
    """A class that writes what a notebook shows of it is met on the walk from one of the makers."""
    met = {kind for name in MAKERS for _, one in walked(made(name, HOSTILE["code"])) for kind in type(one).__mro__}
    for module in pkgutil.walk_packages(dl.__path__, "domino_lab."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    written = {kind for name in [*sys.modules] if name.startswith("domino_lab.")
               for kind in vars(sys.modules[name]).values() if inspect.isclass(kind) and shows_itself(kind)}
    assert {kind.__name__ for kind in written - met} <= TILES_ALONE | GAMES_ALONE
    assert {name for name in MAKERS if [*savers(name, HOSTILE["code"])]} == TABLES


def shows_itself(kind: type) -> bool:
    """Whether its own code writes how it is shown; a named tuple or a data class writes `repr` of every part.

    A protocol only says what others have.
    """
    here = str(Path(dl.__file__).parent)
    found = (vars(kind).get(name) for name in (*SHOWN, "__repr__", "__str__"))
    return not vars(kind).get("_is_protocol") and any(
        hasattr(one, "__code__") and one.__code__.co_filename.startswith(here) for one in found)


FORMULAS = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "\r=1+1", '=HYPERLINK("http://a.example","b")']
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


TABLES = {"Lesson", "puzzles", "practice", "puzzle_of_the_day", "quiz", "questions", "ChanceLab", "ExerciseCard",
          "Patience", "chance.class_board", "chance.class_game", "chance.class_book"}
"""The makers of what can be saved as CSV."""


def savers(name: str, text: str) -> Iterator[Any]:
    """Everything of ours on the walk from a maker that can be saved as CSV."""
    for _, one in walked(made(name, text)):
        if hasattr(one, "to_csv") and not isinstance(one, pd.DataFrame | pd.Series):
            yield one


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_of_a_saved_table_is_a_formula(text: str) -> None:
    tables = [one.to_csv() for name in TABLES for one in savers(name, text)]
    assert any(text.strip() in cell for table in tables for row in csv.reader(io.StringIO(table)) for cell in row)
    for table in tables:
        for row in csv.reader(io.StringIO(table, newline="")):
            assert not [cell for cell in row if cell.startswith(tuple("=+-@\t\r")) and not NUMBER.fullmatch(cell)]
