"""TileTriangle: all tiles of a set as a triangle to tap, with the chance of the event that they make."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from domino_lab.chance.tile_events import (
    TileEvent,
    TileEventLike,
    events_by_tiles,
    overlap,
    read_tile_event,
    ready_events,
    share,
)
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import NotationError
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.picture.chance_diagrams import tile_triangle
from domino_lab.picture.output import Kept
from domino_lab.sessions.chance_lab import read_guess
from domino_lab.widgets.messages import Press, one_of, pair, place_in, press, sets, takes, typed_text, whole
from domino_lab.widgets.nodes import (
    Json,
    Node,
    Nodes,
    box,
    button,
    choice,
    field,
    form,
    heading,
    html,
    paragraph,
    row,
    submit,
    table_of_results,
    tabs,
    tile,
    words,
)
from domino_lab.widgets.page_file import Page, PageMaker
from domino_lab.widgets.pages import Recorded, page_of, title
from domino_lab.widgets.view import View
from domino_lab.words import phrase
from domino_lab.words.escaping import as_python

TABS = ("one", "two", "sums")
DICE = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""In how many ways two dice show 2, 3, ... 12."""
_LONGEST_GUESS = 20
_MOST = 9
"""The largest set: ten tiles in a row are as many as a phone has room for."""


def _say(key: str, **facts: object) -> str:
    return phrase(f"tile_events.{key}", **facts)


