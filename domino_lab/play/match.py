"""Match: hands in sequence up to a target, match after match if one is not enough, and the score sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from domino_lab.core.events import Leads, MatchWon
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.players import Policies
from domino_lab.play.start import HOPELESS, Names, never_began
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.leading import PastHand, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.so_far import Move
from domino_lab.words import phrase

MOST_HANDS = 1000
"""The most hands of a match: one that has not ended by then never will."""


@dataclass(frozen=True)
class Match:
    """A match: its rules, the standing before the next hand, and the hands so far."""

    rules: Ruleset
    standing: Standing
    hands: tuple[Timeline, ...] = ()

    @property
    def winner(self) -> int | None:
        """The side that has won the match, or as many matches as the rules ask for; None if no side has yet."""
        won = _match_won(self.hands[-1]) if self.hands else None
        return won.side if won is not None and won.overall else None

    @property
    def goes_on(self) -> bool:
        """True if another hand can follow: the match is not over, and was not given up (see `note`)."""
        return not self.is_over and len(self.hands) < MOST_HANDS and not self._never_begins

    @property
    def note(self) -> str:
        """The reason, with the rule, why a match was given up; empty if it goes on or has a winner.

        >>> from domino_lab.catalogue import get
        >>> play_match(get("block").but(target=10), seed=1).note
        ''
        """
        if self.is_over or self.goes_on:
            return ""
        if self._never_begins:
            return never_began(self.rules)
        stated = self.rules.as_assignment
        facts = {"rules": self.rules.name, "hands": len(self.hands), "rule": stated("target")}
        if tied := self._names_of_best:
            best = self.rules.winning.best(self.standing.scores)
            return phrase("compare.none_ahead", **facts, players=tied, best=best)
        if not any(map(_has_points, self.hands)):
            return phrase("compare.none_scored", **facts)
        best = max(max(hand.state.scores) for hand in self.hands)
        falls = sum(any(row.fell) for row in sheet(self.hands))
        if falls:
            return phrase("compare.none_risen", **facts, best=best, falls=falls, fall=stated("fall_back"))
        return phrase("compare.none_reached", **facts, best=best)

    @property
    def _names_of_best(self) -> tuple[str, ...]:
        """The names of the sides that share the best score, if the match could end; none if an own rule says so."""
        table, scores = self.hands[-1].state.table, self.standing.scores
        best = self.rules.winning.best(scores)
        level = [side for side, score in enumerate(scores) if score == best]
        if len(level) == 1 or "winning" in self.rules.own:
            return ()
        teams = self.rules["teams"] == "pairs"
        enough = self.rules.winning.reached(max(scores), seats=table.seats, teams=teams)
        return tuple(map(table.side_name, level)) if enough else ()

    @property
    def _never_begins(self) -> bool:
        return len(self.hands) >= HOPELESS and all(hand.state.over == "misdeal" for hand in self.hands)

    @property
    def is_over(self) -> bool:
        """True if the match is won, or was a single hand that is over."""
        one_hand = self.rules["target"] == "one-hand" and bool(self.hands) and self.hands[-1].state.over != "misdeal"
        return self.winner is not None or one_hand

    def after(self, hand: Timeline) -> Match:
        """Return the match with one more finished hand."""
        return replace(self, standing=_standing_after(self.standing, hand), hands=(*self.hands, hand))

    def with_hand(self, hand: Timeline) -> Match:
        """Return the match with one more hand, finished or not; the standing changes when it is over."""
        return self.after(hand) if hand.is_over else replace(self, hands=(*self.hands, hand))


def new_match(rules: Ruleset, *, seats: int | None = None) -> Match:
    """Return a match before its first hand; raises IllegalAction for a number of seats the game does not allow."""
    count = seats if seats is not None else rules.dealing.seat_counts[0]
    rules.dealing.checked_each(count, len(rules.equipment.set.tiles))
    return Match(rules, Standing((0,) * rules.side_count(count)))


def play_match(
    rules: Ruleset,
    *,
    seed: int,
    seats: int | None = None,
    names: Names | None = None,
    policies: Policies = None,
) -> Match:
    """Play a whole match; hand i uses `Shuffle(seed=seed, hand=i)`.

    It ends without a winner after 1,000 hands, or earlier if none of the first hands can begin because nobody may lead;
    its `note` then says so.
    """
    match = new_match(rules, seats=seats)
    while match.goes_on:
        shuffle = Shuffle(seed=seed, hand=len(match.hands))
        match = match.after(play_out(rules, shuffle, seats=seats, names=names, policies=policies,
                                     standing=match.standing))
    return match


def _standing_after(before: Standing, hand: Timeline) -> Standing:
    won, matches = _match_won(hand), _matches_after(before, hand)
    if won is not None and not won.overall:
        return Standing((0,) * len(before.scores), chips=hand.state.chips, won=matches)
    leads = [event.seat for step in hand.steps for event in step.events if isinstance(event, Leads)]
    settled = hand.steps[-1].settled
    state = hand.state
    return Standing(
        scores=state.scores,
        hand=before.hand + 1,
        last_leader=leads[-1] if leads else before.last_leader,
        last_winner=_winning_seat(hand) if settled and settled.winner is not None else None,
        last_how=state.over,
        chips=state.chips,
        level=_level_after(before, hand),
        won=matches,
        past=(*before.past, *_past(hand)),
    )


def _past(hand: Timeline) -> tuple[PastHand, ...]:
    """Return a finished hand as a rule of a reader's own may ask for it; none if no deal counted."""
    state, seats = hand.state, range(hand.state.table.seats)
    if not hand.rules.own or state.over is None or state.over == "misdeal":
        return ()
    row, total = row_of(hand), state.rules.equipment.total
    return (PastHand(state.over, row.winner, row.award, tuple(map(total, state.holdings)),
                     tuple([state.moves.count(Move(seat, "pass")) for seat in seats]), state.blocker),)


