"""A few hands of each game, word by word: a change of rules or words shows as a diff (`make golden` writes them anew).

Checked by hand against the sheets before they were first kept:
* all-fives, seed 1: all 22 counts. The spinner 5-5 counts both halves with two tiles on it (steps 11 to 18) and one
  with three (21 and 22); 1-1 and 3-3, no spinners, count both halves at an end. Ben keeps 6-0 and 2-2: 10, rounded 10,
  divided 2.
* block, seed 3: 1-1 with 5-4 against 3-2 with 3-3 is 11 all; 1-1 is the lightest tile. 20 + 11 + 21 - 11 = 41.
* all-fives-leaflet, seed 2: with two tiles on it a double counts nothing (4-4 from step 7 on, 5-5 from step 12 on)
  while its sides stay open. 34 + 4 = 38, rounded 40.
* bergen, seed 1: 1-1 alone shows two ones, 2 points; unlike ends score nothing.
* two-box, seed 1: the others keep 9, 8 and 14, so Cleo wins 31 on top of her 15.
* knock-out, seed 1: none of the 27 pairs of neighbours touches with equal halves, so the game is lost as it lies.
"""

from __future__ import annotations

import pytest

from domino_lab.catalogue import rulesets
from domino_lab.rules.ruleset import Ruleset
from tests.golden.transcripts import FOLDER, HANDS, TRANSCRIPTS, Golden, in_short, path_of, transcript


@pytest.mark.parametrize("golden", TRANSCRIPTS, ids=lambda golden: golden.path.stem)
def test_transcript(golden: Golden) -> None:
    assert transcript(golden) == golden.path.read_text(encoding="utf-8")


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_a_hand_at_every_number_of_players(rules: Ruleset) -> None:
    """The moves stand in the file; where only the digest of the words differs, a sentence was changed."""
    assert in_short(rules) == path_of(rules).read_text(encoding="utf-8")


def test_every_game_has_transcripts_and_every_transcript_is_checked() -> None:
    games = {rules.id for rules in rulesets() if rules.variation_of is None}
    assert games <= {golden.ruleset for golden in TRANSCRIPTS}
    assert {golden.path for golden in TRANSCRIPTS} == set(FOLDER.glob("*.txt"))
    assert {path_of(rules) for rules in rulesets()} == set(HANDS.glob("*.txt"))
