"""Why: what happened at a step, why, and the clauses behind it. Every sentence about a rule comes from its ruling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domino_lab.core.chain import OpenEnd
from domino_lab.core.events import (
    Closed,
    Dealt,
    Discarded,
    Drew,
    Ended,
    Event,
    GoesOn,
    LaidTile,
    Leads,
    LineClosed,
    LineOpened,
    MatchWon,
    Missed,
    Paid,
    Passed,
    Pot,
    Refilled,
    Removed,
    Said,
    Scored,
    Settled,
    Shifted,
    Stacked,
    Turned,
    TurnedUp,
    WentOut,
)
from domino_lab.core.rulings import Ruling
from domino_lab.play.move_text import end_text
from domino_lab.play.state import Step, Table
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Count
from domino_lab.rules.sheet import rule_of_clause
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown

CAPTION_WORDS = 40
"""A caption, and so a live announcement, has at most this many words."""


class Explanation(NamedTuple):
    """What happened at one step and why, in sentences and with the rulings behind them.

    `what` and `why` have a sentence each, `more` has the rest; `ruling` is the deciding one under `rules`.

    >>> found = Explanation("Ana passes.", "She has no 5.", ("The boneyard is empty.",), None, ())
    >>> found.caption
    'Ana passes. She has no 5.'
    >>> found.text
    'Ana passes. She has no 5. The boneyard is empty.'
    """

    what: str
    why: str
    more: tuple[str, ...]
    ruling: Ruling | None
    rulings: tuple[Ruling, ...]
    rules: Ruleset | None = None

    def __repr__(self) -> str:
        """The sentences, a line each, and the clause behind them."""
        return "\n".join(filter(None, (self.what, self.why, *self.more, self._citation)))

    def _repr_markdown_(self) -> str:
        caption, *more = (as_markdown(sentence) for sentence in (self.caption, *self.more))
        listed = "\n".join(f"- {sentence}" for sentence in more)
        return "\n\n".join(filter(None, (caption, listed, self._citation and f"*{as_markdown(self._citation)}*")))

    @property
    def _citation(self) -> str:
        return phrase("explain.rule", clause=self.clause, origin=self.origin) if self.ruling else ""

    @property
    def clause(self) -> str:
        """The id of the deciding clause."""
        return self.ruling.id if self.ruling else ""

    @property
    def origin(self) -> str:
        """The sheet that the clause comes from, or a note that this lab decided it."""
        return self.ruling.origin if self.ruling else ""

    @property
    def rule(self) -> str:
        """The rule of that clause, in the words of the rule page."""
        return rule_of_clause(self.rules, self.ruling.clause) if self.ruling and self.rules else ""

    @property
    def caption(self) -> str:
        """The caption under the table, which is also read aloud: at most 40 words."""
        return f"{self.what} {self.why}".strip()

    @property
    def text(self) -> str:
        """The whole explanation, with the caption first."""
        return " ".join([self.caption, *self.more]).strip()


def why(step: Step, *, seen_by: int | None = None) -> Explanation:
    """Explain a step. With `seen_by`, a tile that only another seat has seen is not named."""
    main = _main_event(step.events)
    if main is None:
        return Explanation(phrase("explain.nothing"), "", (), None, ())
    explanation = _EXPLAIN[type(main)](main, step, seen_by)
    paid = next((event.ruling for event in step.events if isinstance(event, Scored)), None)
    if isinstance(main, Passed) and paid is not None:       # The rule to name is the one that pays, not the pass.
        explanation = explanation._replace(ruling=paid)
    return _short(explanation, _endings(step, main), whole=step.seat is None)._replace(rules=step.state.rules)


def _main_event(events: tuple[Event, ...]) -> Event | None:
    order = list(_EXPLAIN)
    known = [event for event in reversed(events) if type(event) in _EXPLAIN]
    return min(known, key=lambda event: order.index(type(event)), default=None)


def _endings(step: Step, main: Event) -> tuple[Ruling, ...]:
    if step.seat is None:
        return tuple(event.ruling for event in step.events if isinstance(event, (Pot, MatchWon)))
    after = (WentOut, LineOpened, LineClosed, Scored, Missed, Paid, Leads, GoesOn, Refilled, Closed, Ended, MatchWon)
    # What was judged with a play is told with it; where a pass is paid for, one ruling takes the points from one player
    # and gives them to another.
    return tuple(event.ruling for event in step.events
                 if isinstance(event, after) and event is not main and event.ruling is not step.judged
                 and not (isinstance(event, Scored) and event.points < 0))


def _short(explanation: Explanation, endings: tuple[Ruling, ...], *, whole: bool = False) -> Explanation:
    """Put the end of the hand into the caption as far as it fits, and the rest after it, in the order of the events.

    In a settlement (`whole`), the points come first, with all that they rest on.
    """
    before = explanation.more if whole else ()
    late: list[str] = []
    for ruling in endings:
        said = " ".join(told.text for told in (ruling, *(ruling.because if whole else ())))
        longer = f"{explanation.why} {said}".strip()
        explanation = explanation._replace(rulings=(*explanation.rulings, *ruling.tree()))
        if not before and not late and len(f"{explanation.what} {longer}".split()) <= CAPTION_WORDS:
            explanation = explanation._replace(why=longer)
        else:
            late.append(said)
    return explanation._replace(more=(*before, *late, *explanation.more[len(before):]))


def _explain_laid(event: LaidTile, step: Step, seen_by: int | None) -> Explanation:
    laid = event.laid
    end = OpenEnd(laid.parent, laid.parent_edge, laid.joint)
    what = tell_play(step, "" if laid.parent < 0 else end_text(step.state, end))
    count = None if step.judged is None else _count(step.judged) or step.state.board_count
    return _brief(_explain_played(what, event.ruling, step, count), step, count)


def tell_play(step: Step, place: str) -> str:
    """Return the sentence that a tile was played at a place ("": as the first tile), with the points for it."""
    player, tile = step.state.table.names[step.seat or 0], getattr(step.action, "tile", None)
    told = phrase("explain.lays" if place else "explain.sets", player=player, tile=tile, place=place)
    key = "explain.scores" if step.points > 0 else "explain.loses"
    return phrase(key, told=told.removesuffix("."), points=abs(step.points)) if step.points else told


def _explain_played(what: str, allowed: Ruling, step: Step, count: Count | None) -> Explanation:
    """Say why a tile was allowed there; where it was judged, first what it scores."""
    rest = tuple(ruling.text for ruling in allowed.tree())
    judged = step.judged
    if judged is None:
        return Explanation(what, rest[0], rest[1:], allowed, allowed.tree())
    counted = (*count.terms, *count.silent) if count is not None else ()
    terms = [step.state.rules.scoring.term_ruling(term) for term in counted]
    more = (*rest, *(ruling.text for ruling in (*terms, *judged.because)))
    rulings = (*allowed.tree(), *(ruling for term in terms for ruling in term.tree()), *judged.tree())
    return Explanation(what, judged.text, more, judged, rulings)


def _brief(explanation: Explanation, step: Step, count: Count | None) -> Explanation:
    """With many open ends the caption gives the total, and the terms follow after it."""
    if count is None or step.judged is None or len(explanation.caption.split()) <= CAPTION_WORDS:
        return explanation
    return explanation._replace(why=with_total(step.judged, count).text, more=(f"{count}.", *explanation.more))


def with_total(judged: Ruling, count: Count) -> Ruling:
    """Return the ruling on a count with its total in place of the terms."""
    total = phrase("explain.many_ends", total=count.total, ends=len(count.terms))
    return judged._replace(facts={**judged.facts, "sum": total})


def _count(judged: Ruling) -> Count | None:
    """The count that was judged, if the ruling carries it."""
    sums = (ruling.facts.get("sum") for ruling in judged.tree())
    return next((count for count in sums if isinstance(count, Count)), None)


def _explain_drew(event: Drew, step: Step, seen_by: int | None) -> Explanation:
    secret = seen_by is not None and seen_by != event.seat
    facts = {"player": step.state.table.names[event.seat], "tile": event.tile}
    what = phrase("explain.draws_hidden" if secret else "explain.draws", **facts)
    lead = next((each.ruling for each in step.events if isinstance(each, Leads)), None)
    if lead is not None:        # The search ends here, and the lead is told after it.
        return Explanation(what, "", (), lead, ())
    explanation = _explain_one(what, event.ruling)
    if not secret:
        return explanation
    choice = step.state.rules.drawing.by_choice and event.ruling.case != "takes"
    return explanation._replace(why=phrase("explain.hidden_draw", **facts)) if choice else explanation


def _explain_discarded(event: Discarded, step: Step, seen_by: int | None) -> Explanation:
    secret = seen_by is not None and seen_by != event.seat
    key = "explain.discards_hidden" if secret else "explain.discards"
    return _explain_one(phrase(key, player=step.state.table.names[event.seat], tile=event.tile), event.ruling)


def _explain_stacked(event: Stacked, step: Step, seen_by: int | None) -> Explanation:
    names, onto = step.state.table.names, step.state.chain.laid[event.on].tile
    what = phrase("explain.stacks", player=names[event.seat], tile=event.tile, onto=onto)
    return _explain_played(what, event.ruling, step, None)


def _explain_action(event: Turned | Passed | Said | Removed | Shifted, step: Step, seen_by: int | None) -> Explanation:
    facts = {**event._asdict(), "player": step.state.table.names[event.seat]}
    if isinstance(event, Shifted):
        facts["column"] = event.to + 1
    return _explain_one(phrase(_SENTENCES[type(event)], **facts), event.ruling)


_SENTENCES: dict[type, str] = {Turned: "explain.turns", Passed: "explain.passes", Said: "explain.says",
                               Removed: "explain.removes", Shifted: "explain.shifts"}


def _explain_one(what: str, ruling: Ruling) -> Explanation:
    return Explanation(what, ruling.text, tuple(r.text for r in ruling.because), ruling, ruling.tree())


def _explain_leads(event: Leads, step: Step, seen_by: int | None) -> Explanation:
    dealt = [e for e in step.events if isinstance(e, (Dealt, Ended))]
    more_said = [e.ruling for e in step.events
                 if isinstance(e, (TurnedUp, Scored, Missed)) or (isinstance(e, Ended) and e.how != "misdeal")]
    if step.seat is not None:
        facts = event.ruling.facts
        return _explain_one(phrase("explain.leaves", player=facts["player"], partner=facts["partner"]), event.ruling)
    if not dealt:
        return _explain_one(phrase("explain.ready"), event.ruling)
    misdeals = [e.ruling.text for e in dealt if isinstance(e, Ended) and e.how == "misdeal"]
    again = tuple(dict.fromkeys(misdeals))
    sizes = dict.fromkeys(e.ruling.text for e in dealt if isinstance(e, Dealt))
    more = (*sizes, *(r.text for r in event.ruling.because))
    rulings = tuple(r for ruling in (*(e.ruling for e in (*dealt, event)), *more_said) for r in ruling.tree())
    what = f"{' '.join(again)} {phrase('explain.new_deal')}" if again else phrase("explain.dealt")
    told = " ".join(ruling.text for ruling in (event.ruling, *more_said))
    if len(again) > 1 and len(f"{what} {told}".split()) > CAPTION_WORDS:
        what = phrase("explain.several_deals", times=len(misdeals))
        more = (phrase("explain.why_again", reasons=" ".join(again)), *more)
    return Explanation(what, told, more, event.ruling, rulings)


def _explain_ended(event: Ended, step: Step, seen_by: int | None) -> Explanation:
    if step.state.over == "misdeal":
        return _explain_one(phrase("explain.misdeal"), event.ruling)
    dealt = next(e for e in step.events if isinstance(e, Dealt))
    return _short(_explain_dealt(dealt, step, seen_by), (event.ruling,))


def _explain_dealt(event: Dealt, step: Step, seen_by: int | None) -> Explanation:
    return _explain_one(phrase("explain.dealt"), event.ruling)


def _explain_settled(event: Settled, step: Step, seen_by: int | None) -> Explanation:
    table: Table = step.state.table
    if table.rules.solo is not None:
        return _explain_one(phrase(f"explain.{step.state.over}", player=table.names[0]), event.ruling)
    if event.winner is None:
        what = phrase("explain.nobody")
    else:
        name = table.side_name(event.winner)
        plain = event.award <= 0 or not table.rules.keeps_score or table.rules["who_scores"] == "own-pips"
        key = "explain.settled_plain" if plain else "explain.settled"
        what = phrase(key, player=name, award=event.award)
    rulings = event.ruling.tree()
    ties = tuple(ruling for ruling in rulings[1:] if "players" in ruling.facts)
    others = (ruling for ruling in rulings if ruling not in ties)
    return _short(Explanation(what, "", (), event.ruling, ()), (*ties, *others))._replace(rulings=rulings)


_EXPLAIN: dict[type, Callable[[Any, Step, int | None], Explanation]] = {
    Settled: _explain_settled, LaidTile: _explain_laid, Stacked: _explain_stacked, Drew: _explain_drew,
    Discarded: _explain_discarded,
    **dict.fromkeys(_SENTENCES, _explain_action), Leads: _explain_leads, Ended: _explain_ended, Dealt: _explain_dealt,
    MatchWon: lambda event, _step, _seen_by: _explain_one("", event.ruling),
}
"""How each kind of event is explained; of the events of a step, the first kind here is the main one."""
