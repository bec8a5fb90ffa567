"""What simulating costs: the kernel against the readable engine and the packages of others, and what a reader waits."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import lru_cache

import domino_lab as dl
from benchmarks import rivals
from benchmarks.timing import best, best_busy, process_seconds
from domino_lab.catalogue import get, rulesets
from domino_lab.chance.jobs import Job, play_chunk
from domino_lab.core.tiles import Tile
from domino_lab.kernel import engines
from domino_lab.notebook import simulate
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final

Row = tuple[str, str, str]

FIRST_ANSWER = "import domino_lab as dl; dl.simulate('block', hands={hands})"
COLD = """
import time, domino_lab as dl
began = time.perf_counter()
dl.simulate('block', hands=1, engine='compiled')
print(time.perf_counter() - began)
"""
SLIDER = ("block", "draw", "all-fives")


@lru_cache
def rate(game: str, seats: int, engine: str, hands: int, policy: str = "random") -> float:
    """Hands in a second of one core, the best of five runs."""
    job = Job(get(game), seats, (policy,) * seats, 1, engine)
    play_chunk(job, 0, 1)
    return hands / best_busy(lambda: play_chunk(job, 0, hands), 5)


def quick(game: str, seats: int = 2) -> float:
    """The compiled kernel's rate."""
    return rate(game, seats, "compiled", 100_000)


def times(ours: float, theirs: float) -> str:
    """One rate as a multiple of another."""
    ratio = ours / theirs
    return f"{ratio:,.0f}x" if ratio >= 20 else f"{ratio:.1f}x"


def rates() -> list[Row]:
    """Hands a second, one thread."""
    return [(f"random hands of {game}, 2 seats, compiled, 1 thread", f"{quick(game):,.0f} a second", "-")
            for game in SLIDER]


def engines_compared() -> list[Row]:
    """Our engines against each other; Block, two seats, random players."""
    readable, plain = (rate("block", 2, engine, 2000) for engine in ("readable", "plain"))
    return [
        ("compiled kernel against readable engine", times(quick("block"), readable), ">= 150x"),
        ("kernel in plain Python against readable engine", times(plain, readable), ">= 2x"),
    ]


class HalfOfThePips(dl.rules.Settling):
    """The winner gets half of the pips that are left."""

    def award(self, final: Final, seat: int) -> int:
        return sum(final.weights) // 2


class HeavyPips(dl.rules.Equipment):
    """A blank counts twenty pips more."""

    def weight(self, tile: Tile) -> int:
        return tile.low + tile.high + (20 if tile.low == 0 else 0)


def own_rules() -> list[Row]:
    """Rules of a reader's own against the readable engine: asked beforehand, and asked once a hand."""
    found = []
    for told, rules in (("asked beforehand", get("all-fives").but(equipment=HeavyPips())),
                        ("asked once a hand", get("all-fives").but(settling=HalfOfThePips()))):

        def spent(engine: str, rules: Ruleset = rules) -> float:
            job = Job(rules, 2, ("greedy", "greedy"), 1, engine)
            play_chunk(job, 0, 1)
            return best_busy(lambda: play_chunk(job, 0, 10_000), 3)

        quick, slow = spent("compiled"), spent("readable")
        found.append((f"10,000 hands of All Fives by a rule of one's own, {told}", f"{quick:.2f} s", "<= 2 s"))
        found.append((f"the same against the readable engine, {told}", times(1 / quick, 1 / slow), "-"))
    return found


def against(name: str, told: str, game: str, seats: int, goals: tuple[str, str]) -> list[Row]:
    """The compiled kernel, and the readable engine where `goals` has two, against a package; or why not."""
    try:
        theirs = rivals.hands_a_second(name)
    except rivals.NotInstalledError as problem:
        return [(f"against {told}", f"not measured: {problem}", goals[0])]
    found = [(f"compiled kernel against {told}", times(quick(game, seats), theirs), goals[0])]
    if goals[1]:
        found.append((f"readable engine against {told}", times(rate(game, seats, "readable", 2000), theirs), goals[1]))
    return [*found, (f"{told}", f"{theirs:,.0f} a second", "-")]


def rivals_compared() -> list[Row]:
    """Everything against the packages of others, random players."""
    return [
        *against("open_spiel", "OpenSpiel's python_block_dominoes, 2 seats", "block", 2, (">= 1,500x", ">= 8x")),
        *against("dominoes", "PyPI dominoes, 4 seats in pairs", "latin-partnership", 4, (">= 500x", "")),
        *against("all_fives_domino", "PyPI all-fives-domino, 2 seats", "all-fives", 2, (">= 5,000x", "")),
    ]


def threads() -> Row:
    """Two threads against one; where the machine has a core only, there is nothing to see."""
    from concurrent.futures import ThreadPoolExecutor

    hands = 400_000

    def spent(workers: int) -> float:
        with ThreadPoolExecutor(workers) as pool:
            return best(lambda: simulate("draw", hands=hands, policies="random", executor=pool, chunk=hands // 4), 5)

    return f"2 threads against 1 ({os.cpu_count()} cores)", f"{spent(1) / spent(2):.2f}x", ">= 1.6x"


def waited() -> list[Row]:
    """What a reader waits for: a first answer, a compiler, every game, a slider."""
    games = [rules.id for rules in rulesets() if rules.solo is None]
    every = {game: waiting(game, 100_000) for game in games}
    slowest = max(every, key=every.__getitem__)
    slider = max(waiting(game, 10_000) for game in SLIDER)
    return [
        ("first answer in a second process: 1,000 hands", first_answer(1000), "<= 1 s"),
        ("the same with the machine code from the cache: 100,000 hands", first_answer(100_000), "<= 1 s"),
        ("compiling, once: nothing is cached yet", f"{cold_seconds():.1f} s", "about 5 s"),
        (f"100,000 hands of each of {len(games)} chain games: the slowest, {slowest}", f"{every[slowest]:.2f} s",
         "<= 0.5 s"),
        ("10,000 hands, for a slider: the slowest of " + ", ".join(SLIDER), f"{slider * 1000:.0f} ms", "<= 50 ms"),
    ]


def first_answer(hands: int) -> str:
    """What one waits for in a process that has just begun, all imports included."""
    return f"{process_seconds(FIRST_ANSWER.format(hands=hands), 3):.2f} s"


def waiting(game: str, hands: int) -> float:
    """Seconds that a cell with this simulation takes, as it stands in a notebook."""
    return best(lambda: simulate(game, hands=hands), 3)


def cold_seconds() -> float:
    """The first hand where no machine code is kept yet."""
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"NUMBA_CACHE_DIR": empty}
        told = subprocess.run([sys.executable, "-c", COLD], check=True, capture_output=True, text=True, env=environment)
    return float(told.stdout)


def rows() -> list[Row]:
    """All of it, or why not."""
    if not engines.can_compile():
        return [("simulation", "not measured: numba is not installed", "-")]
    return [*rates(), *engines_compared(), *own_rules(), *rivals_compared(), threads(), *waited()]
