"""Cousins of All Fives that the five sheets do not have, declared by axes alone (RULES 9): Muggins, Sniff and the
pub game Fives and Threes, after the published rules that RULES 8 names."""

from __future__ import annotations

from domino_lab.catalogue.all_fives import ALL_FIVES
from domino_lab.rules.declaring import derived, game, offered

MUGGINS = derived(
    ALL_FIVES,
    id="muggins",
    name="Muggins",
    changes={
        "MG-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
        "MG-SCORE-1": {"double_weights": [2, 2, 0, 0, 0]},
        "MG-CLAIM-1": {"claim": "call-else-opponent"},
        "MG-SCORE-2": {"end_base": "opponents", "own_deduct": "none", "end_round": "nearest", "end_multiple": 5,
                       "round_scope": "sum", "end_divide": 1},
    },
    without=("arm_order", "faces", "relatives"),
    sheets=("000", "beyond"),
    offers=(offered("to-200", "to 200", {"MG-MATCH-1:to-200": {"target": 200}}),),
)

SNIFF = derived(
    ALL_FIVES,
    id="sniff",
    name="Sniff",
    changes={
        "SN-PLAY-1": {"max_pip": 6},
        "SN-PLAY-1:two": {"seats": [2]},
        "SN-DEAL-1": {"deal": {2: 7}},
        "SN-LEAD-1": {"next_leader": "rotate", "block_leader": "as-next"},
        "SN-LAY-1": {"spinner": "first", "double_lay": "crosswise"},
        "SN-DRAW-1": {"draw_when": "unable", "draw_max": 2},
        "SN-DRAW-2": {"reserve": 2},
    },
    without=("relatives",),
    sheets=("000", "beyond"),
    offers=(
        offered("more-players", "three or four players",
                {"SN-PLAY-1:more-players": {"seats": [3, 4]}, "SN-DEAL-1:more-players": {"deal": {3: 6, 4: 5}},
                 "SN-DRAW-2:more-players": {"reserve": 0}}),
    ),
)

FIVES_AND_THREES = game(
    "fives-and-threes",
    "Fives and Threes",
    {
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
    },
    family="five-scoring games",
    sheets=("beyond",),
    aliases=("Threes and Fives",),
)

GAMES = (MUGGINS, SNIFF, FIVES_AND_THREES)
