"""The axes of every game and of every variation, typed in again from the sheets.

A value is written here because a sheet says so, or because this lab decided it where the sheet is silent or unclear;
such a rule has a sign on the rule page (`dl.ruleset(...).sheet()`). Every axis that a clause fixes has a value here.
"""

from __future__ import annotations

from typing import Any

import pytest

from domino_lab.catalogue import get, rulesets
from domino_lab.rules.axes import AXES, Offer
from domino_lab.rules.rule_page import rule_page
from domino_lab.rules.ruleset import Ruleset

GAMES = [rules for rules in rulesets() if rules.game is None]
OFFERED = [rules for rules in rulesets() if rules.game is not None]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_the_axes_of_the_sheet(rules: Any) -> None:
    expected = ROWS[rules.id]
    assert {axis: rules[axis] for axis in expected} == expected
    stated = AXES.keys() & rules.clauses.keys()
    assert stated <= expected.keys(), "an axis that a clause fixes needs its value here, written from the sheet"


@pytest.mark.parametrize("rules", OFFERED, ids=lambda rules: rules.id)
def test_the_axes_of_a_variation(rules: Any) -> None:
    expected = VARIATIONS[rules.id]
    assert {axis: rules[axis] for axis in expected} == expected
    stated = AXES.keys() & offer_of(rules).clauses.keys()
    assert stated <= expected.keys(), "an axis that a variation fixes needs its value here, written from the sheet"


def test_no_row_is_left_of_a_game_that_is_gone() -> None:
    assert ROWS.keys() | VARIATIONS.keys() == {rules.id for rules in rulesets()}


@pytest.mark.parametrize("rules", OFFERED, ids=lambda rules: rules.id)
def test_a_variation_changes_what_it_offers_and_nothing_else(rules: Any) -> None:
    differing = {axis for axis in rules.values if rules[axis] != rules.game[axis]}
    assert differing
    assert differing <= set(offer_of(rules).changes)


def offer_of(rules: Ruleset) -> Offer:
    """Return the offer by which its game makes a variation."""
    return next(offer for offer in rules.game.offers if rules.id == f"{rules.game.id}/{offer.key}")


def test_the_variations_that_others_name() -> None:
    """Notebooks and files of other people use these ids."""
    assert {
        "all-fives/spinner-closed", "all-fives/all-spinners", "all-fives/five-each", "all-fives/all-threes",
        "all-fives/cribbage", "five-up/side-free", "draw-classic/first-double-spinner", "draw-classic/highest-double",
        "draw-classic/double-six", "draw-classic/double-or-single",
    } <= VARIATIONS.keys()


SEVEN_FIVE = {2: 7, 3: 5, 4: 5}
D = {"max_pip": 6, "copies": 1, "doubles": True, "matching": "equal", "visibility": "private", "stack": "none",
     "teams": "none", "direction": "left", "double_lay": "crosswise", "block": "all-stuck"}
"""One double-six set, equal halves, everybody alone, to the left, doubles across, until nobody can play or draw."""
QUIET = {"play_score": "none", "target_when": "hand-end", "end_round": "none", "end_divide": 1}
PAIRS = {**D, **QUIET, "seats": (4,), "teams": "pairs", "deal": {4: 7}, "direction": "right",
         "first_leader": {"holder": "6-6"}, "lead_tile": "6-6", "lead_fallback": "none", "block_leader": "as-next",
         "spinner": "none", "draw_when": "never", "tie": "none", "reach": "at-least"}
"""Two pairs hold all the tiles, so that one of them has the 6-6, and play to the right."""
FIVES = {**D, "play_score": "multiple", "multiple": (5,), "claim": "auto", "target_when": "at-once", "tie": "none",
         "end_base": "opponents", "round_scope": "sum", "reach": "at-least"}
ALL_FIVES = {**FIVES, "seats": (2, 3, 4), "deal": SEVEN_FIVE, "draw_when": "unable", "draw_max": "until-playable",
             "reserve": 0, "unit": "face", "arm_order": "free", "end_round": "nearest", "end_multiple": 5,
             "target": 100}
DOUBLE_LEADS = {"first_leader": "highest-double", "next_leader": "same", "block_leader": "as-next",
                "lead_tile": "qualifying", "lead_fallback": "redeal"}
DRAW = {**D, **QUIET, "seats": (2, 3, 4), "deal": SEVEN_FIVE, "first_leader": "lot", "next_leader": "rotate",
        "block_leader": "rotate", "lead_tile": "any", "spinner": "none", "draw_when": "optional",
        "draw_max": "until-playable", "reserve": 2, "tie": "none", "end_base": "opponents", "own_deduct": "once",
        "reach": "at-least", "target": {2: 100, 3: 61, 4: 61, "pairs": 100}, "draw_cost": 0, "extra_turn": "none"}
TWO_BOX = {**D, "copies": 2, "seats": (4, 5, 6), "deal": {4: 7, 5: 7, 6: 7}, "first_leader": "fastest-double",
           "next_leader": "same", "block_leader": "as-next", "lead_tile": "qualifying", "lead_fallback": "redeal",
           "spinner": "first", "arm_order": "sides-first", "draw_when": "unable", "draw_max": "until-playable",
           "reserve": 0, "play_score": "multiple", "multiple": (5,), "unit": "face", "claim": "call",
           "double_weights": (2, 2, 0, 0, 0), "end_base": "opponents", "own_deduct": "once", "end_round": "none",
           "end_divide": 1, "tie": "lightest-tile", "tie_order": "bone", "target": 150, "target_when": "at-once",
           "reach": "at-least"}
PATIENCE = {"matching": "equal", "seats": (1,), "deal": {1: 5}, "lead_tile": "any", "spinner": "none",
            "double_lay": "crosswise", "draw_when": "unable", "draw_max": "until-playable", "target": "one-hand"}

