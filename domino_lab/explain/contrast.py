"""Contrast: two steps that differ, explained by the two rulings that differ. Every sentence of a rule is a ruling's."""

from __future__ import annotations

from typing import Any, NamedTuple

from domino_lab.actions import Draw
from domino_lab.events import Dealt, Ended, GoesOn, LaidTile, Leads
from domino_lab.explain.why import why
from domino_lab.play.legal import judge
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.scoring import Term
from domino_lab.rules.statements import rule_ruling
from domino_lab.rulings import Ruling, clause
from domino_lab.words import phrase


class Told(NamedTuple):
    """What two lines say of one step: the ruling that decided in each (None where there is none), and the sentences.

    >>> Told(None, None, "Nothing differs.").text
    'Nothing differs.'
    """

    one: Ruling | None
    other: Ruling | None
    text: str


class _Side(NamedTuple):
    ruling: Ruling | None
    text: str


def contrast(one: Step, other: Step) -> Told:
    """Why two steps are worth what they are: by the ends that count differently, else by the decisions on the score.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.chain import Chain
    >>> from domino_lab.explain.relaid import relaid
    >>> from domino_lab.tiles import Tile
    >>> first = Chain().lay(Tile(5, 5), spins=True)
    >>> chain = first.lay(Tile(0, 5), first.ends[0])
    >>> told = contrast(*(relaid(chain, get(name)).line.steps[-1] for name in ("all-fives", "five-up")))
    >>> told.one.id, told.other.id
    ('AF0-SCORE-2', 'FU-SCORE-1')
    """
    return points_told(Timeline((one,)), Timeline((other,)), 0)


def points_told(one: Timeline, other: Timeline, number: int) -> Told:
    """Why step `number` is worth something else in the other line.

    >>> import domino_lab as dl
    >>> one, other = (dl.play_out(name, seed=7, policies="random") for name in ("all-fives", "five-up"))
    >>> points_told(one, one, 1).one == points_told(one, one, 1).other
    True
    """
    first, second = at(one, number), at(other, number)
    if first is None or second is None or not _same_table(first, second):
        return _told(one, other, _whole(one, number), _whole(other, number))
    differing = _differing(first, second)
    return _told(one, other, _counted(one, first, differing), _counted(other, second, differing))


def at(line: Timeline, number: int) -> Step | None:
    """The step of that number; a shorter line has none, and stays at its end.

    >>> at(Timeline(()), 1) is None
    True
    """
    return line.steps[number] if number < len(line) else None


def _same_table(one: Step, other: Step) -> bool:
    """Whether the same tile was laid last, in the same place among the same tiles."""
    if not isinstance(_laid(one), LaidTile) or not isinstance(_laid(other), LaidTile):
        return False
    return _tiles(one) == _tiles(other)


def _tiles(step: Step) -> list[tuple[Any, ...]]:
    return [(laid.tile, laid.parent, laid.joint, laid.out) for laid in step.state.chain.laid]


def _laid(step: Step) -> object:
    return step.events[0] if step.events else None


def _differing(one: Step, other: Step) -> list[int]:
    """The numbers of the laid tiles that count differently."""
    first, second = _terms(one), _terms(other)
    if not first or not second:
        return []
    return [number for number in sorted({*first, *second}) if _value(first, number) != _value(second, number)]


def _terms(step: Step) -> dict[int, Term]:
    count = step.state.board_count
    return {} if count is None else {term.number: term for term in (*count.terms, *count.silent)}


def _value(terms: dict[int, Term], number: int) -> int:
    return terms[number].value if number in terms else 0


def _counted(line: Timeline, step: Step, numbers: list[int]) -> _Side:
    parts = [part for part in (_part(line, step, number) for number in numbers) if part is not None]
    judged = step.judged
    if judged is None:
        return _Side(None, phrase("compare.nothing_counts"))
    if not parts:
        return _Side(judged, cited(judged.text, judged))
    told = " ".join(dict.fromkeys(part.text for part in parts))
    return _Side(parts[0], f"{cited(told, parts[0])} {judged.text}")


