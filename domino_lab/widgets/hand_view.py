"""HandView: the parts that all views of a hand share: title, players with their tiles, the table, and the steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from domino_lab.core.actions import Draw, Play
from domino_lab.core.arguments import checked
from domino_lab.core.errors import StepError
from domino_lab.core.rulings import Ruling
from domino_lab.picture.alt_text import table_text
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import Scene, scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import Holding, Tabletop
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import rule_of_clause
from domino_lab.sessions.labels import HUES, MANY_SEATS, rule_line, signs
from domino_lab.sessions.playhead import HandOrPlayhead, Playhead
from domino_lab.sessions.snapshot import Snapshot, StepView
from domino_lab.sessions.viewpoint import Viewpoint
from domino_lab.widgets.messages import Press, one_of, press, takes, whole
from domino_lab.widgets.nodes import Json, Node, Nodes, icon, paragraph, rule_link, tabs, words
from domino_lab.widgets.view import View
from domino_lab.words import phrase

MOVES: dict[str, Callable[[Playhead], None]] = {
    "ArrowLeft": Playhead.previous, "ArrowRight": Playhead.next, "Home": Playhead.first, "End": Playhead.last,
    "Space": Playhead.toggle,
}
"""The keys that move through a hand."""

Tab = tuple[str, Callable[[], Nodes]]
"""The title of a tab, and what gives its contents while it is open."""


class HandView(View):
    """A view of a Playhead: it has the hand's table, announces its captions, and is saved in a notebook as a picture.

    `what` is a hand, a packaged hand's name, a file, or a ruleset id with a `seed` and `seats`; or a Playhead, whose
    `step`, `viewpoint` ("all", a seat or "table") and `asks` are then set. `large` is for a projector. Raises
    RecordError or RulesetError when there is no such hand, and ArgumentError for arguments that a Playhead has already.
    """

    public = "here"
    key_set = (*MOVES, "?")
    tab = ""
    """The tab that is open."""
    tabs_label = "more"

    @checked
    def __init__(
        self, what: HandOrPlayhead, *, step: int | None = None, seed: int | None = None, seats: int | None = None,
        viewpoint: Viewpoint | None = None, asks: bool | None = None, large: bool = False,
    ) -> None:
        self.large = large
        given = {"step": step, "seed": seed, "seats": seats, "viewpoint": viewpoint, "asks": asks}
        self._open(playhead_of(what, given))

    def _open(self, playhead: Playhead) -> None:
        """Begin to show a Playhead; what goes wrong before has made nothing that would have to be closed."""
        self.here = playhead
        self.prepare()
        super().__init__(playhead)

    def begin(self) -> None:
        """Announce the hand from now on; of several views of it, the last one made does this."""
        self.here.voice = self

    def prepare(self) -> None:
        """Make the panels, which together with the Playhead are all that a view needs."""

    @property
    def seen(self) -> Snapshot:
        """The snapshot of the picture and its words; with another viewpoint if a view shows less."""
        return self.here.snapshot

    @property
    def name(self) -> str:
        """The name of this view for screen readers: the kind of view, and the hand."""
        return words("part", part=words(self.label), title=self.seen.title)

    @property
    def status(self) -> str:
        """The reason why an answer was wrong, or the caption, if this view is the one that announces."""
        return self.here.missed or self.say_places(self.seen.sentences.text) if self.here.voice is self else ""

    def say_places(self, text: str) -> str:
        """Return what is told of this step, with the place of a tile beside a spinner if there is a picture."""
        scene = self.scene
        return text if scene is None else self.places_in(scene, text)

    def places_in(self, scene: Scene, text: str) -> str:
        """Return what is told with the places of one picture."""
        return self.seen.say_places(text, scene)

    @property
    def position(self) -> tuple[str, int]:
        """The Playhead, by its own name, and the step."""
        return f"{id(self.here):x}", self.here.step

    def tabletop(self) -> Tabletop | None:
        """Return the table as the viewpoint may see it."""
        return self.seen.tabletop

    def on_table(self, scene: Scene) -> Json:
        """Return the move that led here, so that the page can show it."""
        return {"fly": flight(self.seen, scene)}

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that move through the hand, and those that choose among the tabs, if there are any."""
        return {**moving(self.here), "tab": takes(one_of(self.tabs), self.turn_to)}

    def tabs(self) -> Mapping[str, Tab]:
        """Return the tabs that can be opened now, by name."""
        return {}

    def tab_nodes(self) -> Nodes:
        """Return the titles of the tabs, and the contents of the open one; of a single tab only these.

        The first tab is open where the one that was opened is gone.
        """
        there = self.tabs()
        shown = self.tab if not self.tab or self.tab in there else next(iter(there))
        inside = there[shown][1]() if shown else []
        titles = [(name, title) for name, (title, _) in there.items()]
        return [tabs("tab", shown, titles, *inside, label=words(self.tabs_label))] if len(titles) > 1 else inside

    def turn_to(self, tab: str) -> None:
        """Open a tab by its name."""
        self.tab = tab

    def key(self, key: str) -> None:
        """Move; a key that is held down stops at a question."""
        if key in MOVES and not (self.stage.held_down and self.here.question is not None):
            MOVES[key](self.here)

    def close(self) -> None:
        """Take this view off the page and out of memory; the Playhead goes on."""
        if self.here.voice is self:
            self.here.voice = None
        super().close()

    def to_keep(self) -> Kept:
        """Return the picture and a sentence of the current step."""
        seen = self.seen
        text = words("saved", title=seen.title, step=seen.step, end=self.here.end, caption=seen.captioned.caption,
                     position=table_text(seen.tabletop))
        return Kept(svg(scene(seen.captioned)), text)


