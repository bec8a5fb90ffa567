"""Page: a hand or a comparison as one file that any browser shows, without a kernel and without a network.

Every moment is made here beforehand, by the same views and the same rulings; `pages.js` only finds the moment for a
press, and the stage draws it.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Protocol, runtime_checkable

from domino_lab.chance.answer_codes import AnswerSheet
from domino_lab.core.arguments import File, checked
from domino_lab.core.errors import ArgumentError, RecordError, RulesetError
from domino_lab.explain.questions import NUMBER, TILE, HandQuestion
from domino_lab.explain.ruleset_comparison import Comparison
from domino_lab.explain.spread import DifferenceSpread
from domino_lab.explain.wrong_answers import why_wrong
from domino_lab.io.files import file_named
from domino_lab.picture.glossary import definitions, forms
from domino_lab.picture.layout import Placed
from domino_lab.picture.scene import Scene, table_scene
from domino_lab.picture.svg import domino, domino_id, faces_of, sketch
from domino_lab.picture.theme import DARK, LIGHT, Theme
from domino_lab.picture.worksheet import Worksheet
from domino_lab.play.timeline import Timeline
from domino_lab.record.load import RulesetsLike
from domino_lab.rules.card import Card
from domino_lab.rules.rule_page import card_html, page_html
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.comparison import ComparisonLike, ComparisonSession
from domino_lab.sessions.lesson import move_question, reply_to_option
from domino_lab.sessions.patience import PatienceSession
from domino_lab.sessions.play import PlaySession
from domino_lab.sessions.playhead import SPEEDS, HandOrPlayhead, Playhead
from domino_lab.sessions.quiz import QuizSession
from domino_lab.sessions.sandbox import SandboxSession
from domino_lab.sessions.viewpoint import Viewpoint
from domino_lab.widgets.captions import ProblemsPanel, caption
from domino_lab.widgets.class_game import ClassGame
from domino_lab.widgets.comparison import JUMP_KEYS, KINDS, LEAST, VariantComparison, endings, first_steps, rules
from domino_lab.widgets.hand_view import MOVES, HandView, pile, players, transport
from domino_lab.widgets.lesson import Lesson
from domino_lab.widgets.nodes import (
    Json,
    Node,
    Nodes,
    choice,
    fold,
    html,
    icon,
    menu,
    paragraph,
    words,
)
from domino_lab.widgets.open_ends import count_line
from domino_lab.widgets.page_file import Page, PageMaker, page_by
from domino_lab.widgets.quizzes import Quiz
from domino_lab.widgets.reviews import review_markup
from domino_lab.widgets.score_sheet import score_sheet
from domino_lab.widgets.stage import Parts, bundle, compress, shorten
from domino_lab.widgets.stepper import HandStepper
from domino_lab.widgets.view import Frame, View
from domino_lab.words.escaping import escape, paragraphs, printable

if TYPE_CHECKING:
    import pandas as pd

REPLY, HINTS = "\1", ("\2", "\3", "\4")
"""Stand in a moment for the reply to a wrong answer, and for the hints."""

Room = tuple[int, tuple[int, int]]
"""From which width of the page on a picture is shown, and its size, in pixels."""

_HEADS = 5
"""So many columns of a table are named in its title."""

_MOST = 99
"""A number up to this, or up to twice the right one, gets the reply that it is too high or too low."""

_FAR = {"low": -30030, "high": 30030}
"""Numbers that no count reaches, and multiples of most that scores; the reply to them is that to all beyond `_MOST`."""

_INKS = Theme(**{ink.name: f"var(--ink-{ink.name.replace('_', '-')})" for ink in fields(Theme)})
_BY_SIZE = frozenset({"size", "view", "laid", "fly", "svg", "spots", "places"})
"""What of a table is different in each of the rooms."""

_SHORT = (
    (re.compile(r'<use href="#domino-([\w-]+)" x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"/>'),
     r"<u\1 \2 \3 \4 \5>"),
    (re.compile(r'<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)" rx="(\d+)"/>'), r"<b\1 \2 \3 \4 \5>"),
)
"""What a picture has many of, in fewer letters: `pages.js` writes it out again."""

SHEET = """
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 16px; max-width: 45rem; }
"""
"""The look of a page that is only read, light or dark as the reader's other pages are."""

RESULT = """
h1 { font-size: 1.3em; line-height: 1.3; } main { overflow-x: auto; } img { max-width: 100%; height: auto; }
table { border-collapse: collapse; border: 0; margin: 1em 0; }
th, td { border: 0; border-bottom: 1px solid #8888; padding: 4px 12px 4px 0; text-align: left; }
"""
"""The look of a result: its picture as wide as the page, and a wide table that can be scrolled."""

CARD = """
.card { font-size: 1.35em; } .card ul { list-style: none; padding: 0; } .card li { margin: .6em 0; }
@media print { .card { font-size: 15pt; max-width: none; } }
"""
"""The look of a card on a page of its own: large, and whole on one side of a sheet of paper."""

