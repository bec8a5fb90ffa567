"""Opening: the hand that a recorder begins with: a new deal, stated tiles, an empty table, or a record that is there.

No widgets here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from domino_lab.catalogue.resolve import names_file, ruleset
from domino_lab.errors import NotationError, RecordError
from domino_lab.escaping import as_toml
from domino_lab.files import expanded
from domino_lab.notebook import load
from domino_lab.play.start import names_for
from domino_lab.play.timeline import Timeline, dealt
from domino_lab.record import read
from domino_lab.record.compact import is_packed
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle
from domino_lab.widgets.origin import one_hand
from domino_lab.widgets.playing.seating import checked_names


class Tiles(NamedTuple):
    """Stated tiles: a holding for each seat, the stock in the order it is drawn, and who leads (None: by the rules).

    >>> Tiles([["1-2"], ["3-3"]]).stock
    ()
    """

    holdings: Sequence[Sequence[str]]
    stock: Sequence[str] = ()
    leader: int | None = None


def is_hand(what: Any) -> bool:
    """Whether that is a hand to go on with, and not a game to begin.

    >>> is_hand("all-fives-worked-example"), is_hand("all-fives")
    (True, False)
    """
    from domino_lab import hands

    if isinstance(what, Ruleset):
        return False
    if isinstance(what, Timeline | Path):
        return True
    text = str(what)
    return "\n" in text or is_packed(text) or text in hands.names() or names_file(text)


def file_of(what: Any) -> Path | None:
    """The file that was named, of which a hand is read; None where none was.

    >>> file_of("all-fives-worked-example") is None, str(file_of("my-hand.toml"))
    (True, 'my-hand.toml')
    """
    return expanded(what) if isinstance(what, str | Path) and not is_packed(what) and names_file(what) else None


def opened(what: Any, given: Mapping[str, Any], tiles: Tiles | None) -> Timeline:
    """The hand to begin with; `given` is what was named beside it, None where it was not.

    Raises NotationError for what does not go together, as a new deal for a hand that is there.

    >>> len(opened("block", dict.fromkeys(("names", "seats", "seed", "hand", "study", "stock", "leader")), None))
    1
    """
    if is_hand(what):
        extra = [name for name, value in given.items() if value is not None]
        if extra:
            raise NotationError(f"{extra[0]}= belongs to a new hand: this one has its own")
        return one_hand(load(what))
    rules, names = ruleset(what), checked_names(given["names"], given["seats"]) or None
    _check_together(given, tiles)
    if given["study"] and given["seats"]:
        names = names_for(given["seats"], names or ())
    if tiles is not None or given["study"]:
        return stated(rules, names, tiles)
    shuffle = Shuffle(seed=given["seed"] or 0, hand=given["hand"] or 0)
    return begun(rules, given["seats"] or len(names or ()) or None, names, shuffle)


def _check_together(given: Mapping[str, Any], tiles: Tiles | None) -> None:
    for name in ("stock", "leader"):
        if tiles is None and given[name] is not None:
            raise NotationError(f"{name}= goes with stated tiles: name them with holdings=")
    for name in ("seed", "hand"):
        if (tiles is not None or given["study"]) and given[name] is not None:
            raise NotationError(f"a hand is dealt from a {name}, or its tiles are stated: not both")
    if tiles is not None and given["study"]:
        raise NotationError("in a layout study nobody holds a tile: leave out holdings= or study=")
    if tiles is not None and given["seats"] not in (None, len(tiles.holdings)):
        raise NotationError(f"seats={given['seats']}, and there are {len(tiles.holdings)} holdings: one for each seat")


def begun(rules: Ruleset, seats: int | None, names: Sequence[str] | None, shuffle: Shuffle) -> Timeline:
    """A hand that has been dealt from a shuffle.

    >>> from domino_lab.catalogue import get
    >>> len(begun(get("block"), None, ["Ana"], Shuffle(seed=7)))
    1
    """
    return dealt(rules, shuffle, seats=seats, names=names)


def stated(rules: Ruleset, names: Sequence[str] | None, tiles: Tiles | None) -> Timeline:
    """A hand that begins with stated tiles; with none at all, an empty table on which any tile may be laid.

    Raises RecordError, with the clause, for tiles that cannot be so.

    >>> from domino_lab.catalogue import get
    >>> stated(get("block"), None, Tiles([["1-2"], ["3-3"]])).state.holdings[0]
    (Tile(low=1, high=2, copy=0),)
    >>> stated(get("block"), None, None).is_study
    True
    """
    if rules.solo is not None:
        raise RecordError(f"{rules.name} is dealt from a seed: name one with seed=")
    found = read("\n".join(_lines(rules, names, tiles)), lambda _id: rules)
    if found.problems:
        first = found.problems[0]
        raise RecordError(f"{first.message} ({first.clause})")
    return replace(found, text="", remarks=())


def _lines(rules: Ruleset, names: Sequence[str] | None, tiles: Tiles | None) -> list[str]:
    head = [f"ruleset = {as_toml(rules.id)}", *([f"players = [{', '.join(map(as_toml, names))}]"] if names else [])]
    if tiles is None:
        return head
    rows = [[str(tile) for tile in row] for row in tiles.holdings]
    deal = ["[deal]", f"holdings = {json.dumps(rows)}", f"stock = {json.dumps([str(tile) for tile in tiles.stock])}"]
    return [*head, *deal, *([f"leader = {tiles.leader}"] if tiles.leader is not None else [])]