def playhead_of(what: HandOrPlayhead, given: Mapping[str, Any]) -> Playhead:
    """Return the Playhead that is meant; what is None was not said.

    Raises StepError for a step that is not there, but not where a problem in the file, which is shown, ended the hand.
    """
    playhead = Playhead.of(what, **{name: value for name, value in given.items() if value is not None})
    if given.get("step") not in (None, playhead.step) and not playhead.timeline.problems:
        raise StepError(f"there is no step {given['step']}: the steps are 0 to {playhead.end}")
    return playhead


# --- title and players -----------------------------------------------------------------------------------------------

def title_nodes(view: HandView, *inside: Node) -> Nodes:
    """Return the title of a hand, the boneyard, and the menu with the gear, which holds `inside`."""
    table = view.seen.tabletop
    return [paragraph(view.seen.title, "title"), pile(table), view.gear(*inside)]


def pile(table: Tabletop) -> Node:
    """Return the boneyard with the number of its tiles; None if there is none."""
    if table.boneyard is None:
        return None
    key = "picture.boneyard_reserved" if table.reserved else "picture.boneyard"
    return {"is": "pile", "text": phrase(key, count=table.boneyard, reserved=table.reserved)}


def players(seen: Snapshot, own: int | None = None, below: int | None = None) -> tuple[Nodes, Nodes]:
    """Return the players above the table and those below it: seat `below`, or else `own`, or else the viewer.

    The tiles of seat `own` are left out: they are drawn as buttons elsewhere.
    """
    table = seen.tabletop
    if not table.holdings:
        return [], []
    count = len(table.holdings)
    looks = seen.seen_by if seen.seen_by is not None and seen.seen_by >= 0 else 0
    bottom = next(seat for seat in (below, own, looks) if seat is not None)
    order = [(bottom + place) % count for place in range(count)]
    made = {seat: _player(table, seat, table.holdings[seat], hides=seat == own) for seat in order}
    if count >= MANY_SEATS:
        for seat, sign in enumerate(signs([holding.name for holding in table.holdings])):
            made[seat].update({"sign": sign, "hue": seat % HUES}, **({"brief": True} if seat != bottom else {}))
    return [made[seat] for seat in order[1:]], [made[bottom]]


def _player(table: Tabletop, seat: int, holding: Holding, *, hides: bool) -> dict[str, object]:
    tiles = None if hides or holding.tiles is None else ["" if tile is None else str(tile) for tile in holding.tiles]
    facts: Json = {"is": "hand", "seat": seat, "name": holding.name, "label": _aloud(table, holding)}
    if holding.side < len(table.scores):
        facts["points"] = phrase("picture.points", count=table.scores[holding.side])
    notes = [phrase("picture.chips", count=table.chips[holding.side])] if holding.side < len(table.chips) else []
    if holding.discards and not holding.label:  # The label says what was discarded just now; a narrow plate holds one.
        notes += [phrase("picture.discarded", count=len(holding.discards))]
    if notes or (tiles == [] and not (holding.discards and holding.label)):
        facts["note"] = ", ".join(notes) or words("no_tiles")
    more = {"turn": holding.to_move, "gain": holding.label, "fresh": sorted(holding.drawn), "row": holding.row}
    if tiles is not None:
        facts["tiles"] = tiles
    return facts | {name: value for name, value in more.items() if value}


def _aloud(table: Tabletop, holding: Holding) -> str:
    held = "" if holding.tiles is None else words("holds", count=len(holding.tiles))
    if holding.discards:
        held = f"{held} {phrase('picture.discarded_hidden', name=holding.name, count=len(holding.discards))}".strip()
    turn = words("to_move") if holding.to_move else ""
    return " ".join(filter(None, (f"{holding.name}.", held, turn)))