_LOADER = """
const [script, look, data] = await (async () => {
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";
    const text = document.getElementById("recorded").textContent, fives = Math.ceil(text.length / 5);
    const bytes = new DataView(new ArrayBuffer(4 * fives));
    for (let at = 0; at < text.length; at += 5) {
        const five = [...text.slice(at, at + 5).padEnd(5, "~")];
        bytes.setUint32(at / 5 * 4, five.reduce((sum, one) => sum * 85 + digits.indexOf(one), 0));
    }
    const packed = bytes.buffer.slice(0, text.length - fives);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return (await new Response(stream).text()).split("\\0");
})();
document.head.append(Object.assign(document.createElement("style"), { textContent: look }));
(await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })))).open(JSON.parse(data));
"""


_ABSENT = ("axis", "card", "cards", "chance", "coach", "derivation", "form", "heat", "heat-room", "heats",
           "hidden", "in-hand", "loss", "maybe", "player-row", "program", "rulepage", "rulesets",
           "sandbox", "scorer", "scorers", "tallied", "tallies", "tally", "tray", "value", "writing")
"""What only views have that are never on a page."""
_PLAYED = ("playing", "your-turn")
"""What only a game has that can be played."""
_EXERCISED = ("dealt", "dealt-row", "exercise")
"""What only an exercise or a trial has."""
_TRIED = ("chancelab", "plot", "trial")
"""What only a chance lab has."""
_TAPPED = ("all-tiles", "events", "events-room", "in-a", "in-b", "two-way")
"""What only a triangle of tiles has."""
_CODED = ("code-signs", "code-told", "qr")
"""What only a page with a code of its answers has."""
_BUILDER = re.compile(r"^(\w+): (?:it|\(it, words\))=>.*?(?=^(?:\w+: (?:it|\(it, words\))=>|};$))", re.S | re.M)
"""What makes one kind of node, in the script of the stages."""
_INSIDE = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
"""What stands in brackets in a selector."""
_LARGE = re.compile(rf'(?<=[{{}}])[^{{}},]*\[data-shape\^?="large(?:[^{{}},()]|{_INSIDE})*{{[^{{}}]*}}')
"""The rules for a projector: a page has no such view."""
_EMPTY = re.compile(r"@(?:container|media)[^{}]*{}")
"""What is left of conditions without rules."""
_COMPARED = ("comparison", "counted", "differing", "jumps", "line-hands", "line-head", "line-name", "other", "pane",
             "panes", "rows", "same", "switch")
"""What only a comparison has."""
_STEPPED = ("bars", "columns", "current", "entry", "flag", "menu", "popup", "rounds", "scroll", "scrub", "sheet",
            "step", "tab", "tablist", "tabpanel", "tabs", "track", "transport")
"""What a page has to move through a hand."""


def _rules_for(*names: str) -> re.Pattern[str]:
    """Return a pattern for the rules of the style sheet that are for these classes alone."""
    part = rf"[^{{}},()]*\.dlab-(?:{'|'.join(names)})\b[^{{}},()]*(?:{_INSIDE}[^{{}},()]*)*"
    return re.compile(rf"(?<=[{{}}]){part}(?:,{part})*{{[^{{}}]*}}")


def page_of(name: str, recorded: Sequence[Recorded], **more: object) -> Page:
    """Return the page of several records, one below the other; `more` is the data that they share.

    A page to practise makes the places for those that it chooses itself.
    """
    hands = [record.data() for record in recorded]
    dominoes = {name: placed for record in recorded for name, placed in record.dominoes.items()}
    data = {"hands": hands, "definitions": definitions(), "forms": forms(),
            "dominoes": "".join(domino(placed, _INKS) for placed in dominoes.values()), **more}
    of_codes = ("codes", "qr") if "code" in more else ()
    of_practice = ("practice",) if "practice" in more else ()
    own = {name: None for record in recorded for name in record.scripts}
    script, look = bundle("stage", *of_codes, "pages", *of_practice, *own)
    used = {"p", *_kinds(hands)}
    script = _BUILDER.sub(lambda builder: builder[0] if builder[1] in used else "", script)
    kinds = {record.view.css for record in recorded}
    absent = (*_ABSENT, *(() if "playable" in own else _PLAYED),
              *(() if {*own} - {"playable"} else _EXERCISED), *(() if "chance" in own else _TRIED),
              *(() if of_codes else _CODED), *(() if "triangle" in own else _TAPPED),
              *(() if PageComparison.css in kinds else _COMPARED),
              *(_STEPPED if kinds <= {PageQuestion.css, "exercise"} else ()))
    look = _EMPTY.sub("", _rules_for(*absent).sub("", _LARGE.sub("", look)))
    text = "\0".join((script, f"{look}{_inks()}", json.dumps(data, separators=(",", ":"))))
    packed = base64.b85encode(compress(text)).decode()
    single = " dlab-single" if len(recorded) == 1 else ""
    css = [] if of_practice else [record.view.css for record in recorded]
    places = "".join(f'<section class="dlab-root dlab-alone{single} dlab-{each}">'
                     '<div class="dlab-stage"></div></section>' for each in css)
    heading = "" if single else f'<h1 class="dlab-page-title">{escape(printable(name))}</h1>'
    body = (f'<main>{heading}{places}</main><noscript><p>{escape(words("no_script"))}</p></noscript>'
            f'<script type="text/plain" id="recorded">{packed.replace("<", ",")}</script>')
    return Page(name, body, shorten(_LOADER))


