"""HiddenTiles: one seat's knowledge about the tiles that it does not see, step by step, next to the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from domino_lab.chance.knowledge import STOCK, Knowledge, know, pile_of, refusal
from domino_lab.core.arguments import checked
from domino_lab.core.errors import NotationError
from domino_lab.core.tiles import Tile
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import Scene, ghost
from domino_lab.play.legal import chain_after, plays
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.playhead import HandOrPlayhead
from domino_lab.sessions.snapshot import Snapshot
from domino_lab.sessions.viewpoint import Viewpoint
from domino_lab.widgets.captions import caption
from domino_lab.widgets.hand_view import HandView, Tab, players, playhead_of, title_nodes, transport
from domino_lab.widgets.messages import Press, sets, whole
from domino_lab.widgets.nodes import Node, Nodes, choice, paragraph, row, words
from domino_lab.widgets.score_sheet import score_sheet
from domino_lab.widgets.sharing import SharingPanel
from domino_lab.widgets.view import pixels
from domino_lab.words.escaping import escape


class HiddenTiles(HandView):
    """Show one seat's knowledge: how likely each unseen tile is in each place.

    The backs on the table show the likeliest tiles. The tabs have all chances as a list and as a chart, in which darker
    means likelier. Passes and draws are proofs; a player's choices are not. Buttons and keys move through the hand as
    in `dl.HandStepper`.

    `what` is a hand, as for `dl.HandStepper`, with its `seed` and `step`. `seat` chooses whose view this
    is; a Playhead that shows the tiles of one seat decides it instead. `large` is for a projector. Raises
    NotationError if there is no such seat.

    >>> hidden = dl.HiddenTiles("block", seed=7, step=2)
    >>> hidden.do("next")
    >>> hidden.here.step, len(hidden.matrices())
    (3, 2)
    """

    public = "looks knowledge matrices notes"
    css, label, has_table = "hidden", "hidden.hidden", True

    @checked
    def __init__(  # noqa: PLR0913
        self, what: HandOrPlayhead, *, seat: int = 0, step: int | None = None, seed: int | None = None,
        seats: int | None = None, viewpoint: Viewpoint | None = None, asks: bool | None = None, large: bool = False,
    ) -> None:
        given = {"step": step, "seed": seed, "seats": seats, "viewpoint": viewpoint, "asks": asks}
        playhead = playhead_of(what, given)
        if seat not in range(len(playhead.timeline.names)):
            raise NotationError(f"the seats are 0 to {len(playhead.timeline.names) - 1}, not {seat!r}")
        self.seat, self.tab, self.large = seat, "chances", large
        self._knowledge: tuple[object, Knowledge | None] = (None, None)
        self._seen: tuple[object, Snapshot] = (None, playhead.snapshot)
        self.sharing = SharingPanel(self, "svg", "png", "page")
        self.parts = (self.sharing,)
        self._open(playhead)

    @property
    def looks(self) -> int:
        """The seat whose knowledge is shown; if the Playhead shows one seat, it is that one."""
        viewer = self.here.seen_by
        return viewer if viewer is not None and viewer >= 0 else min(self.seat, len(self.here.timeline.names) - 1)

    @property
    def seen(self) -> Snapshot:
        """The hand as the chosen seat sees it: a picture of all tiles would give the answers away."""
        snapshot = self.here.snapshot
        if snapshot.seen_by is not None:
            return snapshot
        if self._seen[0] != (snapshot, self.looks):
            self._seen = (snapshot, self.looks), replace(snapshot, viewpoint=self.looks, answered=None)
        return self._seen[1]

    @property
    def knowledge(self) -> Knowledge | None:
        """The knowledge of the seat at this step; None if there is nothing to know."""
        at = (self.here.timeline, self.looks, self.here.step)
        if self._knowledge[0] != at:
            self._knowledge = at, knowledge_of(*at)
        return self._knowledge[1]

    # --- what is shown

    def areas(self) -> dict[str, Nodes]:
        """Return the players with the likeliest tiles on the backs, the proofs, and all chances."""
        above, below = players(self.seen)
        return {"head": title_nodes(self, *self.sharing.nodes()), "rack": below, "bar": transport(self.here),
                "top": [self._with_chances(hand) for hand in above],
                "talk": [*caption(self), self._pick(), *(paragraph(text, "note") for text in self.notes())],
                "more": self.tab_nodes()}

    def _pick(self) -> Node:
        """The choice of a seat, where the Playhead leaves it."""
        names = self.here.timeline.names
        free = self.here.seen_by is None or self.here.seen_by < 0
        return choice(words("hidden.sees"), "seat", names, self.looks) if free and len(names) > 1 else None

    def notes(self) -> list[str]:
        """Return the facts behind the chances, or the reason why there are none."""
        knowledge = self.knowledge
        if knowledge is None:
            game = self.here.timeline.rules
            refused = "" if game.solo is not None else refusal(game)
            return [words("hidden.nothing", why=refused or words("hidden.nobody"))]
        player = self.here.timeline.names[self.looks]
        if not knowledge.unseen:
            return [words("hidden.none_left", player=player)]
        return knowledge.text.splitlines()

    def matrices(self) -> Nodes:
        """Return a triangle of chances for each place: a row for the higher half of a tile, a column for the lower."""
        knowledge = self.knowledge
        if knowledge is None or not knowledge.unseen:
            return []
        values = range(knowledge.seen.highest + 1)
        return [{"is": "heat", "label": _caption(knowledge, place), "place": _holder(place),
                 "corner": words("hidden.corner"), "heads": [str(value) for value in values],
                 "rows": [[str(high), *(_cell(knowledge, place, Tile(low, high)) for low in range(high + 1))]
                          for high in values]}
                for place in knowledge.places]

    def _triangles(self) -> Nodes:
        made = self.matrices()
        how = words("hidden.how", player=self.here.timeline.names[self.looks])
        return [row(*made, css="heats"), paragraph(how, "note")] if made else []

    def _list(self) -> Nodes:
        """The same as a list: a row for each hidden tile, a column for each place, the likeliest first."""
        knowledge = self.knowledge
        if knowledge is None or not knowledge.unseen:
            return []
        tiles = dict.fromkeys(tile._replace(copy=0) for tile in knowledge.unseen)
        first = knowledge.places[0]
        order = sorted(tiles, key=lambda tile: (-(chance(knowledge, first, tile) or 0), tile))
        return [{"is": "heat", "label": words("hidden.list"), "corner": words("hidden.corner"),
                 "places": [_holder(place) for place in knowledge.places],
                 "heads": [knowledge.place_name(place) for place in knowledge.places],
                 "rows": [[str(tile), *(_cell(knowledge, place, tile) for place in knowledge.places)]
                          for tile in order]}]

    def _with_chances(self, hand: Node) -> Node:
        """A hand with its likeliest tiles on the backs, and the values that it cannot have."""
        knowledge = self.knowledge
        if knowledge is None or not knowledge.unseen or not isinstance(hand, dict) or "" not in hand.get("tiles", ()):
            return hand
        seat = int(hand["seat"])
        lacks = knowledge.lacks(seat)
        facts = {"note": words("hidden.lacks", values=lacks)} if lacks else {}
        return {**hand, **facts, "marks": likeliest(knowledge, seat, hand["tiles"].count(""))}

    def on_table(self, scene: Scene) -> dict[str, object]:
        """Return the move that led here, and where each hidden tile would fit, shown when a reader points at it."""
        return {**super().on_table(scene), "maybe": self._fitting(scene)}

    def _fitting(self, scene: Scene) -> dict[str, list[dict[str, object]]]:
        knowledge, seen = self.knowledge, self.seen
        state = seen.state
        places: dict[str, list[dict[str, object]]] = {}
        if knowledge is None or state.over is not None or not state.chain.laid:
            return places
        unseen = [tile for tile in knowledge.unseen if not tile.copy]
        for play in plays(state.rules, state.chain, unseen, None, state.rules.open_ends(state.chain)):
            chain = chain_after(state.rules, state.chain, play, state.table.seats)
            box, lies, first, second = ghost(seen.tabletop, scene, chain)
            places.setdefault(str(play.tile), []).append({"box": pixels(box), "lies": lies, "halves": [first, second]})
        return places

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that move through the hand and choose the seat."""
        return {**super().actions(), "seat": sets(self, "seat", whole(0, len(self.here.timeline.names) - 1))}

    def tabs(self) -> dict[str, Tab]:
        """Return the chances as triangles and as a list, and the moves."""
        return {"chances": (words("hidden.chances"), self._triangles), "list": (words("hidden.list"), self._list),
                "moves": (words("moves"), lambda: [score_sheet(self.seen, large=self.large)])}

    @property
    def line(self) -> str:
        """The line of Python that makes this view again; empty if no short line does."""
        made = self.here.line("HiddenTiles")
        return f"{made[:-1]}, seat={self.seat})" if made and self.seat else made

    def to_keep(self) -> Kept:
        """Return the picture, with the chances as tables below it."""
        knowledge, playhead = self.knowledge, self.here
        head = words("hidden.saved", title=playhead.snapshot.title, step=playhead.step, end=playhead.end,
                     player=playhead.timeline.names[self.looks])
        drawn = knowledge is not None and bool(knowledge.unseen)
        places = knowledge.places if knowledge is not None and drawn else ()
        tables = "".join(_table(knowledge, place) for place in places) if knowledge is not None else ""
        how = [words("hidden.how", player=playhead.timeline.names[self.looks])] if drawn else []
        notes = "".join(f'<p class="dlab-note">{escape(text)}</p>' for text in (*how, *self.notes()))
        plain = [head, *(lines(knowledge) if knowledge is not None else ()), *how, *self.notes()]
        return Kept(super().to_keep().picture, "\n".join(plain), below=tables + notes)


