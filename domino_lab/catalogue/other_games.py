"""Games that are each a family of their own, and the patience games.

All Sevens, whose touching halves add up to seven (clauses A7-...), Bergen with its ends alike (BG-...), Blind
Dominoes (BD-...), 4 Man 2 Box with Cutthroat (TB-..., TBC-...); and after published rules the cross of Sebastopol, and
games with more turns.
"""

from __future__ import annotations

from domino_lab.rules.axes import Clauses, Offer
from domino_lab.rules.declaring import Declaration, declare, derive, game, offer
from domino_lab.rules.ruleset import Ruleset
from domino_lab.solitaire.bingo import BINGO as BINGO_TABLE
from domino_lab.solitaire.columns import FIVE_COLUMNS as COLUMNS_TABLE
from domino_lab.solitaire.knock_out import KNOCK_OUT as KNOCK_OUT_TABLE
from domino_lab.solitaire.line import LINE as LINE_TABLE
from domino_lab.solitaire.patience_state import PatienceGame
from domino_lab.solitaire.twelve import TWELVE as TWELVE_TABLE

ALL_SEVENS = game("all-sevens", "All Sevens", {
    "A7-DEAL-1": {"seats": [2, 3, 4], "deal": {2: 7, 3: 5, 4: 5}},
    "A7-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying"},
    "A7-LEAD-1:redeal": {"lead_fallback": "redeal"},
    "A7-LEAD-1:next": {"next_leader": "same", "block_leader": "as-next"},
    "A7-LAY-1": {"spinner": "none", "double_lay": "in-line"},
    "A7-MATCH-1": {"matching": {"sum": 7}},
    "A7-WILD-1": {"wild": "either"},
    "A7-DRAW-1": {"draw_when": "optional", "draw_max": "until-playable", "reserve": 2},
    "A7-DRAW-1:any": {"voluntary_max": "any"},
    "A7-END-1": {"block": "all-stuck"},
    "A7-SCORE-1": {"end_base": "opponents", "own_deduct": "once"},
    "A7-TIE-1": {"tie": "none"},
    "A7-MATCH-1:goal": {"target": 100, "reach": "at-least"},
    "A7-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="matching to seven", sheets=("001",), aliases=("all_sevens_001", "Matador", "Russian Dominoes"), offers=(
    offer("to-50", "to 50", {"A7-MATCH-1:to-50": {"target": 50}}),
    offer("one-voluntary-draw", "one draw by choice", {"A7-DRAW-1:one-voluntary-draw": {"voluntary_max": 1}}),
    offer("double-eight", "with a double-eight set", {
        "A7-DEAL-1:double-eight": {"max_pip": 8},
        "A7-MATCH-1:double-eight": {"matching": {"sum": 9}},
        "A7-WILD-1:double-eight": {"wild": "either"},
    }),
    offer("double-nine", "with a double-nine set", {
        "A7-DEAL-1:double-nine": {"max_pip": 9},
        "A7-MATCH-1:double-nine": {"matching": {"sum": 10}},
        "A7-WILD-1:double-nine": {"wild": "either"},
    }),
))

SEVEN_UP = derive(ALL_SEVENS, id="seven-up", name="Seven Up", changes={
    "SU-DEAL-1": {"left_out": ["0-0"]},
    "SU-DEAL-2": {"max_pip": 6, "seats": [2, 3, 4], "deal": {2: 7, 3: 6, 4: 5}},
    "SU-LEAD-1": {"first_leader": "lot", "lead_tile": "any"},
    "SU-LEAD-1:tied": {"lots": "again"},
    "SU-LEAD-2": {"next_leader": "rotate", "block_leader": "as-next"},
    "SU-LAY-1": {"spinner": "all", "arm_order": "free"},
    "SU-LAY-2": {"double_lay": "crosswise"},
    "SU-WILD-1": {"wild": "either"},
    "SU-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 2},
    "SU-TIE-1": {"tie": "none"},
    "SU-MATCH-1": {"target": 100, "reach": "more-than", "target_when": "hand-end"},
}, without=("lead_fallback", "voluntary_max"), sheets=("seven-up", "001"))