def _kinds(part: object) -> Iterator[str]:
    """Yield the kind of each node in a part of the data, however deep."""
    if isinstance(part, dict):
        if isinstance(kind := part.get("is"), str):
            yield kind
        part = [*part.values()]
    for inside in part if isinstance(part, list | tuple) else ():
        yield from _kinds(inside)


def _inks() -> str:
    """The colours of the pictures, by day and by night."""
    def properties(theme: Theme) -> str:
        return "".join(f"--ink-{ink.name.replace('_', '-')}:{getattr(theme, ink.name)};" for ink in fields(Theme))

    return f'.dlab-root{{{properties(LIGHT)}}}body[data-jp-theme-light="false"] .dlab-root{{{properties(DARK)}}}'


class Recorded:
    """Everything that a view of a hand can show, found by moving through it and answering its questions."""

    rooms: tuple[Room, ...] = ((0, (344, 236)), (520, (720, 380)))
    scripts: tuple[str, ...] = ()
    """The scripts that its page needs besides those of every page."""

    def __init__(self, view: HandView) -> None:
        self.view, self.here = view, view.here
        view.frame = Frame(still=True)
        self.asked = sorted(self.here.questions.values(), key=lambda question: question.step) if self.here.asks else []
        self.dominoes: dict[str, Placed] = {}
        self._parts, self._moments = Parts(), Rows()
        self._places: list[list[dict[str, int]]] = []
        self._hints: dict[int, tuple[str, ...]] = {}

    def data(self) -> Json:
        """Return all of it as plain JSON, for `pages.js`.

        `places` has the number of a moment by the number of questions answered, the step, and the state: "right" or
        "shown" is the result of the question about this step, "reply" that an answer was wrong or a hint is shown,
        and "front", with a number, which of several tables is shown. A step with a single state has just
        the number of its moment.
        """
        playhead, start = self.here, self.here.step
        # A reader who begins later has not been asked.
        said = sum(question.step in playhead.answers for question in self.asked)
        self.record()
        playhead.step = start
        return {
            "places": [[step[""] if [*step] == [""] else step for step in steps] for steps in self._places],
            "end": self.end, "start": min(start, self.end), "moments": self._moments.columns(),
            "parts": self._parts.values, "rooms": [least for least, _ in self.rooms],
            "asks": [{**self.ask(asked), "hints": self._hints[at]} for at, asked in enumerate(self.asked)],
            "keys": self.keys(),
            "notes": sorted(step for step, note in playhead.timeline.notes.items()
                            if note.text and step <= playhead.end),
            "speeds": list(SPEEDS.values()), "speed": list(SPEEDS.values()).index(SPEEDS[playhead.speed]),
            "said": said, "pause": icon("pause", "play", words("pause")), **self.more(),
        }

    @property
    def end(self) -> int:
        """The number of the last step."""
        return self.here.end

    def keys(self) -> dict[str, str]:
        """Return the action of each key."""
        return {key: _DOES[key] for key in self.view.key_set if key in _DOES}

    def more(self) -> Json:
        """Return the data that only this view has."""
        return {}

    def record(self) -> None:
        """Go to every place that a reader can reach, and keep its moment."""
        playhead = self.here
        for number in range(len(self.asked) + 1):
            waits = self.asked[number] if number < len(self.asked) else None
            about = {question.step for question in self.asked[:number]}
            for step in range((playhead.end if waits is None else waits.asked_at) + 1):
                for how in ("right", "shown") if step in about else ("",):
                    playhead.answers = {
                        question.step: None if question.step == step and how == "shown" else self.right(question)
                        for question in self.asked[:number]}
                    playhead.missed, playhead.step = "", step
                    self.keep(number, step, how)
                    if waits is not None and step == waits.asked_at:
                        self._tries(waits, number, step, how)
        playhead.answers, playhead.missed = {}, ""

    def _tries(self, waits: HandQuestion, number: int, step: int, how: str) -> None:
        """Keep what is shown where a question waits: after a wrong answer, and with the hints."""
        self._hints[number] = self.here.hints
        self.view.question.show_hints(HINTS[:len(self.here.hints)])
        self.here.missed = REPLY
        self.keep(number, step, f"{how}reply")
        self.here.missed = ""
        self.view.question.forget()

    def keep(self, number: int, step: int, how: str = "", rooms: Sequence[int] = ()) -> None:
        """Keep the current moment, with its picture in each of these sizes, or in all."""
        drawn = self._draw(rooms or range(len(self.rooms)))
        moment = self.view.moment() | drawn     # its words go by the size that was drawn last
        self._places += [[] for _ in range(number + 1 - len(self._places))]
        steps = self._places[number]
        steps += [{} for _ in range(step + 1 - len(steps))]
        steps[step][how] = self._moments.number(self._parts.take_from(moment))

    def _draw(self, rooms: Sequence[int]) -> dict[str, object]:
        drawn: dict[str, object] = {}
        for number in rooms:
            self.view.stage.room = self.rooms[number][1]
            scene = self.view.scene
            if scene is None:
                return {}
            facts = self.view.table_facts(scene)
            self.dominoes.update((domino_id(face), face) for face in faces_of(scene))
            drawn |= {f"table.{name}.{number if name in _BY_SIZE else ''}": value for name, value in facts.items()}
        return drawn

    def ask(self, asked: HandQuestion) -> dict[str, object]:
        """Return the reply to each answer to a question; a right answer has none.

        Numbers have the place of their reply in a list, one after another from the `least`; many replies differ only in
        the number, which the page fills in.
        """
        replies = {answer: "" if asked.accepts(answer) else self.reply(asked, answer)
                   for answer in self.possible(asked)}
        facts = {"at": asked.asked_at, "step": asked.step, "number": asked.kind == NUMBER, "answers": replies}
        if asked.kind != NUMBER:
            return facts
        alike = [reply.replace(answer, "{given}", 1) for answer, reply in replies.items()]
        listed = list(dict.fromkeys(alike))
        return facts | {
            "answers": [listed.index(reply) for reply in alike], "replies": listed, "least": int(next(iter(replies))),
            "other": words("want_number"), **{
                name: self.reply(asked, str(far)).replace(str(far), "{given}") for name, far in _FAR.items()}}

    def reply(self, asked: HandQuestion, given: str) -> str:
        """Return why an answer is wrong."""
        return why_wrong(asked, given, self.here.timeline)

    def possible(self, asked: HandQuestion) -> Sequence[str]:
        """Return the possible answers of a reader."""
        if asked.kind == NUMBER:
            right = int(asked.right)
            return [str(number) for number in range(min(0, 2 * right), max(_MOST, 2 * right) + 1)]
        if asked.kind == TILE:
            return [str(tile) for tile in self.here.timeline.rules.equipment.set.tiles]
        return asked.options

    def right(self, asked: HandQuestion) -> str:
        """Return a right answer."""
        return next(answer for answer in self.possible(asked) if asked.accepts(answer))


