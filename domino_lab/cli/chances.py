"""The command `simulate`: many hands of a game, counted."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import isfinite
from typing import Any

import click

from domino_lab.arguments import MOST_HANDS
from domino_lab.chance.progress import Pace, Progress
from domino_lab.chance.result import Simulation
from domino_lab.cli.rulings import Whole, changed_ruleset, changes_option, stop
from domino_lab.front import simulate as simulated
from domino_lab.play.players import NAMES
from domino_lab.words import phrase


@click.command()
@click.argument("ruleset")
@click.option("--hands", type=Whole(1, MOST_HANDS), default=100_000, show_default=True, help="How many hands.")
@click.option("--seats", type=Whole(), default=None, help="How many play; the fewest the game allows if not given.")
@click.option("--policy", "policies", multiple=True,
              help=f"Who plays: {', '.join(NAMES)}. Give it once for all seats, or once for each.")
@click.option("--seed", type=Whole(0), default=0, show_default=True, help="Which shuffles.")
@changes_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def simulate(ruleset: str, changes: Sequence[str], policies: Sequence[str], *, as_json: bool, **asked: Any) -> None:
    """Play many hands of RULESET and count them: who wins, what is scored, how long they are."""
    rules = changed_ruleset(ruleset, changes)
    who = policies[0] if len(policies) == 1 else (list(policies) or None)
    is_seen = sys.stderr is not None and sys.stderr.isatty()
    try:
        found = simulated(rules, policies=who, progress=_Telling() if is_seen else True, **asked)
    except ValueError as error:
        stop(str(error))
    click.echo(json.dumps(report(found), indent=1) if as_json else str(found))


def report(found: Simulation) -> dict[str, Any]:
    """The result as plain values; a number that a single hand cannot give is null.

    >>> from domino_lab.chance.simulate import simulate
    >>> report(simulate("block", hands=1, engine="plain"))["estimates"][0]["what"]
    'wins'
    """
    job = found.job
    return {
        "ruleset": job.rules.id, "rules": dict(job.rules.changed()),
        "hands": found.hands, "asked": found.asked, "seats": job.seats, "policies": list(job.policies),
        "seed": job.seed, "sides": list(found.sides), "note": found.note,
        "estimates": [{"what": what, "who": who or None, **_numbers(estimate)} for what, who, estimate in found.rows()],
    }


def _numbers(estimate: Any) -> dict[str, float | None]:
    named = zip(("estimate", "error", "low", "high"), estimate[:4], strict=True)
    return {name: number if isfinite(number) else None for name, number in named}


class _Telling:
    """One line that is written over, on a terminal."""

    def __init__(self) -> None:
        self._pace = Pace()

    def __call__(self, progress: Progress) -> None:
        words = phrase("chancelab.compiling") if progress.phase == "compiling" else phrase(
            "chancelab.playing", done=progress.done, total=progress.total)
        told = f"{words} {self._pace.left(progress)}"
        click.echo(f"\r{told:<120}", nl=progress.done >= progress.total, err=True)
