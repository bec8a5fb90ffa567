"""Block and Draw, the traditional game of the Cardinal-type leaflet (RULES 3.9)."""

from __future__ import annotations

from domino_lab.rules.declaring import game

BLOCK_AND_DRAW = game(
    "block-and-draw",
    "Block and Draw",
    {
        "BD1-DEAL-1": {"seats": [2, 3, 4], "deal": {2: 5, 3: 5, 4: 5}},
        "BD1-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "redeal"},
        "BD1-LEAD-1:next": {"next_leader": "same", "block_leader": "as-next"},
        "BD1-LAY-1": {"spinner": "all", "double_lay": "crosswise", "arm_order": "free"},
        "BD1-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
        "BD1-DRAW-1:able": {"willing": "never"},
        "BD1-END-1": {"block": "all-stuck"},
        "BD1-SCORE-1": {"end_base": "opponents", "own_deduct": "per-opponent"},
        "BD1-SCORE-1:tie": {"tie": "none"},
        "BD1-MATCH-1": {"target": 100, "reach": "at-least"},
        "BD1-MATCH-1:hand-end": {"target_when": "hand-end"},
    },
    family="drawing games",
    sheets=("001",),
    aliases=("block_draw_001", "Block and Draw Dominoes", "Traditional Dominoes"),
)

GAMES = (BLOCK_AND_DRAW,)
