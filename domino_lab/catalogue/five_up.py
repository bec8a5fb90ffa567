"""Five Up of the Cardinal-type leaflet, and how others count its doubles (RULES 3.8)."""

from __future__ import annotations

from domino_lab.rules.declaring import game, offered

FIVE_UP = game(
    "five-up",
    "Five Up",
    {
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
        "FU-SCORE-2": {"play_score": "multiple", "multiple": 5, "unit": "per", "claim": "auto"},
        "FU-SCORE-1": {"double_weights": "covered-once"},
        "FU-END-1": {"block": "all-stuck"},
        "FU-SCORE-3": {
            "end_base": "opponents", "own_deduct": "none", "end_round": "floor", "end_multiple": 5,
            "round_scope": "sum", "end_divide": 5,
        },
        "FU-SCORE-3:tie": {"tie": "none"},
        "FU-MATCH-1": {"target": 61, "reach": "at-least"},
        "FU-MATCH-1:at-once": {"target_when": "at-once"},
    },
    family="five-scoring games",
    sheets=("001",),
    aliases=("five_up_001",),
    offers=(
        offered("side-free", "a double counts while a side is free",
                {"FU-SCORE-1:side-free": {"double_weights": [2, 2, 0, 0, 0]}}),
        offered("nearest", "end points to the nearest five", {"FU-SCORE-3:nearest": {"end_round": "nearest"}}),
        offered("no-spinner", "no double branches", {"FU-LAY-1:no-spinner": {"spinner": "none"}}),
        offered("first-spinner", "only the first double branches", {"FU-LAY-1:first-spinner": {"spinner": "first"}}),
    ),
)

GAMES = (FIVE_UP,)