# --- chances ----------------------------------------------------------------------------------------------------------

def knowledge_of(timeline: Timeline, seat: int, step: int) -> Knowledge | None:
    """Return the knowledge of a seat there; None if there is nothing to know (a study, a patience, face-down rows)."""
    try:
        return know(timeline, seat, step)
    except ValueError:
        return None


def chance(knowledge: Knowledge, place: int, tile: Tile) -> Fraction | None:
    """Return the chance that such a tile is there: of two copies, at least one; None for a tile in sight."""
    rows = [shares for unseen, shares in knowledge.chances.items() if unseen[:2] == tile[:2]]
    return min(sum((shares.get(place, Fraction(0)) for shares in rows), Fraction(0)), Fraction(1)) if rows else None


def percent(share: Fraction) -> str:
    """Return a chance in whole percent; one that is almost 0 or almost 1 is marked with < or >.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 1000)), percent(Fraction(999, 1000)), percent(Fraction(0))
    ('33', '<1', '>99', '0')
    """
    shown = round(100 * share)
    if share > 0 and shown == 0:
        return "<1"
    return ">99" if share < 1 and shown == 100 else str(shown)


def likeliest(knowledge: Knowledge, place: int, most: int) -> list[list[str]]:
    """Return a tile, its percent and both in words for each of `most` backs: the likeliest tiles of a place, in order.

    If more tiles are equally likely than there are backs left, each of these backs shows "?" with their percent.
    """
    order = sorted((-shares.get(place, Fraction(0)), tile) for tile, shares in knowledge.chances.items())
    marks: list[list[str]] = []
    for share, group in groupby(order, key=lambda pair: pair[0]):
        tiles, shown, left = [tile for _, tile in group], percent(-share), most - len(marks)
        if len(tiles) <= left:
            marks += [[str(tile), shown, words("hidden.cell", tile=tile, percent=shown)] for tile in tiles]
        else:
            return marks + [["?", shown, words("hidden.guess", count=len(tiles), percent=shown)]] * left
    return marks