class TileTriangle(PageMaker, View):
    """All tiles of a set as a triangle: tap tiles to make an event, and see its chance as count, fraction and percent.

    Choose an event or tap your own; arrow keys move among the tiles, Space puts a tile in or takes it out. "Two
    events" shows what is in both, in either and in neither, "Sums of pips" how many tiles have each sum.

    `event` and `other` are names such as "a double" or "a tile with a 5", tiles such as "6-5 4-4" or a list of tiles,
    a measure compared with a number, or a function of one tile. `max_pip` is the highest value of the set. `show` is
    "one", "two" or "sums". With `asks` an estimate comes before the chance. `large` is for a projector. Raises
    NotationError for something that is no event of the set.

    >>> triangle = dl.TileTriangle("a double", "a tile with a 5")
    >>> triangle.chance(), triangle.counts["both"], triangle.counts["either"]
    ('7/28 = 1/4 = 0.25 = 25 %', 1, 13)
    >>> triangle.do("tap", "6-5")
    >>> triangle.event.words
    'the tiles you chose'
    """

    public = "event other counts chance"
    css, label = "events", "tile_events.tab_one"
    key_set = ()

    @checked
    def __init__(
        self, event: TileEventLike | None = None, other: TileEventLike | None = None, *,
        max_pip: Annotated[int, Whole(2, _MOST)] = 6, show: str | None = None, asks: bool = False, large: bool = False,
    ) -> None:
        self.of = DominoSet.of(max_pip)
        given = {which: read_tile_event(what, self.of)
                 for which, what in (("a", event), ("b", other)) if what is not None}
        self.names = {tiles: known.words for tiles, known in events_by_tiles(self.of).items()}
        self.names |= {each.tiles: each.words for each in given.values()}
        self.inside = {name: given[name].tiles if name in given else frozenset[Tile]() for name in "ab"}
        self.tab = show or ("two" if other is not None else "one")
        if self.tab not in TABS:
            raise NotationError(_say("bad_show"))
        self.turn, self.stop, self.asks, self.large = "a", self.of.tiles[0], asks, large
        self.waits, self.guess, self._note = asks and bool(self.inside["a"]), "", ""
        super().__init__()

    # --- what a notebook asks for

    @property
    def event(self) -> TileEvent:
        """The event A as it is now: its name, and the tiles that are in it."""
        return self._event("a")

    @property
    def other(self) -> TileEvent:
        """The event B as it is now."""
        return self._event("b")

    @property
    def counts(self) -> dict[str, int]:
        """The number of tiles in "a", "b", "both", "either", "neither", "only_a", "only_b", "not_a", "not_b", "all"."""
        return overlap(self.inside["a"], self.inside["b"], len(self.of.tiles))

    def chance(self) -> str:
        """Return the chance of event A in figures: a fraction, a decimal, and percent."""
        return share(len(self.inside["a"]), len(self.of.tiles))

    def _event(self, which: str) -> TileEvent:
        inside = self.inside[which]
        return TileEvent(self.names.get(inside, _say("own_tiles")), inside)

    # --- what is shown

    @property
    def name(self) -> str:
        """The name of the triangle for screen readers."""
        return _say("title", set=self.of.name, count=len(self.of.tiles))

    @property
    def facts(self) -> dict[str, str]:
        """Every number and name in the sentences, as text; a page has places for them instead."""
        counts = self.counts
        made = {name: str(count) for name, count in counts.items()}
        made |= {f"{name}_share": share(count, counts["all"]) for name, count in counts.items()}
        made |= {"a_name": self.event.words, "b_name": self.other.words, "guess": self.guess, "note": self._note}
        return made | {"adding": self.add_up(made, some=counts["both"] > 0),
                       "compared": self.compare_guess(made) if self.guess else ""}

    @staticmethod
    def add_up(facts: Mapping[str, str], *, some: bool) -> str:
        """Return how the tiles of A or B are counted, if there are some in both or none."""
        named = {name: facts[name] for name in ("a", "b", "both", "either")}
        return _say("or_some" if some else "or_none", share=facts["either_share"], **named)

    @staticmethod
    def compare_guess(facts: Mapping[str, str]) -> str:
        """Return the estimate beside the chance."""
        return _say("compared", guess=facts["guess"], share=facts["a_share"])

    @property
    def status(self) -> str:
        """The sentence that is read aloud: the events and their chance."""
        return self._status_of(self.facts)

    def _status_of(self, facts: Mapping[str, str]) -> str:
        if self.waits:
            return _say("ask", name=facts["a_name"])
        if self.tab == "two":
            return _say("told_two", **{name: facts[name] for name in ("a", "b", "both", "either")})
        return _say("told", name=facts["a_name"], count=facts["a"], all=facts["all"], share=facts["a_share"])

    def areas(self) -> dict[str, Nodes]:
        """Return the triangle, and beside it the events with their chances."""
        hint = None if self.waits else paragraph(_say("hint"), "note")
        return {"head": [paragraph(self.name, "title"), self.gear()],
                "talk": [row(box(self._triangle(), hint, css="all-tiles"),
                             box(*self._beside(self.facts), css="figures"), css="events-room")]}

    def _triangle(self) -> Node:
        rows = (row(*(self._tile(each) for each in self.of.tiles if each.high == high))
                for high in range(self.of.max_pip + 1))
        return box(*rows, css="triangle", label=self.name)

    def _tile(self, each: Tile) -> Node:
        within = (each in self.inside["a"]) + 2 * (each in self.inside["b"])
        made = tile(str(each), "tap", str(each))
        assert isinstance(made, dict)
        return {**made, **self.mark(within, str(each)), "stop": each == self.stop}

    def mark(self, within: int, named: str) -> Json:
        """Return how a tile looks that is in neither event (0), in A (1), in B (2) or in both (3)."""
        if self.waits:
            return {"off": True}
        two = self.tab == "two"
        shown = within if two else within & 1
        name = _say(("", "in_a", "in_b", "in_both")[shown], tile=named) if two and shown else named
        pressed = bool(within & (2 if two and self.turn == "b" else 1))
        looks = {"gain": ("", "A", "B", "AB")[shown], "css": ("", "in-a", "in-b", "in-a in-b")[shown]}
        return {"name": name, "pressed": pressed, **{key: value for key, value in looks.items() if value}}

    def _beside(self, facts: Mapping[str, str]) -> Nodes:
        if self.waits:
            return [self._ready("a", _say("event")), paragraph(_say("ask", name=facts["a_name"]), "ask"),
                    form("estimate", field(_say("estimate"), name="estimate"), submit(_say("give")), css="answer"),
                    paragraph(facts["note"], "wrong", sign="✗", role="alert")]
        shown = {"one": self._one, "two": self._two, "sums": self._sums}[self.tab](facts)
        listed = [(name, _say(f"tab_{name}")) for name in TABS]
        return [tabs("tab", self.tab, listed, *shown, label=words("more"))]

    def _one(self, facts: Mapping[str, str]) -> Nodes:
        return [self._ready("a", _say("event")),
                paragraph(_say("of_all", count=facts["a"], all=facts["all"]), "many"),
                paragraph(_say("chance", share=facts["a_share"])),
                paragraph(facts["compared"], "comment"),
                paragraph(_say("not_in", count=facts["not_a"], all=facts["all"], share=facts["not_a_share"])),
                paragraph(_say("add_to_one"), "note"),
                row(button(_say("swap"), "swap"), button(_say("empty"), "empty"))]

    def _two(self, facts: Mapping[str, str]) -> Nodes:
        columns = ("", _say("b_in"), _say("b_out"), _say("all"))
        rows = ((_say("a_in"), facts["both"], facts["only_a"], facts["a"]),
                (_say("a_out"), facts["only_b"], facts["neither"], facts["not_a"]),
                (_say("all"), facts["b"], facts["not_b"], facts["all"]))
        turns = (button(letter.upper(), "turn", letter, pressed=self.turn == letter) for letter in "ab")
        return [self._ready("a", _say("event_a")), self._ready("b", _say("event_b")),
                row(paragraph(_say("turn")), *turns, label=_say("turn")),
                html(table_of_results(_say("tab_two"), columns, rows), "two-way"),
                paragraph(_say("and", count=facts["both"], all=facts["all"], share=facts["both_share"])),
                paragraph(facts["adding"]),
                paragraph(_say("neither", count=facts["neither"], all=facts["all"], share=facts["neither_share"]))]

    def _sums(self, facts: Mapping[str, str]) -> Nodes:
        counts, ways = self.sums, (0, 0, *DICE)
        tiles, rolls = sum(counts), sum(DICE)
        highest = max(max(counts) / tiles, max(DICE) / rolls)
        bars = [{"label": str(pips), "text": str(count), "height": round(count / tiles / highest, 3),
                 "do": "sum", "value": pips, "name": _say("sum_bar", pips=pips, count=count), **self.bar(pips)}
                for pips, count in enumerate(counts)]
        bars += [_empty_bar(pips) for pips in range(len(counts), len(ways))]
        dice = [{"label": str(dots), "text": str(count), "height": round(count / rolls / highest, 3)} if count
                else _empty_bar(dots) for dots, count in enumerate(ways)]
        dice += [_empty_bar(dots) for dots in range(len(ways), len(counts))]
        told = _say("told", name=facts["a_name"], count=facts["a"], all=facts["all"], share=facts["a_share"])
        return [heading(_say("sums_tiles")), {"is": "columns", "bars": bars, "key": "tiles"},
                paragraph(_say("sums_how"), "note"), paragraph(told),
                heading(_say("sums_dice")), {"is": "columns", "bars": dice, "key": "dice"},
                *(paragraph(text, "note") for text in self._sum_lines())]

    def _sum_lines(self) -> list[str]:
        return [_say("sums_of", label=_say(label), numbers=" ".join(map(str, counts)), all=sum(counts))
                for label, counts in (("sums_tiles", self.sums), ("sums_dice", DICE))]

    @property
    def sums(self) -> tuple[int, ...]:
        """The number of tiles with 0, 1, 2 ... pips."""
        return tuple(sum(each.weight == pips for each in self.of.tiles) for pips in range(2 * self.of.max_pip + 1))

    def bar(self, pips: int) -> Json:
        """Return how the bar of a sum looks: it is marked while its tiles are the event."""
        marked = self.inside["a"] == self._with_sum(pips)
        return {"pressed": marked, "css": "scored" if marked else ""}

    def _with_sum(self, pips: int) -> frozenset[Tile]:
        return frozenset(each for each in self.of.tiles if each.weight == pips)

    def _ready(self, which: str, text: str) -> Node:
        """The list of events to choose from; its first entry is one's own tiles."""
        options = self.options
        at = next((place for place, option in enumerate(options) if place and option.tiles == self.inside[which]), 0)
        return choice(text, "ready", [option.words for option in options], at, value=which)

    @property
    def options(self) -> tuple[TileEvent, ...]:
        """The events to choose from, after an empty one to fill oneself."""
        return TileEvent(_say("tap_your_own"), frozenset()), *ready_events(self.of)

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that change the events, turn to another view of them, and take an estimate."""
        return {
            "tap": takes(one_of(lambda: self.of.tiles), self._tap),
            "ready": takes(pair(one_of(lambda: "ab"), place_in(lambda: self.options)), self._choose),
            "sum": takes(whole(0, 2 * self.of.max_pip), lambda pips: self._put("a", self._with_sum(pips))),
            "tab": sets(self, "tab", one_of(lambda: TABS)), "turn": sets(self, "turn", one_of(lambda: "ab")),
            "swap": press(lambda: self._put("a", frozenset(self.of.tiles) - self.inside["a"])),
            "empty": press(lambda: self._put("a", frozenset())),
            "estimate": takes(typed_text(1000), self._estimate),
        }

    def _put(self, which: str, inside: frozenset[Tile]) -> None:
        self.inside = {**self.inside, which: inside}

    def _tap(self, each: Tile) -> None:
        if not self.waits:
            which, self.stop = self.turn if self.tab == "two" else "a", each
            self._put(which, self.inside[which] ^ {each})

    def _choose(self, chosen: tuple[str, TileEvent]) -> None:
        which, event = chosen
        self._put(which, event.tiles)
        if which == "a":
            self.waits, self.guess, self._note = self.asks and bool(event.tiles), "", ""

    def _estimate(self, typed: str) -> None:
        """Take an estimate, which shows the chance; a text that is no chance is refused."""
        try:
            read_guess(typed, "chance")
        except NotationError as error:
            self._note = str(error)
            return
        self.guess, self._note, self.waits = " ".join(typed.split())[:_LONGEST_GUESS], "", False

    @property
    def line(self) -> str:
        """The line of Python that makes this view again."""
        given = [as_python(self._source(which)) if self.inside[which] else "None" for which in "ab"]
        while given and given[-1] == "None":
            given.pop()
        facts = {"max_pip": "" if self.of.max_pip == 6 else str(self.of.max_pip), "asks": "True" if self.asks else "",
                 "show": as_python(self.tab) if self.tab != ("two" if len(given) == 2 else "one") else ""}
        return f"dl.TileTriangle({', '.join((*given, *(f'{key}={value}' for key, value in facts.items() if value)))})"

    def _source(self, which: str) -> str:
        known = events_by_tiles(self.of).get(self.inside[which])
        return known.words if known else " ".join(map(str, sorted(self.inside[which])))

    # --- what is kept

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences that a saved notebook keeps."""
        facts = self.facts
        if self.waits:
            return (_say("ask", name=facts["a_name"]),)
        if self.tab == "sums":
            return (*self._sum_lines(), self._status_of(facts))
        if self.tab == "one":
            rest = _say("not_in", count=facts["not_a"], all=facts["all"], share=facts["not_a_share"])
            return tuple(filter(None, (self._status_of(facts), facts["compared"], rest)))
        return (_say("a_is", name=facts["a_name"], share=facts["a_share"]),
                _say("b_is", name=facts["b_name"], share=facts["b_share"]),
                _say("and", count=facts["both"], all=facts["all"], share=facts["both_share"]), facts["adding"],
                _say("neither", count=facts["neither"], all=facts["all"], share=facts["neither_share"]))

    def to_keep(self) -> Kept:
        """Return the triangle as a picture, with the chances below it."""
        shown = "" if self.waits else "ab" if self.tab == "two" else "a"
        signs = {each: sign for each in self.of.tiles
                 if (sign := "".join(which.upper() for which in shown if each in self.inside[which]))}
        listed = [_say("listed", name=_say(f"event_{which}"), tiles=" ".join(map(str, sorted(self.inside[which]))))
                  for which in shown if self.inside[which]]
        return Kept(tile_triangle(self.name, self.of.tiles, signs, self.lines),
                    "\n".join((self.name, *listed, *self.lines)))

    def make_page(self) -> Page:
        """Return a page that does the same without a kernel."""
        return page_of(self.name, [RecordedTriangle(self)])


