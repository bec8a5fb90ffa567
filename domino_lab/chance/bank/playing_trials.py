"""Playing trials: deals that are played twice, played on at random, or searched for a way to win."""

from __future__ import annotations

from domino_lab import catalogue
from domino_lab.actions import Play
from domino_lab.chance.bank.experiment import NO, YES, Experiment, Outcome
from domino_lab.chance.bank.searching import luck
from domino_lab.chance.bank.task import Looked
from domino_lab.chance.best_lines import best_line
from domino_lab.chance.chunks import Job, play_chunk
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.patience_odds import verdicts_on
from domino_lab.chance.patience_solver import WON
from domino_lab.chance.policies import named
from domino_lab.chance.tally import Solved, Tally
from domino_lab.events import Settled
from domino_lab.play.legal import legal
from domino_lab.play.start import start
from domino_lab.play.timeline import Timeline, play_on, play_out
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.words import phrase

LEADS = Tile(5, 5), Tile(4, 6)


class ColumnsTrials(Experiment):
    """Deals of Five Columns: how many can be solved? A deal is shown with a way through, or with the fewest tiles left.

    >>> ColumnsTrials(1).play(0, 2).total
    1
    """

    most, a_moment = 10_000, 1_000

    def play(self, first: int, count: int) -> Tally:
        """The deals from number `first` on.

        >>> ColumnsTrials(1).play(1, 1).counts
        {1: 1}
        """
        solved = verdicts_on(catalogue.get("five-columns"), self.seed, range(first, first + count))[0].count(WON)
        counts = {key: deals for key, deals in ((YES, solved), (NO, count - solved)) if deals}
        return Tally(count, count, solved, solved, counts)

    def label(self, key: int) -> str:
        """What a bar is called.

        >>> ColumnsTrials(1).label(NO)
        'cannot be solved'
        """
        return phrase("exercises.solved" if key == YES else "exercises.not_solved")

    def timeline(self, number: int) -> Timeline:
        """Deal `number`, played as well as can be.

        >>> str(ColumnsTrials(1).timeline(1).state.over)
        'won'
        """
        return best_line("five-columns", seed=self.seed, hand=number)


class SpinnerTrials(Experiment):
    """Deals of All Fives, played with one spinner and with many: how many points more do both players make?

    >>> SpinnerTrials(1).play(0, 20).among
    20
    """

    kind, numeric, keys = "mean", True, ()
    most, a_moment = 2_000, 500
    GAMES = "all-fives", "all-fives/all-spinners"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        found = [catalogue.get(game) for game in self.GAMES]
        self._jobs = [Job(rules, 2, named(rules, 2, None), seed, "plain") for rules in found]

    def outcome(self, number: int) -> Outcome:
        """The points of both players in play with many spinners, less those with one.

        >>> SpinnerTrials(1).outcome(0) == SpinnerTrials(1).outcome(0)
        True
        """
        played = (play_chunk(job, number, 1) for job in self._jobs)
        few, many = (sum(one.by_side(side, "points")[0] for side in (0, 1)) for one in played)
        return Outcome(many - few, many - few)

    @property
    def bars_called(self) -> str:
        """What the bars count.

        >>> SpinnerTrials(1).bars_called
        'points more for both'
        """
        return phrase("exercises.points_more")

    def timeline(self, number: int) -> Timeline:
        """The deal as it is played where every double is a spinner.

        >>> SpinnerTrials(1).timeline(0).is_over
        True
        """
        return play_out(catalogue.get(self.GAMES[1]), Shuffle(seed=self.seed, hand=number), seats=2)


def half_of_mean(tally: Tally) -> Estimate:
    """The mean for one player, where both were counted together.

    >>> half_of_mean(Tally(2, 2, 20, 200)).value
    5.0
    """
    found = Estimate.mean(tally.total, tally.squares, tally.among)
    return Estimate(found.value / 2, found.error / 2, found.low / 2, found.high / 2, found.hands)