class RecordedComparison(Recorded):
    """Everything that a comparison can show: all tables if there is room for them, or one at a time."""

    view: PageComparison

    def __init__(self, view: PageComparison) -> None:
        rows = 1 if view.columns == len(view.here.heads) else 2
        self.rooms = (0, (344, 236)), (520, (760, 260 * rows)), (1000, (1240, 320 * rows))
        super().__init__(view)

    def record(self) -> None:
        """Go to every step, and bring each table to the front if there is no room for all."""
        fronts = range(len(self.view.here.heads))
        for step in range(self.here.end + 1):
            self.here.step = step
            self.keep(0, step, "", rooms=[room for room, alone in enumerate(self.narrow) if not alone])
            for front in fronts:
                self.view.front = front
                self.keep(0, step, f"front{front}", rooms=[room for room, alone in enumerate(self.narrow) if alone])

    @property
    def narrow(self) -> list[bool]:
        """For each of the sizes, whether it shows one table at a time."""
        return [size[0] < LEAST * self.view.columns for _, size in self.rooms]

    def more(self) -> Json:
        """Return the first differences of the lines."""
        return {"jumps": {kind: first_steps(self.view.here, kind) for kind in KINDS}, "jumpKeys": JUMP_KEYS,
                "front": 0, "narrow": self.narrow}


class RecordedStill(Recorded):
    """A picture of any view as it is now, and nothing else."""

    def __init__(self, view: View) -> None:
        self.view: Any = view
        view.frame = Frame(still=True)
        self.dominoes: dict[str, Placed] = {}
        self._parts, self._moments, self._places = Parts(), Rows(), []

    def data(self) -> Json:
        """Return what there is to show, which has one step and moves by no key."""
        self.record()
        return {"places": self._places, "end": 0, "start": 0, "said": 0, "moments": self._moments.columns(),
                "parts": self._parts.values, "rooms": [least for least, _ in self.rooms], "asks": self.asks(),
                "keys": {}, "notes": [], "speeds": [1], "speed": 0, "pause": None}

    def record(self) -> None:
        """Keep the single moment."""
        self.keep(0, 0)

    def asks(self) -> list[Json]:
        """Return no questions: nothing can be pressed."""
        return []