def _part(line: Timeline, step: Step, number: int) -> Ruling | None:
    """Why that tile counts as it does; for one without an open end, why it takes no more tiles."""
    term = _terms(step).get(number)
    if term is not None:
        return step.state.rules.scoring.term_ruling(term)
    laid = (event for each in line.steps for event in each.events if isinstance(event, LaidTile))
    found = next((event.ruling for event in laid if event.laid.number == number), None)
    return found.because[-1] if found is not None and found.because else None


def _whole(line: Timeline, number: int) -> _Side:
    """What happened there and why, where the two tables are not alike."""
    step = at(line, number)
    if step is None:
        return _ended(line)
    told = why(step)
    return _Side(told.ruling, cited(told.caption, told.ruling))


def play_told(one: Timeline, other: Timeline, number: int) -> Told:
    """Why step `number` is another one in the other line: what is refused there, or why another player is to move.

    >>> import domino_lab as dl
    >>> one, other = (dl.lay("block", tiles) for tiles in ("5-5 5-0", "5-5 5-1"))
    >>> play_told(one, other, 2).one == play_told(other, one, 2).other
    True
    """
    first, second = at(one, number), at(other, number)
    drawn = [step for step in (first, second) if step is not None and isinstance(step.action, Draw)]
    if len(drawn) == 2 and drawn[0].seat == drawn[1].seat:
        return _told(one, other, _dealt(one), _dealt(other))
    refused = None if first is None or first.action is None else _refused(other, number, first)
    return _told(one, other, _done(one, number, second), refused or _done(other, number, first))


def _refused(line: Timeline, number: int, wanted: Step) -> _Side | None:
    before = line.steps[min(number, len(line)) - 1]
    if before.state.over or wanted.action is None:
        return None
    if before.state.turn != wanted.seat:
        return _turn(line, number, before)
    ruling = judge(before.state, wanted.action)
    if ruling.allowed:
        return None
    told = cited(ruling.text, ruling)
    return _Side(ruling, f"{told} {_dealt(line).text}" if ruling.clause == "GEN-HOLD-1" else told)


def _done(line: Timeline, number: int, rival: Step | None) -> _Side:
    step = at(line, number)
    if step is None or step.action is None:
        return _ended(line)
    if rival is not None and rival.seat not in (None, step.seat):
        return _turn(line, number, line.steps[number - 1])
    ruling = step.rulings[0]
    return _Side(ruling, f"{why(step).what} {cited(ruling.text, ruling)}")


def _turn(line: Timeline, number: int, before: Step) -> _Side:
    """Why the player who moves there is to move: he leads, or goes on, or the turn goes round."""
    found = [event.ruling for event in before.events if isinstance(event, (GoesOn, Leads))]
    ruling = found[-1] if found else rule_ruling(line.rules, "direction")
    step = at(line, number)
    what = why(step).what if step is not None else ""
    return _Side(ruling, f"{cited(ruling.text, ruling)} {what}".strip())


def _ended(line: Timeline) -> _Side:
    for step in reversed(line.steps):
        for event in step.events:
            if isinstance(event, Ended):
                return _Side(event.ruling, cited(event.ruling.text, event.ruling))
    return _Side(None, phrase("compare.over" if line.is_over else "compare.stopped"))


def _dealt(line: Timeline) -> _Side:
    """Equal draws bring different tiles where other tiles, or other numbers of them, were dealt before."""
    dealt = [event.ruling for event in line.steps[0].events if isinstance(event, Dealt)]
    return _Side(dealt[-1], cited(dealt[-1].text, dealt[-1])) if dealt else _ended(line)


def cited(text: str, ruling: Ruling | None) -> str:
    """The sentence with its rule behind it.

    >>> cited("Ana passes.", Ruling("BL-DRAW-1", "pass"))
    'Ana passes (rule BL-DRAW-1).'
    """
    if ruling is None:
        return text
    return phrase("compare.cited", text=text.rstrip("."), clause=clause(ruling.clause).id)


def _told(one: Timeline, other: Timeline, first: _Side, second: _Side) -> Told:
    here = phrase("compare.here", rules=_name(one, other), text=first.text)
    there = phrase("compare.there", rules=_name(other, one), text=second.text)
    return Told(first.ruling, second.ruling, f"{here} {there}")


def _name(line: Timeline, rival: Timeline) -> str:
    """The name of its rules; where both are called the same, their id."""
    rules: Any = line.rules
    return str(rules.id if rules.name == rival.rules.name and rules.id != rival.rules.id else rules.name)
