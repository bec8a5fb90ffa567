"""The five-scoring games.

All Fives by two sheets (clauses AF0-... and AF1-...), Five Up (FU-...), and Muggins, Sniff and Fives and Threes by
other published rules.
"""

from __future__ import annotations

from domino_lab.rules.declaring import derive, game, offer

_POINT_PER_FIVE = {"play_score": "multiple", "multiple": 5, "unit": "per", "claim": "auto"}
_FIVES_AT_THE_END = {"end_base": "opponents", "own_deduct": "once", "end_round": "nearest", "end_multiple": 5,
                     "round_scope": "sum", "end_divide": 5}

ALL_FIVES = game("all-fives", "All Fives", {
    "AF0-PLAY-1": {"max_pip": 6, "seats": [2, 3, 4]},
    "AF0-PLAY-1:relatives": {"relatives": "Muggins and Sniff"},
    "AF0-DEAL-1": {"deal": {2: 7, 3: 5, 4: 5}},
    "AF0-LEAD-1": {"first_leader": "lot", "lead_tile": "any"},
    "AF0-LEAD-1:tied": {"lots": "again"},
    "AF0-LEAD-2": {"next_leader": "winner"},
    "AF0-LEAD-2:blocked": {"block_leader": "lot"},
    "AF0-LAY-1": {"spinner": "first", "double_lay": "crosswise"},
    "AF0-LAY-2": {"arm_order": "free"},
    "AF0-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "AF0-DRAW-1:able": {"willing": "never"},
    "AF0-SCORE-1": {"play_score": "multiple", "multiple": 5, "unit": "face", "claim": "auto"},
    "AF0-SCORE-2": {"double_weights": [2, 2, 2, 1, 0]},
    "AF0-LAY-4": {"faces": "2-4"},
    "AF0-END-1": {"block": "all-stuck"},
    "AF0-SCORE-5": {
        "end_base": "opponents", "own_deduct": "once", "end_round": "nearest", "end_multiple": 5, "round_scope": "sum",
    },
    "AF0-SCORE-5:divided": {"end_divide": 5},
    "AF0-TIE-1": {"tie": "none"},
    "AF0-MATCH-1": {"target": 100, "reach": "at-least"},
    "AF0-MATCH-1:at-once": {"target_when": "at-once"},
}, family="five-scoring games", sheets=("000", "004"), aliases=(
    "all_fives_000", "All Fives (Domino-Games.com)",
), offers=(
    offer("spinner-closed", "spinner closed by two tiles", {"AF0-SCORE-3": {"double_weights": [2, 2, 0, 0, 0]}}),
    offer("all-spinners", "every double a spinner", {"AF0-LAY-3": {"spinner": "all", "faces": "any"}}),
    offer("five-each", "five tiles each", {"AF0-DEAL-1:five-each": {"deal": {2: 5, 3: 5, 4: 5}}}),
    offer("all-threes", "All Threes", {
        "AF0-SCORE-4": {"multiple": 3},
        "AF0-SCORE-4:end": {"end_multiple": 3, "end_divide": 3},
    }),
    offer("cribbage", "on a cribbage board", {
        "AF0-MATCH-1:cribbage": {"unit": "per"},
        "AF0-MATCH-1:to-61": {"target": 61},
    }),
    offer("to-200", "to 200", {"AF0-MATCH-1:to-200": {"target": 200}}),
    offer("undivided", "end points not divided", {"AF0-SCORE-5:undivided": {"end_divide": 1}}),
    offer("double-nine", "with a double-nine set", {
        "AF0-PLAY-1:double-nine": {"max_pip": 9},
        "AF0-PLAY-1:more-players": {"seats": [2, 3, 4, 5, 6]},
        "AF0-DEAL-1:double-nine": {"deal": {2: 7, 3: 5, 4: 5, 5: 5, 6: 5}},
    }),
))