class RecordedQuestion(Recorded):
    """Everything that one question of a quiz can show."""

    view: PageQuestion

    @property
    def end(self) -> int:
        """A question has one step."""
        return 0

    def keys(self) -> dict[str, str]:
        """Return no keys: the page has several questions."""
        return {}

    def record(self) -> None:
        """Ask the question, answer it wrongly, and end it in both ways."""
        session, asked = self.view.here, self.view.here.item.asked
        self.asked = [asked._replace(step=0)]
        session.closed, session.missed = {}, ""
        self.keep(0, 0)
        self._tries(asked, 0, 0, "")
        for how, given in (("right", self.right(asked)), ("shown", None)):
            session.settle(session.at, given)
            self.keep(1, 0, how)
        session.closed = {}

    def reply(self, asked: HandQuestion, given: str) -> str:
        """Return why an answer is wrong; with only two answers, the reason."""
        return self.view.here.why_wrong(given)


class RecordedLesson(Recorded):
    """Everything that a lesson can show: the hand, and at each stop the possible moves with the reply to each."""

    def __init__(self, view: HandView, asked: Sequence[HandQuestion]) -> None:
        view.here.ask_others(asked)
        super().__init__(view)

    def reply(self, asked: HandQuestion, given: str) -> str:
        """Return why an answer is wrong: the rule that forbids a move, or the better move."""
        return reply_to_option(self.here.timeline, asked, given)


def _shorten(drawing: str) -> str:
    for long, short in _SHORT:
        drawing = long.sub(short, drawing)
    return drawing


class Rows:
    """Plain JSON dictionaries by number, each stored once; in each column, each value is stored once, too.

    >>> rows = Rows()
    >>> [rows.number(facts) for facts in ({"at": 1, "by": "Ana"}, {"at": 2, "by": "Ana"}, {"at": 1, "by": "Ana"})]
    [0, 1, 0]
    >>> rows.columns()
    {'at': [[1, 2], [1, 1]], 'by': [['Ana'], [1, 0]]}
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._found: list[Mapping[str, object]] = []

    def number(self, facts: Mapping[str, object]) -> int:
        """Return the number of these facts, which are kept if they are new."""
        number = self._numbers.setdefault(json.dumps(facts), len(self._found))
        if number == len(self._found):
            self._found.append(facts)
        return number

    def add(self, facts: Mapping[str, object]) -> None:
        """Add a row, also if there is such a one already."""
        self._found.append(facts)

    def columns(self) -> dict[str, object]:
        """Return the values of each column, and the steps by which the numbers of the values grow from row to row.

        Values are numbered from 1; 0 means none. Most rows have the next new value, which packs well.
        """
        columns: dict[str, object] = {}
        for name in dict.fromkeys(name for facts in self._found for name in facts):
            met: dict[str, int] = {}
            rows = [met.setdefault(json.dumps(facts[name]), len(met) + 1) if name in facts else 0
                    for facts in self._found]
            columns[name] = [[json.loads(text) for text in met], [now - before for before, now in pairwise((0, *rows))]]
        return columns


_DOES = {**{key: move.__name__.replace("toggle", "play") for key, move in MOVES.items()}, "n": "next_note"}
"""What a key does, by the name that `pages.js` knows it by."""


class Unseen(View):
    """A view that is not drawn in a notebook but asked for its moments."""

    def _new_canvas(self) -> None:
        return None

    def refresh(self) -> None:
        """Draw nothing."""

    def moment(self) -> Json:
        """Return everything to show but the table, which a page has in several sizes; headings are one level higher."""
        made = json.dumps(self._moment_of(None)).replace('"tag": "h3"', '"tag": "h2"')
        moment: dict[str, object] = json.loads(made)
        return moment

    def table_svg(self, scene: Scene) -> str:
        """Return the picture without its words and without the tiles themselves, which a page has once."""
        return _shorten(sketch(scene, _INKS))


class Still(Unseen, HandView):
    """A view of a hand on a page."""

    def say_places(self, text: str) -> str:
        """Return what is told, with places if they are the same in the pictures of all sizes."""
        table = self.tabletop()
        scenes = [] if table is None else [table_scene(table, size) for _, size in Recorded.rooms]
        told = {self.places_in(scene, text) for scene in scenes}
        return told.pop() if len(told) == 1 else text

    @property
    def position(self) -> tuple[str, int]:
        """The place of the view on the page, and the step; the same each time the page is made."""
        return self.label, self.here.step


class PageStepper(Still, HandStepper):
    """A HandStepper on a page, without the parts that need a kernel, such as "What if?"."""

    review_html = ""
    """What each move was worth, if it was worked out for the page."""

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the players, the words, the buttons, and the moves."""
        seen = self.seen
        above, below = players(seen)
        return {
            "head": [title(seen.title), pile(seen.tabletop), page_menu(self)], "top": above, "rack": below,
            "bar": transport(self.here), "more": [score_sheet(seen), self._review()],
            "talk": [*self.problems.nodes(), count_line(seen), *self.question.nodes(),
                     *caption(self, counted=True, asks=False), *self.caption.why(codes=False), *self.comment.nodes()],
        }

    def _review(self) -> Node:
        return fold(words("review.tab"), html(self.review_html, is_lasting=True)) if self.review_html else None