BERGEN = game("bergen", "Bergen", {
    "BG-DEAL-1": {"seats": [2, 3, 4], "deal": {2: 6, 3: 6, 4: 6}},
    "BG-LEAD-1": {"first_leader": "lowest-double"},
    "BG-LEAD-1:tile": {"lead_tile": "qualifying"},
    "BG-LEAD-1:redeal": {"lead_fallback": "redeal"},
    "BG-LEAD-1:next": {"next_leader": "same", "block_leader": "as-next"},
    "BG-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "BG-DRAW-1": {"draw_when": "unable", "draw_max": 1},
    "BG-DRAW-1:able": {"willing": "never"},
    "BG-DRAW-1:rest": {"reserve": 0},
    "BG-SCORE-1": {"play_score": "alike"},
    "BG-SCORE-2": {"alike_double": "both ends"},
    "BG-END-1": {"ending": "out"},
    "BG-END-1:blocked": {"block": "all-stuck", "tie": "none"},
    "BG-SCORE-3": {"end_base": "none", "end_bonus": 0},
    "BG-MATCH-1": {"target": 15, "reach": "at-least"},
    "BG-MATCH-1:at-once": {"target_when": "at-once"},
}, family="games of matching ends", sheets=("001",), aliases=(
    "bergen_001", "Bergen Dominoes", "The Bergen Game",
), offers=(
    offer("bonus-one", "one point for going out", {"BG-SCORE-3:bonus-one": {"end_bonus": 1}}),
    offer("bonus-two", "two points for going out", {"BG-SCORE-3:bonus-two": {"end_bonus": 2}}),
    offer("reserve-two", "two tiles are kept back", {"BG-DRAW-1:reserve-two": {"reserve": 2}}),
    offer("highest-double", "the highest double starts", {
        "BG-LEAD-1:highest-double": {"first_leader": "highest-double"},
    }),
    offer("five-for-four", "five tiles for four", {"BG-DEAL-1:five-for-four": {"deal": {2: 6, 3: 6, 4: 5}}}),
))

BLIND = game("blind", "Blind Dominoes", {
    "BD-DEAL-1": {"seats": [2, 3, 4, 5], "deal": "even"},
    "BD-DEAL-1:rest": {"draw_when": "never"},
    "BD-LEAD-1": {"first_leader": "youngest", "lead_tile": "any"},
    "BD-LEAD-1:next": {"next_leader": "rotate", "block_leader": "as-next"},
    "BD-LEAD-1:goes-on": {"blind_leader_goes_on": True},
    "BD-TURN-1": {"visibility": "blind", "extra_turn": "while-fits"},
    "BD-TURN-2": {"spinner": "none", "double_lay": "crosswise"},
    "BD-END-1": {"ending": "out"},
    "BD-END-1:blocked": {"block": "row-cycle"},
    "BD-END-1:lightest": {"end_base": "none", "tie": "none"},
    "BD-END-1:one-hand": {"target": "one-hand"},
}, family="blind games", sheets=("001",), aliases=(
    "blind_001", "Blind Hughie", "Secret Dominoes", "Blind-Man Block", "Billiton",
), offers=(
    offer("leader-stops", "the leader stops", {"BD-LEAD-1:leader-stops": {"blind_leader_goes_on": False}}),
))

_OFFERS = (
    offer("to-100", "to 100", {"TB-MATCH-1:to-100": {"target": 100}}),
    offer("to-200", "to 200", {"TB-MATCH-1:to-200": {"target": 200}}),
    offer("own-kept", "own pips not taken off", {"TB-END-1:own-kept": {"own_deduct": "none"}}),
    offer("automatic", "scores need no call", {"TB-SCORE-2:automatic": {"claim": "auto"}}),
)