class _Template(TileTriangle):
    """A triangle with places for all that changes on a page."""

    @property
    def facts(self) -> dict[str, str]:
        """The names of the facts in brackets, by which `triangle.js` finds their places."""
        return {name: f"⟦{name}⟧" for name in super().facts}

    def areas(self) -> dict[str, Nodes]:
        """Return the same, without the menu."""
        return {**super().areas(), "head": [title(self.name)]}

    def moment(self) -> Json:
        """Return everything to show, with how a tile looks in each event; headings are of the second level."""
        made: Json = json.loads(json.dumps(super().moment()).replace('"tag": "h3"', '"tag": "h2"'))
        return made | {"marks": [self.mark(within, "⟦tile⟧") for within in range(4)]}


class RecordedTriangle(Recorded):
    """What a page of a triangle has: each of its views with places for the numbers, and the numbers by the count."""

    scripts = ("triangle",)

    def __init__(self, triangle: TileTriangle) -> None:
        self.view: Any = triangle
        self.dominoes = {}

    def data(self) -> Json:
        """Return all of it as plain JSON, for `triangle.js`; a set of tiles is a text of 0 and 1."""
        triangle: TileTriangle = self.view
        tiles, facts = triangle.of.tiles, {name: f"⟦{name}⟧" for name in triangle.facts}
        sets = {name: _bits(inside, tiles) for name, inside in triangle.inside.items()}
        return {"triangle": {
            "tiles": [str(each) for each in tiles], "moments": self._moments_of(triangle),
            "shares": [share(count, len(tiles)) for count in range(len(tiles) + 1)],
            "names": {_bits(inside, tiles): named for inside, named in triangle.names.items()},
            "own": _say("own_tiles"), "options": [_bits(option.tiles, tiles) for option in triangle.options],
            "adding": [triangle.add_up(facts, some=some) for some in (False, True)],
            "compared": triangle.compare_guess(facts), "bad": phrase("chancelab.bad_chance"), "asks": triangle.asks,
            "sums": [_bits(triangle._with_sum(pips), tiles) for pips in range(len(triangle.sums))],
            "longest": _LONGEST_GUESS, "state": {**sets, "tab": triangle.tab, "turn": triangle.turn,
                                                 "waits": triangle.waits, "guess": triangle.guess, "note": ""}}}

    @staticmethod
    def _moments_of(triangle: TileTriangle) -> dict[str, Json]:
        """The moment of each way to show the events, by its name."""
        made = _Template(max_pip=triangle.of.max_pip)
        states = {"waits": ("one", "a", True), **{tab: (tab, "a", False) for tab in TABS}, "twob": ("two", "b", False)}
        moments = {}
        for name, (made.tab, made.turn, made.waits) in states.items():
            moments[name] = made.moment()
        made.close()
        return moments


def _empty_bar(total: int) -> Json:
    """A sum that never comes: its bar stands there so that equal sums stand below one another."""
    return {"label": str(total), "text": "0", "height": 0}


def _bits(inside: frozenset[Tile], tiles: tuple[Tile, ...]) -> str:
    """Return which of the tiles are in an event, as 0 and 1."""
    return "".join("01"[each in inside] for each in tiles)
