"""A closed world: of a new axis that an engine has not heard of, everything either goes by it or refuses it by name."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.new_axis import VALUES

ROOT = Path(__file__).parents[2]
OBEYING = {"play", "a record", "the rule page", "differences", "the form's sections", "the form's choices", "the form",
           "a comparison", "rejudging", "a spread", "own rules", "simulate, readable"}
REFUSING = {"simulate", "simulate, plain", "chance lab", "a tournament", "solve", "the value of a hand", "perfect play",
            "hidden tiles", "the thinker", "exercises"}
REFUSING_THE_GAME = {"solve, the game itself", "simulate, the game itself"}
"""The default may be what an engine does not know: a game that nobody has changed is refused, too."""


@pytest.mark.parametrize("name", VALUES)
def test_everything_goes_by_a_new_axis_or_refuses_it_by_name(name: str) -> None:
    done = subprocess.run([sys.executable, "-m", "tests.rules.new_axis", name], cwd=ROOT, capture_output=True,
                          text=True, timeout=110, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found.keys() == OBEYING | REFUSING | REFUSING_THE_GAME
    assert {asked for asked, what in found.items() if what == "obeys"} == OBEYING
    for asked in REFUSING | REFUSING_THE_GAME:
        value = 0 if asked in REFUSING_THE_GAME or asked == "exercises" else VALUES[name]
        assert found[asked].startswith(f"DominoError: {name} = {value}: the "), asked
        assert f"does not know the axis {name}; dl.play_out and dl.compare play by it" in found[asked], asked