ROWS: dict[str, dict[str, Any]] = {
    "all-fives": {**ALL_FIVES, "first_leader": "lot", "next_leader": "winner", "block_leader": "lot",
                  "lead_tile": "any", "spinner": "first", "double_weights": (2, 2, 2, 1, 0), "own_deduct": "once",
                  "end_divide": 5},
    "all-fives-leaflet": {**ALL_FIVES, **DOUBLE_LEADS, "spinner": "all", "double_weights": (2, 2, 0, 0, 0),
                          "own_deduct": "once-blocked", "end_divide": 1, "round_scope": "sum"},
    "five-up": {**FIVES, "seats": (2, 3, 4), "deal": {2: 5, 3: 5, 4: 5}, "first_leader": "lot", "next_leader": "winner",
                "block_leader": "lot", "lead_tile": "any", "spinner": "all", "arm_order": "sides-first",
                "draw_when": "unable", "draw_max": 1, "reserve": 1, "unit": "per", "double_weights": "covered-once",
                "own_deduct": "none", "end_round": "floor", "end_multiple": 5, "end_divide": 5, "target": 61},
    "block": {**D, **QUIET, **DOUBLE_LEADS, "seats": (2, 3, 4), "deal": SEVEN_FIVE, "spinner": "none",
              "draw_when": "never", "end_base": "opponents", "own_deduct": "once", "tie": "lightest-tile",
              "target": 100, "reach": "more-than"},
    "block-and-draw": {**D, **QUIET, **DOUBLE_LEADS, "seats": (2, 3, 4), "deal": {2: 5, 3: 5, 4: 5}, "spinner": "all",
                       "arm_order": "free", "draw_when": "unable", "draw_max": "until-playable", "reserve": 0,
                       "end_base": "opponents", "own_deduct": "per-opponent", "tie": "none", "target": 100,
                       "reach": "at-least"},
    "draw-classic": {**D, **QUIET, "deal": {2: 7, 3: 7, 4: 7}, "first_leader": "lot", "next_leader": "rotate",
                     "seats": "2+", "lead_tile": "any", "spinner": "none", "arm_order": "free", "draw_when": "unable",
                     "draw_max": "until-playable", "reserve": 0, "end_base": "opponents", "own_deduct": "none",
                     "tie": "none", "target": 100, "reach": "at-least"},
    "draw": DRAW,
    "draw-dutch": {**DRAW, "weights": {"0-0": 13}, "draw_when": "unable", "draw_max": 2, "reserve": 2},
    "draw-partnership": {**DRAW, "seats": (4,), "teams": "pairs", "deal": {4: 7}, "first_leader": {"holder": "6-6"},
                         "next_leader": "rotate", "block_leader": "as-next", "lead_tile": "6-6",
                         "lead_fallback": "none", "draw_when": "never", "reserve": 0, "own_deduct": "none",
                         "team_block": "team-total", "target": 100},
    "draw-puerto-rico": {**DRAW, "seats": (2, 3), "deal": {2: 7, 3: 7}, "first_leader": "highest-double",
                         "next_leader": "winner", "lead_tile": "qualifying", "lead_fallback": "redeal",
                         "draw_when": "unable", "reserve": 0, "end_base": "all", "own_deduct": "none", "tie": "none",
                         "block_leader": "as-next"},
    "draw-arabic": {**DRAW, "block": "dead-layout"},
    "draw-austrian": {**DRAW, "max_pip": 8, "doubles": False, "seats": (2, 3), "deal": {2: 9, 3: 7},
                      "draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "draw-osel": {**DRAW, "extra_turn": "on-double"},
    "draw-vietnamese": {**DRAW, "deal": {2: 1, 3: 1, 4: 1}, "first_leader": {"holder": "6-6"}, "next_leader": "same",
                        "block_leader": "as-next", "lead_tile": "6-6", "lead_fallback": "draw"},
    "draw-south-american": {**DRAW, "deal": "8-n"},
    "all-sevens": {**D, **QUIET, **DOUBLE_LEADS, "matching": {"sum": 7}, "seats": (2, 3, 4), "deal": SEVEN_FIVE,
                   "spinner": "none", "double_lay": "in-line", "draw_when": "optional", "draw_max": "until-playable",
                   "voluntary_max": "any", "reserve": 2, "end_base": "opponents", "own_deduct": "once", "tie": "none",
                   "target": 100, "reach": "at-least"},
    "bergen": {**D, **DOUBLE_LEADS, "seats": (2, 3, 4), "deal": {2: 6, 3: 6, 4: 6}, "first_leader": "lowest-double",
               "spinner": "none", "draw_when": "unable", "draw_max": 1, "reserve": 0, "play_score": "alike",
               "end_base": "none", "end_bonus": 0, "tie": "none", "target": 15, "target_when": "at-once",
               "reach": "at-least"},
    "blind": {**D, **QUIET, "visibility": "blind", "seats": (2, 3, 4, 5), "deal": "even", "first_leader": "youngest",
              "next_leader": "rotate", "block_leader": "as-next", "lead_tile": "any", "spinner": "none",
              "draw_when": "never", "extra_turn": "while-fits", "blind_leader_goes_on": True, "block": "row-cycle",
              "end_base": "none", "tie": "none", "target": "one-hand"},
    "two-box": TWO_BOX,
    "two-box-cutthroat": {**TWO_BOX, "stack": "cutthroat", "stack_when": "after-score", "steal_credit": "once",
                          "steal_back": False},
    # domino-games.com; no spinner, "Muggins!" and the pips at the end: britannica.com, Foster's Complete Hoyle
    "muggins": {**ALL_FIVES, "first_leader": "lot", "next_leader": "winner", "block_leader": "lot", "lead_tile": "any",
                "spinner": "none", "claim": "call-else-opponent", "double_weights": (2, 2, 0, 0, 0),
                "own_deduct": "none", "end_divide": 1},
    # domino-games.com/domino-rules/sniff-rules.html
    "sniff": {**ALL_FIVES, "seats": (2,), "deal": {2: 7}, "first_leader": "lot", "next_leader": "rotate",
              "block_leader": "as-next", "lead_tile": "any", "spinner": "first", "double_weights": (2, 2, 2, 1, 0),
              "draw_max": 2, "reserve": 2, "own_deduct": "once", "end_divide": 5},
    # gambiter.com/domino/western/fives_and_threes.html
    "fives-and-threes": {**D, "seats": (2, 3, 4), "deal": SEVEN_FIVE, "first_leader": "lot", "next_leader": "rotate",
                         "block_leader": "as-next", "lead_tile": "any", "spinner": "none", "draw_when": "never",
                         "play_score": "multiple", "multiple": (3, 5), "unit": "per", "claim": "auto",
                         "double_weights": (2, 2, 0, 0, 0), "end_base": "none", "end_bonus": 1, "end_bonus_when": "out",
                         "tie": "none", "target": 61, "target_when": "at-once", "reach": "exact"},
    # dominoesonline.com/rule.php?id=1228128405, and onlinedominogames.com/cuban-dominoes
    "dominican": {**PAIRS, "next_leader": "winner", "end_base": "all", "own_deduct": "none", "pass_round": 25,
                  "pass_lead": 25, "pass_lead_single": 50, "capicua": 25, "capicua_double": 25,
                  "out_double": 0, "out_pays": "add", "block_between": "blocker-next", "tie": "blocker", "target": 200},
    "cuban": {**D, **QUIET, "max_pip": 9, "teams": "pairs", "seats": (4,), "deal": {4: 10}, "direction": "right",
              "first_leader": "lot", "lead_tile": "any", "next_leader": "rotate", "block_leader": "as-next",
              "spinner": "none", "draw_when": "never", "team_block": "team-total", "tie": "none",
              "end_base": "opponents", "own_deduct": "none", "capicua": 0, "pass_lead": 0, "target": 150,
              "reach": "at-least"},
    # pagat.com/tile/wdom/caribbean.html, Partner Dominoes
    "jamaican": {**PAIRS, "next_leader": "winning-pair", "team_block": "individual", "end_base": "none", "end_bonus": 1,
                 "end_bonus_when": "won", "target": 6, "fall_back": "all-scored", "level_leader": "first"},
    # pagat.com/domino/line/caribbean.html, Haiti: a dekabes is no double, and its two halves match the two open ends
    "haitian": {**PAIRS, "next_leader": "winning-pair", "team_block": "individual", "end_base": "none", "end_bonus": 1,
                "end_bonus_when": "won", "capicua": 2, "capicua_ends": "differ", "capicua_double": "none",
                "out_double": 0, "out_pays": "instead", "target": 6, "fall_back": "never", "level_leader": "as-next"},
    # domino-esje.blogspot.com/2008/01/regras.html; 4 points for a cruzada: livrozilla.com/doc/1192275
    "brazilian": {**PAIRS, "next_leader": "same", "team_block": "individual", "end_base": "none", "own_deduct": "none",
                  "end_bonus": 1, "end_bonus_when": "won", "out_double": 2, "capicua": 3, "capicua_double": 4,
                  "capicua_ends": "any", "out_pays": "instead", "target": 6},
    # to 75 points, those of the losers, and nobody's after a tie; led from the right in turn: que-es.net/domino
    "venezuelan": {**PAIRS, "next_leader": "rotate", "team_block": "team-total", "end_base": "opponents",
                   "own_deduct": "none", "capicua": 0, "target": 75},
    # onlinedominogames.com/hungarian-dominoes: 4 tiles are left, both ends in one turn, until nobody can play any more;
    # pagat.com: one end a turn
    "hungarian": {**D, **QUIET, "seats": (2, 3, 4), "deal": {2: 12, 3: 8, 4: 6}, "first_leader": "lot",
                  "lead_tile": "any", "next_leader": "rotate", "spinner": "none", "block_leader": "as-next",
                  "play_on": "stuck",
                  "extra_turn": "while-fits", "extra_turn_at": "any-end", "pass_when": "unable", "draw_when": "never",
                  "tie": "none", "who_scores": "own-pips", "target": 100, "reach": "at-least", "best_score": "fewest"},
    # eightygames.wordpress.com, Ten Penny Knock: ten cents a pass, five cents a pip, the difference after a block
    "ten-penny-knock": {**D, **QUIET, "seats": (2, 3, 4), "deal": {2: 7, 3: 7, 4: 7}, **DOUBLE_LEADS, "spinner": "none",
                        "draw_when": "never", "pass_cost": 2, "tie": "none", "who_scores": "losers-pay",
                        "end_base": "opponents", "own_deduct": "per-opponent", "target": "one-hand"},
    # onlinedominogames.com/sevenup-dominoes
    "seven-up": {**D, **QUIET, "matching": {"sum": 7}, "left_out": ("0-0",), "seats": (2, 3, 4),
                 "deal": {2: 7, 3: 6, 4: 5}, "first_leader": "lot", "lead_tile": "any", "next_leader": "rotate",
                 "block_leader": "as-next", "spinner": "all", "arm_order": "free", "draw_when": "unable",
                 "draw_max": "until-playable", "reserve": 2, "end_base": "opponents", "own_deduct": "once",
                 "tie": "none", "target": 100, "reach": "more-than"},
    # gambiter.com/domino/western/sebastopol.html; its 60 points are 100 at onlinedominogames.com/sebastopol-dominoes
    "sebastopol": {**D, **QUIET, "seats": (4,), "deal": {4: 7}, "first_leader": {"holder": "6-6"}, "lead_tile": "6-6",
                   "lead_fallback": "none", "next_leader": "same", "block_leader": "as-next", "spinner": "first",
                   "arm_order": "four-first", "draw_when": "never", "end_base": "opponents", "own_deduct": "once",
                   "tie": "none", "target": 60, "reach": "at-least"},
    # pagat.com, the game of the East Coast; the pips at the end, and 61, as in other rules
    "seven-toed-pete": {**FIVES, "seats": (4,), "teams": "none", "deal": {4: 7}, "first_leader": "lot",
                        "next_leader": "rotate", "block_leader": "as-next", "lead_tile": "double-or-score",
                        "lead_fallback": "next-player", "spinner": "first", "arm_order": "sides-first",
                        "extra_turn": "on-score-or-double", "draw_when": "never", "unit": "per",
                        "double_weights": (2, 2, 0, 0, 0), "own_deduct": "once", "end_round": "nearest",
                        "end_multiple": 5, "end_divide": 5, "target": 61},
    # dominorules.com/merry-go-round; who leads, and what a spinner counts, as in other games of fives
    "merry-go-round": {**FIVES, "seats": (2, 3, 4), "teams": "none", "deal": {2: 7, 3: 7, 4: 7}, "first_leader": "lot",
                       "next_leader": "rotate", "block_leader": "as-next", "lead_tile": "double",
                       "double_weights": (2, 2, 0, 0, 0), "lead_fallback": "leader-draws", "spinner": "first",
                       "arm_order": "four-first", "draw_when": "unable", "draw_max": "until-playable", "reserve": 0,
                       "unit": "per", "own_deduct": "once", "end_round": "nearest", "end_multiple": 5, "end_divide": 5,
                       "target": 61, "reach": "exact"},
    # htfbw.com (Games/39024, 76108), reference.com; the double that nobody holds: onlinedominogames.com/chickenfoot
    # It is played for ten hands, not to a target, which is therefore the highest there is.
    "chickenfoot": {**D, "max_pip": 9, "seats": (2, 3, 4, 5), "deal": {2: 9, 3: 7, 4: 7, 5: 7},
                    "first_leader": "hand-double", "next_leader": "same", "block_leader": "as-next",
                    "lead_tile": "qualifying", "lead_fallback": "draw", "spinner": "all", "arm_order": "four-first",
                    "draw_when": "unable", "draw_max": 1, "reserve": 0, "play_score": "none", "who_scores": "own-pips",
                    "weights": {"0-0": 50}, "tie": "none", "best_score": "fewest", "match_hands": 10, "target": 100_000,
                    "target_when": "hand-end"},
    # idahogoodsam.org/gamerules/9; thirteen hands, and a round that ends when nobody can move: mexicantrain.com/rules
    "mexican-train": {**D, "max_pip": 12, "seats": (2, 3, 4, 5, 6, 7, 8),
                      "deal": {2: 16, 3: 15, 4: 14, 5: 13, 6: 12, 7: 11, 8: 10}, "first_leader": "hand-double",
                      "next_leader": "same", "block_leader": "as-next", "lead_tile": "qualifying",
                      "lead_fallback": "draw", "spinner": "none", "lines": "own-and-common", "line_opens": "unable",
                      "cover_doubles": "first", "extra_turn": "on-double", "draw_when": "unable", "draw_max": 1,
                      "reserve": 0, "play_score": "none", "who_scores": "own-pips", "tie": "none",
                      "best_score": "fewest", "match_hands": 13, "target": 100_000, "target_when": "hand-end"},
    # domino-games.com/domino-rules/fortress-rules.html
    "fortress": {**D, **QUIET, "max_pip": 9, "seats": (4, 5, 6), "deal": {4: 13, 5: 11, 6: 9}, "leader_takes": 1,
                 **DOUBLE_LEADS, "spinner": "all", "arm_order": "free", "draw_when": "never", "end_base": "opponents",
                 "own_deduct": "once", "tie": "none", "target": 100, "reach": "more-than"},
    # dominorules.com/cross-dominoes; points and target as in other block games
    "cross": {**D, **QUIET, "seats": (2, 3, 4), "deal": {2: 7, 3: 6, 4: 5}, **DOUBLE_LEADS, "spinner": "first",
              "arm_order": "four-first", "draw_when": "unable", "draw_max": "until-playable", "reserve": 2,
              "end_base": "opponents", "own_deduct": "once", "tie": "none", "target": 100, "reach": "at-least"},
    # gambiter.com/domino/western/maltese.html; the tiles of each hand at gamerules.com/rules/maltese-cross
    "maltese-cross": {**D, **QUIET, "seats": (2, 3, 4), "deal": SEVEN_FIVE, **DOUBLE_LEADS, "spinner": "first",
                      "double_lay": "crosswise", "arm_order": "four-first", "arm_doubles": "all", "draw_when": "unable",
                      "draw_max": 1, "reserve": 0, "end_base": "opponents", "own_deduct": "once", "tie": "none",
                      "target": 60, "reach": "at-least"},
    # pagat.com/tile/wdom/cyprus.html; doubles in line, and the 9-9 drawn for, at domino-games.com (Cyprus)
    "cyprus": {**D, **QUIET, "max_pip": 9, "seats": (4, 5, 6, 7, 8, 9, 10),
               "deal": {4: 9, 5: 8, 6: 7, 7: 7, 8: 6, 9: 6, 10: 5}, "first_leader": {"holder": "9-9"},
               "next_leader": "same", "block_leader": "as-next", "lead_tile": "9-9", "lead_fallback": "draw",
               "spinner": "first-eight", "double_lay": "in-line", "arm_order": "four-first", "arm_doubles": "none",
               "draw_when": "unable", "draw_max": 1, "reserve": 1, "end_base": "opponents", "own_deduct": "once",
               "tie": "none", "target": 60, "reach": "at-least"},
    # pagat.com/domino/line/tiddlywink.html, the British game; the points: digigamers.com, to 100, and others
    "tiddle-a-wink": {**D, **QUIET, **DOUBLE_LEADS, "seats": (5, 6), "deal": "even", "spinner": "none",
                      "extra_turn": "on-double", "pass_when": "extra-turn", "draw_when": "never",
                      "end_base": "opponents", "own_deduct": "once", "tie": "none", "target": 100, "reach": "at-least"},
    # pagat.com/domino/line/tiddlywink.html, the American game; that a second tile is optional: domino-games.com
    "tiddly-wink": {**D, "seats": (5, 6, 7, 8), "deal": {5: 3, 6: 3, 7: 3, 8: 3}, "first_leader": "highest-double",
                    "lead_tile": "qualifying", "lead_fallback": "redeal", "spinner": "none", "line_grows": "one-end",
                    "double_lay": "in-line", "extra_turn": "on-double", "pass_when": "extra-turn",
                    "draw_when": "never", "play_score": "none", "end_base": "none", "tie": "none",
                    "target": "one-hand"},
    # zpag.net/Jeux/Dominos/onearmed_pete.html; players, and what leads if nobody has a double, as in other draw games
    "one-armed-pete": {**D, **QUIET, **DOUBLE_LEADS, "seats": (2, 3, 4), "deal": {2: 4, 3: 4, 4: 4}, "spinner": "none",
                       "line_grows": "one-end", "extra_turn": "on-double", "draw_when": "unable",
                       "draw_max": "until-playable", "reserve": 0, "end_base": "opponents", "own_deduct": "none",
                       "tie": "none", "target": 100, "reach": "at-least"},
    # dominorules.com/fours
    "fours": {**D, **QUIET, "seats": (4,), "deal": {4: 7}, "first_leader": "lot", "lead_tile": "any",
              "next_leader": "same", "block_leader": "as-next", "spinner": "none", "extra_turn": "while-fits",
              "pass_when": "extra-turn", "draw_when": "never", "end_base": "opponents", "own_deduct": "none",
              "tie": "none", "target": 100, "reach": "at-least"},
    # pagat.com/tile/wdom/caribbean.html, Cut Throat
    "cut-throat": {**D, **QUIET, "seats": (3,), "deal": {3: 9}, "left_out": ("0-0",), "direction": "right",
                   "first_leader": {"holder": "6-6"}, "lead_tile": "6-6", "lead_fallback": "none",
                   "next_leader": "winner", "block_leader": "as-next", "spinner": "none", "draw_when": "never",
                   "tie": "none", "end_base": "none", "end_bonus": 1, "end_bonus_when": "won", "target": 6,
                   "reach": "at-least", "fall_back": "all-scored"},
    # sacitc.blog/category/domino-rules; all pips count, as players in San Juan have it
    "quinientos": {**PAIRS, "next_leader": "winner", "team_block": "team-total", "end_base": "all",
                   "own_deduct": "none", "hand_bonus": (100, 75, 50, 25), "capicua": 100, "capicua_double": "none",
                   "out_tile": {"0-0": 100}, "out_double": 0, "out_pays": "add", "target": 500},
    # infonick.net/note-domino-rules; the target as on other pages
    "kozel": {**PAIRS, "direction": "left", "first_leader": {"holder": "1-1"}, "lead_tile": "1-1",
              "next_leader": "same", "team_block": "team-total", "end_base": "opponents", "own_deduct": "none",
              "first_score": 13, "target": 101},
    # pagat.com/tile/wdom/gaple.html, four players with seven tiles; how dead tiles are written down differs
    "gaple": {**D, **QUIET, "seats": (4,), "deal": {4: 7}, "first_leader": {"holder": "0-0"}, "lead_tile": "double",
              "lead_fallback": "next-player", "next_leader": "winner", "block_leader": "as-next", "spinner": "none",
              "draw_when": "never", "cannot_play": "discard", "who_scores": "own-pips", "tie": "none", "target": 100,
              "reach": "at-least", "best_score": "fewest"},
    # all that is left counts, to 200 points, and the winner leads: Doscientos
    "latin-partnership": {**PAIRS, "next_leader": "winner", "team_block": "team-total", "end_base": "all",
                          "own_deduct": "none", "target": 200},
    # j04npou/Domino, src/domino/DominoColombiano.java, with DominoLatino.java
    "colombian": {**PAIRS, "next_leader": "winner", "team_block": "team-total", "tie": "leader",
                  "end_base": "opponents", "own_deduct": "none", "target": 100},
    # elyulidev/domino-occidental, DOMINO_OCCIDENTAL.md, section 5
    "occidental": {**PAIRS, "max_pip": 9, "deal": {4: 10}, "direction": "left", "first_leader": "highest-double",
                   "lead_tile": "qualifying", "lead_fallback": "heaviest", "next_leader": "winner",
                   "team_block": "individual", "end_base": "all", "own_deduct": "once-blocked", "target": 200},
    # wikipedia2006.classicistranieri.com/pt (Dominó), atualizado.net.br; a level block as in the first: nobody's
    "brazilian-100": {**PAIRS, "next_leader": "rotate", "team_block": "team-total", "end_base": "opponents",
                      "own_deduct": "none", "target": 100},
    # Reglas del Dominó múltiplo de 5, R-001 to R-035, with one double that takes four tiles (K = 1)
    "multiplo-de-cinco": {**PAIRS, "lead_tile": "any", "spinner": "first", "arm_order": "free",
                          "play_score": "multiple", "multiple": (5,), "unit": "per",
                          "double_weights": (2, 2, 0, 0, 0), "team_block": "team-total", "end_base": "opponents",
                          "own_deduct": "none", "end_round": "nearest", "end_multiple": 5, "end_divide": 5,
                          "next_leader": "same", "match_hands": 1, "target": 100_000},
    # omardev1900/domino-martinique, docs/specs/GAME_RULES.md; a set of three stars is a match here
    "martinique": {**D, **QUIET, "seats": (3,), "deal": {3: 7}, "direction": "right",
                   "first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "heaviest",
                   "next_leader": "winner", "block_leader": "as-next", "spinner": "none", "draw_when": "never",
                   "tie": "none", "end_base": "none", "end_bonus": 1, "end_bonus_when": "won", "target": 3,
                   "reach": "at-least", "fall_back": "all-scored"},
    # Foster's Complete Hoyle; the tiles of each hand, which leave eight or more: customgraph.com/games/piart.php?art=14
    "domino-pool": {**D, **QUIET, "seats": (3, 4, 5, 6), "deal": {3: 6, 4: 5, 5: 4, 6: 3}, "first_leader": "lot",
                    "lead_tile": "any", "spinner": "none", "draw_when": "never", "end_base": "none", "tie": "none",
                    "target": "one-hand"},
    # blog.jawaker.com/en/dominoes-partner-rules-en
    "arab-partners": {**PAIRS, "direction": "left", "next_leader": "winner", "team_block": "individual",
                      "end_base": "opponents", "own_deduct": "none", "target": 100},
    # dominospel.nu/spel/regler; a line of two ends: spelreglerna.com/spel/domino-regler
    "swedish": {**D, **QUIET, "seats": (2, 3, 4), "deal": {2: 5, 3: 5, 4: 5}, "first_leader": "highest-double",
                "lead_tile": "qualifying", "lead_fallback": "redeal", "spinner": "none", "draw_when": "unable",
                "draw_max": 1, "reserve": 0, "end_base": "none", "tie": "none", "target": "one-hand"},
    # blog.hubatacernoska.cz/novinky, the third of its games
    "slepa-ulicka": {**D, **QUIET, "seats": (2,), "deal": {2: 7}, "first_leader": "lot", "lead_tile": "any",
                     "next_leader": "rotate", "block_leader": "as-next", "spinner": "none", "draw_when": "never",
                     "end_base": "opponents", "own_deduct": "none", "tie": "none", "target": 100, "reach": "at-least"},
    # ok.ru/minigames/topic/63421886592429; 0-0 weighs 10 in zdorovia-klinika.ru, 25 on other pages
    "russian-bazaar": {**D, **QUIET, "seats": (2, 3, 4), "deal": SEVEN_FIVE, **DOUBLE_LEADS,
                       "lead_fallback": "heaviest", "spinner": "none", "draw_when": "unable",
                       "draw_max": "until-playable", "reserve": 0, "end_base": "opponents", "own_deduct": "none",
                       "tie": "none", "weights": {}, "target": 100, "reach": "at-least"},
    # spaanszt.home.xs4all.nl/Domino/Block.html
    "block-dutch": {**D, **QUIET, "seats": (2, 3, 4), "deal": "8-n", **DOUBLE_LEADS, "spinner": "none",
                    "draw_when": "never", "end_base": "opponents", "own_deduct": "none", "tie": "none", "target": 100,
                    "reach": "at-least"},
    # expydoc.com/doc/8988661/spielregeln-domino
    "hainscho": {**D, **QUIET, "seats": (2, 3, 4), "deal": SEVEN_FIVE, "first_leader": "fastest-double",
                 "lead_tile": "qualifying", "lead_fallback": "boneyard", "spinner": "none", "draw_when": "unable",
                 "draw_max": 3, "reserve": 0, "end_base": "none", "tie": "none", "target": "one-hand"},
    # kurnik.pl/domino/zasady.phtml
    "polish-fives": {**ALL_FIVES, "seats": (2,), "deal": {2: 7}, "first_leader": "lot", "lead_tile": "any",
                     "next_leader": "rotate", "block_leader": "as-next", "spinner": "none",
                     "double_weights": (2, 2, 0, 0, 0), "own_deduct": "none", "end_divide": 1},
    # big6bones.com/pages/rules-of-the-game
    "big-six-bones": {**ALL_FIVES, "seats": (2,), "deal": {2: 9}, **DOUBLE_LEADS, "lead_fallback": "heaviest",
                      "spinner": "first", "arm_order": "sides-first", "double_weights": (2, 2, 0, 0, 0),
                      "first_score": 10, "own_deduct": "none", "end_divide": 1, "target": 150},
    # the rules of the Constituição do Dominó Amazonense, with the decisions of 30 September 2026: 20 for a pass, but
    # not for the second in a row; 50 in all for three; a last double 20 and no pips; pips in fives, rounded down
    "amazonas": {**ALL_FIVES, "seats": (4,), "teams": "pairs", "direction": "right", "deal": {4: 7},
                 "first_leader": {"holder": "6-6"}, "lead_tile": "6-6", "lead_fallback": "none",
                 "next_leader": "winner", "block_leader": {"holder": "6-6"}, "spinner": "first",
                 "arm_order": "sides-first", "double_weights": (2, 2, 0, 0, 0), "draw_when": "never",
                 "pass_next": 20, "pass_round": 30, "out_double": 20, "out_pays": "instead", "own_deduct": "none",
                 "team_block": "team-total", "tie": "none",
                 "end_round": "floor", "end_divide": 1, "target": 200, "target_when": "hand-end"},
    # saannot.net/?p=258; a tile more after a double: hjdcti.blogspot.com/2019/04
    "finnish": {**D, **QUIET, "seats": (2, 3, 4), "deal": SEVEN_FIVE, "first_leader": "lot", "lead_tile": "any",
                "next_leader": "rotate", "block_leader": "as-next", "spinner": "none", "extra_turn": "on-double",
                "pass_when": "extra-turn", "draw_when": "unable", "draw_max": "until-playable", "reserve": 0,
                "end_base": "opponents", "own_deduct": "none", "tie": "none", "target": 100, "reach": "at-least"},
    # giochregole.com/domino-regole
    "bouder": {**D, **QUIET, "seats": (2, 3, 4), "deal": {2: 7, 3: 6, 4: 6}, "direction": "right",
               "first_leader": "highest-double", "lead_tile": "any", "lead_fallback": "heaviest", "next_leader": "same",
               "block_leader": "as-next", "spinner": "none", "draw_when": "never", "end_base": "opponents",
               "own_deduct": "none", "tie": "none", "target": 100, "reach": "at-least"},
    # dominogranie.home.blog/2019/04/02/plus-minus
    "plus-minus": {**D, "seats": (2,), "deal": {2: 7}, "first_leader": "lot", "lead_tile": "any",
                   "next_leader": "rotate", "block_leader": "as-next", "spinner": "first", "arm_order": "free",
                   "draw_when": "unable", "draw_max": "until-playable", "reserve": 0, "play_score": "multiple",
                   "multiple": (2,), "unit": "face", "double_weights": (2, 2, 0, 0, 0), "tie": "none",
                   "who_scores": "own-pips", "target": 100, "reach": "at-least", "best_score": "fewest",
                   "target_when": "hand-end"},
    # noon.com/saudi-en (a domino set): five or seven tiles, and the 0-0 costs 20
    "ceza": {**D, **QUIET, "seats": (2, 3, 4), "deal": {2: 7, 3: 7, 4: 7}, "first_leader": "lot", "lead_tile": "any",
             "next_leader": "rotate", "block_leader": "as-next", "spinner": "none", "draw_when": "unable",
             "draw_max": "until-playable", "reserve": 0, "who_scores": "own-pips", "weights": {"0-0": 20},
             "tie": "none", "best_score": "fewest", "target": 100, "reach": "at-least"},
    # j04npou/Domino, src/domino/DominoMexicano.java, for pairs
    "mexican-200": {**PAIRS, "first_leader": "lot", "lead_tile": "any", "next_leader": "winner",
                    "team_block": "team-total", "tie": "fewer-tiles", "end_base": "all", "own_deduct": "none",
                    "target": 200},
    # AquiGorka/aquigorka.github.io, _posts/2008-10-29-como-jugar-al-domino.md; a block as in other games of pairs
    "carrera-del-indio": {**PAIRS, "next_leader": "winning-pair", "team_block": "team-total", "who_scores": "losers",
                          "target": 101, "best_score": "fewest"},
    # livrozilla.com/doc/1192275
    "brazilian-tournament": {**PAIRS, "next_leader": "winner", "block_leader": {"holder": "6-6"},
                             "block_between": "nobody", "after_level": "one-more", "end_base": "none", "end_bonus": 1,
                             "out_double": 2, "capicua": 3, "capicua_double": 4, "out_pays": "instead", "target": 7},
    # j04npou/Domino, src/domino/DominoClileno.java; after a block, this lab has everybody write
    "chilean": {**D, **QUIET, **DOUBLE_LEADS, "seats": (2, 3, 4), "deal": {2: 7, 3: 7, 4: 7}, "direction": "right",
                "next_leader": "rotate", "spinner": "none", "draw_when": "unable", "draw_max": "until-playable",
                "reserve": 0, "who_scores": "own-pips", "tie": "none", "target": 121, "reach": "at-least",
                "best_score": "fewest"},
    # speluitslagen.nl/spelregels/20
    "dutch-low": {**D, **QUIET, **DOUBLE_LEADS, "lead_fallback": "heaviest", "seats": (2, 3, 4), "deal": SEVEN_FIVE,
                  "spinner": "none", "draw_when": "unable", "draw_max": 1, "after_draw": "wait", "reserve": 0,
                  "who_scores": "own-pips", "tie": "none", "target": 100, "reach": "at-least", "best_score": "fewest"},
    # gamecraft.de/domino/index.htm
    "german": {**D, **QUIET, **DOUBLE_LEADS, "seats": (2, 3, 4), "deal": SEVEN_FIVE, "spinner": "none",
               "draw_when": "unable", "draw_max": "until-playable", "reserve": 0, "block_between": "nobody",
               "end_base": "opponents", "own_deduct": "none", "target": 100, "reach": "at-least"},
    # atrakce-janta.cz/produkt/domino; three to eight tiles by the number of players: the table is decided here
    "blesk": {**D, **QUIET, "seats": (3, 4, 5, 6, 7, 8), "deal": {3: 8, 4: 7, 5: 5, 6: 4, 7: 4, 8: 3},
              "first_leader": "lowest-double", "lead_tile": "qualifying", "lead_fallback": "redeal", "spinner": "none",
              "extra_turn": "while-fits", "pass_when": "unable", "draw_when": "never", "tie": "fewer-tiles",
              "end_base": "none", "target": "one-hand"},
    "bingo": {"seats": (1,), "deal": "even", "bingo_remove": "always", "target": "one-hand"},
    "patience": PATIENCE,
    "fives-limit": {**PATIENCE, "hold_limit": 5},
    "five-columns": {"seats": (1,), "deal": "even", "target": "one-hand"},
    "knock-out": {"seats": (1,), "deal": "even", "knock": "pair", "target": "one-hand"},
    "twelve-to-go": {"seats": (1,), "deal": {1: 6}, "target": "one-hand"},
}
TWO_BOX_OFFERS = {"to-100": {"target": 100}, "to-200": {"target": 200}, "own-kept": {"own_deduct": "none"},
                  "automatic": {"claim": "auto"}}
VARIATIONS: dict[str, dict[str, Any]] = {
    "muggins/to-200": {"target": 200},                      # britannica.com/topic/muggins
    "muggins/heavier-hands": {"who_scores": "lighter", "end_round": "none"},        # puzzle-place.net/muggins-game.htm
    "brazilian/cruzada-six": {"capicua_double": 6, "capicua": 3, "out_double": 2},      # domino-esje.blogspot.com
    "brazilian/to-7": {"target": 7},                        # livrozilla.com/doc/1192275
    "venezuelan/to-100": {"target": 100},
    # sixlove.pages.dev/cutthroat-domino: 14 tiles each for two, 7 for four, and the 0-0 stays in the set
    "cut-throat/two": {"seats": (2,), "deal": {2: 14}, "left_out": (), "lead_fallback": "none"},
    "cut-throat/four": {"seats": (4,), "deal": {4: 7}, "left_out": (), "lead_fallback": "none"},
    "ten-penny-knock/double-nine": {"max_pip": 9, "seats": (2, 3, 4, 5, 6, 7), "deal": dict.fromkeys(range(2, 8), 7)},
    # hobbygaiety.com/10640507-how-to-play-dominoes and en.kakprosto.ru/how-7265: the goat, with a bazaar
    "kozel/two-doubles": {"extra_turn": "more-doubles"},
    "russian-bazaar/two-doubles": {"extra_turn": "more-doubles"},
    "kozel/redeal": {"redeal_doubles": 5, "redeal_suit": 6},    # ulodshi.ru/en/kak-v-domino-nazyvayutsya-fishki
    # Dekabès Domino, copied at profitsetr.blogg.se: the next round counts for 2, and who led the level one starts it
    "haitian/level-hands": {"after_level": "doubled", "tie_leader": "previous"},
    "jamaican/one-all": {"fall_back": "one-all"},           # dominoj.com/rules, glossary
    "quinientos/pollona": {"shut_out": 2},                  # domino-boricua, a rule document on GitHub
    # ourpastimes.com (instructions for double twelve dominoes): the double is set aside, then the others are drawn
    "mexican-train/set-out": {"first_tile": "hand-double", "first_leader": "lot", "next_leader": "rotate",
                              "block_leader": "as-next", "lead_tile": "any", "lead_fallback": "none"},
    "mexican-train/wild-blanks": {"wild_half": 0},      # moltheavy.com (can you end the game on a double)
    # reference.com (rules regarding doubles) and pvpspinarena's guide on GitHub; the order of covering is disputed
    # behar.co.com (how to play Mexican Train): a sequence in the first turn only; one more after a double, if possible.
    "mexican-train/first-turn": {"extra_turn": "first-turn-or-double", "extra_turn_at": "same-end",
                                 "cannot_go_on": "stop"},
    "mexican-train/several-doubles": {"cover_doubles": "several"},
    "hungarian/one-end": {"extra_turn": "while-fits", "extra_turn_at": "same-end"},     # pagat.com/domino/line
    # Gambiter names a three-handed game, but the stored text ends there: its deal is that of Fortress for three
    "sebastopol/three": {"seats": (3,), "deal": {3: 9}, "leader_takes": 1, "lead_fallback": "redeal"},
    "sebastopol/to-100": {"target": 100},   # onlinedominogames.com/sebastopol-dominoes
    "gaple/passing": {"cannot_play": "pass"},       # both on the same page
    "brazilian-tournament/redeal": {"redeal_doubles": 4},                   # livrozilla.com/doc/1192275
    "gaple/partners": {"teams": "pairs", "seats": (4,), "team_block": "team-total"},
    # R. C. Bell's hands for four, five and six, as the Pagat page tells them
    "cyprus/larger-hands": {"deal": {4: 13, 5: 11, 6: 9, 7: 7, 8: 6, 9: 6, 10: 5}},
    # The sheet has no order in which the eight arms are begun: decided here.
    "cyprus/clockwise": {"arm_order": "four-first-clockwise", "spinner": "first-eight"},
    # pagat.com/tile/wdom/cyprus.html: with the 12-12 and its suit in the middle; it has no other hands for that set
    "cyprus/double-twelve": {"max_pip": 12, "first_leader": {"holder": "12-12"}, "lead_tile": "12-12"},
    # chahssa682.amebaownd.com/posts/29620454: four to eight players take seven, more of them a larger set, and a hand
    # for each double; htfbw.com/games-cards/Games/39024: or a double-twelve set
    "chickenfoot/double-twelve": {"max_pip": 12, "seats": (6, 7, 8), "deal": {6: 7, 7: 7, 8: 7}, "match_hands": 13},
    "cyprus/to-100": {"target": 100},                       # domino-games.com (Cyprus): 60, 100 or as agreed
    # Good Sam of Texas (Mexican Train with a double-nine set)
    "mexican-train/double-nine": {"max_pip": 9, "seats": (2, 3, 4), "deal": {2: 12, 3: 11, 4: 10}, "match_hands": 10},
    "tiddle-a-wink/one-end": {"line_grows": "one-end"},                     # digigamers.com (Tiddle-A-Wink)
    "maltese-cross/own-double": {"arm_doubles": "own"},     # family-games-treasurehouse.com/doubles.html
    "maltese-cross/to-100": {"target": 100},                # gamerules.com/rules/maltese-cross
    "seven-toed-pete/race-horse": {"spinner": "all"},       # pagat.com: the game of the West Coast
    "fortress/double-six": {"max_pip": 6, "seats": (3, 4), "deal": {3: 9, 4: 7}},
    "merry-go-round/partners": {"teams": "pairs"},
    "sniff/more-players": {"seats": (3, 4), "deal": {3: 6, 4: 5}, "reserve": 0},    # domino-games.com (Sniff)
    "latin-partnership/losers-only": {"end_base": "opponents", "target": 100},      # gambiter.com/domino/western
    "latin-partnership/individual": {"team_block": "individual"},                   # pagat.com: Haiti, Jamaica
    "latin-partnership/to-500": {"target": 500},                                    # sacitc.blog
    "latin-partnership/best-of-three": {"matches_to_win": 2},                       # cnylatino.com/rules, its 2/3 games
    "cross/no-drawing": {"deal": {2: 6, 3: 6, 4: 6}, "draw_when": "never", "reserve": 0},   # dominorules.com
    **{f"fours/to-{target}": {"target": target} for target in (50, 101, 150, 200)},
    # j04npou/Domino: alone, with a boneyard, and nobody's after a tie
    "colombian/singles": {"teams": "none", "seats": (2, 3, 4), "deal": {2: 7, 3: 7, 4: 7},
                          "first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "redeal",
                          "draw_when": "unable", "draw_max": "until-playable", "reserve": 0, "tie": "none"},
    "brazilian-100/to-50": {"target": 50, "tie": "after-blocker"},          # todasasrespostas.com: who closes loses
    "multiplo-de-cinco/no-spinner": {"spinner": "none"},                    # K = 0
    "russian-bazaar/blank-ten": {"weights": {"0-0": 10}, "end_base": "opponents"},
    "russian-bazaar/blank-twenty-five": {"weights": {"0-0": 25}, "end_base": "opponents"},
    "polish-fives/spinner": {"spinner": "first", "arm_order": "free"},
    "finnish/fives": {"play_score": "multiple", "multiple": (5,), "unit": "face", "end_round": "nearest",
                      "end_multiple": 5, "end_divide": 1, "double_weights": (2, 2, 0, 0, 0)},
    **{f"plus-minus/to-{target}": {"target": target} for target in (60, 120)},
    "ceza/five-each": {"deal": {2: 5, 3: 5, 4: 5}},
    # the lead and the spinner of draw games, which dominorules.com says of its games (Matador)
    "fours/double-six": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "fours/spinner": {"spinner": "first", "arm_order": "free"},
    "cross/draw-one": {"deal": SEVEN_FIVE, "draw_max": 1},                  # gamerules.com/rules/cross-dominoes
    # digigamers.com (Tiddle-A-Wink): four to six players
    "tiddle-a-wink/double-nine": {"max_pip": 9, "seats": (4, 5, 6), "deal": "even"},
    # pagat.com/tile/wdom/gaple.html
    "gaple/six-each": {"deal": {4: 6}, "first_tile": "boneyard", "first_leader": "lot", "lead_tile": "any",
                       "lead_fallback": "none"},
    "gaple/five-players": {"seats": (5,), "deal": {5: 5}, "first_tile": "boneyard", "first_leader": "lot",
                           "lead_tile": "any", "lead_fallback": "none"},
    # a key that fits both ends is enough in Shan12377/yard-dominoes, after Pagat
    "jamaican/key": {"capicua": 2, "capicua_ends": "differ", "out_pays": "instead"},
    "chilean/partners": {"teams": "pairs"},
    "chilean/to-200": {"target": 200},
    "block/partners": {"teams": "pairs", "team_block": "team-total"},
    "block/free-lead": {"lead_tile": "any"},
    "block/at-least": {"target": 100, "reach": "at-least"},
    "block/in-line": {"double_lay": "in-line"},
    # hdddcl.moonfruit.com/dominoe-rules: pairs, best of 3 games 5 up; stitched, the lowest hand; level, the same drop
    "block/pub-league": {"teams": "pairs", "first_leader": "lot", "lead_tile": "any", "next_leader": "rotate",
                         "team_block": "individual", "tie": "none", "tie_leader": "previous",
                         "end_base": "none", "end_bonus": 1, "end_bonus_when": "won", "target": 5, "reach": "at-least",
                         "matches_to_win": 2},
    "all-fives/to-200": {"target": 200},
    "all-fives/undivided": {"end_divide": 1},
    "all-fives/double-nine": {"max_pip": 9, "seats": (2, 3, 4, 5, 6), "deal": {2: 7, 3: 5, 4: 5, 5: 5, 6: 5}},
    "all-fives-leaflet/no-spinner": {"spinner": "none"},
    "all-fives-leaflet/first-spinner": {"spinner": "first"},
    "all-fives-leaflet/round-each": {"round_scope": "each"},
    "five-up/nearest": {"end_round": "nearest"},
    "five-up/no-spinner": {"spinner": "none"},
    "five-up/first-spinner": {"spinner": "first"},
    "all-sevens/to-50": {"target": 50},
    "all-sevens/one-voluntary-draw": {"voluntary_max": 1},
    "all-sevens/double-eight": {"max_pip": 8, "matching": {"sum": 9}},
    "all-sevens/double-nine": {"max_pip": 9, "matching": {"sum": 10}},
    "bergen/bonus-one": {"end_bonus": 1},
    "bergen/bonus-two": {"end_bonus": 2},
    "bergen/reserve-two": {"reserve": 2},
    "bergen/highest-double": {"first_leader": "highest-double"},
    "bergen/five-for-four": {"deal": {2: 6, 3: 6, 4: 5}},
    "blind/leader-stops": {"blind_leader_goes_on": False},
    **{f"{game}/{key}": row for game in ("two-box", "two-box-cutthroat") for key, row in TWO_BOX_OFFERS.items()},
    "two-box-cutthroat/steal-twice": {"steal_credit": "twice"},
    "two-box-cutthroat/steal-back": {"steal_back": True},
    "two-box-cutthroat/stack-any": {"stack_when": "any"},
    "bingo/choice": {"bingo_remove": "choice"},
    "knock-out/run": {"knock": "run"},
    "all-fives/spinner-closed": {"double_weights": (2, 2, 0, 0, 0)},
    "all-fives/all-spinners": {"spinner": "all"},
    "all-fives/five-each": {"deal": {2: 5, 3: 5, 4: 5}},
    "all-fives/all-threes": {"multiple": (3,), "end_multiple": 3, "end_divide": 3},
    "all-fives/cribbage": {"unit": "per", "target": 61},
    "five-up/side-free": {"double_weights": (2, 2, 0, 0, 0)},
    "draw-classic/first-double-spinner": {"spinner": "first"},
    # Set variations 1) to 3) of the sheet set the tile of every hand.
    "draw-classic/highest-double": {"first_leader": "highest-double", "lead_tile": "qualifying",
                                    "lead_fallback": "redeal", "next_leader": "same"},
    "draw-classic/double-six": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6", "lead_fallback": "redeal",
                                "next_leader": "same"},
    "draw-classic/double-or-single": {"first_leader": "highest-double", "lead_tile": "qualifying",
                                      "lead_fallback": "heaviest", "next_leader": "same"},
    "draw-classic/eight-or-six": {"deal": {2: 8, 3: 6, 4: 6}},
    "draw-classic/seven-or-five": {"deal": {2: 7, 3: 5, 4: 5}},
    # The sheet leaves five and more to agree: as many as leave a boneyard, decided here.
    "draw-classic/five-or-more": {"deal": {2: 7, 3: 7, 4: 7, 5: 5, 6: 4, 7: 3, 8: 3}},
    "draw-classic/no-drawing": {"draw_when": "never"},
    **{f"draw-classic/to-{target}": {"target": target} for target in (50, 101, 150, 200)},
    "draw/lots-after-block": {"block_leader": "lot"},
    "draw/leader-again": {"block_leader": "previous"},
    "draw/leader-by-sum": {"first_leader": "sum", "block_leader": "sum"},
    "draw/highest-double": {"first_leader": "highest-double", "block_leader": "highest-double",
                            "lead_tile": "qualifying", "lead_fallback": "redeal"},
    "draw/double-six": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6", "lead_fallback": "redeal",
                        "next_leader": "same", "block_leader": "as-next"},
    "draw/until-it-fits": {"draw_when": "unable", "reserve": 0},
    "draw/one-tile": {"draw_when": "unable", "draw_max": 1},
    "draw/to-empty": {"reserve": 0},
    "draw/pay-chips": {"draw_cost": 1, "draw_cost_in": "chips"},
    "draw/pay-points": {"draw_cost": 1, "draw_cost_in": "points"},
    "draw/seven-six-five": {"deal": {2: 7, 3: 6, 4: 5}},        # reference.com
    "draw/partners": {"teams": "pairs", "team_block": "team-total"},
    "draw/double-nine": {"max_pip": 9, "seats": (2, 3, 4, 5, 6), "deal": {2: 7, 3: 5, 4: 5, 5: 5, 6: 5},
                         "target": {2: 100, 3: 61, 4: 61, 5: 61, 6: 61, "pairs": 100}},
    "draw-dutch/one-tile": {"draw_max": 1},
    "draw-partnership/individual": {"team_block": "individual"},
    "draw-puerto-rico/blocker-wins": {"tie": "blocker"},
    "draw-austrian/draw-three": {"draw_max": 3},                # gambiter.com/domino/western/austrian.html
    "draw-austrian/eight-each": {"deal": {2: 8, 3: 7}},
}


