"""What a review costs: a hand for two, a hand for four, and a match of 20 hands, in the kernel."""

from __future__ import annotations

from benchmarks.timing import best
from domino_lab.catalogue import get
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.review import review_hand
from domino_lab.play.timeline import Timeline, play_out

Row = tuple[str, str, str]


def rows() -> list[Row]:
    """Reviews at the usual error; a match on one core, though its hands could be shared out."""
    match = hands(20, seats=2)
    return [
        ("a review of a hand of All Fives for two", f"{seconds_each(hands(10, seats=2)):.2f} s", "< 0.5 s"),
        ("a review of a hand of All Fives for four", f"{seconds_each(hands(10, seats=4)):.2f} s", "< 1 s"),
        ("a review of 20 hands, one after the other", f"{20 * seconds_each(match):.1f} s", "< 15 s"),
    ]


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