def flight(seen: Snapshot, scene: Scene, step_view: StepView | None = None) -> Json | None:
    """Return the path of the tile that a step moved (this one, or an earlier one): to its place, or to a player."""
    step_view = step_view or seen.step_view
    step, last = step_view.step, len(step_view.state.chain.laid) - 1
    if isinstance(step.action, Play) and last < len(scene.tiles):
        placed = scene.tiles[last].placed
        way = {"tile": str(step.action.tile), "from": f"seat-{step.seat}", "laid": last,
               "halves": [placed.first, placed.second], "at": step_view.number}
        return way | ({"lies": True} if placed.lies else {})
    if isinstance(step.action, Draw):
        return {"tile": "", "from": "boneyard", "to": f"seat-{step.seat}", "at": step_view.number}
    return None


def clause_link(ruling: Ruling, rules: Ruleset) -> Node:
    """Return the clause of a ruling under `rules`; a press opens its sentence."""
    return rule_link(rule_line(ruling), rule_of_clause(rules, ruling.clause))


# --- moving through a hand -------------------------------------------------------------------------------------------

_MOST_BARS = 90


class Mark(NamedTuple):
    """What stands over the bar of a step: its kind, a text of few letters, its height from 0 to 1, and its words."""

    css: str
    text: str
    height: float
    tip: str


def transport(playhead: Playhead, marks: Mapping[int, Mark] = MappingProxyType({})) -> Nodes:
    """Return the buttons that move through a hand, and the scrubber: a bar for each step, as high as its count.

    `marks` has what stands over some of the bars.
    """
    at_start, at_end = playhead.step == 0, playhead.step == playhead.end
    asks = playhead.question is not None
    stuck = (at_end or asks) and not playhead.playing
    sign = "pause" if playhead.playing else "play"
    buttons = [
        icon("first", "first", words("first"), off=at_start),
        icon("previous", "previous", words("previous"), off=at_start),
        icon(sign, "play", words(sign), off=stuck),
        icon("next", "next", words("next"), off=at_end, css="" if asks else "primary", text=words("next")),
        icon("last", "last", words("last"), off=at_end),
    ]
    return [{"is": "row", "css": "transport", "in": buttons, "label": words("transport")}, scrubber(playhead, marks)]


def moving(playhead: Playhead) -> Mapping[str, Press]:
    """Return the actions that move through a hand, by the names used in `transport` and the score sheet."""
    return {
        "first": press(playhead.first), "previous": press(playhead.previous), "next": press(playhead.next),
        "last": press(playhead.last), "play": press(playhead.toggle),
        "go": takes(whole(0, lambda: playhead.end), playhead.go),
    }


def scrubber(playhead: Playhead, marks: Mapping[int, Mark] = MappingProxyType({})) -> Node:
    """Return the steps of a hand as bars that can be dragged along; hidden steps have none."""
    place = words("at", step=playhead.step, end=playhead.end)
    mark = marks.get(playhead.step)
    told = {} if mark is None else {"told": f"{place}. {mark.tip}"}
    return {"is": "scrub", "at": playhead.step, "end": playhead.end, "label": words("transport"), "place": place,
            "bars": _bars(playhead.snapshot, marks) if playhead.end <= _MOST_BARS else [], **told}


def _bars(seen: Snapshot, marks: Mapping[int, Mark]) -> list[dict[str, object]]:
    last = seen.step_views[-1].number if seen.seen_by is None else seen.step
    counted = [step_view for step_view in seen.step_views[:last + 1]
               if step_view.step.judged is not None and not seen.hides(step_view.number)]
    most = max([step_view.total for step_view in counted], default=0) or 1
    bars: list[dict[str, object]] = [{} for _ in seen.step_views]
    for step_view in counted:
        bars[step_view.number] = {"height": round(step_view.total / most, 2), "tip": step_view.tip}
        if step_view.points:
            bars[step_view.number] |= {"css": "scored", "text": str(step_view.total)}
    for step, mark in marks.items():
        bars[step] |= {"css": f"{bars[step].get('css', '')} {mark.css}".strip(), "tip": mark.tip,
                       "loss": [round(mark.height, 2), mark.text]}
    return bars


class Table(HandView):
    """The table at the Playhead's step: tiles, open ends, boneyard, scores.

    `large` is for a projector.

    >>> table = dl.Table("block", seed=7, step=3)
    >>> len(table.scene.tiles) > 0
    True
    """

    css, label, has_table = "table", "table", True

    def areas(self) -> dict[str, Nodes]:
        """Return the title and the players."""
        above, below = players(self.seen)
        return {"head": title_nodes(self), "top": above, "rack": below}


class Transport(HandView):
    """The buttons that move through a hand, and the number of the step.

    >>> transport = dl.Transport("block", seed=7)
    >>> transport.do("next")
    >>> transport.here.step
    1
    """

    css, label = "transport-view", "transport"

    def areas(self) -> dict[str, Nodes]:
        """Return the buttons and the scrubber."""
        return {"bar": transport(self.here)}