TWO_BOX = game("two-box", "4 Man 2 Box", {
    "TB-PLAY-1": {"max_pip": 6, "copies": 2, "seats": [4, 5, 6]},
    "TB-DEAL-1": {"deal": {4: 7, 5: 7, 6: 7}},
    "TB-LEAD-1": {"first_leader": "fastest-double"},
    "TB-LEAD-1:tile": {"lead_tile": "qualifying"},
    "TB-LEAD-1:two": {"two_holders": "shuffle"},
    "TB-LEAD-1:redeal": {"lead_fallback": "redeal"},
    "TB-LEAD-1:next": {"next_leader": "same", "block_leader": "as-next"},
    "TB-LAY-1": {"spinner": "first"},
    "TB-LAY-1:sides": {"arm_order": "sides-first"},
    "TB-LAY-1:later": {"double_lay": "crosswise"},
    "TB-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "TB-DRAW-2": {"colours": "one pile"},
    "TB-SCORE-1": {"double_weights": [2, 2, 0, 0, 0]},
    "TB-SCORE-1:side-free": {"faces": "both"},
    "TB-SCORE-1:fives": {"play_score": "multiple", "multiple": 5, "unit": "face"},
    "TB-SCORE-2": {"claim": "call"},
    "TB-SCORE-3": {"tally": "rows of fifty"},
    "TB-END-1": {"block": "all-stuck"},
    "TB-END-1:award": {"end_base": "opponents", "end_round": "none", "end_divide": 1},
    "TB-END-1:own": {"own_deduct": "once"},
    "TB-TIE-1": {"tie": "lightest-tile", "tie_order": "bone"},
    "TB-TIE-1:alike": {"tie_alike": "none"},
    "TB-MATCH-1": {"target": 150, "reach": "at-least"},
    "TB-MATCH-1:at-once": {"target_when": "at-once"},
    "TB-HINT-1": {"hints": "time and play"},
}, family="two-box games", sheets=("003",), aliases=("two_box_003", "4 man 2 box game", "Two Box"), offers=_OFFERS)

CUTTHROAT = derive(TWO_BOX, id="two-box-cutthroat", name="4 Man 2 Box: Cutthroat", changes={
    "TBC-STACK-1": {"stack": "cutthroat"},
    "TBC-STACK-1:after-score": {"stack_when": "after-score"},
    "TBC-SCORE-1": {"steal_credit": "once"},
    "TBC-TURN-1": {"stack_turn": "spent"},
    "TBC-TURN-1:kept": {"steal_back": False},
    "TBC-END-1": {"stack_out": "out"},
}, aliases=("two_box_003_cut", "Cutthroat"), offers=(
    *_OFFERS,
    offer("steal-twice", "a steal counts twice", {"TBC-SCORE-1:twice": {"steal_credit": "twice"}}),
    offer("steal-back", "stealing back", {"TBC-TURN-1:back": {"steal_back": True}}),
    offer("stack-any", "stacking at any time", {"TBC-STACK-1:any": {"stack_when": "any"}}),
))

SEBASTOPOL = game("sebastopol", "Sebastopol", {
    "SE-PLAY-1": {"seats": [4]},
    "SE-DEAL-1": {"max_pip": 6, "deal": {4: 7}, "lead_fallback": "none"},
    "SE-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "SE-LEAD-2": {"next_leader": "same", "block_leader": "as-next"},
    "SE-LAY-1": {"spinner": "first", "double_lay": "crosswise"},
    "SE-LAY-2": {"arm_order": "four-first"},
    "SE-DRAW-1": {"draw_when": "never"},
    "SE-END-1": {"block": "all-stuck"},
    "SE-SCORE-1": {"end_base": "opponents", "own_deduct": "once"},
    "SE-TIE-1": {"tie": "none"},
    "SE-MATCH-1": {"target": 60, "reach": "at-least"},
    "SE-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("sebastopol", "beyond"), offers=(
    offer("to-100", "to 100", {"SE-MATCH-1:to-100": {"target": 100}}),
    offer("three", "for three", {
        "SE-PLAY-1:three": {"seats": [3]},
        "SE-DEAL-1:three": {"deal": {3: 9}, "leader_takes": 1, "lead_fallback": "redeal"},
    }),
))

CROSS = derive(SEBASTOPOL, id="cross", name="Cross Dominoes", changes={
    "CD-PLAY-1": {"max_pip": 6, "seats": [2, 3, 4]},
    "CD-DEAL-1": {"deal": {2: 7, 3: 6, 4: 5}},
    "CD-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying"},
    "CD-LEAD-1:redeal": {"lead_fallback": "redeal"},
    "CD-LAY-1": {"spinner": "first", "double_lay": "crosswise"},
    "CD-LAY-2": {"arm_order": "four-first"},
    "CD-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable"},
    "CD-DRAW-2": {"reserve": 2},
    "CD-MATCH-1": {"target": 100, "reach": "at-least"},
}, sheets=("cross", "sebastopol", "beyond"), offers=(
    offer("no-drawing", "six tiles each, no drawing", {
        "CD-DEAL-1:six": {"deal": {2: 6, 3: 6, 4: 6}},
        "CD-DRAW-1:never": {"draw_when": "never", "reserve": 0},
    }),
    offer("draw-one", "one tile drawn in a turn", {
        "CD-DEAL-1:five": {"deal": {2: 7, 3: 5, 4: 5}},
        "CD-DRAW-1:one": {"draw_max": 1},
    }),
))