LEAFLET = game("all-fives-leaflet", "All Fives (leaflet)", {
    "AF1-DEAL-1": {"seats": [2, 3, 4], "deal": {2: 7, 3: 5, 4: 5}},
    "AF1-LEAD-1": {"first_leader": "highest-double"},
    "AF1-LEAD-1:tile": {"lead_tile": "qualifying", "lead_fallback": "redeal"},
    "AF1-LEAD-1:next": {"next_leader": "same", "block_leader": "as-next"},
    "AF1-LAY-1": {"spinner": "all", "double_lay": "crosswise"},
    "AF1-LAY-1:order": {"arm_order": "free"},
    "AF1-LAY-1:count": {"double_weights": [2, 2, 0, 0, 0]},
    "AF1-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "AF1-DRAW-1:able": {"willing": "never"},
    "AF1-SCORE-1": {"play_score": "multiple", "multiple": 5, "unit": "face", "claim": "auto"},
    "AF1-SCORE-2": {
        "end_base": "opponents", "end_round": "nearest", "end_multiple": 5, "round_scope": "sum", "end_divide": 1,
    },
    "AF1-END-1": {"ending": "out"},
    "AF1-END-1:blocked": {"block": "all-stuck", "own_deduct": "once-blocked"},
    "AF1-END-1:tie": {"tie": "none"},
    "AF1-MATCH-1": {"target": 100, "reach": "at-least"},
    "AF1-MATCH-1:at-once": {"target_when": "at-once"},
}, family="five-scoring games", sheets=("001",), aliases=("all_fives_001", "All Fives of the leaflet"), offers=(
    offer("no-spinner", "no spinner", {"AF1-LAY-1:no-spinner": {"spinner": "none"}}),
    offer("first-spinner", "one spinner", {"AF1-LAY-1:first-spinner": {"spinner": "first"}}),
    offer("round-each", "each hand rounded", {"AF1-SCORE-2:each": {"round_scope": "each"}}),
))

FIVE_UP = game("five-up", "Five Up", {
    "FU-DEAL-1": {"seats": [2, 3, 4], "deal": {2: 5, 3: 5, 4: 5}},
    "FU-LEAD-1": {"first_leader": "lot", "lead_tile": "any"},
    "FU-LEAD-1:next": {"next_leader": "winner"},
    "FU-LEAD-1:blocked": {"block_leader": "lot"},
    "FU-LEAD-2": {"lots": "again"},
    "FU-LAY-1": {"double_lay": "crosswise"},
    "FU-LAY-1:spinners": {"spinner": "all"},
    "FU-LAY-1:order": {"arm_order": "sides-first"},
    "FU-DRAW-1": {"draw_when": "unable", "draw_max": 1, "reserve": 1},
    "FU-DRAW-1:able": {"willing": "never"},
    "FU-SCORE-2": _POINT_PER_FIVE,
    "FU-SCORE-1": {"double_weights": "covered-once"},
    "FU-END-1": {"block": "all-stuck"},
    "FU-SCORE-3": {
        "end_base": "opponents", "own_deduct": "none", "end_round": "floor", "end_multiple": 5, "round_scope": "sum",
        "end_divide": 5,
    },
    "FU-SCORE-3:tie": {"tie": "none"},
    "FU-MATCH-1": {"target": 61, "reach": "at-least"},
    "FU-MATCH-1:at-once": {"target_when": "at-once"},
}, family="five-scoring games", sheets=("001",), aliases=("five_up_001",), offers=(
    offer("side-free", "a double counts while a side is free", {
        "FU-SCORE-1:side-free": {"double_weights": [2, 2, 0, 0, 0]},
    }),
    offer("nearest", "end points to the nearest five", {"FU-SCORE-3:nearest": {"end_round": "nearest"}}),
    offer("no-spinner", "no double branches", {"FU-LAY-1:no-spinner": {"spinner": "none"}}),
    offer("first-spinner", "only the first double branches", {"FU-LAY-1:first-spinner": {"spinner": "first"}}),
))

MUGGINS = derive(ALL_FIVES, id="muggins", name="Muggins", changes={
    "MG-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "MG-SCORE-1": {"double_weights": [2, 2, 0, 0, 0]},
    "MG-CLAIM-1": {"claim": "call-else-opponent"},
    "MG-SCORE-2": {
        "end_base": "opponents", "own_deduct": "none", "end_round": "nearest", "end_multiple": 5, "round_scope": "sum",
        "end_divide": 1,
    },
}, without=("arm_order", "faces", "relatives"), sheets=("muggins", "000", "beyond"), offers=(
    offer("to-200", "to 200", {"MG-MATCH-1:to-200": {"target": 200}}),
    offer("heavier-hands", "each player scores against heavier hands", {
        "MG-SCORE-2:heavier-hands": {"who_scores": "lighter", "end_round": "none"},
    }),
))

SNIFF = derive(ALL_FIVES, id="sniff", name="Sniff", changes={
    "SN-PLAY-1": {"max_pip": 6},
    "SN-PLAY-1:two": {"seats": [2]},
    "SN-DEAL-1": {"deal": {2: 7}},
    "SN-LEAD-1": {"next_leader": "rotate", "block_leader": "as-next"},
    "SN-LAY-1": {"spinner": "first", "double_lay": "crosswise"},
    "SN-DRAW-1": {"draw_when": "unable", "draw_max": 2},
    "SN-DRAW-2": {"reserve": 2},
}, without=("relatives",), sheets=("sniff", "000", "beyond"), offers=(
    offer("more-players", "three or four players", {
        "SN-PLAY-1:more-players": {"seats": [3, 4]},
        "SN-DEAL-1:more-players": {"deal": {3: 6, 4: 5}},
        "SN-DRAW-2:more-players": {"reserve": 0},
    }),
))

