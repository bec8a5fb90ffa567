"""Measure everything in one run and print one table: what, measured, goal.

A fixed loop of plain Python is timed first and last: where its two times differ, the machine was busy.
"""

from __future__ import annotations

import sys
from datetime import date

from benchmarks import clicking, exact, marking, pages, playing, reviewing, simulating, stepping
from benchmarks.timing import best_busy, calibration, process_seconds, seconds
from domino_lab.catalogue import get
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.why import why
from domino_lab.play.timeline import Timeline, play_out


def hands_a_second(game: str, hands: int) -> float:
    """Random two-seat hands a second on one core, with events and rulings, words not written; best of five runs."""
    rules = get(game)

    def run() -> None:
        for hand in range(hands):
            play_out(rules, Shuffle(seed=1, hand=hand), policies="random")

    run()
    return hands / best_busy(run, 5)


def long_hand() -> Timeline:
    """A hand that puts most of the 28 tiles on the table."""
    hands = [play_out(get("all-fives"), Shuffle(seed=5, hand=i), seats=4, policies="random") for i in range(200)]
    return max(hands, key=lambda hand: len(hand.state.chain.laid))


def drawn_step(hand: Timeline) -> tuple[float, int]:
    """Seconds and bytes for the last step of a long hand: engine, caption, scene and drawing commands."""
    from benchmarks.drawing import draw_step

    return draw_step(hand, seconds)


def compared() -> list[tuple[str, str, str]]:
    """One shuffle under several rulesets."""
    from benchmarks.comparing import many_deals, one_deal

    return [
        ("4 rulesets on one deal: lines, marks, tables", f"{one_deal(seconds) * 1000:.0f} ms", "< 100 ms"),
        ("1,000 deals under 2 rulesets", f"{many_deals(seconds, 2):.1f} s", "< 3 s"),
        ("1,000 deals under 4 rulesets", f"{many_deals(seconds, 4):.1f} s", "-"),
    ]


def rows() -> list[tuple[str, str, str]]:
    """The whole table."""
    hand = long_hand()
    spent, sent = drawn_step(hand)
    tiles = len(hand.state.chain.laid)
    return [
        ("import domino_lab", f"{process_seconds('import domino_lab', 9) * 1000:.0f} ms", "< 150 ms"),
        ("random Block hands, 2 seats, readable engine", f"{hands_a_second('block', 1000):,.0f} a second", ">= 4,000"),
        ("random All Fives hands, 2 seats", f"{hands_a_second('all-fives', 400):,.0f} a second", "-"),
        ("caption of a step", f"{seconds(lambda: why(hand.steps[-2]).caption, 200) * 1000:.2f} ms", "-"),
        (f"a step at {tiles} tiles: engine and drawing", f"{spent * 1000:.1f} ms", "< 10 ms"),
        (f"a step at {tiles} tiles: bytes sent", f"{sent / 1000:.1f} kB", "< 20 kB"),
        *compared(),
        *exact.rows(),
        *reviewing.rows(),
        *marking.rows(),
        *simulating.rows(),
        *playing.rows(),
        *stepping.rows(),
        *clicking.rows(),
        *pages.rows(),
    ]


def main() -> None:
    """Print the table."""
    print("measuring: a few minutes, best with nothing else running", file=sys.stderr)
    before = calibration()
    table = [("what", "measured", "goal"), *rows()]
    after = calibration()
    widths = [max(len(row[column]) for row in table) for column in range(3)]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    told = f"{before * 1000:.0f} ms before, {after * 1000:.0f} ms after"
    print(f"\ncalibration: {told}, Python {sys.version.split()[0]}, {date.today()}")


if __name__ == "__main__":
    main()