MALTESE = derive(CROSS, id="maltese-cross", name="Maltese Cross", changes={
    "MC-PLAY-1": {"max_pip": 6, "seats": [2, 3, 4]},
    "MC-DEAL-1": {"deal": {2: 7, 3: 5, 4: 5}},
    "MC-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying"},
    "MC-LEAD-1:redeal": {"lead_fallback": "redeal"},
    "MC-LAY-1": {"spinner": "first", "double_lay": "crosswise"},
    "MC-LAY-2": {"arm_order": "four-first"},
    "MC-LAY-3": {"arm_doubles": "all"},
    "MC-DRAW-1": {"draw_when": "unable", "draw_max": 1},
    "MC-DRAW-1:empty": {"reserve": 0},
    "MC-END-1": {"block": "all-stuck"},
    "MC-TIE-1": {"tie": "none"},
    "MC-MATCH-1": {"target": 60, "reach": "at-least"},
}, sheets=("maltese", "sebastopol", "beyond"), offers=(
    offer("own-double", "each arm waits for its own double", {"MC-LAY-3:own": {"arm_doubles": "own"}}),
    offer("to-100", "to 100", {"MC-MATCH-1:to-100": {"target": 100}}),
))

CYPRUS = derive(CROSS, id="cyprus", name="Cyprus", changes={
    "CY-PLAY-1": {"max_pip": 9, "seats": [4, 5, 6, 7, 8, 9, 10]},
    "CY-DEAL-1": {"deal": {4: 9, 5: 8, 6: 7, 7: 7, 8: 6, 9: 6, 10: 5}},
    "CY-LEAD-1": {"first_leader": {"holder": "9-9"}, "lead_tile": "9-9"},
    "CY-LEAD-1:draw": {"lead_fallback": "draw"},
    "CY-LAY-1": {"spinner": "first-eight"},
    "CY-LAY-1:doubles": {"double_lay": "in-line"},
    "CY-LAY-2": {"arm_order": "four-first"},
    "CY-DRAW-1": {"draw_when": "unable", "draw_max": 1},
    "CY-DRAW-2": {"reserve": 1},
    "CY-END-1": {"block": "all-stuck"},
    "CY-TIE-1": {"tie": "none"},
    "CY-MATCH-1": {"target": 60, "reach": "at-least"},
}, sheets=("cyprus", "sebastopol", "beyond"), offers=(
    offer("larger-hands", "more tiles in a hand", {
        "CY-DEAL-1:larger": {"deal": {4: 13, 5: 11, 6: 9, 7: 7, 8: 6, 9: 6, 10: 5}},
    }),
    offer("clockwise", "the arms are begun clockwise", {
        "CY-LAY-2:clockwise": {"arm_order": "four-first-clockwise"},
    }),
    offer("double-twelve", "with a double-twelve set", {
        "CY-PLAY-1:twelve": {"max_pip": 12},
        "CY-LEAD-1:twelve": {"first_leader": {"holder": "12-12"}, "lead_tile": "12-12"},
    }),
    offer("to-100", "to 100", {"CY-MATCH-1:to-100": {"target": 100}}),
))

TIDDLE = game("tiddle-a-wink", "Tiddle-a-Wink", {
    "TW-PLAY-1": {"max_pip": 6, "seats": [5, 6]},
    "TW-DEAL-1": {"deal": "even"},
    "TW-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying"},
    "TW-LEAD-1:redeal": {"lead_fallback": "redeal"},
    "TW-LEAD-2": {"next_leader": "same", "block_leader": "as-next"},
    "TW-LAY-1": {"spinner": "none"},
    "TW-LAY-1:crosswise": {"double_lay": "crosswise"},
    "TW-TURN-1": {"extra_turn": "on-double"},
    "TW-TURN-2": {"pass_when": "extra-turn"},
    "TW-DRAW-1": {"draw_when": "never"},
    "TW-END-1": {"block": "all-stuck"},
    "TW-SCORE-1": {"end_base": "opponents", "own_deduct": "once"},
    "TW-TIE-1": {"tie": "none"},
    "TW-MATCH-1": {"target": 100, "reach": "at-least"},
    "TW-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("tiddle", "beyond"), aliases=("Tidley Wink",), offers=(
    offer("one-end", "played at one end", {"TW-LAY-1:one-end": {"line_grows": "one-end"}}),
    offer("double-nine", "with a double-nine set", {
        "TW-DEAL-1:nine": {"max_pip": 9, "seats": [4, 5, 6], "deal": "even"},
    }),
))

