"""Onlooker: the tabletop as somebody may see it at a place in a hand. No widgets here."""

from __future__ import annotations

from domino_lab.actions import Draw
from domino_lab.chain import OpenEnd
from domino_lab.errors import NotationError
from domino_lab.events import Drew
from domino_lab.picture.tabletop import Holding, Mark, Tabletop
from domino_lab.play.state import State
from domino_lab.tiles import Tile
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.telling import label, title
from domino_lab.words import phrase


def tabletop(here: Playhead, *, caption: str = "") -> Tabletop:
    """What may be seen where `here` stands; `caption` is written below a picture that stands alone.

    >>> seen = tabletop(Playhead("block", seed=7, viewpoint=0))
    >>> [holding.tiles[0] is None for holding in seen.holdings]
    [False, True]
    """
    state, step = here.state, here.now
    return Tabletop(
        state.chain,
        double_lay=str(state.rules["double_lay"]),
        final=here.timeline.state.chain,
        usable=state.open_ends if state.over is None else (),
        last=len(state.chain.laid) - 1 if step.action is not None and step.action.kind == "play" else None,
        label=label(here),
        holdings=_holdings(here),
        boneyard=None if state.table.study else state.boneyard,
        reserved=0 if state.table.study else int(state.rules["reserve"]),
        marks=_marks(here),
        scores=state.scores,
        title=title(here),
        caption=caption,
    )


def _holdings(here: Playhead) -> tuple[Holding, ...]:
    table, asked = here.state.table, here.question
    turn = None if here.state.over or (asked is not None and asked.about == "who") else here.state.turn
    return tuple(
        Holding(
            name,
            None if table.study else _tiles(here, seat),
            table.side(seat),
            seat == turn and not table.study,
            _drawn(here, seat),
            _pill(here, seat),
        )
        for seat, name in enumerate(table.names)
    )


def _pill(here: Playhead, seat: int) -> str:
    """What the step did, beside the mover's name; a question mark beside whoever an unanswered question is about."""
    if here.waiting and here.question is not None:
        anybody = here.question.about in ("who", "winner", "award")
        return phrase("widgets.label_asked") if anybody or seat == here.state.turn else ""
    return label(here) if seat == here.now.seat else ""


def _tiles(here: Playhead, seat: int) -> tuple[Tile | None, ...]:
    held = here.state.holdings[seat]
    return held if open_to(here, seat) else (None,) * len(held)


def open_to(here: Playhead, seat: int) -> bool:
    """Whether the tiles of `seat` lie face up; at the settlement all do.

    >>> open_to(Playhead("block", seed=7, viewpoint=0), 1)
    False
    """
    settled = here.now.settled is not None
    return here.seen_by in (None, seat) or settled


def _drawn(here: Playhead, seat: int) -> frozenset[int]:
    """Drawn tiles are set off for this step only."""
    if not isinstance(here.now.action, Draw) or seat != here.now.seat:
        return frozenset()
    drawn = next(event.tile for event in here.now.events if isinstance(event, Drew))
    held = here.state.holdings[seat]
    return frozenset({held.index(drawn)}) if drawn in held else frozenset()


def _marks(here: Playhead) -> tuple[Mark, ...]:
    asked = here.question
    marks = here.note.marks if asked is None or asked.step != here.step else ()
    found = [Mark(at) for mark in marks for at in marked(here.state, mark)]
    if here.marked is not None and here.marked < len(here.state.chain.laid):
        found.append(Mark(here.marked))
    return tuple(dict.fromkeys(found))


def marked(state: State, mark: str) -> tuple[int | OpenEnd, ...]:
    """What a mark of a hand file points at: laid tiles by number, or open ends; nothing where it is not there.

    >>> marked(Playhead("block", seed=7).state, "end:5")
    ()
    """
    kind, _, value = mark.partition(":")
    if kind == "end":
        return tuple(end for end in state.open_ends if str(end.value) == value)
    laid = state.chain.laid
    if mark.startswith("#"):
        number = int(mark[1:]) - 1 if mark[1:].isdecimal() else -1
        return (number,) if 0 <= number < len(laid) else ()
    try:
        tile = Tile.of(mark)
    except NotationError:
        return ()
    return tuple(one.number for one in laid if one.tile[:2] == tile[:2])