class PageGame(Still, ClassGame):
    """A ClassGame on a page, where the page itself has the points and the code below it."""

    def heading(self) -> Nodes:
        """Return the title, the boneyard, and the menu of a page."""
        return [title(self.seen.title), pile(self.seen.tabletop), page_menu(self)]

    def result(self) -> Nodes:
        """Return nothing."""
        return []


class PageComparison(Still, VariantComparison):
    """A VariantComparison on a page."""

    def areas(self) -> dict[str, Nodes]:
        """Return the comparison, with the rules that differ and the end of each hand below."""
        session = self.here
        return {**super().areas(), "head": [title(self.title), page_menu(self)],
                "more": [*ProblemsPanel(self).nodes(),
                         fold(words("comparison.rules_tab", count=len(session.comparison.parts)), *rules(session)),
                         fold(words("compare.endings"), *endings(session))]}


class PageQuestion(Still, Quiz):
    """One question of a quiz on a page, where all questions are shown one below the other."""

    @property
    def name(self) -> str:
        """The number of the question."""
        return words("quiz.place_first", at=self.here.at + 1, number=len(self.items))

    @property
    def position(self) -> tuple[str, int]:
        """The number of the question, and whether it has been answered."""
        return f"{self.label}-{self.here.at}", len(self.here.closed)

    def areas(self) -> dict[str, Nodes]:
        """Return the number, the players, and the question or the verdict."""
        areas = super().areas()
        return {"head": [title(self.name, "h2"), pile(self.seen.tabletop)], "top": areas["top"],
                "rack": areas["rack"], "talk": areas["talk"]}


def title(text: str, tag: str = "h1") -> Node:
    """Return a title that is a heading, because a page needs one of the first level."""
    return {"is": "p", "text": text, "css": "title", "tag": tag}


def page_menu(view: HandView) -> Node:
    """Return the menu of a page: the speed of automatic play, and the keys."""
    speeds = [words(name) for name in SPEEDS]
    return menu(words("menu"), (choice(words("speed"), "speed", speeds, list(SPEEDS).index(view.here.speed)),
                                fold(words("keys_label"), paragraph(view.key_help(), "note"))))


# --- what makes a page ------------------------------------------------------------------------------------------------

@runtime_checkable
class ShownAsHtml(Protocol):
    """What a cell shows as HTML, such as a table or the glossary."""

    def _repr_html_(self) -> str | None: ...


@runtime_checkable
class ShownAsBundle(Protocol):
    """What a cell shows with a picture, such as a simulation, a tournament or a tree of chances."""

    def _repr_mimebundle_(self, **which: object) -> object: ...


@runtime_checkable
class ShownAsText(Protocol):
    """What a cell shows as text, such as an exact chance or the answer to a why."""

    def _repr_markdown_(self) -> str | None: ...


@runtime_checkable
class ShownAsTable(Protocol):
    """What a data frame has besides."""

    attrs: dict[Hashable, object]
    columns: pd.Index
    index: pd.Index


Shown = ShownAsBundle | ShownAsHtml | ShownAsText
"""A result that a notebook shows by itself."""

PageLike = Annotated[
    HandOrPlayhead | ComparisonLike | HandView | Worksheet | Card | PageMaker | Shown,
    'the name of a game such as "block" or of a packaged hand, a file, a hand from dl.load, a ruleset, its '
    "card, a shuffle such as dl.Shuffle(seed=7), a result such as that of dl.compare, dl.worksheet or dl.simulate, or "
    "a view such as a dl.HandStepper or a dl.TileTriangle"]
"""What a page can be made of."""


