"""What a review costs: a hand for two, a hand for four, and a match of 20 hands, in the kernel; and what a search
of another package does in the same time."""

from __future__ import annotations

from benchmarks import rivals
from benchmarks.timing import best, best_busy
from domino_lab.catalogue import get
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.review import choices_at, review_hand, review_turn, usual_limits
from domino_lab.play.timeline import Timeline, play_out

Row = tuple[str, str, str]


def rows() -> list[Row]:
    """Reviews at the usual error; a match on one core, though its hands could be shared out."""
    match = hands(20, seats=2)
    return [
        ("a review of a hand of All Fives for two", f"{seconds_each(hands(10, seats=2)):.2f} s", "< 0.5 s"),
        ("a review of a hand of All Fives for four", f"{seconds_each(hands(10, seats=4)):.2f} s", "< 1 s"),
        ("a review of 20 hands, one after the other", f"{20 * seconds_each(match):.1f} s", "< 15 s"),
        *against_search(),
    ]


def against_search() -> list[Row]:
    """Hands that are played out in a second to value the first tile of Block for two, against OpenSpiel's IS-MCTS.

    The error of a value goes with the number of hands: a hundred times as many make it a tenth.
    """
    rules = get("block").but(lead_tile="any")
    lines = [play_out(rules, Shuffle(seed=7, hand=hand)) for hand in range(10)]
    own = max(hands_each_second(line) for line in lines)
    told = "hands played out to value a first tile, against OpenSpiel's IS-MCTS"
    try:
        theirs = rivals.hands_a_second("search")
    except rivals.NotInstalledError as problem:
        return [(told, f"not measured: {problem}", "> 1x")]
    return [(told, f"{own / theirs:,.0f}x", "> 1x"), ("OpenSpiel's IS-MCTS", f"{theirs:,.0f} a second", "-")]


def hands_each_second(line: Timeline) -> float:
    """Hands played out in a second to value the moves of the first turn."""
    choices = choices_at(line, 1)
    if choices is None:
        return 0.0
    turn = review_turn(line, choices, 0, usual_limits(line))
    spent = best_busy(lambda: review_turn(line, choices, 0, usual_limits(line)), 3)
    return sum(move.deals for move in turn.moves) / spent


def hands(count: int, *, seats: int) -> list[Timeline]:
    """Hands of All Fives as greedy players play them."""
    return [play_out(get("all-fives"), Shuffle(seed=7, hand=hand), seats=seats) for hand in range(count)]


def seconds_each(lines: list[Timeline]) -> float:
    """The mean time of a review, with the kernel ready."""
    review_hand(lines[0])
    return sum(best(lambda line=line: review_hand(line), 1) for line in lines) / len(lines)


def main() -> None:
    """Print the rows."""
    for row in rows():
        print("  ".join(cell.ljust(50 - 30 * (number > 0)) for number, cell in enumerate(row)).rstrip())


if __name__ == "__main__":
    main()
