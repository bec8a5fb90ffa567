"""Comparing: one shuffle, many of them, or one recorded hand under several rulesets; and whose rule a score follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from domino_lab.arguments import Whole, checked
from domino_lab.catalogue import rulesets as catalogue_rulesets
from domino_lab.catalogue.resolve import Named, as_list, ruleset
from domino_lab.chance.long_runs import Progress, Teller
from domino_lab.errors import RulesetError
from domino_lab.explain import rejudging
from domino_lab.explain.rejudging import Rejudged
from domino_lab.explain.ruleset_comparison import Comparison, clause_in_table, follow
from domino_lab.explain.spread import MOST_COMPARED, DifferenceSpread, one_deal, spread
from domino_lab.notebook.loading import load
from domino_lab.notebook.progress_bar import telling
from domino_lab.play.players import Policies
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle

if TYPE_CHECKING:
    import pandas as pd


@checked
def compare(  # noqa: PLR0913
    shuffle: Shuffle | Timeline | str | Path,
    rulesets: Sequence[Named] | Named,
    *,
    hands: Annotated[int, Whole(1, MOST_COMPARED)] = 1,
    seats: int | None = None,
    names: Sequence[str] | None = None,
    policies: Policies = None,
    leader: str = "same",
    measure: str = "points",
    progress: Teller | bool = True,
) -> Comparison | DifferenceSpread:
    """Compare one shuffle under two to four rulesets: the first differences in points and in play, and how each hand
    ends.

    The first ruleset leads: its play is copied as long as the same player is to move and the play is legal. With
    `leader="own"` each finds its leader by its own rules.

    With `hands=1000` a thousand deals are played, from this shuffle on, and the result shows how the difference in
    `measure` is spread: the "points" of all sides, or the "lead" of the first. A long run shows its progress;
    `progress=False` turns that off, and a function is called with it instead. An interrupted run returns the deals that
    were played.

    Instead of a shuffle you can give a recorded hand: its plays are made again under each ruleset for as long as they
    are legal, without the other arguments. Raises RulesetError for rulesets that cannot be compared.

    >>> compare(Shuffle(seed=7), ["all-fives", "five-up"]).points_mark(1).step
    2
    """
    found = [ruleset(name) for name in as_list(rulesets)]
    if not isinstance(shuffle, Shuffle):
        if hands != 1:
            raise one_deal()
        _asked_of_a_shuffle({"seats": seats, "names": names, "policies": policies,
                             "leader": None if leader == "same" else leader,
                             "measure": None if measure == "points" else measure})
        return _recorded(load(shuffle), found)
    if hands != 1:
        with telling(progress, hands, "compare.counting", late=True, hands=hands, rules=[one.name for one in found],
                     seed=shuffle.seed) as tell:
            return spread(shuffle, found, hands=hands, seats=seats, policies=policies, leader=leader, measure=measure,
                          progress=None if tell is None else lambda done: tell(Progress(done, hands)))
    if measure != "points":
        raise RulesetError("measure: this is for many deals, so give their number too, as in hands=1000")
    return follow(shuffle, found, seats=seats, names=names, policies=policies, leader=leader)


def _asked_of_a_shuffle(asked: Mapping[str, object]) -> None:
    given = [name for name, value in asked.items() if value is not None]
    if given:
        raise RulesetError(f"{', '.join(given)}: a recorded hand has its own, so give this with a shuffle only")


def _recorded(hand: Timeline, rulesets: Sequence[Ruleset]) -> Comparison:
    if not 1 <= len(rulesets) <= 3:
        raise RulesetError(f"a recorded hand is compared with one to three rulesets, not {len(rulesets)}")
    return rejudging.compared(hand, [rejudging.rejudge(hand, rules) for rules in rulesets])


@checked
def rejudge(hand: str | Path | Timeline, rules: Named) -> Rejudged:
    """Score the plays of a recorded hand under another ruleset, and find the first that would not be legal there.

    Raises RulesetError for rules over another set of tiles.

    >>> rejudge("all-fives-worked-example", "all-fives/spinner-closed").points_mark.step
    4
    """
    return rejudging.rejudge(load(hand), ruleset(rules))


@checked
def which(hand: str | Path | Timeline, step: int, points: int, *, every: bool = False) -> pd.DataFrame:
    """Find the rulesets and options under which `points` is the right score for step `step` of a hand.

    One row a ruleset: name, points there, the sum, and the clause; with `every=True` also those under which it is
    wrong, and a column `right`. The hand's own rules come first if they are not a game of the catalogue. The last step
    may be the settlement: then the award is meant. If no ruleset gives these points, the empty table says which points
    there are. Raises NotationError for a step that brings no points, and RecordError if the hand has no such step.

    >>> "five-up" in which("all-fives-worked-example", 1, points=2).index
    True
    """
    from domino_lab.dataframes import FullFrame, Printable

    line = load(hand)
    line[step]
    own = [line.rules] if line.rules.changed() or line.rules.own else []
    found = rejudging.claims(line, step, points, [*own, *catalogue_rulesets()])
    rows = [_claimed(claim) for claim in found if every or claim.right]
    table = Printable(rows, columns=["id", "name", "points", "sum", "clause", "right"]).set_index("id")
    shows = FullFrame(table if every else table.drop(columns="right"))
    return shows.saying(rejudging.none_right(found, points, line.rules))


def _claimed(claim: rejudging.Claim) -> tuple[object, ...]:
    points = "" if claim.points is None else claim.points
    clause = clause_in_table(claim.ruling.clause) if claim.ruling else ""
    return claim.rules.id, claim.rules.name, points, claim.sum, clause, claim.right
