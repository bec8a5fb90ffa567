"""Opening: the players, the standing and the deal of a record, as the first step of a timeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domino_lab.chain import Chain
from domino_lab.events import Dealt, Ended, Event, Leads
from domino_lab.play.record.findings import Findings, shown
from domino_lab.play.record.house import nameless
from domino_lab.play.record.leading import lead_of, seeded_lead
from domino_lab.play.record.tilelists import Dealing, dealing_of
from domino_lab.play.settlement import settle
from domino_lab.play.start import chips_at, names_for, start
from domino_lab.play.state import State, Step, Table
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling
from domino_lab.shuffle import Shuffle


class Opening(NamedTuple):
    """The first step of a record, the shuffle it was dealt from, and whether moves can be played from it.

    >>> Opening(blank(None), None, sound=False).sound
    False
    """

    step: Step
    shuffle: Shuffle | None
    sound: bool

    @property
    def steps(self) -> tuple[Step, ...]:
        """The first step, and the settlement of a patience that is won or lost as it is dealt.

        >>> len(Opening(blank(None), None, sound=False).steps)
        1
        """
        over = self.step.state.over
        return (self.step, settle(self.step.state)) if over in ("won", "lost") else (self.step,)


def blank(rules: Ruleset | None, names: Sequence[str] = ()) -> Step:
    """A table on which nothing was dealt, for a record whose rules or deal cannot be used.

    >>> blank(None).state.table.names
    ('Player 1', 'Player 2')
    """
    known = rules or nameless()
    seats = known.dealing.seat_counts[0]
    table = Table(known, names_for(seats, names), Standing((0,) * known.side_count(seats)), study=True)
    return _study(table)


def open_hand(data: Mapping[str, Any], rules: Ruleset, standing: Standing | None, found: Findings) -> Opening:
    """Deal a record: its `deal` and `match` tables are checked already, `standing` is that of a match file.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> open_hand({"deal": {"seed": 7}}, get("block"), None, Findings(Lines.of(""))).step.state.boneyard
    14
    """
    names = data.get("players", [])
    unsound = Opening(blank(rules, names), None, sound=False)
    seats = _seats(data, rules, found)
    if seats is None:
        return unsound
    before = _before(data.get("match"), rules, seats, standing, found)
    table = Table(rules, names_for(seats, names), before, study="deal" not in data)
    if table.study:
        return Opening(_study(table), None, sound=True)
    deal = data["deal"]
    if "seed" in deal:
        return _seeded(deal, table, found)
    dealing = dealing_of(deal, table, found)
    return unsound if dealing is None else Opening(_dealt(deal, table, dealing, found), None, sound=True)


def _seats(data: Mapping[str, Any], rules: Ruleset, found: Findings) -> int | None:
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


def _before(said: Mapping[str, Any] | None, rules: Ruleset, seats: int, played: Standing | None, found: Findings
            ) -> Standing:
    """The standing that the file states; else the one the hands before it, of as many sides, have led to."""
    stated = standing_of(said, rules, seats, found)
    if played is None or len(played.scores) != rules.side_count(seats):
        return stated or Standing((0,) * rules.side_count(seats))
    if stated is None:
        return played
    for key in said or ():
        if getattr(stated, key) != getattr(played, key):
            value = getattr(played, key)
            shown_value = list(value) if key in ("scores", "chips") else value
            found.problem(("match", key), "REC-STATED", "wrong", key=key, said=shown((said or {})[key]),
                          value=shown("none" if value is None else shown_value))
    return stated


def standing_of(said: Mapping[str, Any] | None, rules: Ruleset, seats: int, found: Findings) -> Standing | None:
    """How the match stands before this hand, by its [match] table; None where there is none or it cannot be.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> standing_of({"scores": [30, 5], "hand": 3}, get("block"), 2, Findings(Lines.of(""))).hand
    3
    """
    if said is None:
        return None
    sides = rules.side_count(seats)
    scores, chips = said.get("scores", [0] * sides), said.get("chips", [])
    for key, numbers in (("scores", scores), ("chips", chips or scores)):
        if len(numbers) != sides:
            found.problem(("match", key), "REC-VALUE", "sides", key=key, n=len(numbers), sides=sides)
            return None
    for key in ("last_leader", "last_winner"):
        if isinstance(said.get(key), int) and said[key] >= seats:
            found.problem(("match", key), "REC-VALUE", "seat", key=key, value=said[key], last=seats - 1)
            return None
    winner = said.get("last_winner")
    return Standing(tuple(scores), said.get("hand", 1), said.get("last_leader"),
                    None if winner == "none" else winner, said.get("last_how"), tuple(chips))


def _study(table: Table) -> Step:
    lead = Lead(0, None, Ruling("REC-STUDY", "study"))
    nothing = ((),) * table.seats
    state = State(table, Chain(), nothing, (), 0, lead, table.standing.scores)
    return Step(None, None, (Leads(0, lead.ruling),), state)


def _seeded(deal: Mapping[str, Any], table: Table, found: Findings) -> Opening:
    shuffle = Shuffle(seed=deal["seed"], hand=deal.get("hand", 0))
    step = start(table.rules, shuffle, seats=table.seats, names=table.names, standing=table.standing)
    if "leader" in deal and step.state.over is None:
        step = seeded_lead(step, deal["leader"], found)
    return Opening(step, shuffle, sound=True)


def _dealt(deal: Mapping[str, Any], table: Table, dealing: Dealing, found: Findings) -> Step:
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


def _dealt_event(table: Table, dealing: Dealing, found: Findings) -> Dealt:
    rules, sizes = table.rules, tuple(len(holding) for holding in dealing.holdings)
    each, stock = rules.dealing.each(table.seats, len(rules.equipment.set.tiles)), dealing.left
    if set(sizes) == {each}:
        return Dealt(0, each, stock, Ruling(rules.clauses.get("deal", "GEN-DEAL-1"), "dealt",
                                            {"each": each, "stock": stock}))
    found.remark(("deal", "holdings"), "REC-DEAL", "size", sizes=sizes, each=each)
    case = "dealt" if len(set(sizes)) == 1 else "uneven"
    facts = {"each": sizes[0], "sizes": sizes, "stock": stock}
    return Dealt(0, max(sizes), stock, Ruling("REC-DEAL", case, facts))
