"""A slow count of the board, by walking the tree from the laid tiles alone.

An open half counts its number; a double at an end both halves; a spinner as often as `double_weights` says for the
number of tiles that touch it (AF0-SCORE-1 and 2, FU-SCORE-1).
"""

from __future__ import annotations

from domino_lab.core.chain import Chain, Laid
from domino_lab.rules.ruleset import Ruleset


def recount(rules: Ruleset, chain: Chain) -> int:
    """The board count: what each laid tile shows outward, from which tiles touch which."""
    return sum(_shows(rules, chain, laid) for laid in chain.laid)


def _shows(rules: Ruleset, chain: Chain, laid: Laid) -> int:
    children = [other for other in chain.laid if other.parent == laid.number]
    covered = len(children) + (laid.parent >= 0)
    if laid.tile.is_double:
        return laid.tile.low * _times(rules, chain, laid, covered)
    own = [laid.tile.low + laid.tile.high - laid.out] if laid.parent >= 0 else []
    touched = [child.joint for child in children] + own
    open_halves = [laid.tile.low, laid.tile.high]
    for value in touched:
        open_halves.remove(value)
    return sum(open_halves)


def _times(rules: Ruleset, chain: Chain, laid: Laid, covered: int) -> int:
    weights = rules["double_weights"]
    if weights == "covered-once":
        later = any(other.parent == laid.number for other in chain.laid)
        return 0 if later else 2
    if is_spinner(rules, chain, laid):
        return weights[covered]
    return 2 if covered < 2 else 0


def is_spinner(rules: Ruleset, chain: Chain, laid: Laid) -> bool:
    """AF0-LAY-1: the first double laid spins, or every one, or none."""
    if rules["spinner"] == "all":
        return laid.tile.is_double
    first = next((other for other in chain.laid if other.tile.is_double), None)
    return rules["spinner"] != "none" and first is not None and first.number == laid.number


def arms(rules: Ruleset) -> int:
    """How many tiles can touch a spinner: six or eight where its name says so."""
    return {"first-six": 6, "first-eight": 8}.get(rules["spinner"], 4)


def open_values(rules: Ruleset, chain: Chain) -> list[int]:
    """The values at every edge where a tile may be laid now."""
    return sorted(value for _, value in open_places(rules, chain, uncovered_double(rules, chain)))


def open_places(rules: Ruleset, chain: Chain, only: int | None) -> list[tuple[int, int]]:
    """Each edge that is open by which tiles touch which and by the order of arms: its laid tile, and its value.

    If `only` is a laid tile, nothing is open but its edges.
    """
    if rules["line_grows"] == "one-end" and len(chain.laid) > 1:
        only = chain.laid[-1].number
    spinners = [laid for laid in chain.laid if is_spinner(rules, chain, laid)]
    first = rules["arm_order"] in ("four-first", "four-first-clockwise")
    waiting = [laid for laid in spinners if first and _touching(chain, laid) < arms(rules)][-1:]
    return [(laid.number, value) for laid in chain.laid
            if only in (None, laid.number) and (not waiting or laid in waiting)
            for value in _open_at(rules, chain, laid, spins=laid in spinners)]


def uncovered_double(rules: Ruleset, chain: Chain) -> int | None:
    """The oldest double on which no tile was played later, apart from the first tile, if doubles come first."""
    followed = {laid.parent for laid in chain.laid}
    waiting = [laid.number for laid in chain.laid[1:] if laid.tile.is_double and laid.number not in followed]
    return waiting[0] if waiting and rules["cover_doubles"] != "free" else None


def kept_for_doubles(rules: Ruleset, chain: Chain) -> set[int]:
    """The laid tiles that only a double may join: singles on the first spinner, or all but that spinner."""
    hub = next((laid for laid in chain.laid if is_spinner(rules, chain, laid)), None)
    if rules["arm_doubles"] == "none" or hub is None:
        return set()
    followed = {laid.parent for laid in chain.laid}
    singles = {laid.number for laid in chain.laid if laid.parent == hub.number and laid.tile.low != laid.tile.high}
    done = _touching(chain, hub) == arms(rules) and singles <= followed
    if rules["arm_doubles"] == "all" and not done:
        return {laid.number for laid in chain.laid} - {hub.number}
    return singles - followed


def _touching(chain: Chain, laid: Laid) -> int:
    return sum(other.parent == laid.number for other in chain.laid) + (laid.parent >= 0)


def _open_at(rules: Ruleset, chain: Chain, laid: Laid, *, spins: bool) -> list[int]:
    covered = _touching(chain, laid)
    if laid.number == 0 and laid.tile.is_double and rules["lines"] != "shared":
        return [laid.tile.low] * (laid.sides - 8 - covered)
    if laid.tile.is_double:
        edges = arms(rules) if spins else 2
        if spins and rules["arm_order"] == "sides-first" and covered < 2:
            edges = 2
        if spins and "clockwise" in rules["arm_order"] and covered:
            edges = min(edges, covered + 1)
        return [laid.tile.low] * (edges - covered)
    halves = [laid.tile.low, laid.tile.high]
    for other in chain.laid:
        if other.parent == laid.number:
            halves.remove(other.joint)
    if laid.parent >= 0:
        halves.remove(laid.tile.low + laid.tile.high - laid.out)
    return halves
