"""Every sum in a sentence is right: it is read as a pupil reads it, and worked out again."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from domino_lab import catalogue
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import seat_counts
from tests.rules.random_rules import CHANGES, RIVALS, changed
from tests.words.everything import told

WORDS = {"two": 2, "three": 3, "four": 4, "five": 5}
NUMBER = rf"(\d+|{'|'.join(WORDS)})"
AWARDS = [(axis, value) for axis, value in CHANGES
          if axis.startswith(("end_", "own_", "out_", "capicua", "who_", "round_", "hand_bonus"))]


def number(text: str) -> int:
    return WORDS.get(text) or int(text)


def worked_out(text: str) -> int:
    """The value of a sum such as "4 + 6+6 - 3" or "3 × 25": times before plus and minus."""
    total = 0
    for sign, product in re.findall(r"(^|[+\-−]) ?(\d+(?: ?× ?\d+)*)", text):
        factors = 1
        for factor in re.findall(r"\d+", product):
            factors *= int(factor)
        total += factors if sign in ("", "+") else -factors
    return total


def nearest(pips: int, multiple: int) -> int:
    return min(range(0, pips + 2 * multiple, multiple), key=lambda tried: (abs(tried - pips), -tried))


CLAIMS: dict[str, tuple[str, Callable[..., bool]]] = {
    "sum": (r"(?<![\d-])(\d+(?: ?[+×] ?\d+| [-−] \d+)+) = (\d+)", lambda left, right: worked_out(left) == int(right)),
    "quotient": (r"(\d+) ÷ (\d+) = (\d+)", lambda whole, by, part: int(whole) == int(by) * int(part)),
    "rounded": (rf"(?:Rounding )?(\d+) to the nearest (?:multiple of )?{NUMBER} (?:is|gives) (\d+)\b",
                lambda pips, by, rounded: nearest(int(pips), number(by)) == int(rounded)),
    "rounded down": (rf"Rounding (\d+) down to a multiple of {NUMBER} gives (\d+)\b",
                     lambda pips, by, rounded: int(pips) // number(by) * number(by) == int(rounded)),
}


def claims(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the kind of each calculation in a text, and whether it is right."""
    for kind, (pattern, holds) in CLAIMS.items():
        for figures in re.findall(pattern, text):
            yield kind, holds(*figures)


def texts(line: Timeline) -> Iterator[str]:
    for step in line.steps:
        for ruling in told(step):
            yield ruling.text


def wrong(line: Timeline, seen: Counter[str]) -> list[str]:
    found = []
    for text in texts(line):
        for kind, right in claims(text):
            seen[kind] += 1
            if not right:
                found.append(text)
    return found


@pytest.mark.parametrize(("text", "right"), [
    ("4 + 6+6 = 16", True), ("4 + 6+6 = 15", False), ("22 - 16 = 6", True), ("10 + 2 × 25 = 60", True),
    ("10 ÷ 5 = 2", True), ("10 ÷ 5 = 4", False), ("26 ÷ 5 = 5", False),
    ("Rounding 7 to the nearest 5 gives 5", True), ("Rounding 8 to the nearest 5 gives 5", False),
    ("18 to the nearest five is 20", True), ("Rounding 8 to the nearest multiple of 5 gives 5", False),
    ("Rounding 8 down to a multiple of 5 gives 5", True),
])
def test_a_calculation_is_read_and_worked_out(text: str, right: bool) -> None:
    assert [holds for _, holds in claims(text)] == [right]


@pytest.mark.parametrize("change", [{"end_bonus": 2}, {"hand_bonus": [100]}, {"end_bonus": 3, "hand_bonus": [7]}],
                         ids=str)
@pytest.mark.parametrize("game", ["all-fives", "all-fives/all-threes", "five-up", "merry-go-round", "seven-toed-pete"])
def test_a_bonus_is_no_part_of_the_quotient(game: str, change: dict[str, object]) -> None:
    rules = catalogue.get(game).but(**change)
    lines = [play_out(rules, Shuffle(seed=seed)) for seed in range(4)]
    divided = [ruling for line in lines for ruling in told(line.steps[-1])
               if ruling.case in ("divide", "groups")]
    assert divided
    for ruling in divided:
        rounded = int(str(ruling.facts["rounded"]))
        figures = [int(figure) for figure in re.findall(r"\d+", ruling.text)]
        assert rounded // int(str(rules["end_divide"])) == figures[-1]


def random_awards(number: int) -> Ruleset:
    chance = random.Random(number)
    return changed(chance.choice(RIVALS), [*chance.sample(AWARDS, 4), *chance.sample(CHANGES, 3)])


def test_every_calculation_of_random_rules_is_right() -> None:
    seen = Counter[str]()
    for number in range(150):
        rules, chance = random_awards(number), random.Random(number)
        line = play_out(rules, Shuffle(seed=number), seats=chance.choice(seat_counts(rules)), policies="random")
        assert not wrong(line, seen), (number, rules.id)
    assert seen.keys() == CLAIMS.keys()