@checked
def page(  # noqa: PLR0913
    what: PageLike, path: File | None = None, *, rulesets: RulesetsLike = (),
    step: int | None = None, seed: int | None = None, seats: int | None = None, viewpoint: Viewpoint | None = None,
    review: bool = False,
) -> Page:
    """Make a page for any browser: one file, without a kernel and without a network; write it to `path`.

    `what` is a hand (as for HandStepper, with `step`, `seed`, `seats` and `viewpoint`; without a `step` it begins at
    the first tile), a shuffle or a hand with two to four `rulesets` to be compared, a comparison, a quiz, a class game
    or board, a lesson, a worksheet, a ruleset as its rule page, its card to print on one side of a sheet of paper, a
    triangle of tiles, or a view of one of these. Other results, such as a simulation, a chance, the glossary or a
    table, are shown as in a cell.

    On paper a hand is its last table and below it all steps with their comments; a question that the reader has not
    answered stands there with a line to write on, in place of the step that it is about.

    Readers step through it and answer as in a notebook; the page of a quiz, a lesson or a class game ends with a code
    of the answers, for `dl.chance.class_board`. A patience, or a hand of one person against computer players, in which
    nobody has moved yet, can be played on its page. That holds at most 2,000 positions of a patience or 1,500 of a
    hand, and takes up to 450 kB. Other pages of a hand take up to 60 kB, of which 35 are the script and the look.

    Nothing is drawn or judged anew on a page, so it grows with what can be shown: a quiz of ten takes 60 kB and each
    further question 1.4, for its picture in two sizes and a reply to each answer. A comparison has each step of each
    hand in three sizes: of two hands up to 66 kB, of three 84, of four 106.

    With `review` the page of a hand also tells what each move was worth, as `dl.review` does. Raises RecordError or
    RulesetError for something that cannot be shown, RecordError if the file cannot be written or a game has more
    positions, and DominoError for a hand that cannot be reviewed.

    >>> dl.page("block", seed=7).title
    'Block Game, seed 7, hand 1'
    """
    if path is not None:
        file_named(path, "hand.html")
    how = {"step": step, "seed": seed, "seats": seats, "viewpoint": viewpoint, "review": review or None}
    made = _make(what, rulesets, **{name: value for name, value in how.items() if value is not None})
    if path is not None:
        made.save(path)
    return made


def _make(what: Any, rulesets: RulesetsLike, **how: Any) -> Page:
    maker = next((maker for kind, maker in _MAKERS.items() if isinstance(what, kind)), None)
    if maker is not None:
        _refuse(how, *how)
        return maker(what)
    if rulesets or isinstance(what, Comparison | DifferenceSpread | ComparisonSession | VariantComparison):
        _refuse(how, "seed", "review")
        return _comparison_page(what, rulesets, **how)
    if isinstance(what, Ruleset) and not how:
        return Page(what.name, f"<main>{page_html(what, level=1)}</main>", look=SHEET)
    if isinstance(what, Shown) and not isinstance(what, View | Playhead | Timeline | Ruleset):
        _refuse(how, *how)
        return _result_page(what)
    hand = what.here if isinstance(what, HandView) else what
    if isinstance(hand, Playhead):
        if isinstance(hand, PatienceSession | PlaySession) and hand.is_fresh:
            _refuse(how, *how)
            return page_by("playable.game_page", what)
        _refuse(how, "seed", "seats")
        if not hand.end:
            raise RecordError(words("no_sandbox_page" if isinstance(hand, SandboxSession) else "nothing_to_step"))
        seen = what.seen if isinstance(what, HandView) else hand.snapshot      # a view may show less than its Playhead
        how = {"step": hand.step, "viewpoint": seen.viewpoint, "asks": hand.asks, **how}
        hand = hand.timeline
    reviews = how.pop("review", False)
    view = PageStepper(hand, **how)
    first = _first_tile(view.here)
    if "step" not in how and first:
        view.here.go(first)
    if reviews:
        view.review_html = review_markup(view.here.timeline)
    return _closing(view, page_of(view.seen.title, [Recorded(view)]))


def _first_tile(playhead: Playhead) -> int:
    """Return the step of the first tile, at which a page begins, or 0 if a question is asked before it is seen."""
    steps = playhead.timeline.steps
    first = next((number for number, step in enumerate(steps) if step.state.chain.laid), 0)
    return 0 if any(number <= first for number in playhead.questions) else first


def _print_page(what: Worksheet | Card) -> Page:
    """Return a page to print."""
    if isinstance(what, Worksheet):
        return Page(what.title, f"<main>{what.section}</main>", look=SHEET)
    return Page(what.name, f'<main class="card">{card_html(what)}</main>', look=SHEET + CARD)


def _html_of(result: Shown) -> str:
    """Return what a notebook shows of a result, as HTML; "" if it shows none.

    >>> from domino_lab.notebook import why
    >>> _html_of(why("all-fives-worked-example", 4))[:51]
    '<p>Ben plays 2-0 on the 0 of 5-0 and scores 15.</p>'
    """
    if isinstance(result, ShownAsBundle):
        made = result._repr_mimebundle_(include=["text/html"], exclude=None)
        data = made[0] if isinstance(made, tuple) else made
        return str(data.get("text/html", "")) if isinstance(data, Mapping) else ""
    if isinstance(result, ShownAsHtml):
        return result._repr_html_() or ""
    return paragraphs(str(result))


