"""Reading the deal: the ruleset, players, standing and deal of a record, checked, as the first step of a timeline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from domino_lab.chain import Chain
from domino_lab.errors import IllegalAction
from domino_lab.events import Dealt, Ended, Event, Leads
from domino_lab.play.settlement import settle
from domino_lab.play.start import chips_at, find_lead, names_for, start, stated_lead
from domino_lab.play.state import State, Step, Table
from domino_lab.record import schema
from domino_lab.record.diagnostics import Diagnostics, shown
from domino_lab.record.rules_table import nameless
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling, clause
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import DominoSet, Tile
from domino_lab.words import phrase

_OPEN_CASES = ("unknown", "youngest", "nobody")
"""The lead rule found nobody by the tiles, so whom the file names is taken at its word."""


def lead_of(said: int | None, table: Table, holdings: tuple[tuple[Tile, ...], ...], found: Diagnostics,
            stock: tuple[Tile, ...] = ()) -> Lead | None:
    """Who leads stated holdings; None where the rules ask for another deal. A wrong leader is a problem, and leads.

    Where the tile that leads is drawn for, the leader may be stated: who draws it from `stock`.
    """
    by_rule = find_lead(table, holdings, None, _order_of_deal(holdings))
    if said is None:
        return by_rule
    if said >= table.seats:
        found.problem(("deal", "leader"), "REC-VALUE", "seat", key="leader", value=said, last=table.seats - 1)
        return by_rule
    if by_rule is None:
        found.refused(("deal", "leader"), table.rules.leading.redeal_ruling())
        return None
    if by_rule.seeks and said == _finder(by_rule.seat, table, holdings, stock):
        return by_rule
    return _said_lead(said, by_rule, table, holdings[said], found)


def _finder(seat: int, table: Table, holdings: tuple[tuple[Tile, ...], ...], stock: tuple[Tile, ...]) -> int | None:
    """Who draws the tile that leads, one each in turn; None where it is not among the stated tiles."""
    held = [*holdings]
    for tile in stock:
        held[seat] = (*held[seat], tile)
        lead = find_lead(table, tuple(held), None, _order_of_deal(tuple(held)))
        if lead is not None and not lead.seeks:
            return lead.seat
        seat = table.rules.dealing.next_seat(seat, table.seats)
    return None


def _said_lead(said: int, by_rule: Lead, table: Table, holding: tuple[Tile, ...], found: Diagnostics) -> Lead:
    if said == by_rule.seat and by_rule.ruling.case != "unknown":
        return by_rule
    if by_rule.ruling.case in _OPEN_CASES:
        return stated_lead(table, said)
    other = _another(by_rule.ruling.facts.get("tile"), holding)
    if other is not None:
        facts = {**by_rule.ruling.facts, "player": table.names[said], "tile": other}
        return by_rule._replace(seat=said, must=by_rule.must and other, ruling=by_rule.ruling._replace(facts=facts))
    _against(by_rule, said, table, found)
    return stated_lead(table, said)


def seeded_lead(step: Step, said: int, found: Diagnostics) -> Step:
    """The first step of a seeded deal, whose lots are known, with the leader that the file states."""
    state = step.state
    if said >= state.table.seats:
        last = state.table.seats - 1
        found.problem(("deal", "leader"), "REC-VALUE", "seat", key="leader", value=said, last=last)
        return step
    if said == state.lead.seat:
        return step
    _against(state.lead, said, state.table, found)
    lead = stated_lead(state.table, said)
    events = (*(event for event in step.events if not isinstance(event, Leads)), Leads(said, lead.ruling))
    return step._replace(events=events, state=state.but(turn=said, lead=lead))


def _order_of_deal(holdings: tuple[tuple[Tile, ...], ...]) -> list[Tile]:
    """The tiles in the order in which they were dealt, one at a time round the table."""
    return [tile for row in zip_longest(*holdings) for tile in row if tile]


def _another(tile: Tile | None, holding: tuple[Tile, ...]) -> Tile | None:
    """The equal tile of the other set: where two players hold the highest double, the quicker of them leads."""
    return next((other for other in holding if tile is not None and other[:2] == tile[:2]), None)


def _against(by_rule: Lead, said: int, table: Table, found: Diagnostics) -> None:
    ruling, names = by_rule.ruling, table.names
    if "wrong" in clause(ruling.clause).sentences:
        facts = {**ruling.facts, "player": names[said], "right": names[by_rule.seat]}
        found.refused(("deal", "leader"), ruling._replace(case="wrong", facts=facts, allowed=False))
    else:
        told = Ruling("REC-LEAD", "no", {"leader": said, "why": ruling.text}, allowed=False)
        found.refused(("deal", "leader"), told, by=ruling.id)


_PARTS = ("holdings", "row", "columns", "reserve", "holding", "stock", "stock_complete", "leader")


def is_clear(data: Mapping[str, Any], head: Mapping[str, Any], rules: Ruleset, found: Diagnostics) -> bool:
    """Whether tiles can be dealt by the [deal] of a record, if there is one; what is wrong in it is told (REC-KEY).

    `data` is the record as it stands, `head` what of it has the right form.
    """
    if rules.solo is not None and "match" in head:
        found.problem(("match",), "REC-KEY", "elsewhere", key="match", game=rules.name)
        return False
    if "deal" not in head:
        return True
    said, deal = data["deal"], head["deal"]
    parts = _allowed_parts(rules, said)
    strange = [key for key in _PARTS if key in said and key not in parts]
    for key in strange:
        found.problem(("deal", key), "REC-KEY", "elsewhere", key=key, game=rules.name)
    if strange:
        return False
    return _is_seeded(said, deal, parts, found) if "seed" in said else _is_stated(said, deal, parts, found)


def _allowed_parts(rules: Ruleset, said: Mapping[str, Any]) -> tuple[str, ...]:
    """What [deal] may hold beside a seed and notes; the first of it must be there."""
    if rules.solo is None:
        return ("holdings", "stock", "stock_complete", "leader")
    keys: tuple[str, ...] = (face_up(rules, said), *rules.solo.keys[1:])
    return (*keys, "stock_complete") if "stock" in keys else keys


def face_up(rules: Ruleset, deal: Mapping[str, Any]) -> str:
    """The key of the tiles that a patience starts with: a row with a stock beside it may be called a holding."""
    first: str = rules.solo.keys[0]
    return "holding" if "holding" in deal and rules.solo.keys == ("row", "stock") else first


def _is_seeded(said: Mapping[str, Any], deal: Mapping[str, Any], parts: tuple[str, ...], found: Diagnostics) -> bool:
    beside = [key for key in parts if key in said and key != "leader"]
    for key in beside:
        found.problem(("deal", key), "REC-KEY", "one_deal", key=key)
    return not beside and "seed" in deal and ("hand" in deal or "hand" not in said)


def _is_stated(said: Mapping[str, Any], deal: Mapping[str, Any], parts: tuple[str, ...], found: Diagnostics) -> bool:
    if "hand" in said:
        found.problem(("deal", "hand"), "REC-KEY", "missing", key="seed")
        return False
    if parts[0] not in said:
        found.problem(("deal",), "REC-KEY", "missing", key=parts[0])
    return parts[0] in deal and all(key in deal for key in parts if key in said and key != "leader")


def open_alone(data: Mapping[str, Any], rules: Ruleset, found: Diagnostics) -> FirstStep:
    """Deal the record of a patience; its `deal` table is checked already."""
    names, deal = data.get("players", []), data.get("deal")
    unsound = FirstStep(blank(rules, names), None, sound=False)
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
        return FirstStep(step, None, sound=True)
    except IllegalAction:  # the one deal that no patience can use is none at all
        key = rules.solo.keys[0]
        found.problem(("deal", key), "REC-VALUE", "empty", key=key)
        return unsound


def _tell_size(step: Step, rules: Ruleset, found: Diagnostics) -> None:
    size = len(rules.equipment.set.tiles)
    each = rules.dealing.each_of(1, size)
    dealt = next(event for event in step.events if isinstance(event, Dealt))
    if (dealt.each, dealt.stock) != (each, size - each):
        found.remark(("deal",), "REC-DEAL", "alone", open=dealt.each, hidden=dealt.stock, each=each, rest=size - each)


def _parts(deal: Mapping[str, Any], rules: Ruleset, found: Diagnostics) -> dict[str, Any] | None:
    """The tiles of every part; None, with problems, where they do not fit the set."""
    known = len(found.problems)
    seen: Counter[tuple[int, int]] = Counter()
    first = face_up(rules, deal)
    parts: dict[str, Any] = {rules.solo.keys[0]: _tiles(deal.get(first, []), first, seen, found)}
    parts |= {key: _tiles(deal.get(key, []), key, seen, found) for key in rules.solo.keys[1:]}
    check_tiles(_stated_places(parts), rules.equipment.set, found)
    if len(found.problems) > known:
        return None
    if "row" in deal and "stock" not in rules.solo.keys:
        parts["lefts"] = [int(word.partition("-")[0]) for word in deal["row"]]
    if "holding" in parts and not deal.get("stock_complete", False):
        parts["below"] = frozenset(rules.equipment.set.tiles).difference(parts["holding"], parts["stock"])
    return parts


def _tiles(said: Sequence[Any], key: str, seen: Counter[tuple[int, int]], found: Diagnostics) -> list[Any]:
    """The tiles of a part; equal ones of two sets are told apart in the order in which they stand."""
    if any(isinstance(word, list) for word in said):
        return [_tiles(column, key, seen, found) for column in said]
    tiles = []
    for word in said:
        tile = schema.tile_of(word, ("deal", key), found)
        if tile is not None:
            tiles.append(tile._replace(copy=seen[tile[:2]]))
            seen[tile[:2]] += 1
    return tiles


def _stated_places(parts: Mapping[str, Any]) -> Iterator[tuple[str, str, Sequence[Tile]]]:
    for key, tiles in parts.items():
        owner = phrase(f"record.part_{key}")
        for column in tiles if key == "columns" else [tiles]:
            yield owner, key, [Tile(*tile[:2]) for tile in column]


Name = tuple[int, int]


class StatedDeal(NamedTuple):
    """What was dealt: holdings by seat, the stated boneyard front first, and the tiles below it in unknown order."""

    holdings: tuple[tuple[Tile, ...], ...]
    stock: tuple[Tile, ...]
    below: frozenset[Tile]

    @property
    def left(self) -> int:
        """How many tiles lie in the boneyard."""
        return len(self.stock) + len(self.below)


def dealing_of(deal: Mapping[str, Any], table: Table, found: Diagnostics) -> StatedDeal | None:
    """The tiles of a checked [deal]; None, with problems, where they do not fit the set."""
    known = len(found.problems)
    size, every = len(table.rules.equipment.set.tiles), sum(len(held) for held in deal["holdings"])
    if every > size:
        found.problem(("deal", "holdings"), "GEN-DEAL-1", "few", n=every, seats=table.seats, size=size)
        return None
    holdings = [_read(words, "holdings", found) for words in deal["holdings"]]
    stock = _read(deal.get("stock", ()), "stock", found)
    check_tiles(_places(holdings, stock, table), table.rules.equipment.set, found)
    if len(found.problems) > known:
        return None
    return _with_copies(holdings, stock, table, complete=deal.get("stock_complete", False))


def _read(words: Iterable[str], key: str, found: Diagnostics) -> list[Tile]:
    read = [schema.tile_of(word, ("deal", key), found) for word in words]
    return [tile for tile in read if tile is not None]


def check_tiles(places: Iterable[tuple[str, str, Sequence[Tile]]], tiles: DominoSet, found: Diagnostics) -> None:
    """Every tile belongs to the set and is dealt no more often than the set holds it; each wrong one is told once.

    `places` are the owner as a reader knows it, the key of [deal], and the tiles that lie there.
    """
    owners: dict[Name, list[str]] = {}
    for owner, key, held in places:
        for tile in held:
            before = owners.setdefault(tile[:2], [])
            before.append(owner)
            if tile not in tiles.tiles:
                if len(before) == 1:
                    found.problem(("deal", key), "GEN-DEAL-1", "foreign", tile=tile, set=tiles.name)
            elif len(before) == tiles.copies + 1:
                why = phrase("record.twice", first=before[0], second=owner)
                found.problem(("deal", key), "GEN-DEAL-1", "no", tile=tile, why=why)


def _places(holdings: Sequence[Sequence[Tile]], stock: Sequence[Tile], table: Table
            ) -> Iterator[tuple[str, str, Sequence[Tile]]]:
    for name, held in zip(table.names, holdings, strict=True):
        yield name, "holdings", held
    yield phrase("record.boneyard"), "stock", stock


def _with_copies(holdings: Sequence[Sequence[Tile]], stock: Sequence[Tile], table: Table, *, complete: bool
                 ) -> StatedDeal:
    """Tell equal tiles of two sets apart in the order in which they are dealt, as a shuffle does."""
    seen: Counter[Name] = Counter()

    def numbered(tile: Tile) -> Tile:
        copy = seen[tile[:2]]
        seen[tile[:2]] += 1
        return tile._replace(copy=copy)  # A file may deal a tile a third time, which is a problem of its own.

    rows = [[numbered(tile) if tile else None for tile in row] for row in zip_longest(*holdings)]
    held = tuple(tuple(tile for tile in column if tile) for column in zip(*rows, strict=True))
    known = tuple(numbered(tile) for tile in stock)
    rest = set(table.rules.equipment.set.tiles).difference(known, *held)
    return StatedDeal(held, known, frozenset() if complete else frozenset(rest))


class FirstStep(NamedTuple):
    """The first step of a record, the shuffle it was dealt from, and whether moves can be played from it."""

    step: Step
    shuffle: Shuffle | None
    sound: bool

    @property
    def steps(self) -> tuple[Step, ...]:
        """The first step, and the settlement of a patience that is won or lost as it is dealt."""
        over = self.step.state.over
        return (self.step, settle(self.step.state)) if over in ("won", "lost") else (self.step,)


def blank(rules: Ruleset | None, names: Sequence[str] = ()) -> Step:
    """A table on which nothing was dealt, for a record whose rules or deal cannot be used."""
    known = rules or nameless()
    if known.solo is not None:
        return known.solo.undealt(known, names_for(1, names)[0])  # type: ignore[no-any-return]
    seats = known.dealing.seat_counts[0]
    table = Table(known, names_for(seats, names), Standing((0,) * known.side_count(seats)), study=True)
    return _study(table)


def open_hand(data: Mapping[str, Any], rules: Ruleset, standing: Standing | None, found: Diagnostics) -> FirstStep:
    """Deal a record: its `deal` and `match` tables are checked already, `standing` is that of a match file."""
    names = data.get("players", [])
    unsound = FirstStep(blank(rules, names), None, sound=False)
    seats = _seats(data, rules, found)
    if seats is None:
        return unsound
    before = _before(data.get("match"), rules, seats, standing, found)
    table = Table(rules, names_for(seats, names), before, study="deal" not in data)
    if table.study:
        return FirstStep(_study(table), None, sound=True)
    deal = data["deal"]
    if "seed" in deal:
        return _seeded(deal, table, found) or unsound
    dealing = dealing_of(deal, table, found)
    return unsound if dealing is None else FirstStep(_dealt(deal, table, dealing, found), None, sound=True)


def _seats(data: Mapping[str, Any], rules: Ruleset, found: Diagnostics) -> int | None:
    """How many sit at the table; None, with a problem, where the game is not for so many."""
    names = data.get("players", [])
    holdings = data.get("deal", {}).get("holdings")
    if holdings is None:
        seats = len(names) or rules.dealing.seat_counts[0]
    else:
        seats = len(holdings)
        if len(names) > seats:
            found.problem(("players",), "REC-VALUE", "seats", names=len(names), seats=seats)
            return None
    ruling = rules.dealing.seats_ruling(seats)
    if not ruling.allowed:
        found.refused(("players",) if names else ("deal", "holdings"), ruling)
        return None
    return seats


def _before(said: Mapping[str, Any] | None, rules: Ruleset, seats: int, played: Standing | None, found: Diagnostics
            ) -> Standing:
    """The standing that the file states; else the one the hands before it, of as many sides, have led to."""
    if played is None or len(played.scores) != rules.side_count(seats):
        return standing_of(said, rules, seats, found) or Standing((0,) * rules.side_count(seats))
    stated = standing_of(said, rules, seats, found, played)
    if stated is None:
        return played
    for key in said or ():
        if getattr(stated, key) != getattr(played, key):
            value = getattr(played, key)
            shown_value = list(value) if key in ("scores", "chips") else value
            found.problem(("match", key), "REC-STATED", "wrong", key=key, said=shown((said or {})[key]),
                          value=shown("none" if value is None else shown_value))
    return stated


def standing_of(said: Mapping[str, Any] | None, rules: Ruleset, seats: int, found: Diagnostics,
                played: Standing | None = None) -> Standing | None:
    """How the match stands before this hand, by its [match] table; None where there is none or it cannot be.

    What the table leaves out is as the hands before it left it (`played`), else as at the start of a match.
    """
    if said is None:
        return None
    sides = rules.side_count(seats)
    before = played or Standing((0,) * sides)
    scores, chips = said.get("scores", before.scores), said.get("chips", before.chips)
    for key, numbers in (("scores", scores), ("chips", chips or scores)):
        if len(numbers) != sides:
            found.problem(("match", key), "REC-VALUE", "sides", key=key, n=len(numbers), sides=sides)
            return None
    for key in ("last_leader", "last_winner"):
        if isinstance(said.get(key), int) and said[key] >= seats:
            found.problem(("match", key), "REC-VALUE", "seat", key=key, value=said[key], last=seats - 1)
            return None
    winner = said.get("last_winner", before.last_winner)
    return Standing(tuple(scores), said.get("hand", before.hand), said.get("last_leader", before.last_leader),
                    None if winner == "none" else winner, said.get("last_how", before.last_how), tuple(chips))


def _study(table: Table) -> Step:
    lead = Lead(0, None, Ruling("REC-STUDY", "study"))
    nothing = ((),) * table.seats
    state = State(table, Chain(), nothing, (), 0, lead, table.standing.scores)
    return Step(None, None, (Leads(0, lead.ruling),), state)


def seeded(deal: Mapping[str, Any], rules: Ruleset, found: Diagnostics, **how: Any) -> FirstStep | None:
    """Deal from the seed of a record; None, with the clause, where the rules deal more tiles than the set has.

    `how` are the seats, names and standing that `start` takes.
    """
    shuffle = Shuffle(seed=deal["seed"], hand=deal.get("hand", 0))
    try:
        return FirstStep(start(rules, shuffle, **how), shuffle, sound=True)
    except IllegalAction as refused:
        found.refused(("deal", "seed"), refused.ruling)
        return None


def _seeded(deal: Mapping[str, Any], table: Table, found: Diagnostics) -> FirstStep | None:
    opening = seeded(deal, table.rules, found, seats=table.seats, names=table.names, standing=table.standing)
    if opening is not None and "leader" in deal and opening.step.state.over is None:
        return opening._replace(step=seeded_lead(opening.step, deal["leader"], found))
    return opening


def _dealt(deal: Mapping[str, Any], table: Table, dealing: StatedDeal, found: Diagnostics) -> Step:
    events: list[Event] = [_dealt_event(table, dealing, found)]
    lead = lead_of(deal.get("leader"), table, dealing.holdings, found, dealing.stock)
    state = State(table, Chain(), dealing.holdings, dealing.stock, 0, lead or _nobody(table), table.standing.scores,
                  below=dealing.below, chips=chips_at(table))
    if lead is None:
        events.append(Ended("misdeal", table.rules.leading.redeal_ruling()))
        return Step(None, None, tuple(events), state._replace(over="misdeal"))
    return Step(None, None, (*events, Leads(lead.seat, lead.ruling)), state._replace(turn=lead.seat))


def _nobody(table: Table) -> Lead:
    return Lead(0, None, table.rules.leading.redeal_ruling())


def _dealt_event(table: Table, dealing: StatedDeal, found: Diagnostics) -> Dealt:
    rules, sizes = table.rules, tuple(len(holding) for holding in dealing.holdings)
    each, stock = rules.dealing.each_of(table.seats, len(rules.equipment.set.tiles)), dealing.left
    if set(sizes) == {each}:
        return Dealt(0, each, stock, Ruling(rules.clauses.get("deal", "GEN-DEAL-1"), "dealt",
                                            {"each": each, "stock": stock}))
    found.remark(("deal", "holdings"), "REC-DEAL", "size", sizes=sizes, each=each)
    case = "dealt" if len(set(sizes)) == 1 else "uneven"
    facts = {"each": sizes[0], "sizes": sizes, "stock": stock}
    return Dealt(0, max(sizes), stock, Ruling("REC-DEAL", case, facts))