def _match_won(hand: Timeline) -> MatchWon | None:
    """Return the win of a match with which the hand ended, if it did."""
    return next((event for event in hand.steps[-1].events if isinstance(event, MatchWon)), None)


def _matches_after(before: Standing, hand: Timeline) -> tuple[int, ...]:
    """Return how many matches each side has won after the hand, if more than one is needed (axis matches_to_win)."""
    won = _match_won(hand)
    if won is None or hand.rules["matches_to_win"] == 1:
        return before.won
    so_far = before.won or (0,) * len(before.scores)
    return tuple([matches + won.matches * (side == won.side) for side, matches in enumerate(so_far)])


def _level_after(before: Standing, hand: Timeline) -> int:
    """Return how many hands in a row nobody has won, if the next one is then worth more (axis after_level)."""
    settled = hand.steps[-1].settled
    if hand.rules["after_level"] == "same" or (settled is not None and settled.winner is not None):
        return 0
    return before.level + (settled is not None)


def _winning_seat(hand: Timeline) -> int | None:
    """Return the seat that leads for the winner: the one that settling names.

    If it names only a side, the seat of that side that went out, else the one with the fewest pips.
    """
    state, settled = hand.state, hand.steps[-1].settled
    if settled is None or settled.winner is None:
        return None
    if settled.seat is not None:
        return settled.seat
    own = [seat for seat in range(state.table.seats) if state.table.side(seat) == settled.winner]
    if state.went_out in own:
        return state.went_out
    total = state.rules.equipment.total
    return min(own, key=lambda seat: total(state.holdings[seat]))


def _has_points(hand: Timeline) -> bool:
    """Return True if any side got points in the hand, also if they fell back afterwards."""
    settled, sides = hand.steps[-1].settled, range(len(hand.state.scores))
    return any(step.points > 0 for step in hand.steps) or (
        settled is not None and any(settled.points_of(side) > 0 for side in sides))


class SheetRow(NamedTuple):
    """One hand on the score sheet: its number (from 1), how it ended, and four numbers for each side.

    `played` has a side's points in play (negative if it paid for drawn tiles), `award` its points at the end of the
    hand, `total` its score after it; `how` is None while the hand goes on, `winner` is a side or None. `fell` has the
    points that a side lost because its score went back to 0 after the award (axis fall_back; negative if it was below
    0).
    """

    hand: int
    how: str | None
    played: tuple[int, ...]
    award: tuple[int, ...]
    total: tuple[int, ...]
    winner: int | None
    fell: tuple[int, ...]


def row_of(hand: Timeline) -> SheetRow:
    """Return the row of one hand, as far as it has been played."""
    last = hand.steps[-1]
    settled = last.action is None and len(hand) > 1
    before, total = hand.state.table.standing, hand.state.scores
    in_play = hand.steps[-2].state.scores if settled else total
    end = last.settled
    award = tuple([end.points_of(side) if end else 0 for side in range(len(total))])
    fell = _gains(_gains(in_play, total), award)
    return SheetRow(before.hand, hand.state.over, _gains(before.scores, in_play), award, total,
                    end.winner if end else None, fell)


def _gains(before: Iterable[int], after: Iterable[int]) -> tuple[int, ...]:
    return tuple(now - then for then, now in zip(before, after, strict=True))


def sheet(hands: Iterable[Timeline]) -> tuple[SheetRow, ...]:
    """Return the score sheet of the hands of a match, in order."""
    return tuple(row_of(hand) for hand in hands)
