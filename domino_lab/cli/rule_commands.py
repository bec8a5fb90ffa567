"""The commands games, rules, settle and simulate."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, NoReturn, TypedDict, Unpack

import click

from domino_lab.arguments import MOST_HANDS
from domino_lab.catalogue import ListedGame, called, listing, players
from domino_lab.catalogue.resolve import ruleset as named
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.long_runs import Progress, RemainingTime
from domino_lab.chance.simulation import Simulation
from domino_lab.errors import DominoError
from domino_lab.notebook import simulate as simulated
from domino_lab.play.players import NAMES
from domino_lab.play.settlement import Verdict, settle_holdings
from domino_lab.record.rules_table import plain_value
from domino_lab.rules.axes import Value
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import MOST_SEED
from domino_lab.words import phrase

changes_option = click.option("--set", "changes", multiple=True, metavar="AXIS=VALUE",
                              help="Change an axis, as in target=61.")


class WholeNumber(click.IntRange):
    """A whole number on the command line; one that is too long is refused without repeating it."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; end the command if it is not one, or has more digits than a seed may have."""
        if isinstance(value, str) and len(value) > len(str(MOST_SEED)):
            self.fail(f"a number has at most {len(str(MOST_SEED))} digits, and this one has {len(value)}", param, ctx)
        return super().convert(value, param, ctx)


_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object.")


@click.command()
@_JSON
def games(*, as_json: bool) -> None:
    """List every game and variation, by family: id, name, players, other names, sheets."""
    entries = listing()
    click.echo(json.dumps({"games": entries}, indent=1) if as_json else "\n".join(_table(entries)))


def _table(entries: Sequence[ListedGame]) -> Iterator[str]:
    """Yield a table: a heading per family, a line per game, and its variations indented below it."""
    rows = [_row(entry) for entry in entries]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    family = ""
    for entry, row in zip(entries, rows, strict=True):
        if entry["family"] != family:
            yield from ([""] if family else [])
            family = entry["family"]
            yield phrase("games.heading", family=family)
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(entry: ListedGame) -> tuple[str, ...]:
    counts, names = players(entry), called(entry)
    seated = phrase("games.alone") if counts == "1" else phrase("games.players", counts=counts)
    indent = "    " if entry["variation_of"] else "  "
    sheets = ", ".join(entry["sheets"])
    return (indent + entry["id"], entry["name"], seated,
            f"{sheets}; {phrase('games.also', names=names)}" if names else sheets)


@click.command()
@click.argument("ruleset")
@changes_option
@_JSON
def rules(ruleset: str, changes: Sequence[str], *, as_json: bool) -> None:
    """Show the rule page of RULESET (an id, as `games` lists them, or a file of rules)."""
    found = changed_ruleset(ruleset, changes)
    click.echo(json.dumps(_page(found), indent=1) if as_json else found.sheet())


def _page(found: Ruleset) -> dict[str, object]:
    return {
        "id": found.id, "name": found.name, "aliases": list(found.aliases), "family": found.family,
        "seats": list(found.dealing.seat_counts), "variation_of": found.variation_of,
        "axes": {axis: {"value": plain_value(value), "clause": found.clauses.get(axis, "").partition(":")[0] or None}
                 for axis, value in found.values.items()},
        "statements": [{"section": one.section, "clause": one.clause.partition(":")[0] or None, "text": one.text,
                        "axes": {axis: plain_value(value) for axis, value in one.says.items()}}
                       for one in found.statements],
        "text": found.sheet(),
    }


@click.command()
@click.argument("ruleset")
@click.option("--holding", "holdings", multiple=True, required=True, metavar="TILES",
              help='One a seat, in seat order, as in "1-2 2-4"; "" for the seat that went out.')