def _result_page(result: Shown) -> Page:
    """Return a page of what a cell shows of a result; raises ArgumentError if that is no HTML and no text."""
    shown = _html_of(result)
    if not shown:
        raise ArgumentError(words("no_result_page", kind=type(result).__name__))
    title = _title_of(result)
    rest = shown.removeprefix(paragraphs(title)).replace("<th></th>", "<td></td>")      # a text begins with its title
    title = title[:1].upper() + title[1:]
    body = f'<main tabindex="0"><h1>{escape(title)}</h1>{rest}</main>'      # keys scroll a wide table
    return Page(title, body, look=SHEET + RESULT)


def _title_of(result: Shown) -> str:
    """Return the name of a result: what it calls itself, or the first line of its text."""
    name, called = getattr(result, "name", None), repr(result)
    if called.startswith("<"):
        return called.strip("<>")
    if isinstance(name, str):
        return name
    return _title_of_table(result) if isinstance(result, ShownAsTable) else str(result).strip().partition("\n")[0]


def _title_of_table(table: ShownAsTable) -> str:
    """Return the title that a data frame has among its attributes, or the names of its first columns."""
    heads = [head[0] if isinstance(head, tuple) else head for head in (*table.index.names, *table.columns)]
    names = list(dict.fromkeys(str(head) for head in heads if head is not None))
    columns = ", ".join(names[:_HEADS]) + (" …" if len(names) > _HEADS else "")
    return str(table.attrs.get("title") or words("table_page", columns=columns))


def _refuse(how: dict[str, object], *names: str) -> None:
    for name in names:
        if name in how:
            raise ArgumentError(f"dl.page({name}=): leave this out, because what is shown has its own or none")


def still(view: View) -> Page:
    """Return a page with a picture of any view as it is now: nothing on it can be pressed.

    >>> still(HandStepper("block", seed=7)).title
    'A hand of dominoes: Block Game, seed 7, hand 1'
    """
    return page_of(view.name, [RecordedStill(view)], still=view.name)


def _closing(view: HandView, made: Page) -> Page:
    view.close()
    return replace(made, problems=view.here.timeline.problems)


def _comparison_page(what: Any, rulesets: RulesetsLike, **how: Any) -> Page:
    if isinstance(what, VariantComparison):
        what = what.here
    if isinstance(what, ComparisonSession):
        how, what = {"step": what.step, "viewpoint": what.viewpoint, **how}, what.comparison
    view = PageComparison(what, rulesets, **how)
    return _closing(view, page_of(view.title, [RecordedComparison(view)]))


def _quiz_page(quiz: Quiz) -> Page:
    made = []
    for at, _ in enumerate(quiz.items):
        session = QuizSession(len(quiz.items), iter(quiz.items), "")
        session.turn_to(at)
        made.append(RecordedQuestion(PageQuestion(session, quiz.title)))
    page = page_with_code(quiz, quiz.title, made, len(made))
    for question in made:
        question.view.close()
    return page


class Coded(Protocol):
    """A view whose answers a code can hold."""

    @property
    def answer_sheet(self) -> AnswerSheet:
        """The questions, as answer codes tell them."""


def page_with_code(asked: Coded, name: str, made: Sequence[Recorded], number: int) -> Page:
    """Return a page that ends with the score and the code of the answers, if a code holds them."""
    score = words("quiz.page_score", right="{right}", answered="{answered}", number=number)
    try:
        sheet = asked.answer_sheet
    except RulesetError as too_many:
        return page_of(name, made, score=score, no_code=str(too_many))
    return replace(page_of(name, made, score=score, **answer_code(sheet)), answer_sheet=sheet)


def answer_code(sheet: AnswerSheet) -> Json:
    """Return the data with which a page makes an answer code."""
    return {"code": {"sheet": sheet.data(), "label": words("codes.yours"), "qr": words("codes.qr"),
                     "told": words(f"codes.tells_{sheet.detail}")}}


def _game_page(game: ClassGame) -> Page:
    view = PageGame(game.game)
    score = words("class_game.score", answered="{answered}", number=len(game.game.turns), lost="{lost}")
    made = page_of(view.seen.title, [Recorded(view)], score=score, **answer_code(game.answer_sheet))
    return _closing(view, replace(made, answer_sheet=game.answer_sheet))


def _lesson_page(lesson: Lesson) -> Page:
    hand = lesson.here.hand
    asked = [question for stop in lesson.here.stops if (question := move_question(hand, stop)) is not None]
    if not asked:
        raise RecordError(words("no_page"))
    view = PageStepper(hand, viewpoint=lesson.here.viewpoint)
    return _closing(view, page_with_code(lesson, view.seen.title, [RecordedLesson(view, asked)], len(asked)))


_MAKERS: dict[type, Callable[..., Page]] = {
    Worksheet: _print_page, Card: _print_page, Quiz: _quiz_page, Lesson: _lesson_page, ClassGame: _game_page,
    PageMaker: lambda view: view.make_page(),
}
"""What makes the page of each kind that has nothing to choose."""
