"""Reading the deal: the players, standing and tiles of a record, checked, as the first step of a timeline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, cast

from domino_lab.core.chain import Chain
from domino_lab.core.errors import IllegalAction
from domino_lab.core.events import Dealt, Ended, Leads
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.play.settlement import settle
from domino_lab.play.start import (
    begin,
    bind_lead,
    chips_at,
    find_lead,
    names_apart,
    names_for,
    start,
    stated_lead,
    turned_up,
    unbound_lead,
    with_set_out,
)
from domino_lab.play.state import State, Step, Table
from domino_lab.record.rules_table import nameless
from domino_lab.record.schema import (
    DealTable,
    PastHandTable,
    RecordTable,
    StandingTable,
    check_table,
    tile_of,
)
from domino_lab.record.source import Diagnostics, Path, Toml, show
from domino_lab.rules.leading import HELD, Lead, PastHand, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase

Holdings = tuple[tuple[Tile, ...], ...]


class FirstStep(NamedTuple):
    """The first step of a record, the shuffle it was dealt from, and whether moves can be played from it."""

    step: Step
    shuffle: Shuffle | None
    sound: bool

    @property
    def steps(self) -> tuple[Step, ...]:
        """The first step, and the settlement of a match or a patience that ends as the tiles are dealt."""
        over = self.step.state.over
        return (self.step, settle(self.step.state)) if over in ("won", "lost", "target") else (self.step,)


def blank(rules: Ruleset | None, names: Sequence[str] = ()) -> Step:
    """Return a table without a deal, for a record whose rules or deal cannot be used."""
    known = rules or nameless()
    if known.solo is not None:
        step: Step = known.solo.undealt(known, names_for(1, names)[0])
        return step
    seats = known.dealing.seat_counts[0]
    return _study(Table(known, names_apart(seats, names), Standing((0,) * known.side_count(seats)), study=True))


def unsound(rules: Ruleset | None, names: Sequence[str] = ()) -> FirstStep:
    """Return the first step of a record from which nothing can be played."""
    return FirstStep(blank(rules, names), None, sound=False)


def _study(table: Table) -> Step:
    lead = Lead(0, None, Ruling("REC-STUDY", "study"))
    state = State(table=table, chain=Chain(), holdings=((),) * table.seats, stock=(), turn=0, lead=lead,
                  scores=table.standing.scores)
    return Step(None, None, (Leads(0, lead.ruling),), state)


_PARTS = ("holdings", "row", "columns", "reserve", "holding", "stock", "stock_complete", "leader")


class DealReader:
    """The [deal] and [match] tables of a record, from which the first step is dealt.

    `stated` is the [deal] table (None if there is none), `deal` the part of it in the right form; `standing` is that of
    the match before this hand, if the hands before it are known.
    """

    def __init__(self, head: RecordTable, standing: Standing | None, diagnostics: Diagnostics) -> None:
        self.diagnostics, self.standing = diagnostics, standing
        self.names = head.get("players", [])
        self.stated = head.get("deal")
        self.deal = check_table(self.stated or {}, DealTable, ("deal",), diagnostics)
        self.match = check_table(head["match"], StandingTable, ("match",), diagnostics) if "match" in head else None

    def _problem(self, where: str, clause: str, case: str, **facts: object) -> None:
        self.diagnostics.problem(("deal", where), clause, case, **facts)

    def first_step(self, rules: Ruleset) -> FirstStep:
        """Deal the record under its rules."""
        if not self._is_clear(rules):
            return unsound(rules, self.names)
        first = self._rivals(rules) if rules.solo is None else self._patience(rules)
        return first or unsound(rules, self.names)

    def _is_clear(self, rules: Ruleset) -> bool:
        """True if [deal] has the keys from which tiles can be dealt, or if there is none (REC-KEY)."""
        if rules.solo is not None and self.match is not None:
            self.diagnostics.problem(("match",), "REC-KEY", "elsewhere", key="match", game=rules.name)
            return False
        if self.stated is None:
            return True
        parts = self._parts_allowed(rules)
        strange = [key for key in _PARTS if key in self.stated and key not in parts]
        for key in strange:
            self._problem(key, "REC-KEY", "elsewhere", key=key, game=rules.name)
        if strange:
            return False
        there = [key for key in parts if key in self.stated and key != "leader"]
        if "seed" not in self.stated:
            return self._has_tiles(parts[0], there)
        for key in there:
            self._problem(key, "REC-KEY", "one_deal", key=key)
        return not there and "seed" in self.deal and ("hand" in self.deal or "hand" not in self.stated)

    def _parts_allowed(self, rules: Ruleset) -> tuple[str, ...]:
        """Return what [deal] may hold beside a seed and notes; the first of it must be there."""
        if rules.solo is None:
            return ("holdings", "stock", "stock_complete", "leader")
        keys: tuple[str, ...] = (self._face_up(rules), *rules.solo.keys[1:])
        return (*keys, "stock_complete") if "stock" in keys else keys

    def _face_up(self, rules: Ruleset) -> str:
        """Return the key of the tiles that a patience starts with: a row beside a stock may be called a holding."""
        first: str = rules.solo.keys[0]
        return "holding" if "holding" in (self.stated or {}) and rules.solo.keys == ("row", "stock") else first

    def _has_tiles(self, first: str, there: Sequence[str]) -> bool:
        if "hand" in (self.stated or {}):
            self._problem("hand", "REC-KEY", "missing", key="seed")
            return False
        if first not in (self.stated or {}):
            self.diagnostics.problem(("deal",), "REC-KEY", "missing", key=first)
        return first in self.deal and all(key in self.deal for key in there)

    # --- games with rivals

    def _rivals(self, rules: Ruleset) -> FirstStep | None:
        seats = self._seats(rules)
        if seats is None:
            return None
        names = names_apart(seats, self.names)
        if names[:len(self.names)] != tuple(self.names):
            self.diagnostics.remark(("players",), "REC-VALUE", "alike", names=names)
        table = Table(rules, names, self._standing(rules, seats), study=self.stated is None)
        if table.study:
            return FirstStep(_study(table), None, sound=True)
        if "seed" in self.deal:
            return self._from_seed(rules, names, table)
        dealt = self._deal_tiles(table)
        return None if dealt is None else FirstStep(self._first_step(table, *dealt), None, sound=True)

    def _seats(self, rules: Ruleset) -> int | None:
        """Return how many sit at the table; None, with a problem, if the game is not for so many."""
        names, holdings = self.names, self.deal.get("holdings")
        if holdings is None:
            seats = len(names) or rules.dealing.seat_counts[0]
        else:
            seats = len(holdings)
            if len(names) > seats:
                self.diagnostics.problem(("players",), "REC-VALUE", "seats", names=len(names), seats=seats)
                return None
        ruling = rules.dealing.seats_ruling(seats)
        if not ruling.allowed:
            self.diagnostics.refuse(("players",) if names else ("deal", "holdings"), ruling)
            return None
        return seats

    def _standing(self, rules: Ruleset, seats: int) -> Standing:
        """Return the standing that the file states; else the one that the hands before it, of as many sides, led to."""
        played, fresh = self.standing, Standing((0,) * rules.side_count(seats))
        if played is None or len(played.scores) != len(fresh.scores):
            return self._read_standing(fresh, seats) or fresh
        stated = self._read_standing(played, seats)
        if stated is None:
            return played
        true = played._asdict()
        for key, value in (self.match or {}).items():
            if key != "redeals" and stated._asdict()[key] != true[key]:     # That is known of this hand alone.
                right = list(true[key]) if isinstance(true[key], tuple) else true[key]
                self.diagnostics.problem(("match", key), "REC-STATED", "wrong", key=key, said=show(value),
                                         value=show("none" if right is None else right))
        return stated

    def _read_standing(self, before: Standing, seats: int) -> Standing | None:
        """Return how the match stands by the [match] table; what that leaves out is as `before`. None if it cannot be.
        """
        stated = self.match
        if stated is None:
            return None
        sides = len(before.scores)
        scores, chips = stated.get("scores", before.scores), stated.get("chips", before.chips)
        won = stated.get("won", before.won)
        for key, numbers in (("scores", scores), ("chips", chips or scores), ("won", won or scores)):
            if len(numbers) != sides:
                self.diagnostics.problem(("match", key), "REC-VALUE", "sides", key=key, n=len(numbers), sides=sides)
                return None
        for key, seat in (("last_leader", stated.get("last_leader")), ("last_winner", stated.get("last_winner"))):
            if isinstance(seat, int) and seat >= seats:
                self.diagnostics.problem(("match", key), "REC-VALUE", "seat", key=key, value=seat, last=seats - 1)
                return None
        winner = stated.get("last_winner", before.last_winner)
        return Standing(tuple(scores), stated.get("hand", before.hand), stated.get("last_leader", before.last_leader),
                        winner if isinstance(winner, int) else None, stated.get("last_how", before.last_how),
                        tuple(chips), stated.get("level", before.level), tuple(won),
                        self._past(stated["past"], sides, seats) if "past" in stated else before.past,
                        stated.get("redeals", before.redeals))

    def _past(self, tables: Sequence[Mapping[str, Toml]], sides: int, seats: int) -> tuple[PastHand, ...]:
        """Return the earlier hands of the match that a [match] states; one that lacks something is a problem."""
        read = (self._past_hand(("match", "past", number), table, sides, seats) for number, table in enumerate(tables))
        return tuple([hand for hand in read if hand is not None])

    def _past_hand(self, where: Path, table: Mapping[str, Toml], sides: int, seats: int) -> PastHand | None:
        form = check_table(table, PastHandTable, where, self.diagnostics)
        needed = PastHand._fields[:-len(PastHand._field_defaults)]
        for key in needed:
            if key not in table:
                self.diagnostics.problem(where, "REC-KEY", "missing", key=key)
        if not form.keys() >= {*needed}:
            return None
        if len(form["award"]) != sides:
            self.diagnostics.problem((*where, "award"), "REC-VALUE", "sides", key="award", n=len(form["award"]),
                                     sides=sides)
            return None
        for key, numbers in (("pips", form["pips"]), ("passes", form["passes"])):
            if len(numbers) != seats:
                self.diagnostics.problem((*where, key), "REC-VALUE", "players", key=key, n=len(numbers), seats=seats)
                return None
        winner = form["winner"] if isinstance(form["winner"], int) else None
        blocker = form.get("blocker")
        return PastHand(form["how"], winner, tuple(form["award"]), tuple(form["pips"]), tuple(form["passes"]),
                        blocker if isinstance(blocker, int) else None)

    def _from_seed(self, rules: Ruleset, names: Sequence[str], table: Table | None = None) -> FirstStep | None:
        """Deal from the seed; None, with the clause, if the rules deal more tiles than the set has."""
        shuffle = Shuffle(seed=self.deal["seed"], hand=self.deal.get("hand", 0))
        seats, standing = (table.seats, table.standing) if table else (None, None)
        try:
            step = start(rules, shuffle, seats=seats, names=names, standing=standing)
        except IllegalAction as refused:
            self.diagnostics.refuse(("deal", "seed"), refused.ruling)
            return None
        if table and "leader" in self.deal and step.state.over is None:
            step = self._with_leader(step, self.deal["leader"])
        return FirstStep(step, shuffle, sound=True)

    def _with_leader(self, step: Step, leader: int) -> Step:
        """Return the first step of a seeded deal, whose lots are known, with the leader that the file states."""
        state = step.state
        if not self._is_seat(leader, state.table) or leader == state.lead.seat:
            return step
        lead = _lead_left_to(leader, state.lead, state.table)
        if lead is None:
            self._contradict(state.lead, leader, state.table)
            lead = stated_lead(state.table, leader)
        dealt = tuple([event for event in step.events if isinstance(event, Dealt | Ended)])
        before = state.but(turn=leader, lead=lead, chain=Chain(), stock=(*turned_up(step), *state.stock),
                           scores=state.table.standing.scores)
        return begin(step._replace(events=(*dealt, Leads(leader, lead.ruling)), state=before))

    def _deal_tiles(self, table: Table) -> tuple[Holdings, tuple[Tile, ...], frozenset[Tile]] | None:
        """Return holdings, stated boneyard (front first) and the tiles below it; None if they do not fit the set.

        Equal tiles of two sets are numbered in the order in which they are dealt, as a shuffle does.
        """
        known, words, rules = len(self.diagnostics.problems), self.deal["holdings"], table.rules
        size, every = len(rules.equipment.set.tiles), sum(len(held) for held in words)
        if every > size:
            self._problem("holdings", "GEN-DEAL-1", "few", n=every, seats=table.seats, size=size)
            return None
        read = [self._tiles(held, "holdings") for held in words]
        stock = self._tiles(self.deal.get("stock", ()), "stock")
        places = [(name, "holdings", held) for name, held in zip(table.names, read, strict=True)]
        self._check_tiles((*places, (phrase("record.boneyard"), "stock", stock)), rules.equipment.set)
        if len(self.diagnostics.problems) > known:
            return None
        set_out = rules.dealing.set_out_of(stock, rules.doubles, table.standing.hand) if rules.dealing.set_out else None
        if set_out:     # It is numbered last, because of equal tiles the one with the higher number is set out.
            stock.append(stock.pop(stock.index(set_out)))
        copies: Counter[tuple[int, int]] = Counter()
        rows = [[tile and _number_copy(tile, copies) for tile in row] for row in zip_longest(*read)]
        holdings = tuple(tuple(tile for tile in column if tile) for column in zip(*rows, strict=True))
        front = tuple(_number_copy(tile, copies) for tile in stock)
        rest = frozenset(rules.equipment.set.tiles).difference(front, *holdings)
        below = frozenset[Tile]() if self.deal.get("stock_complete", False) else rest
        if below and not front and rules.dealing.first_tile == "boneyard":
            self._problem("stock", "REC-DEAL", "turned")
            return None
        boneyard = with_set_out(rules, table.standing.hand, front, rest)
        if boneyard is None:
            tile = rules.dealing.to_set_out(rules.doubles, table.standing.hand)
            self._problem("holdings", "REC-DEAL", "set_out", tile=tile)
            return None
        return holdings, boneyard[0], below - {*boneyard[0]}

    def _tiles(self, words: Iterable[str], key: str) -> list[Tile]:
        read = [tile_of(word, ("deal", key), self.diagnostics) for word in words]
        return [tile for tile in read if tile is not None]

    def _check_tiles(self, places: Iterable[tuple[str, str, Sequence[Tile]]], tiles: DominoSet) -> None:
        """Check that every tile belongs to the set and is dealt no more often than the set holds it.

        `places` are the owner as a reader knows it, the key of [deal], and the tiles that lie there. Each wrong tile is
        one problem.
        """
        owners: dict[tuple[int, int], list[str]] = {}
        for owner, key, held in places:
            for tile in held:
                before = owners.setdefault(tile[:2], [])
                before.append(owner)
                if tile not in tiles.tiles:
                    if len(before) == 1:
                        self._problem(key, "GEN-DEAL-1", "foreign", tile=tile, set=tiles.name)
                elif len(before) == tiles.how_often(tile) + 1:
                    why = phrase("record.twice", first=before[0], second=owner)
                    self._problem(key, "GEN-DEAL-1", "no", tile=tile, why=why)

    def _first_step(self, table: Table, holdings: Holdings, stock: tuple[Tile, ...], below: frozenset[Tile]) -> Step:
        left = len(stock) + len(below) - table.rules.dealing.set_out
        dealt = self._deal_event(table, tuple(len(held) for held in holdings), left)
        again = table.rules.dealing.redeal_ruling(holdings, table.names)
        lead = self._leader(table, holdings, stock) if again is None else None
        if again is not None and "leader" in self.deal:
            self.diagnostics.refuse(("deal", "leader"), again)
        redeal = again or table.rules.leading.no_leader_ruling()
        state = State(table=table, chain=Chain(), holdings=holdings, stock=stock, turn=0,
                      lead=lead or Lead(0, None, redeal), scores=table.standing.scores, below=below,
                      chips=chips_at(table))
        if lead is None:
            return Step(None, None, (dealt, Ended("misdeal", redeal)), state._replace(over="misdeal"))
        if lead.turns_up and below and not stock:
            self._problem("stock", "REC-DEAL", "turned")
        return begin(Step(None, None, (dealt, Leads(lead.seat, lead.ruling)), state._replace(turn=lead.seat)))

    def _deal_event(self, table: Table, sizes: tuple[int, ...], stock: int) -> Dealt:
        rules = table.rules
        each = rules.dealing.each_of(table.seats, len(rules.equipment.set.tiles), table.standing.hand)
        if set(sizes) == {each}:
            return Dealt(0, each, stock, rules.dealing.dealt_ruling(each, stock))
        self.diagnostics.remark(("deal", "holdings"), "REC-DEAL", "size", sizes=sizes, each=each)
        case = "dealt" if len(set(sizes)) == 1 else "uneven"
        facts = {"each": sizes[0], "sizes": sizes, "stock": stock}
        return Dealt(0, max(sizes), stock, Ruling("REC-DEAL", case, facts))

    # --- who leads

    def _leader(self, table: Table, holdings: Holdings, stock: tuple[Tile, ...]) -> Lead | None:
        """Return who leads stated holdings; None if the rules ask for another deal."""
        return self._bound_lead(table, holdings) if table.rules.lead_tiles else self._lead(table, holdings, stock)

    def _lead(self, table: Table, holdings: Holdings, stock: tuple[Tile, ...]) -> Lead | None:
        """Return who leads stated holdings; None if the rules ask for another deal. A wrong leader is a problem.

        If the tile that leads is drawn for, the leader may be stated: who draws it from `stock`.
        """
        by_rule = find_lead(table, holdings, None, _order_of_deal(holdings))
        leader = self.deal.get("leader")
        if leader is None or not self._is_seat(leader, table):
            return by_rule
        if by_rule is None:
            self.diagnostics.refuse(("deal", "leader"), table.rules.leading.no_leader_ruling())
            return None
        left = _lead_left_to(leader, by_rule, table)
        if left is not None:
            return left
        case, facts = by_rule.ruling.case, by_rule.ruling.facts
        finds = by_rule.seeks and leader == _finder(by_rule.seat, table, holdings, stock)
        if finds or (leader == by_rule.seat and case != "unknown"):
            return by_rule
        # Where the lead rule found nobody by the tiles, the file decides.
        if case not in ("unknown", "youngest", "nobody"):
            # Of two players who hold the highest double of two sets, the quicker one leads.
            equal = facts["tile"][:2] if facts.get("tile") else None
            other = next((tile for tile in holdings[leader] if tile[:2] == equal), None)
            if other is not None:
                ruling = by_rule.ruling._replace(facts={**facts, "player": table.names[leader], "tile": other})
                return by_rule._replace(seat=leader, must=by_rule.must and other, ruling=ruling)
            self._contradict(by_rule, leader, table)
        return stated_lead(table, leader)

    def _bound_lead(self, table: Table, holdings: Holdings) -> Lead | None:
        """Return who leads if every leader has to play a tile of one kind; one who may not lead is a problem.

        Where nothing but the lots or the age decides, the file does.
        """
        leader = self.deal.get("leader")
        stated = leader if leader is not None and self._is_seat(leader, table) else None
        lead = unbound_lead(table, holdings, None)
        if lead is not None and stated is not None and lead.ruling.case in ("unknown", "youngest"):
            lead = stated_lead(table, stated)
        bound = None if lead is None else bind_lead(table, lead, holdings)
        if stated is not None and bound is None:
            self.diagnostics.refuse(("deal", "leader"), table.rules.leading.no_leader_ruling())
        elif stated is not None and bound is not None and bound.seat != stated:
            self._contradict(bound, stated, table)
        return bound

    def _is_seat(self, leader: int, table: Table) -> bool:
        if leader >= table.seats:
            self._problem("leader", "REC-VALUE", "seat", key="leader", value=leader, last=table.seats - 1)
        return leader < table.seats

    def _contradict(self, by_rule: Lead, leader: int, table: Table) -> None:
        """Add the problem that another seat leads by the rules, with the clause that decides it."""
        ruling, names = by_rule.ruling, table.names
        if ruling.case in HELD:
            facts = {**ruling.facts, "player": names[leader], "right": names[by_rule.seat]}
            self.diagnostics.refuse(("deal", "leader"), ruling._replace(case="wrong", facts=facts, allowed=False))
        else:
            wrong = Ruling("REC-LEAD", "no", {"leader": leader, "why": ruling.text}, allowed=False)
            self.diagnostics.refuse(("deal", "leader"), wrong, by=ruling.id)

    # --- patience games

    def _patience(self, rules: Ruleset) -> FirstStep | None:
        if len(self.names) > 1:
            self.diagnostics.problem(("players",), "REC-VALUE", "alone", names=len(self.names))
            return None
        if self.stated is None:
            self.diagnostics.problem((), "REC-KEY", "missing", key="deal")
            return None
        if "seed" in self.deal:
            return self._from_seed(rules, self.names)
        parts = self._patience_parts(rules)
        if parts is None:
            return None
        try:
            step: Step = rules.solo.opening(rules, parts, names_for(1, self.names)[0])
        except IllegalAction:  # the one deal that no patience can use is none at all
            key = rules.solo.keys[0]
            self._problem(key, "REC-VALUE", "empty", key=key)
            return None
        size = len(rules.equipment.set.tiles)
        each = rules.dealing.each_of(1, size)
        dealt = next(event for event in step.events if isinstance(event, Dealt))
        if (dealt.each, dealt.stock) != (each, size - each):
            self.diagnostics.remark(("deal",), "REC-DEAL", "alone", open=dealt.each, hidden=dealt.stock, each=each,
                                    rest=size - each)
        return FirstStep(step, None, sound=True)

    def _patience_parts(self, rules: Ruleset) -> dict[str, object] | None:
        """Return the tiles of every part, equal ones numbered in their order; None if they do not fit the set."""
        known, copies = len(self.diagnostics.problems), Counter[tuple[int, int]]()
        keys: tuple[str, ...] = rules.solo.keys
        columns = {key: self._columns(self._face_up(rules) if key == keys[0] else key, copies) for key in keys}
        places = [(phrase(f"record.part_{key}"), key, [Tile(*tile[:2]) for tile in column])
                  for key, held in columns.items() for column in held]
        self._check_tiles(places, rules.equipment.set)
        if len(self.diagnostics.problems) > known:
            return None
        parts: dict[str, object] = {key: held if key == "columns" else held[0] for key, held in columns.items()}
        if "row" in self.deal and "stock" not in keys:
            parts["lefts"] = [int(word.partition("-")[0]) for word in self.deal["row"]]
        if "holding" in keys and not self.deal.get("stock_complete", False):
            parts["below"] = frozenset(rules.equipment.set.tiles).difference(*columns["holding"], *columns["stock"])
        return parts

    def _columns(self, key: str, copies: Counter[tuple[int, int]]) -> list[list[Tile]]:
        """Return the tiles of a part of a patience, column by column; a part without columns is one."""
        part = self.deal.get(key, [])
        words = cast(list[list[str]], part if key == "columns" else [part])
        return [[_number_copy(tile, copies) for tile in self._tiles(column, key)] for column in words]


def _number_copy(tile: Tile, before: Counter[tuple[int, int]]) -> Tile:
    """Return a tile as one of two equal ones, numbered in the order in which they are dealt."""
    before[tile[:2]] += 1
    return tile._replace(copy=before[tile[:2]] - 1)  # A file may deal a tile a third time: a problem of its own.


def _finder(seat: int, table: Table, holdings: Holdings, stock: tuple[Tile, ...]) -> int | None:
    """Return who draws the tile that leads, one each in turn; None if it is not among the stated tiles."""
    held = [*holdings]
    for tile in stock:
        held[seat] = (*held[seat], tile)
        lead = find_lead(table, tuple(held), None, _order_of_deal(tuple(held)))
        if lead is not None and not lead.seeks:
            return lead.seat
        seat = table.rules.dealing.next_seat(seat, table.seats)
    return None


def _lead_left_to(leader: int, lead: Lead, table: Table) -> Lead | None:
    """Return the lead of the player to whom the stated `leader`'s partner left it; None if that cannot be."""
    if not lead.may_leave:
        return None
    left = table.rules.leading.leave_to(lead, table.names)
    return left if left.seat == leader else None


def _order_of_deal(holdings: Holdings) -> list[Tile]:
    """Return the tiles in the order in which they were dealt, one at a time round the table."""
    return [tile for row in zip_longest(*holdings) for tile in row if tile]
