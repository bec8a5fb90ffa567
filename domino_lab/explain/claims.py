"""Claims: whose rule is it? The rulesets under which a claimed score would be right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domino_lab.actions import Play, Stack
from domino_lab.errors import IllegalAction, NotationError
from domino_lab.explain.recorded import made_again, opening_under, settled_under
from domino_lab.explain.relaid import relaid
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset, alike
from domino_lab.rulings import Ruling
from domino_lab.words import phrase

NAMED = 2
"""So many rulesets are called by name where many give the same points."""


class Claim(NamedTuple):
    """What one ruleset gives for the play: `points` (None where it could not be made there), the sum, and the ruling.

    `right` is whether that is what was claimed. `sum` is "4 + 6 + 5+5 = 20", or for the end of a hand the sentences of
    its award; empty where nothing is added up.

    >>> from domino_lab.catalogue import get
    >>> Claim(get("block"), 0, "", None, right=True).clause
    ''
    """

    rules: Ruleset
    points: int | None
    sum: str
    ruling: Ruling | None
    right: bool

    @property
    def clause(self) -> str:
        """The id of the clause that decided.

        >>> from domino_lab.catalogue import get
        >>> Claim(get("block"), 1, "", Ruling("BL-SCORE-1", "out"), right=True).clause
        'BL-SCORE-1'
        """
        return "" if self.ruling is None else self.ruling.id


def claims(hand: Timeline, step: int, points: int, rulesets: Sequence[Ruleset]) -> tuple[Claim, ...]:
    """What each of `rulesets` gives for step `step`, and whether that is `points`; rules over another set are left out.

    The tiles are laid again as a layout study, each on the tile it joined; a score that has to be called is called. The
    settlement is worth the award for the holdings at the end. Raises NotationError for a step that nothing can be
    scored with, and in a patience.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
    >>> [claim.points for claim in claims(hand, 2, 10, [get("all-fives"), get("five-up")])]
    [10, 2]
    """
    number = range(len(hand))[step]
    if hand.rules.solo is not None:
        raise NotationError(f"{hand.rules.name} is won or lost: no score can be claimed in it")
    found = hand.steps[number]
    if found.settled is None and not isinstance(found.action, (Play, Stack)):
        raise NotationError(f"step {number} is no play: only a play, a stacked tile and the end of a hand bring points")
    same = [rules for rules in rulesets if rules.solo is None and alike((hand.rules, rules))]
    return tuple(_claim(hand, number, points, rules) for rules in same)


def none_right(found: Sequence[Claim], points: int, own: Ruleset) -> str:
    """That no ruleset gives `points`, and which points they do give: first those of `own`, then the commonest.

    >>> from domino_lab.catalogue import get
    >>> none_right([Claim(get("block"), 0, "", None, right=False)], 3, get("block"))
    'No ruleset of the lab gives 3 points here. 0 points: that is right under Block Game.'
    """
    given: dict[int, list[Ruleset]] = {}
    for claim in found:
        if claim.points is not None:
            given.setdefault(claim.points, []).append(claim.rules)
    told = sorted(given.items(), key=lambda pair: (own.id not in [rules.id for rules in pair[1]], -len(pair[1])))
    right = [phrase("compare.right_under", points=worth, rules=_named(rulesets)) for worth, rulesets in told]
    return " ".join([phrase("compare.none_right", points=points), *right])


def _named(rulesets: Sequence[Ruleset]) -> list[str]:
    """All of them, or the first and how many others."""
    names = [rules.name for rules in rulesets]
    if len(names) <= NAMED + 1:
        return names
    return [*names[:NAMED], phrase("compare.others_too", count=len(names) - NAMED)]


def _claim(hand: Timeline, number: int, points: int, rules: Ruleset) -> Claim:
    step = hand.steps[number]
    if step.settled is not None:
        worth, told, ruling = _award(hand, rules)
    elif isinstance(step.action, Stack):
        worth, told, ruling = _stacked(hand, number, rules)
    else:
        worth, told, ruling = _laid(hand, number, rules)
    return Claim(rules, worth, told, ruling, right=worth == points)


_Worth = tuple[int | None, str, Ruling | None]


def _laid(hand: Timeline, number: int, rules: Ruleset) -> _Worth:
    found = relaid(hand.steps[number].state.chain, rules)
    if found.refused is not None:
        return None, "", found.refused
    last = found.line.steps[-1]
    count = last.state.board_count
    return last.points, "" if count is None else str(count), last.judged


def _stacked(hand: Timeline, number: int, rules: Ruleset) -> _Worth:
    """What a stacked tile is worth hangs on the play before it, so that the hand itself is made again."""
    if not _seated(hand, rules):
        return None, "", None
    line = made_again(hand.upto(number), rules)
    if len(line.actions) < number:
        return None, "", None
    return line.steps[number].points, "", line.steps[number].judged


def _seated(hand: Timeline, rules: Ruleset) -> bool:
    try:
        opening_under(hand, rules)
    except IllegalAction:
        return False
    return True


def _award(hand: Timeline, rules: Ruleset) -> _Worth:
    if not _seated(hand, rules):
        return None, "", None
    step = settled_under(hand, rules)
    settled = None if step is None else step.settled
    if settled is None:
        return None, "", None
    return settled.award, " ".join(part.text for part in settled.ruling.tree()), settled.ruling
