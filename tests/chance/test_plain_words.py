"""What a reader is told about chances is in plain words: grade 5, as everything that is said about a move."""

from __future__ import annotations

from functools import cache
from unittest.mock import patch

import pytest

from domino_lab.catalogue import get
from domino_lab.chance import solver
from domino_lab.chance.exact_chance import distribution, estimate, exact
from domino_lab.chance.holding_events import doubles, has, pips, suit
from domino_lab.chance.knowledge import know
from domino_lab.chance.solver import Choice, Solution, TooLongError, refusal, solve
from domino_lab.chance.whole_lines import lines
from domino_lab.core.actions import Pass
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.start import start
from domino_lab.play.timeline import Timeline, deal_hand, play_out
from domino_lab.words import phrase, phrases
from tests.words.custom_rules import DoublesPay, EvenTiles
from tests.words.test_readability import LEEWAY, SAID, grade

LINE = play_out(get("draw-classic"), Shuffle(seed=1), policies="random")
BLOCK = play_out(get("block"), Shuffle(seed=1), policies="random")
SEARCH = play_out(get("draw-vietnamese"), Shuffle(seed=1), policies="random")
"""Nobody was dealt the tile that opens."""
SEVENS = play_out(get("all-sevens"), Shuffle(seed=2), policies="random")
"""At step 28 an open end shows a blank, and the other a 5: the tiles with a 2 and those of all ends are not there."""
BLANKS = play_out(get("all-sevens"), Shuffle(seed=95), policies="random")
"""At step 19 both open ends show a blank, to which no value comes: only the tiles that fit everywhere are not there."""


def _known(line: Timeline) -> str:
    return "\n".join(know(line, seat, step).text for seat in (0, 1) for step in range(len(line.steps) - 2))


def _too_long() -> str:
    with patch.multiple(solver, PLAIN_TRIES=4, COMPILED_TRIES=4), pytest.raises(TooLongError) as told:
        solve(LINE.steps[0].state)
    return str(told.value)


@cache
def texts() -> dict[str, str]:
    return {
        "closed": exact(doubles() == 0).derivation,
        "one": exact(doubles() == 7).derivation,
        "none held": exact(doubles() == 0, 0).derivation,
        "one is known": exact(has("6-6"), given=doubles() == 7).derivation,
        "listed": exact(pips() > 50, given=has("6-6")).derivation,
        "added": exact(pips() > 50, set=9).derivation,
        "drawn": estimate(lambda tiles: True, set=9, samples=50).derivation,
        "drawn by halves": estimate(lambda tiles: sum(tiles[0][:2]) % 2 == 0, set=9, samples=50).derivation,
        "many kinds": exact((suit(5) >= 1) & (doubles() >= 1)).derivation,
        "lines": lines(4).derivation,
        "no lines": lines(3).derivation,
        "known": _known(LINE),
        "passed": _known(BLOCK),
        "discarded": _known(play_out(get("gaple"), Shuffle(seed=3), policies="random")),
        "dealt again": know(play_out(get("kozel/redeal"), Shuffle(seed=3)), 0, 3).text,
        "each play judged": know(play_out(get("block").but(arms=EvenTiles()), Shuffle(seed=3)), 0, 3).text,
        "paid for the deal": know(play_out(get("block").but(dealing=DoublesPay()), Shuffle(seed=3)), 0, 3).text,
        "sought": know(SEARCH, 1, 1).text,
        "no matador either": know(SEVENS, 0, 28).text,
        "no matador": know(BLANKS, 1, 19).text,
        "refused": refusal(start(get("draw-osel"), Shuffle(seed=1)).state),
        "for one player": refusal(deal_hand(get("bingo"), Shuffle(seed=1)).state),
        "by choice": refusal(start(get("draw"), Shuffle(seed=1)).state),
        "too large a set": refusal(start(get("block").but(max_pip=10), Shuffle(seed=1)).state),
        "over": refusal(LINE.state),
        "too many": refusal(start(get("block"), Shuffle(seed=1), seats=3).state),
        "not led": refusal(SEARCH.steps[0].state),
        "won": Solution(0, (Choice(Pass(), 12),)).text,
        "lost": Solution(0, (Choice(Pass(), -1),)).text,
        "even": Solution(0, (Choice(Pass(), 0),)).text,
        "ahead": Solution(0, (Choice(Pass(), 3),), in_play=True).text,
        "level": Solution(0, (Choice(Pass(), 0),), in_play=True).text,
        "too long": _too_long(),
        "no workers": phrase("chance.no_workers"),
        "slow": phrase("chance.plan_by_reading", why="the rule is asked after each tile"),
        "slow method": phrase("chance.slow_method", method="Steps.points", milliseconds=20),
        "shared": phrase("chance.plan_processes", number=2),
        **{f"a shuffle, {seen}": str(distribution(doubles(), tiles=4).chi_square(seen))
           for seen in ({0: 6, 1: 9, 2: 4, 3: 1}, {0: 11, 2: 9}, {4: 20})},
    }


def test_each_text_is_grade_five() -> None:
    assert {name: text for name, text in texts().items() if grade(*text.splitlines()) > SAID + LEEWAY} == {}
    assert [name for name, text in texts().items() if "{" in text] == []


def test_all_of_it_together_is_grade_five() -> None:
    assert grade(*(line for text in texts().values() for line in text.splitlines())) <= SAID


def test_every_sentence_is_told_somewhere() -> None:
    """The shapes of sentences, cut at what is filled in, all turn up."""
    told = "\n".join(texts().values())
    sentences = [text for name, text in phrases("chance").items() if text.endswith(".") and name not in TOLD_ELSEWHERE]
    missing = [text for text in sentences if not all(part in told for part in text.replace("}", "{").split("{")[::2])]
    assert missing == []


TOLD_ELSEWHERE = {"deals_drawn", "lost_hands", "never_drawn", "not_known", "too_many"}
"""A hand so long that no table holds it does not turn up; the others are errors, and tested where they are raised."""