@pytest.mark.parametrize(("name", "changes", "wild"), [
    ("all-sevens", {"target": 50}, "A7-WILD-1"),
    ("all-sevens", {"max_pip": 9, "matching": {"sum": 10}}, "A7-WILD-1:double-nine"),
    ("all-sevens/double-nine", {"target": 50}, "A7-WILD-1:double-nine"),
    ("all-sevens/double-nine", {"max_pip": 6, "matching": {"sum": 7}}, "A7-WILD-1"),
    ("all-sevens", {"matching": {"sum": 6}}, None),
    ("all-sevens", {"matching": "equal"}, None),
])
def test_a7_wild_1_the_sum_brings_its_own_wild_tiles(name, changes, wild):
    """The sheet names the wild tiles of a sum of seven: under any other sum they are others."""
    assert get(name).but(**changes).clauses.get("wild") == wild


@pytest.mark.parametrize(("changes", "wild", "only"), [
    ({}, "6-1, 5-2, 4-3 and 0-0", "a blank"),
    ({"max_pip": 9}, "7-0, 6-1, 5-2, 4-3 and 0-0", "an 8 or a 9"),
    ({"matching": {"sum": 5}}, "5-0, 4-1, 3-2 and 0-0", "a 6"),
])
def test_the_page_names_the_values_that_only_wild_tiles_fit(changes: dict[str, Any], wild: str, only: str) -> None:
    """A half needs what is missing to the sum: for 7 no tile of a double-six set has it beside a 0, and so on."""
    page = rule_page(get("all-sevens").but(**changes))
    assert f"The wild tiles are {wild}." in page
    assert f"go on {only}." in page or f"goes on {only}." in page


