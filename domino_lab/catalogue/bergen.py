"""Bergen: points for ends that are alike, two of them or three (RULES 3.6)."""

from __future__ import annotations

from domino_lab.rules.declaring import game, offered

BERGEN = game(
    "bergen",
    "Bergen",
    {
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
    },
    family="games of matching ends",
    sheets=("001",),
    aliases=("bergen_001", "Bergen Dominoes", "The Bergen Game"),
    offers=(
        offered("bonus-one", "one point for going out", {"BG-SCORE-3:bonus-one": {"end_bonus": 1}}),
        offered("bonus-two", "two points for going out", {"BG-SCORE-3:bonus-two": {"end_bonus": 2}}),
        offered("reserve-two", "two tiles are kept back", {"BG-DRAW-1:reserve-two": {"reserve": 2}}),
        offered("highest-double", "the highest double starts",
                {"BG-LEAD-1:highest-double": {"first_leader": "highest-double"}}),
        offered("five-for-four", "five tiles for four", {"BG-DEAL-1:five-for-four": {"deal": {2: 6, 3: 6, 4: 5}}}),
    ),
)

GAMES = (BERGEN,)
