"""Leading: the leader that a record states, checked against the lead rule. The lots of a stated deal are unknown."""

from __future__ import annotations

from itertools import zip_longest

from domino_lab.events import Leads
from domino_lab.play.record.findings import Findings
from domino_lab.play.start import find_lead, stated_lead
from domino_lab.play.state import Step, Table
from domino_lab.rules.leading import Lead
from domino_lab.rulings import Ruling, clause
from domino_lab.tiles import Tile

_OPEN_CASES = ("unknown", "youngest", "nobody")
"""The lead rule found nobody by the tiles, so whom the file names is taken at its word."""


def lead_of(said: int | None, table: Table, holdings: tuple[tuple[Tile, ...], ...], found: Findings,
            stock: tuple[Tile, ...] = ()) -> Lead | None:
    """Who leads stated holdings; None where the rules ask for another deal. A wrong leader is a problem, and leads.

    Where the tile that leads is drawn for, the leader may be stated: who draws it from `stock`.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.rules.leading import Standing
    >>> table, found = Table(get("block"), ("Ana", "Ben"), Standing((0, 0))), Findings(Lines.of(""))
    >>> lead_of(0, table, ((Tile(1, 2),), (Tile(4, 4),)), found).seat, found.problems[0].clause
    (0, 'BL-LEAD-1')
    """
    by_rule = find_lead(table, holdings, None, _dealt(holdings))
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
        lead = find_lead(table, tuple(held), None, _dealt(tuple(held)))
        if lead is not None and not lead.seeks:
            return lead.seat
        seat = table.rules.dealing.next_seat(seat, table.seats)
    return None


def _said_lead(said: int, by_rule: Lead, table: Table, holding: tuple[Tile, ...], found: Findings) -> Lead:
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


def seeded_lead(step: Step, said: int, found: Findings) -> Step:
    """The first step of a seeded deal, whose lots are known, with the leader that the file states.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> first = start(get("block"), Shuffle(seed=1))
    >>> seeded_lead(first, first.state.turn, Findings(Lines.of(""))) == first
    True
    """
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
    return step._replace(events=events, state=state._replace(turn=said, lead=lead))


def _dealt(holdings: tuple[tuple[Tile, ...], ...]) -> list[Tile]:
    """The tiles in the order in which they were dealt, one at a time round the table."""
    return [tile for row in zip_longest(*holdings) for tile in row if tile]


def _another(tile: Tile | None, holding: tuple[Tile, ...]) -> Tile | None:
    """The equal tile of the other set: where two players hold the highest double, the quicker of them leads."""
    return next((other for other in holding if tile is not None and other[:2] == tile[:2]), None)


def _against(by_rule: Lead, said: int, table: Table, found: Findings) -> None:
    ruling, names = by_rule.ruling, table.names
    if "wrong" in clause(ruling.clause).sentences:
        facts = {**ruling.facts, "player": names[said], "right": names[by_rule.seat]}
        found.refused(("deal", "leader"), ruling._replace(case="wrong", facts=facts, allowed=False))
    else:
        told = Ruling("REC-LEAD", "no", {"leader": said, "why": ruling.text}, allowed=False)
        found.refused(("deal", "leader"), told, by=ruling.id)