class LeadTrials(Experiment):
    """Deals of All Fives in which the leader holds both LEADS: how much more is the first worth than the second?

    >>> LeadTrials(1).play(0, 2).among
    2
    """

    kind, numeric, keys = "mean", True, ()
    most, a_moment = 1_000, 200

    def played(self, number: int, lead: Tile) -> Timeline:
        """Deal `number`, led with that tile.

        >>> LeadTrials(1).played(0, LEADS[0]).is_over
        True
        """
        rules = catalogue.get("all-fives")
        order = list(Shuffle(seed=self.seed, hand=number).order(rules.equipment.set))
        for place, tile in zip((0, 2), LEADS, strict=True):
            other = order.index(tile)
            order[place], order[other] = order[other], order[place]
        shuffle = Shuffle.of(order)
        line = Timeline((start(rules, shuffle, leader=0),))
        first = next(action for action in legal(line.state) if isinstance(action, Play) and action.tile == lead)
        return play_on(line.play(first), shuffle, "greedy")

    def outcome(self, number: int) -> Outcome:
        """By how much more the leader is ahead after the hand with the first lead.

        >>> LeadTrials(1).outcome(0) == LeadTrials(1).outcome(0)
        True
        """
        ahead = [scores[0] - scores[1] for scores in (self.played(number, lead).state.scores for lead in LEADS)]
        return Outcome(ahead[0] - ahead[1], ahead[0] - ahead[1])

    @property
    def bars_called(self) -> str:
        """What the bars count.

        >>> LeadTrials(1).bars_called
        'points more with the 5-5'
        """
        return phrase("exercises.ahead_more", tile=LEADS[0])

    def timeline(self, number: int) -> Timeline:
        """The deal as it is played with the first lead.

        >>> LeadTrials(1).timeline(0).is_over
        True
        """
        return self.played(number, LEADS[0])


class LastTilesTrials(Experiment):
    """A hand played on at random from a step: how often does the seat to move win, and with which tile laid first?

    >>> LastTilesTrials(Looked(play_out(catalogue.get("block"), Shuffle(seed=1)), 3), seed=1).play(0, 5).trials
    5
    """

    most, a_moment = 2_000, 1_000

    def __init__(self, looked: Looked, *, seed: int) -> None:
        super().__init__(seed)
        self._line = looked.timeline.upto(looked.step)
        self._first = tuple(dict.fromkeys(action.tile for action in legal(self._line.state)
                                          if isinstance(action, Play)))
        self._side = self._line.state.table.side(self._line.state.turn)
        self.keys = tuple(range(2 * len(self._first)))

    @property
    def prompt(self) -> str:  # type: ignore[override]
        """A question of its own, for the tile that is asked for is no chance."""
        return phrase("exercises.last_tiles_tried")

    def outcome(self, number: int) -> Outcome:
        """Which tile was laid first, and whether that seat won."""
        line = self.timeline(number)
        action = line.steps[len(self._line)].action
        assert isinstance(action, Play)
        won = self._won(line)
        return Outcome(2 * self._first.index(action.tile) + (not won), int(won))

    def _won(self, line: Timeline) -> bool:
        return any(isinstance(event, Settled) and event.winner == self._side for event in line.steps[-1].events)

    @property
    def bars_called(self) -> str:
        """What the bars count."""
        return phrase("exercises.first_laid")

    def label(self, key: int) -> str:
        """The tile that was laid first, and how it ended."""
        return phrase("exercises.then_not_won" if key % 2 else "exercises.then_won", tile=self._first[key // 2])

    def counts(self, key: int) -> bool:
        """Whether that is a win."""
        return key % 2 == 0

    def timeline(self, number: int) -> Timeline:
        """The whole hand, its end at random."""
        return play_on(self._line, Shuffle(seed=self.seed, hand=number), "random")

    def solve(self) -> Solved:
        """The chance to win at random, over all ways to go on."""
        return Solved(luck(self._line.state, self._side), ())