@click.option("--out", type=WholeNumber(), default=None, help="The seat that went out.")
@click.option("--blocker", type=WholeNumber(), default=None, help="The seat that laid last.")
@changes_option
@_JSON
def settle(ruleset: str, holdings: Sequence[str], out: int | None, blocker: int | None, changes: Sequence[str],
           *, as_json: bool) -> None:
    """Say who wins a hand of RULESET that ends with these holdings, how much, and why."""
    changed = changed_ruleset(ruleset, changes)
    try:
        verdict = settle_holdings(changed, holdings, out=out, blocker=blocker)
    except DominoError as error:
        stop(str(error))
    if as_json:
        click.echo(json.dumps(_plain(verdict), indent=1))
    else:
        click.echo("\n".join(verdict.lines))


def _plain(verdict: Verdict) -> dict[str, object]:
    return {"winner": verdict.winner, "award": verdict.award, "clauses": list(verdict.clauses),
            "lines": list(verdict.lines), "text": verdict.text}


def changed_ruleset(name: str, changes: Sequence[str]) -> Ruleset:
    """Return the ruleset with these changes; end the command if there is none, or they are impossible."""
    try:
        found = named(name)
        return found.but(**dict(_change(change) for change in changes)) if changes else found
    except DominoError as error:
        stop(str(error))


def _change(text: str) -> tuple[str, Value]:
    """Return an axis and its value, written as in a hand file; a single word needs no quotes."""
    axis, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} is no change: write an axis and its value, as in target=61",
                                 param_hint="--set")
    try:
        return axis.strip(), tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):
        return axis.strip(), value.strip()


def stop(message: str) -> NoReturn:
    """End the command with a message that says why."""
    click.echo(message, err=True)
    sys.exit(1)


class _Run(TypedDict):
    hands: int
    seats: int | None
    seed: int


@click.command()
@click.argument("ruleset")
@click.option("--hands", type=WholeNumber(1, MOST_HANDS), default=100_000, show_default=True, help="How many hands.")
@click.option("--seats", type=WholeNumber(), default=None,
              help="How many play; the fewest the game allows if not given.")
@click.option("--policy", "policies", multiple=True,
              help=f"Who plays: {', '.join(NAMES)}. Give it once for all seats, or once for each.")
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="Which shuffles.")
@changes_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def simulate(ruleset: str, changes: Sequence[str], policies: Sequence[str], *, as_json: bool,
             **options: Unpack[_Run]) -> None:
    """Play many hands of RULESET and count them: who wins, what is scored, how long they are."""
    rules = changed_ruleset(ruleset, changes)
    who = policies[0] if len(policies) == 1 else (list(policies) or None)
    is_seen = sys.stderr is not None and sys.stderr.isatty()
    try:
        found = simulated(rules, policies=who, progress=_ProgressLine() if is_seen else True, **options)
    except ValueError as error:
        stop(str(error))
    click.echo(json.dumps(report(found), indent=1) if as_json else str(found))


def report(found: Simulation) -> dict[str, object]:
    """Return the result as plain values; a number that a single hand cannot give is null."""
    job = found.job
    return {
        "ruleset": job.rules.id, "rules": dict(job.rules.changed()),
        "hands": found.hands, "asked": found.asked, "seats": job.seats, "policies": list(job.policies),
        "seed": job.seed, "sides": list(found.sides), "note": found.note,
        "estimates": [{"what": what, "who": who or None, **_numbers(estimate)} for what, who, estimate in found.rows()],
    }


def _numbers(estimate: Estimate) -> dict[str, float | None]:
    named = zip(("estimate", "error", "low", "high"), estimate[:4], strict=True)
    return {name: number if isfinite(number) else None for name, number in named}


class _ProgressLine:
    """A line of a terminal that is overwritten."""

    def __init__(self) -> None:
        self._pace = RemainingTime()

    def __call__(self, progress: Progress) -> None:
        words = phrase("chancelab.compiling") if progress.phase == "compiling" else phrase(
            "chancelab.playing", done=progress.done, total=progress.total)
        line = f"{words} {self._pace.left(progress)}"
        click.echo(f"\r{line:<120}", nl=progress.done >= progress.total, err=True)
