"""Wrong answers: the reason why an answer to a question is wrong, in a sentence that does not give the right one away.
"""

from __future__ import annotations

from domino_lab.core.actions import Play
from domino_lab.core.tiles import Tile
from domino_lab.explain.questions import NUMBER, TILE, HandQuestion, number_in
from domino_lab.play.legal import legal
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Count, Term
from domino_lab.words import phrase


def why_wrong(asked: HandQuestion, given: str, hand: Timeline) -> str:
    """Return why an answer about a step of `hand` is wrong, without giving the right one away.

    A number is too high or too low, with the likely slip: a double that was counted once, an end that was left out or
    is covered. A tile cannot be played there, or it could have been but was not.

    >>> from domino_lab.explain.questions import questions
    >>> from domino_lab.record.load import load
    >>> hand = load("all-fives-worked-example")
    >>> why_wrong(questions(hand)[3], "8", hand)
    'Not yet. 8 is not a multiple of 5, so it cannot be a score.'
    """
    if asked.kind == NUMBER:
        return _of_number(asked, number_in(given), hand)
    if asked.kind == TILE:
        tiles = [getattr(action, "tile", None) for action in legal(hand[asked.asked_at].state)]
        could = Tile.of(given)[:2] in [tile[:2] for tile in tiles if tile is not None]
        return phrase("widgets.missed_legal" if could else "widgets.missed_tile", given=given)
    costs = dict(asked.costs)
    if given in costs:
        return phrase("puzzle.missed", cost=phrase("puzzle.cost", given=given, loss=costs[given]))
    return phrase("widgets.missed", given=given)


def _of_number(asked: HandQuestion, given: int, hand: Timeline) -> str:
    size = "high" if given > int(asked.right) else "low"
    step = hand[asked.step] if asked.step < len(hand) else None
    count = None if step is None else step.state.board_count
    if step is None or count is None or asked.about not in ("score", "count"):
        return phrase(f"widgets.missed_{size}", given=given, why=_reminder(asked.about, size))
    if asked.about == "score":
        return _of_score(given, count.total, size, hand.rules)
    return phrase(f"widgets.missed_{size}", given=given, why=_slip(given, count, step))


def _of_score(given: int, total: int, size: str, rules: Ruleset) -> str:
    multiples = rules.scoring.multiple
    if rules.scoring.unit != "face":
        return phrase(f"widgets.missed_{size}", given=given, why=phrase("widgets.slip_per", multiple=multiples))
    if all(given % multiple for multiple in multiples):
        return phrase("widgets.missed_multiple", given=given, multiple=multiples)
    return phrase("widgets.missed_zero" if given == 0 else "widgets.missed_total", given=given, multiple=multiples)


def _slip(given: int, count: Count, step: Step) -> str:
    """The mistake that leads from the right count to the one that was given, or else what is often forgotten."""
    twice = [term for term in count.terms if term.tile.is_double and term.times > 1]
    off = count.total - given
    for term in twice:
        if off == term.value // 2:
            return phrase("widgets.slip_half", tile=term.tile)
    for term in count.terms:
        if off == term.value > 0:
            return phrase("widgets.slip_end", tile=term.tile)
    return _surplus(-off, count.silent, step) or (
        phrase("widgets.slip_half", tile=twice[0].tile) if twice and off > 0
        else _reminder("count", "low" if off > 0 else "high"))


def _surplus(more: int, silent: tuple[Term, ...], step: Step) -> str:
    for term in silent:
        if more == 2 * term.shown > 0:
            return phrase("widgets.slip_silent", tile=term.tile)
    chain, action = step.state.chain, step.action
    if isinstance(action, Play) and action.end is not None and more == action.end.value > 0:
        return phrase("widgets.slip_covered", value=action.end.value, onto=chain.laid[action.end.at].tile)
    return ""


def _reminder(about: str, size: str) -> str:
    key = f"count_{size}" if about == "count" else about if about in ("score", "award") else "rule"
    return phrase(f"widgets.slip_{key}")
