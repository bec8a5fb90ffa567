"""Alone: the deal of a patience, as a record states it in a row, in columns, or as a holding and a stock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domino_lab.errors import IllegalAction
from domino_lab.events import Dealt
from domino_lab.play.record import forms
from domino_lab.play.record.deals import face_up
from domino_lab.play.record.findings import Findings
from domino_lab.play.record.opening import Opening, blank, seeded
from domino_lab.play.record.tilelists import check_tiles
from domino_lab.play.start import names_for
from domino_lab.play.state import Step
from domino_lab.rules.ruleset import Ruleset
from domino_lab.tiles import Tile
from domino_lab.words import phrase


def open_alone(data: Mapping[str, Any], rules: Ruleset, found: Findings) -> Opening:
    """Deal the record of a patience; its `deal` table is checked already.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> open_alone({"deal": {"row": ["0-0", "5-6"]}}, get("bingo"), Findings(Lines.of(""))).step.state.left
    2
    """
    names, deal = data.get("players", []), data.get("deal")
    unsound = Opening(blank(rules, names), None, sound=False)
    if len(names) > 1:
        found.problem(("players",), "REC-VALUE", "alone", names=len(names))
        return unsound
    if deal is None:
        found.problem((), "REC-KEY", "missing", key="deal")
        return unsound
    if "seed" in deal:
        return seeded(deal, rules, found, names=names) or unsound
    parts = _parts(deal, rules, found)
    if parts is None:
        return unsound
    try:
        step = rules.solo.opening(rules, parts, names_for(1, names)[0])
        _tell_size(step, rules, found)
        return Opening(step, None, sound=True)
    except IllegalAction:  # the one deal that no patience can use is none at all
        key = rules.solo.keys[0]
        found.problem(("deal", key), "REC-VALUE", "empty", key=key)
        return unsound


def _tell_size(step: Step, rules: Ruleset, found: Findings) -> None:
    size = len(rules.equipment.set.tiles)
    each = rules.dealing.each_of(1, size)
    dealt = next(event for event in step.events if isinstance(event, Dealt))
    if (dealt.each, dealt.stock) != (each, size - each):
        found.remark(("deal",), "REC-DEAL", "alone", open=dealt.each, hidden=dealt.stock, each=each, rest=size - each)


def _parts(deal: Mapping[str, Any], rules: Ruleset, found: Findings) -> dict[str, Any] | None:
    """The tiles of every part; None, with problems, where they do not fit the set."""
    known = len(found.problems)
    seen: Counter[tuple[int, int]] = Counter()
    first = face_up(rules, deal)
    parts: dict[str, Any] = {rules.solo.keys[0]: _tiles(deal.get(first, []), first, seen, found)}
    parts |= {key: _tiles(deal.get(key, []), key, seen, found) for key in rules.solo.keys[1:]}
    check_tiles(_places(parts), rules.equipment.set, found)
    if len(found.problems) > known:
        return None
    if "row" in deal and "stock" not in rules.solo.keys:
        parts["lefts"] = [int(word.partition("-")[0]) for word in deal["row"]]
    if "holding" in parts and not deal.get("stock_complete", False):
        parts["below"] = frozenset(rules.equipment.set.tiles).difference(parts["holding"], parts["stock"])
    return parts


def _tiles(said: Sequence[Any], key: str, seen: Counter[tuple[int, int]], found: Findings) -> list[Any]:
    """The tiles of a part; equal ones of two sets are told apart in the order in which they stand."""
    if any(isinstance(word, list) for word in said):
        return [_tiles(column, key, seen, found) for column in said]
    tiles = []
    for word in said:
        tile = forms.tile_of(word, ("deal", key), found)
        if tile is not None:
            tiles.append(tile._replace(copy=seen[tile[:2]]))
            seen[tile[:2]] += 1
    return tiles


def _places(parts: Mapping[str, Any]) -> Iterator[tuple[str, str, Sequence[Tile]]]:
    for key, tiles in parts.items():
        owner = phrase(f"record.part_{key}")
        for column in tiles if key == "columns" else [tiles]:
            yield owner, key, [Tile(*tile[:2]) for tile in column]