def lines(knowledge: Knowledge) -> tuple[str, ...]:
    """Return the chances as text: the tiles of each place with their percents, likeliest first."""
    texts = []
    for place in knowledge.places:
        order = sorted((-shares[place], tile) for tile, shares in knowledge.chances.items())
        tiles = [f"{tile} {percent(-share)} %" for share, tile in order if share]
        texts.append(words("hidden.likely", place=knowledge.place_name(place), tiles=tiles))
    return tuple(texts)


def _holder(place: int) -> str:
    """The name by which the page knows who holds the tiles of a place."""
    return "boneyard" if place == STOCK else f"seat-{place}" if place > STOCK else f"discards-{pile_of(place)}"


def _caption(knowledge: Knowledge, place: int) -> str:
    if place == STOCK:
        return words("hidden.caption_stock")
    key, seat = ("seat", place) if place > STOCK else ("discards", pile_of(place))
    return words(f"hidden.caption_{key}", place=knowledge.names[seat])


def _cell(knowledge: Knowledge, place: int, tile: Tile) -> list[str] | None:
    share = chance(knowledge, place, tile)
    return None if share is None else [str(tile), percent(share)]


def _table(knowledge: Knowledge, place: int) -> str:
    """The triangle of a place as HTML, for a page without a kernel."""
    label, values = escape(_caption(knowledge, place)), range(knowledge.seen.highest + 1)
    head = "".join(f'<th scope="col">{value}</th>' for value in values)
    cells = (tuple(_shade(knowledge, place, Tile(low, high)) for low in range(high + 1)) for high in values)
    rows = (f'<tr><th scope="row">{high}</th>{"".join(row)}</tr>' for high, row in enumerate(cells))
    return (f'<table class="dlab-heat"><caption>{label}</caption><thead><tr><th scope="col">'
            f'{escape(words("hidden.corner"))}</th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>')


def _shade(knowledge: Knowledge, place: int, tile: Tile) -> str:
    share = chance(knowledge, place, tile)
    if share is None:
        return f"<td>{words('hidden.in_sight')}</td>"
    name = escape(words("hidden.cell", tile=tile, percent=percent(share)))
    weight = "font-weight:700;" if share == 1 else ""
    return (f'<td style="{weight}background:rgba(0,114,178,{float(share) * DARKEST:.2f})" title="{name}">'
            f"{percent(share)}</td>")


DARKEST = 0.5
"""How much of the colour a certain tile gets, here and in stage.css: words on it stay legible in light and dark."""