@pytest.mark.parametrize(("game", "said"), [
    # dominorules.com/merry-go-round
    ("merry-go-round", "Until that double has four tiles around it, every tile must go on it. Its two long sides come "
                       "first, and then its two tips."),
    # A call of 10 for a count of 5 is no call of the 5.
    ("muggins", "If they overlook it or call it wrong, the next player says"),
    # pagat.com/domino/line/tiddlywink.html: only the British game goes on at either end
    ("tiddle-a-wink", "one line with two open ends. No double is a spinner: a double takes only two tiles. (Pagat (T"),
    # pagat.com/tile/wdom/gaple.html: a single line, at either end
    ("gaple", "one line with two open ends. No double is a spinner: a double takes only two tiles. (Pagat (Gaple)"),
    # eightygames.wordpress.com: one end or the other
    ("ten-penny-knock", "one line with two open ends. No double is a spinner: a double takes only two tiles. (Eighty"),
    # infonick.net/note-domino-rules: doubles across, and the points of the opponents for the side that wins
    ("kozel", "Doubles lie across the line. (Infonick.net (the Goat game); KZ-LAY-1)"),
    ("kozel", "The winners score the pips that the other pair still holds. (Infonick.net (the Goat game); KZ-SCORE-1)"),
    # the rules of the program Dekabès Domino
    ("haitian", "the next hand then counts 2 points, and the pair that led leads again."),
    # domino-esje.blogspot.com/2008/01/regras.html has 6 points for a cruzada, livrozilla.com/doc/1192275 has 4
    ("brazilian", "it is a cruzada and scores 4, as in other published rules. In the sheet it scores 6."),
    ("venezuelan", "but not here, the pair that led the hand wins it. (Que-es.net (Dominó); VE-TIE-1)"),
    ("venezuelan", "count the pips of the winner's partner too. (Que-es.net (Dominó); VE-SCORE-1)"),
    ("latin-partnership/to-500", "This variation leaves them out: Puerto Rican 500 has them."),
])
def test_the_page_says_what_its_sheet_says_and_where_others_differ(game: str, said: str) -> None:
    assert said in rule_page(get(game))


@pytest.mark.parametrize("rules", [rules for rules in rulesets() if rules.solo is None], ids=lambda rules: rules.id)
def test_whose_turn_is_next_stands_before_what_may_be_drawn(rules: Any) -> None:
    """A beginner looks for it among the rules for playing a tile, not among the general rules at the end."""
    about = [statement.section for statement in rules.statements if "direction" in statement.says]
    assert about == ["laying"]


def test_the_american_game_with_one_end_is_no_other_name_of_tiddle_a_wink() -> None:
    assert get("Tiddly-Wink").id == "tiddly-wink"
