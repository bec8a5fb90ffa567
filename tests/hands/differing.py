"""What a hand shows of a variation: which of its clauses fire, and whether its game reads the hand otherwise.

The hand is a packaged one, or one that the default players play under both rules with the same shuffle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from domino_lab.catalogue import get
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.why import why
from domino_lab.play.legal import judge, legal
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset, differences
from domino_lab.words import clause_table
from tests.rules.random_rules import tables_of

PLAYED_ALIKE = frozenset({"target", "reach", "target_when", "shut_out", "matches_to_win", "seats", "double_lay"})
"""Axes of the match, of who may sit down, and of how a double looks: one hand is played and settled alike."""


def differing(rules: Ruleset) -> dict[str, Any]:
    """The axes in which a variation is played or settled differently from the game it varies."""
    game = get(rules.variation_of)
    found = {change.axis: change.other for change in differences(game, rules)}
    counted = rules["play_score"] != "none"
    return {axis: value for axis, value in found.items() if axis not in PLAYED_ALIKE or _counts(axis, counted=counted)}


def _counts(axis: str, *, counted: bool) -> bool:
    return axis == "double_lay" and counted


def shows(text: str, rules: Ruleset) -> list[str]:
    """What is missing for `text` to show how `rules` differ from the game they vary; nothing when it shows it."""
    return lacks(read(text, get), read(under(text, get(rules.variation_of).id), get), rules)


def lacks(line: Timeline, other: Timeline, rules: Ruleset) -> list[str]:
    """What is missing for `line`, with `other` under the game, to show how `rules` differ from the game they vary."""
    missing = []
    denied = _own(rules) & noted_refusals(line, other)
    if not fired(line, other, rules) | denied:
        missing.append(f"no clause of {', '.join(differing(rules))} fires")
    if heard(other) == heard(line) and not denied:
        missing.append(f"{rules.variation_of} reads the hand in the same way")
    return missing


def played(rules: Ruleset, game: Ruleset, seeds: Iterable[int]) -> Iterator[tuple[Timeline, Timeline]]:
    """The same shuffles under both, at every table of `rules`; with an odd seed each is a hand after a block.

    If the game cannot be played by so many, it is played at its smallest table.
    """
    for seed in seeds:
        for seats in tables_of(rules):
            there = seats if seats in tables_of(game) else tables_of(game)[0]
            yield _play(rules, seed, seats), _play(game, seed, there)


def _play(rules: Ruleset, seed: int, seats: int) -> Timeline:
    blocked = Standing((1,) * rules.side_count(seats), 2, 0, None, "blocked") if seed % 2 and not rules.solo else None
    return play_out(rules, Shuffle(seed=seed), seats=seats, standing=blocked)


def under(text: str, name: str) -> str:
    """The same hand file under another ruleset."""
    changed, times = re.subn(r'^ruleset = ".*"$', f'ruleset = "{name}"', text, flags=re.M)
    assert times == 1
    return changed


def fired(line: Timeline, other: Timeline, rules: Ruleset) -> set[str]:
    """The clauses of the differing axes that decided something in `line`.

    A clause without any sentence but the rule takes something away: then the clause it replaces must decide in `other`,
    where it may refuse what the variation allows.
    """
    own = _own(rules)
    found = own & cited(line)
    if found or any(_speaks(clause_id) for clause_id in own):
        return found
    game = get(rules.variation_of)
    lost = {game.clauses[axis] for axis in _axes(rules)} - cited(line)
    refused = {problem.clause for problem in other.problems}
    return {said for said in lost if said in cited(other) or said.partition(":")[0] in refused}


def noted_refusals(line: Timeline, other: Timeline) -> set[str]:
    """The clauses by which `line`, before a move that it has a note on, refuses what `other` allows there.

    A variation that only forbids something is played like its game by whoever keeps to it: then the note tells it.
    """
    moves = enumerate(zip(line.steps, other.steps, strict=False), 1)
    rulings = [judge(here.state, action) for move, (here, there) in moves if move in line.notes
               for action in legal(there.state)]
    return {ruling.clause for ruling in rulings if not ruling.allowed}


def _own(rules: Ruleset) -> set[str]:
    axes = _axes(rules)
    return {rules.clauses[axis] for axis in axes} | ({"GEN-TEAM-1"} if "teams" in axes else set())


def _axes(rules: Ruleset) -> set[str]:
    return {*differing(rules), *_topics(rules, get(rules.variation_of))}


def _topics(rules: Ruleset, game: Ruleset) -> set[str]:
    """What is no axis but has a clause of its own in the variation."""
    return {topic for topic, said in rules.clauses.items() if topic not in rules.values and game.clauses[topic] != said}


def _speaks(clause_id: str) -> bool:
    return bool(set(clause_table(clause_id)) - {"sheets", "silent", "mark", "rule", "card", "label", "names"})


def cited(line: Timeline) -> set[str]:
    """Every clause, options and all, on which a step of the hand or its explanation rests."""
    return {ruling.clause for step in line.steps for ruling in _rulings(step)}


def _rulings(step: Step) -> Iterator[Ruling]:
    yield from why(step).rulings
    for ruling in (*step.rulings, *([step.judged] if step.judged else [])):
        yield from ruling.tree()


def heard(line: Timeline) -> tuple[object, ...]:
    """All that a reader of a hand could tell apart: what is wrong with it, who did what, and what it was worth."""
    told = tuple((step.action, step.seat, step.points, step.state.scores, step.state.chips, step.state.turn)
                 for step in line.steps)
    complaints = tuple((problem.clause, problem.move) for problem in (*line.problems, *line.remarks))
    settled = line.steps[-1].settled
    return (told, complaints, line.state.over, settled and (settled.winner, settled.award))