TIDDLY_WINK = game("tiddly-wink", "Tiddly-Wink", {
    "TD-PLAY-1": {"max_pip": 6, "seats": [5, 6, 7, 8]},
    "TD-DEAL-1": {"deal": {5: 3, 6: 3, 7: 3, 8: 3}},
    "TD-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying"},
    "TD-LEAD-1:redeal": {"lead_fallback": "redeal"},
    "TD-LAY-1": {"line_grows": "one-end", "spinner": "none"},
    "TD-LAY-2": {"double_lay": "in-line"},
    "TD-TURN-1": {"extra_turn": "on-double", "pass_when": "extra-turn"},
    "TD-DRAW-1": {"draw_when": "never"},
    "TD-END-1": {"block": "all-stuck"},
    "TD-END-1:pool": {"end_base": "none", "target": "one-hand"},
    "TD-TIE-1": {"tie": "none"},
}, family="blocking games", sheets=("tiddly-wink",), aliases=("Tiddlywink",))

ONE_ARMED_PETE = game("one-armed-pete", "One-Armed Pete", {
    "OP-DEAL-1": {"max_pip": 6, "seats": [2, 3, 4], "deal": {2: 4, 3: 4, 4: 4}},
    "OP-LEAD-1": {"first_leader": "highest-double"},
    "OP-LEAD-1:tile": {"lead_tile": "qualifying", "lead_fallback": "redeal", "next_leader": "same",
                       "block_leader": "as-next"},
    "OP-LAY-1": {"line_grows": "one-end", "spinner": "none"},
    "OP-LAY-1:crosswise": {"double_lay": "crosswise"},
    "OP-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "OP-TURN-1": {"extra_turn": "on-double"},
    "OP-END-1": {"block": "all-stuck"},
    "OP-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "OP-TIE-1": {"tie": "none"},
    "OP-MATCH-1": {"target": 100, "reach": "at-least"},
    "OP-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="drawing games", sheets=("one-armed-pete",), aliases=("One-Arm Joe", "One-Arm Pete"))

FOURS = game("fours", "Fours", {
    "FO-PLAY-1": {"seats": [4]},
    "FO-DEAL-1": {"max_pip": 6, "deal": {4: 7}},
    "FO-LEAD-1": {"first_leader": "lot", "lead_tile": "any"},
    "FO-LEAD-1:tied": {"lots": "again"},
    "FO-LEAD-2": {"next_leader": "same", "block_leader": "as-next"},
    "FO-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "FO-TURN-1": {"extra_turn": "while-fits"},
    "FO-TURN-2": {"pass_when": "extra-turn"},
    "FO-DRAW-1": {"draw_when": "never"},
    "FO-END-1": {"block": "all-stuck"},
    "FO-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "FO-TIE-1": {"tie": "none"},
    "FO-MATCH-1": {"target": 100, "reach": "at-least"},
    "FO-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("fours",), offers=(
    *(offer(f"to-{target}", f"to {target}", {"FO-MATCH-1:targets": {"target": target}})
      for target in (50, 101, 150, 200)),
    offer("double-six", "the 6-6 leads", {
        "FO-LEAD-1:double-six": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    }),
    offer("spinner", "the first double takes four tiles", {
        "FO-LAY-1:spinner": {"spinner": "first"},
        "FO-LAY-1:order": {"arm_order": "free"},
    }),
))

CHICKENFOOT = game("chickenfoot", "Chickenfoot", {
    "CF-PLAY-1": {"max_pip": 9, "seats": [2, 3, 4, 5]},
    "CF-DEAL-1": {"deal": {2: 9, 3: 7, 4: 7, 5: 7}},
    "CF-LEAD-1": {"first_leader": "hand-double", "lead_tile": "qualifying", "next_leader": "same",
                  "block_leader": "as-next"},
    "CF-LEAD-2": {"lead_fallback": "draw"},
    "CF-LAY-1": {"spinner": "all", "double_lay": "crosswise"},
    "CF-LAY-2": {"arm_order": "four-first"},
    "CF-DRAW-1": {"draw_when": "unable", "draw_max": 1, "reserve": 0},
    "CF-END-1": {"block": "all-stuck"},
    "CF-SCORE-1": {"who_scores": "own-pips"},
    "CF-SCORE-2": {"weights": {"0-0": 50}},
    "CF-TIE-1": {"tie": "none"},
    "CF-MATCH-1": {"best_score": "fewest", "match_hands": 10, "target": 100_000},
    "CF-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="drawing games", sheets=("chickenfoot", "beyond"), aliases=("Chicken Foot", "Chickie"), offers=(
    offer("double-twelve", "with a double-twelve set", {
        "CF-PLAY-1:twelve": {"max_pip": 12, "seats": [6, 7, 8]},
        "CF-DEAL-1:twelve": {"deal": {6: 7, 7: 7, 8: 7}},
        "CF-MATCH-1:twelve": {"match_hands": 13},
    }),
))

MEXICAN_TRAIN = game("mexican-train", "Mexican Train", {
    "MT-PLAY-1": {"max_pip": 12, "seats": [2, 3, 4, 5, 6, 7, 8]},
    "MT-DEAL-1": {"deal": {2: 16, 3: 15, 4: 14, 5: 13, 6: 12, 7: 11, 8: 10}},
    "MT-LEAD-1": {"first_leader": "hand-double", "lead_tile": "qualifying", "next_leader": "same",
                  "block_leader": "as-next"},
    "MT-LEAD-2": {"lead_fallback": "draw"},
    "MT-LAY-1": {"lines": "own-and-common"},
    "MT-LAY-2": {"line_opens": "unable"},
    "MT-LAY-3": {"spinner": "none", "double_lay": "crosswise"},
    "MT-DOUBLE-1": {"cover_doubles": "first"},
    "MT-DOUBLE-2": {"extra_turn": "on-double"},
    "MT-DRAW-1": {"draw_when": "unable", "draw_max": 1, "reserve": 0},
    "MT-END-1": {"block": "all-stuck"},
    "MT-SCORE-1": {"who_scores": "own-pips"},
    "MT-TIE-1": {"tie": "none"},
    "MT-MATCH-1": {"best_score": "fewest", "match_hands": 13, "target": 100_000},
    "MT-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="drawing games", sheets=("mexican-train",), offers=(
    offer("double-nine", "with a double-nine set", {
        "MT-PLAY-1:nine": {"max_pip": 9, "seats": [2, 3, 4]},
        "MT-DEAL-1:nine": {"deal": {2: 12, 3: 11, 4: 10}},
        "MT-MATCH-1:nine": {"match_hands": 10},
    }),
    offer("set-out", "with the engine set out before the deal", {
        "MT-LEAD-3": {"first_tile": "hand-double", "lead_tile": "any"},
        "MT-LEAD-3:first": {"first_leader": "lot", "next_leader": "rotate", "block_leader": "as-next",
                            "lead_fallback": "none"},
    }),
    offer("wild-blanks", "blanks fit anything", {"MT-LAY-4": {"wild_half": 0}}),
    offer("first-turn", "as many tiles as fit in the first turn", {
        "MT-TURN-1": {"extra_turn": "first-turn-or-double", "extra_turn_at": "same-end"},
        "MT-TURN-2": {"cannot_go_on": "stop"},
    }),
    offer("several-doubles", "several doubles at once", {"MT-DOUBLE-1:several": {"cover_doubles": "several"}}),
))

FORTRESS = game("fortress", "Fortress", {
    "FR-PLAY-1": {"max_pip": 9, "seats": [4, 5, 6]},
    "FR-DEAL-1": {"deal": {4: 13, 5: 11, 6: 9}},
    "FR-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying", "next_leader": "same",
                  "block_leader": "as-next"},
    "FR-LEAD-1:redeal": {"lead_fallback": "redeal"},
    "FR-LEAD-2": {"leader_takes": 1},
    "FR-LAY-1": {"spinner": "all", "double_lay": "crosswise"},
    "FR-LAY-2": {"arm_order": "free"},
    "FR-DRAW-1": {"draw_when": "never"},
    "FR-END-1": {"block": "all-stuck"},
    "FR-SCORE-1": {"end_base": "opponents", "own_deduct": "once"},
    "FR-TIE-1": {"tie": "none"},
    "FR-MATCH-1": {"target": 100, "reach": "more-than"},
    "FR-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("fortress",), offers=(
    offer("double-six", "three or four players with a double-six set", {
        "FR-PLAY-1:six": {"seats": [3, 4]},
        "FR-DEAL-1:six": {"max_pip": 6, "deal": {3: 9, 4: 7}},
    }),
))


# --- the six patience games of the leaflet: clauses BI, DP, FL, FC, KO and TT

_ALONE = (1,)


def _patience(game_id: str, name: str, solo: PatienceGame, declaration: Declaration, *,
              aliases: tuple[str, ...] = (), offers: tuple[Offer, ...] = ()) -> Ruleset:
    """Return a patience; of the general rules of games with rivals, only the matching of a chain applies."""
    values, clauses = declare(declaration)
    general = () if solo is LINE_TABLE else ("matching",)
    own = {axis: clause for axis, clause in clauses.items() if axis not in ("direction", "teams", *general)}
    return Ruleset(game_id, name, values, Clauses(own), "patience games", ("001",), aliases, offers, solo=solo)


BINGO = _patience("bingo", "Bingo", BINGO_TABLE, {
    "BI-1": {"seats": _ALONE, "deal": "even"},
    "BI-2": {"patience_play": True},
    "BI-2:always": {"bingo_remove": "always"},
    "BI-3": {"patience_row": True},
    "BI-4": {"patience_end": True, "target": "one-hand"},
}, offers=(
    offer("choice", "a tile may stay", {"BI-2:choice": {"bingo_remove": "choice"}}),
))

PATIENCE = _patience("patience", "Domino Patience", LINE_TABLE, {
    "DP-1": {"seats": _ALONE, "deal": {1: 5}, "patience_play": True},
    "DP-1:set": {"lead_tile": "any"},
    "DP-2": {"spinner": "none", "double_lay": "crosswise"},
    "DP-3": {"draw_when": "unable", "draw_max": "until-playable"},
    "DP-4": {"patience_end": True, "target": "one-hand"},
})

FIVES_LIMIT = derive(PATIENCE, id="fives-limit", name="Five's the Limit", changes={
    "FL-1": {"hold_limit": 5},
}, aliases=("fives_limit",))

FIVE_COLUMNS = _patience("five-columns", "Five Columns", COLUMNS_TABLE, {
    "FC-1": {"seats": _ALONE, "deal": "even"},
    "FC-2": {"patience_free": True},
    "FC-3": {"patience_play": True},
    "FC-6": {"patience_column": True},
    "FC-4": {"patience_shift": True},
    "FC-7": {"patience_alone": True},
    "FC-5": {"patience_reserve": True},
    "FC-3:end": {"patience_end": True, "target": "one-hand"},
}, aliases=("five_columns", "Luzon"))

KNOCK_OUT = _patience("knock-out", "Knock-Out", KNOCK_OUT_TABLE, {
    "KO-1": {"seats": _ALONE, "deal": "even"},
    "KO-2": {"patience_play": True},
    "KO-2:pair": {"knock": "pair"},
    "KO-3": {"patience_end": True, "target": "one-hand"},
}, aliases=("knock_out", "Grace's Patience"), offers=(
    offer("run", "whole runs", {"KO-2:run": {"knock": "run"}}),
))

TWELVE_TO_GO = _patience("twelve-to-go", "Twelve To Go", TWELVE_TABLE, {
    "TT-1": {"seats": _ALONE, "deal": {1: 6}},
    "TT-2": {"patience_play": True},
    "TT-2:refill": {"patience_fill": True},
    "TT-3": {"patience_end": True, "target": "one-hand"},
}, aliases=("twelve_to_go", "Polka Dot", "Twelves"))

GAMES = (ALL_SEVENS, SEVEN_UP, BERGEN, BLIND, TWO_BOX, CUTTHROAT, SEBASTOPOL, CROSS, MALTESE, CYPRUS, TIDDLE,
         TIDDLY_WINK, ONE_ARMED_PETE, FOURS, CHICKENFOOT, MEXICAN_TRAIN, FORTRESS, BINGO,
         PATIENCE, FIVES_LIMIT, FIVE_COLUMNS, KNOCK_OUT, TWELVE_TO_GO)
