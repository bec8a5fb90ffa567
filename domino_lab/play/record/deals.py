"""Deals: whether a [deal] says in one way what was dealt, with the keys that its game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domino_lab.play.record.findings import Findings
from domino_lab.rules.ruleset import Ruleset

_PARTS = ("holdings", "row", "columns", "reserve", "holding", "stock", "stock_complete", "leader")


def is_clear(data: Mapping[str, Any], head: Mapping[str, Any], rules: Ruleset, found: Findings) -> bool:
    """Whether tiles can be dealt by the [deal] of a record, if there is one; what is wrong in it is told (REC-KEY).

    `data` is the record as it stands, `head` what of it has the right form.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> found = Findings(Lines.of(""))
    >>> is_clear({"deal": {"row": ["5-5"]}}, {"deal": {"row": ["5-5"]}}, get("block"), found)
    False
    >>> found.problems[0].clause
    'REC-KEY'
    """
    if rules.solo is not None and "match" in head:
        found.problem(("match",), "REC-KEY", "elsewhere", key="match", game=rules.name)
        return False
    if "deal" not in head:
        return True
    said, deal = data["deal"], head["deal"]
    parts = _parts(rules, said)
    strange = [key for key in _PARTS if key in said and key not in parts]
    for key in strange:
        found.problem(("deal", key), "REC-KEY", "elsewhere", key=key, game=rules.name)
    if strange:
        return False
    return _is_seeded(said, deal, parts, found) if "seed" in said else _is_stated(said, deal, parts, found)


def _parts(rules: Ruleset, said: Mapping[str, Any]) -> tuple[str, ...]:
    """What [deal] may hold beside a seed and notes; the first of it must be there."""
    if rules.solo is None:
        return ("holdings", "stock", "stock_complete", "leader")
    keys: tuple[str, ...] = (face_up(rules, said), *rules.solo.keys[1:])
    return (*keys, "stock_complete") if "stock" in keys else keys


def face_up(rules: Ruleset, deal: Mapping[str, Any]) -> str:
    """The key of the tiles that a patience starts with: a row with a stock beside it may be called a holding.

    >>> from domino_lab.catalogue import get
    >>> face_up(get("twelve-to-go"), {"holding": ["5-5"]}), face_up(get("bingo"), {"holding": ["5-5"]})
    ('holding', 'row')
    """
    first: str = rules.solo.keys[0]
    return "holding" if "holding" in deal and rules.solo.keys == ("row", "stock") else first


def _is_seeded(said: Mapping[str, Any], deal: Mapping[str, Any], parts: tuple[str, ...], found: Findings) -> bool:
    beside = [key for key in parts if key in said and key != "leader"]
    for key in beside:
        found.problem(("deal", key), "REC-KEY", "one_deal", key=key)
    return not beside and "seed" in deal and ("hand" in deal or "hand" not in said)


def _is_stated(said: Mapping[str, Any], deal: Mapping[str, Any], parts: tuple[str, ...], found: Findings) -> bool:
    if "hand" in said:
        found.problem(("deal", "hand"), "REC-KEY", "missing", key="seed")
        return False
    if parts[0] not in said:
        found.problem(("deal",), "REC-KEY", "missing", key=parts[0])
    return parts[0] in deal and all(key in deal for key in parts if key in said and key != "leader")
