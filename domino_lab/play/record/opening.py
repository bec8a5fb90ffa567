"""Opening: the players, the standing and the deal of a record, as the first step of a timeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domino_lab.chain import Chain
from domino_lab.errors import IllegalAction
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
    if known.solo is not None:
        return known.solo.undealt(known, names_for(1, names)[0])  # type: ignore[no-any-return]
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
        return _seeded(deal, table, found) or unsound
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


def standing_of(said: Mapping[str, Any] | None, rules: Ruleset, seats: int, found: Findings,
                played: Standing | None = None) -> Standing | None:
    """How the match stands before this hand, by its [match] table; None where there is none or it cannot be.

    What the table leaves out is as the hands before it left it (`played`), else as at the start of a match.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> standing_of({"scores": [30, 5], "hand": 3}, get("block"), 2, Findings(Lines.of(""))).hand
    3
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


def seeded(deal: Mapping[str, Any], rules: Ruleset, found: Findings, **how: Any) -> Opening | None:
    """Deal from the seed of a record; None, with the clause, where the rules deal more tiles than the set has.

    `how` are the seats, names and standing that `start` takes.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> found = Findings(Lines.of(""))
    >>> seeded({"seed": 1}, get("draw-classic").but(deal={2: 7, 4: 10}), found, seats=4) is None
    True
    >>> found.problems[0].message
    '40 tiles in 4 holdings do not fit a set of 28.'
    """
    shuffle = Shuffle(seed=deal["seed"], hand=deal.get("hand", 0))
    try:
        return Opening(start(rules, shuffle, **how), shuffle, sound=True)
    except IllegalAction as refused:
        found.refused(("deal", "seed"), refused.ruling)
        return None


def _seeded(deal: Mapping[str, Any], table: Table, found: Findings) -> Opening | None:
    opening = seeded(deal, table.rules, found, seats=table.seats, names=table.names, standing=table.standing)
    if opening is not None and "leader" in deal and opening.step.state.over is None:
        return opening._replace(step=seeded_lead(opening.step, deal["leader"], found))
    return opening


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
    each, stock = rules.dealing.each_of(table.seats, len(rules.equipment.set.tiles)), dealing.left
    if set(sizes) == {each}:
        return Dealt(0, each, stock, Ruling(rules.clauses.get("deal", "GEN-DEAL-1"), "dealt",
                                            {"each": each, "stock": stock}))
    found.remark(("deal", "holdings"), "REC-DEAL", "size", sizes=sizes, each=each)
    case = "dealt" if len(set(sizes)) == 1 else "uneven"
    facts = {"each": sizes[0], "sizes": sizes, "stock": stock}
    return Dealt(0, max(sizes), stock, Ruling("REC-DEAL", case, facts))
