"""A few hands of each game, word by word: a change of rules or words shows as a diff (`make golden` writes them anew).

Checked by hand against RULES.md before they were first kept:
* all-fives, seed 1: all 22 counts. The spinner 5-5 counts both halves with two tiles on it (steps 11 to 18) and one
  with three (21 and 22); 1-1 and 3-3, no spinners, count both halves at an end. Ben keeps 6-0 and 2-2: 10, rounded 10,
  divided 2.
* block, seed 3: 1-1 with 5-4 against 3-2 with 3-3 is 11 all; 1-1 is the lightest tile. 20 + 11 + 21 - 11 = 41.
* all-fives-leaflet, seed 2: with two tiles on it a double counts nothing (4-4 from step 7 on, 5-5 from step 12 on)
  while its sides stay open. 34 + 4 = 38, rounded 40.
"""

from __future__ import annotations

import pytest

from domino_lab.catalogue import rulesets
from tests.golden.transcripts import FOLDER, TRANSCRIPTS, Golden, transcript


@pytest.mark.parametrize("golden", TRANSCRIPTS, ids=lambda golden: golden.path.stem)
def test_transcript(golden: Golden) -> None:
    assert transcript(golden) == golden.path.read_text(encoding="utf-8")


def test_every_game_has_transcripts_and_every_transcript_is_checked() -> None:
    games = {rules.id for rules in rulesets() if rules.variation_of is None}
    assert games <= {golden.ruleset for golden in TRANSCRIPTS}
    assert {golden.path for golden in TRANSCRIPTS} == set(FOLDER.glob("*.txt"))
