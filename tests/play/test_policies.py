"""Whoever takes the name of a policy from a reader knows all of them, in a process that has loaded nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from domino_lab.chance.monte_carlo_player import thinking
from domino_lab.play.players import get, name_of, needs_past
from domino_lab.play.policies import POLICIES

ROOT = Path(__file__).parents[2]

NAMES = tuple(POLICIES)

SMALL = "get('block').but(max_pip=3, deal=3)"
CALLS = {
    "simulate, by its module": "from domino_lab.chance.simulation import simulate; "
                               "simulate(RULES, hands=2, policies=NAME)",
    "GameTrials": "from domino_lab.chance.trials import GameTrials; GameTrials(RULES, policies=NAME)",
    "entrants": "from domino_lab.chance.tournament import entrants; entrants(['random', NAME])",
    "player_of": "from domino_lab.sessions.seating import player_of; player_of(NAME)",
    "dl.play_out": "import domino_lab as dl; dl.play_out(RULES, policies=NAME)",
    "dl.compare": "import domino_lab as dl; dl.compare(dl.Shuffle(seed=1), [RULES, RULES], policies=NAME)",
    "dl.compare, hands": "import domino_lab as dl; "
                         "dl.compare(dl.Shuffle(seed=1), [RULES, RULES], hands=2, policies=NAME)",
    "dl.simulate": "import domino_lab as dl; dl.simulate(RULES, hands=2, policies=NAME)",
    "dl.tournament": "import domino_lab as dl; dl.tournament(['random', NAME], RULES, deals=1)",
    "dl.what_if": "import domino_lab as dl; dl.what_if(dl.play_out(RULES, seed=1), 1, then=NAME)",
    "dl.Play": "import domino_lab as dl; dl.Play(RULES, against=NAME)",
    "dl.VariantComparison": "import domino_lab as dl; "
                            "dl.VariantComparison(dl.Shuffle(seed=1), [RULES, RULES], policies=NAME)",
    "dl.ChanceLab": "import domino_lab as dl; dl.ChanceLab(dl.chance.GameTrials(RULES, policies=NAME))",
    "new-hand": "from domino_lab.cli import main; main(['new-hand', 'block', '--policy', NAME], standalone_mode=False)",
    "simulate on the command line": "from domino_lab.cli import main; "
                                    "main(['simulate', 'block', '--hands', '1', '--policy', NAME])",
}


@pytest.mark.parametrize("call", CALLS)
def test_a_fresh_process_knows_the_player_that_is_made_last(call: str) -> None:
    code = f"from domino_lab.catalogue import get; from domino_lab.core.shuffle import Shuffle\nRULES = {SMALL}\n"
    done = subprocess.run([sys.executable, "-c", f"{code}NAME = {NAMES[-1]!r}\n{CALLS[call]}"], cwd=ROOT,
                          capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


def test_all_seven_are_known_by_one_list() -> None:
    assert get("thinking") is thinking
    assert NAMES == ("random", "greedy", "heaviest", "doubles", "keep-suits", "partner", "thinking")
    assert [name_of(get(name)) for name in NAMES] == list(NAMES)
    assert [name for name in NAMES if needs_past(get(name))] == ["partner", "thinking"]


def test_a_name_that_is_nearly_right_is_helped_on_in_a_fresh_process() -> None:
    code = ("import domino_lab as dl\n"
            "try: dl.play_out('block', policies='thinkin')\nexcept ValueError as error: print(error)")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.stdout.startswith("no player is called 'thinkin'; did you mean thinking? The players are random,")
