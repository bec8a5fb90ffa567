"""The golden transcripts: a few hands of each game as plain text, one block a step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from domino_lab.catalogue import get
from domino_lab.explain.why import why
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.shuffle import Shuffle

FOLDER = Path(__file__).parent
NAMES = ["Ana", "Ben", "Cleo", "Dan"]


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


TRANSCRIPTS = [
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


def transcript(golden: Golden) -> str:
    line = golden.line()
    head = f"{golden.ruleset}, seed {golden.seed}, {golden.seats} players, policy {golden.policy}\n"
    return head + "".join(f"\n{block}\n" for block in _blocks(line))


def _blocks(line: Timeline) -> Iterator[str]:
    for number, step in enumerate(line.steps):
        told = why(step)
        clauses = " ".join(dict.fromkeys(ruling.id for ruling in told.rulings))
        yield f"{number}. {told.caption}\n   {_shown(step)}\n   {clauses}"


def _shown(step: Step) -> str:
    state = step.state
    if step.action is None and not state.chain.laid:
        return " | ".join(" ".join(map(str, sorted(held))) for held in state.holdings) + f" | stock {len(state.stock)}"
    ends = ",".join(str(value) for value in sorted(end.value for end in state.open_ends))
    count = "" if state.board_count is None else f" count {state.board_count.total}"
    scores = ":".join(map(str, state.scores))
    return f"open {ends}{count} points {step.points} scores {scores}"
