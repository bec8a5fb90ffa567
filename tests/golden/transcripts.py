"""The golden transcripts: a hand of each game in full, and one of every ruleset and number of players in short."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Play
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.why import why
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset

FOLDER = Path(__file__).parent
HANDS = FOLDER / "hands"
NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Ida", "Jon", "Kim", "Lea"]
MOST_STEPS = 60
"""Longer hands, those of Bingo, are told no further."""


class Golden(NamedTuple):
    """One transcript: a ruleset, a seed, how many sit down, and by which policy they play."""

    ruleset: str
    seed: int
    seats: int
    policy: str = "random"

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.ruleset.replace('/', '+')}-seed{self.seed}-{self.seats}.txt"

    def line(self) -> Timeline:
        return play_out(get(self.ruleset), Shuffle(seed=self.seed), seats=self.seats, names=NAMES[: self.seats],
                        policies=self.policy)


CHOSEN = [
    Golden("all-fives", 1, 2, "greedy"),
    Golden("all-fives", 4, 4),
    Golden("all-fives/spinner-closed", 1, 2, "greedy"),
    Golden("all-fives/all-spinners", 2, 3),
    Golden("all-fives/all-threes", 3, 2, "greedy"),
    Golden("all-fives/cribbage", 5, 2, "greedy"),
    Golden("all-fives-leaflet", 2, 3),
    Golden("all-fives-leaflet/no-spinner", 6, 2),
    Golden("block", 1, 2, "heaviest"),
    Golden("block", 3, 4),
    Golden("block/partners", 2, 4),
]


CHOSEN_GAMES = {golden.ruleset for golden in CHOSEN}
TRANSCRIPTS = CHOSEN + [
    Golden(rules.id, 1, rules.dealing.seat_counts[0])
    for rules in rulesets()
    if rules.variation_of is None and rules.id not in CHOSEN_GAMES
]


def transcript(golden: Golden) -> str:
    line = golden.line()
    head = f"{golden.ruleset}, seed {golden.seed}, {golden.seats} players, policy {golden.policy}\n"
    blocks = list(_blocks(line))
    told = blocks if len(blocks) <= MOST_STEPS else [*blocks[: MOST_STEPS - 2], "...", blocks[-1]]
    return head + "".join(f"\n{block}\n" for block in told)


def _blocks(line: Timeline) -> Iterator[str]:
    for number, step in enumerate(line.steps):
        told = why(step)
        clauses = " ".join(dict.fromkeys(ruling.id for ruling in told.rulings))
        yield f"{number}. {told.caption}\n   {_shown(step)}\n   {clauses}"


def _shown(step: Step) -> str:
    state = step.state
    if step.action is None and not state.chain.laid:
        return _dealt(step)
    if state.rules.solo is not None:
        return f"left {state.left}"
    ends = ",".join(str(value) for value in sorted(end.value for end in state.open_ends))
    count = "" if state.board_count is None else f" count {state.board_count.total}"
    scores = ":".join(map(str, state.scores))
    return f"open {ends}{count} points {step.points} scores {scores}"


def _dealt(step: Step) -> str:
    state = step.state
    if state.rules.solo is not None:
        return " | ".join(f"{key} {_row(part)}" for key, part in state.rules.solo.deal_of(state).items())
    return " | ".join(" ".join(map(str, sorted(held))) for held in state.holdings) + f" | stock {len(state.stock)}"


def _row(part: list[str] | list[list[str]]) -> str:
    return " ".join(item if isinstance(item, str) else f"({' '.join(item)})" for item in part)


def path_of(rules: Ruleset) -> Path:
    return HANDS / f"{rules.id.replace('/', '+')}.txt"


def in_short(rules: Ruleset) -> str:
    """One random hand at each number of players: the moves, the end, and a digest of every word that was said."""
    return "".join(_short_hand(rules, seats) for seats in rules.dealing.seat_counts)


def _short_hand(rules: Ruleset, seats: int) -> str:
    line = play_out(rules, Shuffle(seed=7, hand=seats), seats=seats, names=NAMES[:seats], policies="random")
    words = hashlib.sha256("\n".join(why(step).text for step in line.steps).encode()).hexdigest()[:16]
    leader = NAMES[line.steps[0].state.turn]
    settled = line.steps[-1].settled
    won = "nobody" if settled is None or settled.winner is None else line.state.table.side_name(settled.winner)
    moves = " ".join(_move(step) for step in line.steps if step.action is not None)
    end = f"{line.state.over}: {won} {settled.award if settled else 0}, {':'.join(map(str, line.state.scores))}"
    told = fill(moves, width=118, break_on_hyphens=False)
    return f"seats {seats}, {leader} begins\n{told}\n{end}\nwords {words}\n\n"


def _move(step: Step) -> str:
    action, points = step.action, f"{step.points:+}" if step.points else ""
    if isinstance(action, Play):
        laid = step.state.chain.laid[-1]
        onto = "" if laid.parent < 0 else f"@{step.state.chain.laid[laid.parent].tile}>{laid.out}"
        return f"{action.tile}{onto}{points}"
    return f"{str(action).replace(' ', '_')}{points}"
