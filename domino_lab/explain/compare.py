"""Compare: one deal, a recorded hand or many deals under two or more rulesets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias, overload

from domino_lab.chance import simulation
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain import rejudging
from domino_lab.explain.replay import replay
from domino_lab.explain.ruleset_comparison import MOST, Comparison, Leader, follow
from domino_lab.explain.spread import MOST_COMPARED, DifferenceSpread, Measure, one_deal, spread
from domino_lab.io.progress import Progress, Teller, telling
from domino_lab.play.players import Policies
from domino_lab.play.start import Names
from domino_lab.play.timeline import Timeline
from domino_lab.record.load import RulesetsLike, as_list, load, ruleset

ShuffleOrHand: TypeAlias = Annotated[
    Shuffle | Timeline | str | Path,
    "a shuffle such as dl.Shuffle(seed=7), a hand from dl.load, the name of a packaged hand, or a file"]
"""What is compared."""


@overload
def compare(  # type: ignore[overload-overlap]  # a number that is not written here may be 1
    shuffle: ShuffleOrHand, rulesets: RulesetsLike, *, hands: Literal[1] = 1, seats: int | None = None,
    names: Names | None = None, policies: Policies = None, leader: Leader = "same", progress: Teller | bool = True,
) -> Comparison: ...


@overload
def compare(
    shuffle: Shuffle, rulesets: RulesetsLike, *, hands: int, seats: int | None = None, names: Names | None = None,
    policies: Policies = None, leader: Leader = "same", measure: Measure = "points", progress: Teller | bool = True,
) -> DifferenceSpread: ...


@checked
def compare(  # noqa: PLR0913
    shuffle: ShuffleOrHand,
    rulesets: RulesetsLike,
    *,
    hands: Annotated[int, Whole(1, MOST_COMPARED)] = 1,
    seats: int | None = None,
    names: Names | None = None,
    policies: Policies = None,
    leader: Leader = "same",
    measure: Measure = "points",
    progress: Teller | bool = True,
) -> Comparison | DifferenceSpread:
    """Compare one shuffle under two or more rulesets.

    The comparison shows the first differences in points and in play, and how each hand ends.

    The first ruleset leads: its play is copied as long as the same player is to move and the play is legal. With
    `leader="own"` each finds its leader by its own rules.

    With `hands=1000` a thousand deals are played, from this shuffle on, and the result shows how the difference in
    `measure` is spread: the "points" of all sides, or the "lead" of the first. A long run shows its progress;
    `progress=False` turns that off, and a function is called with it instead. An interrupted run returns the deals that
    were played.

    You can give a recorded hand instead of a shuffle, without the other arguments: its plays are made again under each
    other ruleset for as long as they are legal. Raises RulesetError for rulesets that cannot be compared.

    >>> dl.compare(dl.Shuffle(seed=7), ["all-fives", "five-up"]).points_mark(1).step
    2
    """
    games = [ruleset(name) for name in as_list(rulesets)]
    if not isinstance(shuffle, Shuffle):
        if hands != 1:
            raise one_deal()
        asked = {"seats": seats, "names": names, "policies": policies, "leader": None if leader == "same" else leader,
                 "measure": None if measure == "points" else measure}
        given = [name for name, value in asked.items() if value is not None]
        if given:
            raise RulesetError(f"{', '.join(given)}: give this only with a shuffle; a recorded hand has its own")
        hand = load(shuffle)
        games = [rules for rules in games if rules != hand.rules] or games      # its own rules are there already
        if not 1 <= len(games) < MOST:
            raise RulesetError(f"compare a recorded hand with 1 to {MOST - 1:,} rulesets, not with {len(games):,}")
        return rejudging.comparison_of(hand, [replay(hand, rules) for rules in games])
    if hands != 1:
        title = ", ".join(game.name for game in games)
        with telling(progress, hands, title, hint=simulation.slow_methods(*games)) as tell:
            return spread(shuffle, games, hands=hands, seats=seats, policies=policies, leader=leader, measure=measure,
                          progress=lambda done: tell(Progress(done, hands)))
    if measure != "points":
        raise RulesetError("measure needs many deals: give their number, too, as in hands=1000")
    return follow(shuffle, games, seats=seats, names=names, policies=policies, leader=leader)
