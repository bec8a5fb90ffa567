"""Settling given holdings: the vectors of tests/vectors/vectors.toml for these games, and what is refused."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.chain import Chain
from domino_lab.core.errors import DominoError, RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.settlement import settle, settle_holdings
from domino_lab.play.timeline import play_out
from domino_lab.rules.leading import Standing
from domino_lab.rules.settling import Final

VECTORS = {
    "AF0-SCORE-5 26 to 25 to 5": ("all-fives", ["1-2", "1-4", "5-6", "6-6 0-1"], None, 0, 5),
    "BL-TIE-1 lightest tile": ("block", ["1-2 2-4 3-5", "5-5 3-4"], None, 0, 0),
    "BL-TIE-1 with a third": ("block", ["1-2 2-4 3-5", "5-5 3-4", "6-6 6-5"], None, 0, 23),
    "AF1-SCORE-2 seven": ("all-fives-leaflet", ["", "3-4"], 0, 0, 5),
    "AF1-SCORE-2 eight": ("all-fives-leaflet", ["", "4-4"], 0, 0, 10),
    "AF1-SCORE-2 twenty-one": ("all-fives-leaflet", ["", "5-6 4-6"], 0, 0, 20),
    "AF1-SCORE-2 the sum is rounded": ("all-fives-leaflet", ["", "3-4", "3-3"], 0, 0, 15),
    "AF1-SCORE-2 each is rounded": ("all-fives-leaflet/round-each", ["", "3-4", "3-3"], 0, 0, 10),
    "AF0-TIE-1 nobody": ("all-fives", ["1-2", "0-3"], None, None, 0),
    "GEN-TEAM-1 a partner's pips are not won": ("block/partners", ["", "1-2", "6-6", "3-3"], 0, 0, 9),
}


@pytest.mark.parametrize("name", VECTORS)
def test_vector(name):
    rules, holdings, out, winner, award = VECTORS[name]
    verdict = settle_holdings(get(rules), holdings, out=out)
    assert (verdict.winner, verdict.award) == (winner, award)


def test_the_lines_tell_the_sum_of_the_sheet():
    text = settle_holdings(get("all-fives"), ["1-2", "1-4", "5-6", "6-6 0-1"]).text
    for number in ("5 + 11 + 13 = 29", "26", "25", "5"):
        assert number in text


def test_a_tie_is_broken_by_what_tiles_weigh_in_this_game():
    """DR2-NL: a lone 0-0 weighs 13, as much as 6-6 and 1-0 together; of single tiles 1-0 is then the lightest."""
    dutch = get("draw-dutch").but(tie="lightest-tile")
    assert settle_holdings(dutch, ["0-0", "6-6 1-0"]).winner == 1


def test_an_empty_holding_is_out():
    assert settle_holdings(get("block"), ["5-5", ""]).winner == 1


def test_the_blocker_wins_a_tie_where_the_rules_say_so():
    rules = get("block").but(tie="blocker")
    assert settle_holdings(rules, ["1-4", "2-3"], blocker=1).winner == 1


@pytest.mark.parametrize(("holdings", "more", "told"), [
    (["5-5"], {}, "BL-DEAL-1"),
    (["5-5", "5-5"], {}, "GEN-DEAL-1"),
    (["7-7", "5-5"], {}, "GEN-DEAL-1"),
    (["5_5", "4-4"], {}, "5_5"),
    (["5-5", "4-4"], {"out": 1}, "still holds"),
    (["5-5", "4-4"], {"out": 2}, "not a seat"),
    (["5-5", "4-4"], {"blocker": -1}, "not a seat"),
    (["", "", "4-4"], {}, "only one"),
])
def test_what_cannot_be_settled_is_refused(holdings, more, told):
    with pytest.raises(DominoError, match=told):
        settle_holdings(get("block"), holdings, **more)


def test_a_verdict_in_a_notebook_is_plain_text():
    verdict = settle_holdings(get("block"), ["1-2", "5-5"])
    assert verdict._repr_markdown_().count("\n- ") == len(verdict.lines) - 1


class Capicua(dl.rules.Settling):
    """Going out with a tile that fits both ends pays ten points more."""

    def award(self, final: Final, seat: int) -> int:
        return super().sums(final, seat).award + 10 * fits_both_ends(final.chain) * (final.out is not None)


def fits_both_ends(chain: Chain) -> bool:
    """Whether the last tile could have joined the other end as well; on a line without spinners."""
    last = chain.laid[-1].tile
    return len({end.value for end in chain.ends}) == 1 or last.is_double


def test_a_rule_of_ones_own_may_settle_by_the_tiles_on_the_table() -> None:
    rules = get("block")
    paid = []
    for hand in range(60):
        line = play_out(rules, Shuffle(seed=1, hand=hand))
        again = settle(line.steps[-2].state._replace(
            table=line.state.table._replace(rules=rules.but(settling=Capicua())))).settled
        more = again.award - line.steps[-1].settled.award
        assert more == 10 * (line.state.over == "out" and fits_both_ends(line.state.chain))
        paid.append(more)
    assert 0 < sum(paid) < 600


def test_such_a_rule_says_so_where_only_holdings_are_known() -> None:
    with pytest.raises(RulesetError, match="these rules settle a hand by the tiles on the table"):
        settle_holdings(get("block").but(settling=Capicua()), ["", "6-5"])


class Shares(dl.rules.Settling):
    """Ana gets 12 points from each hand, and player 2 gets 13."""

    def award(self, final: Final, seat: int) -> dict[int, int]:
        return {0: 12, 1: 13}


@pytest.mark.parametrize(("changes", "before", "after"), [
    ({"reach": "exact"}, (89, 0), (89, 13)),
    ({"reach": "exact"}, (0, 88), (12, 88)),
    ({"first_score": 13}, (0, 1), (0, 14)),
    ({"first_score": 13}, (1, 0), (13, 13)),
    ({"first_score": 14}, (1, 0), (13, 0)),
])
def test_the_share_of_each_side_counts_by_its_own_score(changes, before, after):
    """An exact target of 100 must not be passed, and the first points of a side must be enough."""
    rules = get("block").but(settling=Shares(), **changes)
    hand = play_out(rules, Shuffle(seed=1), standing=Standing(before, hand=2))
    assert hand.state.scores == after