FIVES_AND_THREES = game("fives-and-threes", "Fives and Threes", {
    "FT-DEAL-1": {"seats": [2, 3, 4], "deal": {2: 7, 3: 5, 4: 5}},
    "FT-LEAD-1": {"first_leader": "lot", "lead_tile": "any"},
    "FT-LEAD-1:tied": {"lots": "again"},
    "FT-LEAD-2": {"next_leader": "rotate", "block_leader": "as-next"},
    "FT-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "FT-DRAW-1": {"draw_when": "never"},
    "FT-SCORE-1": {"play_score": "multiple", "multiple": [3, 5], "unit": "per", "claim": "auto"},
    "FT-SCORE-2": {"double_weights": [2, 2, 0, 0, 0]},
    "FT-END-1": {"block": "all-stuck"},
    "FT-END-2": {"end_base": "none", "end_bonus": 1},
    "FT-END-2:tie": {"tie": "none"},
    "FT-MATCH-1": {"target": 61, "reach": "exact"},
    "FT-MATCH-1:at-once": {"target_when": "at-once"},
}, family="five-scoring games", sheets=("beyond",), aliases=("Threes and Fives",))

SEVEN_TOED_PETE = game("seven-toed-pete", "Seven-Toed Pete", {
    "SP-PLAY-1": {"max_pip": 6, "seats": [4]},
    "SP-DEAL-1": {"deal": {4: 7}},
    "SP-LEAD-1": {"first_leader": "lot"},
    "SP-LEAD-1:tied": {"lots": "again"},
    "SP-LEAD-2": {"lead_tile": "double-or-score"},
    "SP-LEAD-2:passed": {"lead_fallback": "next-player"},
    "SP-LEAD-3": {"next_leader": "rotate", "block_leader": "as-next"},
    "SP-LAY-1": {"spinner": "first", "double_lay": "crosswise"},
    "SP-LAY-2": {"arm_order": "sides-first"},
    "SP-TURN-1": {"extra_turn": "on-score-or-double"},
    "SP-DRAW-1": {"draw_when": "never"},
    "SP-SCORE-1": _POINT_PER_FIVE,
    "SP-SCORE-2": {"double_weights": [2, 2, 0, 0, 0]},
    "SP-END-1": {"block": "all-stuck"},
    "SP-SCORE-3": _FIVES_AT_THE_END,
    "SP-TIE-1": {"tie": "none"},
    "SP-MATCH-1": {"target": 61, "reach": "at-least"},
    "SP-MATCH-1:at-once": {"target_when": "at-once"},
}, family="five-scoring games", sheets=("seven-toed", "beyond"), aliases=("Seven Toed Pete",), offers=(
    offer("race-horse", "Race Horse, with every double a spinner", {"SP-LAY-1:all": {"spinner": "all"}}),
))

MERRY_GO_ROUND = game("merry-go-round", "Merry-Go-Round", {
    "MR-PLAY-1": {"max_pip": 6, "seats": [2, 3, 4]},
    "MR-DEAL-1": {"deal": {2: 7, 3: 7, 4: 7}},
    "MR-LEAD-1": {"first_leader": "lot"},
    "MR-LEAD-1:tied": {"lots": "again"},
    "MR-LEAD-2": {"lead_tile": "double"},
    "MR-LEAD-2:draws": {"lead_fallback": "leader-draws"},
    "MR-LEAD-3": {"next_leader": "rotate", "block_leader": "as-next"},
    "MR-LAY-1": {"spinner": "first", "double_lay": "crosswise"},
    "MR-LAY-2": {"arm_order": "four-first"},
    "MR-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "MR-SCORE-1": _POINT_PER_FIVE,
    "MR-SCORE-2": {"double_weights": [2, 2, 0, 0, 0]},
    "MR-END-1": {"block": "all-stuck"},
    "MR-SCORE-3": _FIVES_AT_THE_END,
    "MR-TIE-1": {"tie": "none"},
    "MR-MATCH-1": {"target": 61, "reach": "exact"},
    "MR-MATCH-1:at-once": {"target_when": "at-once"},
}, family="five-scoring games", sheets=("merry", "beyond"), aliases=("Merry Go Round",), offers=(
    offer("partners", "for two pairs", {"MR-PLAY-1:pairs": {"teams": "pairs"}}),
))

GAMES = (ALL_FIVES, LEAFLET, FIVE_UP, MUGGINS, SNIFF, FIVES_AND_THREES, SEVEN_TOED_PETE, MERRY_GO_ROUND)
