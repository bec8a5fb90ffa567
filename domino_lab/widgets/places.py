"""Places: where in the picture a move would put its tile, worked out beforehand, so that the page need not ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations

from domino_lab.core.actions import Action, Play, Remove, Shift, Stack
from domino_lab.core.tiles import Tile
from domino_lab.picture.end_places import end_places
from domino_lab.picture.layout import Box
from domino_lab.picture.scene import Scene, ghost
from domino_lab.play.legal import chain_after
from domino_lab.play.move_text import describe_move
from domino_lab.sessions.snapshot import Snapshot
from domino_lab.widgets.nodes import Json
from domino_lab.widgets.view import pixels
from domino_lab.words import phrase


def place_of(seen: Snapshot, scene: Scene, action: Action) -> Json | None:
    """Return the box in pixels for the tile of a legal move, and which way it lies; None if it has no place."""
    return next((place for _, place in _places(seen, scene, action)), None)


def _places(seen: Snapshot, scene: Scene, action: Action) -> Iterator[tuple[Tile, Json]]:
    """Each tile that a move can be made with, and where it goes: of tiles that go together, to any other of them."""
    if isinstance(action, Play):
        after = chain_after(seen.state.rules, seen.state.chain, action, seen.state.table.seats)
        box, lies, first, second = ghost(seen.tabletop, scene, after)
        yield action.tile, {"box": pixels(box), "halves": [first, second]} | ({"lies": True} if lies else {})
    elif isinstance(action, Stack):
        yield action.tile, {"box": pixels(scene.tiles[action.on].box)}
    elif isinstance(action, Remove):
        boxes = {shape.lying.tile: shape.box for shape in scene.loose}
        pairs = permutations(action.tiles, 2) if len(action.tiles) > 1 else ((*action.tiles, *action.tiles),)
        for tile, other in pairs:
            if other in boxes:
                yield tile, {"box": pixels(boxes[other])}
    elif isinstance(action, Shift):
        yield from ((action.tile, {"box": pixels(box)}) for number, box in columns(seen, scene) if number == action.to)


def columns(seen: Snapshot, scene: Scene) -> list[tuple[int, Box]]:
    """Return the empty columns of a game for one player: the number of each, from 0, and its box."""
    groups = seen.tabletop.tableau.groups if seen.tabletop.tableau is not None else ()
    return [(groups[gap.group].number - 1, gap.box) for gap in scene.gaps if groups[gap.group].number]


def legal_places(seen: Snapshot, scene: Scene, moves: Iterable[tuple[object, Action, str]]
                 ) -> dict[str, list[dict[str, object]]]:
    """Return the legal places by tile: each with the value that plays it, its name, and the points it scores.

    `moves` has such values, each with the move and the few letters at its place. Two moves to the same place (a double
    that can lie either way round) count as one. The ends of a spinner are named by where they are; other places with
    the same name are numbered.
    """
    where = end_places(scene)
    places: dict[str, list[dict[str, object]]] = {}
    named: Counter[tuple[Tile, str]] = Counter()
    for value, action, gain in moves:
        for tile, place in _places(seen, scene, action):
            listed = places.setdefault(str(tile), [])
            if all(place["box"] != other["box"] or place.get("halves") != other.get("halves") for other in listed):
                name = describe_move(seen.state, action, where)
                named[tile, name] += 1
                if named[tile, name] > 1:
                    name = phrase("widgets.place_again", place=name, number=named[tile, name])
                facts = {"value": value, "name": f"{name}, {gain}" if gain else name}
                listed.append(place | facts | ({"gain": gain} if gain else {}))
    return places
