"""All Sevens, elsewhere Matador: halves that touch add up to seven (RULES 3.5), and on larger sets (RULES 9)."""

from __future__ import annotations

from domino_lab.rules.declaring import game, offered

ALL_SEVENS = game(
    "all-sevens",
    "All Sevens",
    {
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
    },
    family="matching to seven",
    sheets=("001",),
    aliases=("all_sevens_001", "Matador", "Russian Dominoes"),
    offers=(
        offered("to-50", "to 50", {"A7-MATCH-1:to-50": {"target": 50}}),
        offered("one-voluntary-draw", "one draw by choice", {"A7-DRAW-1:one-voluntary-draw": {"voluntary_max": 1}}),
        offered(
            "double-eight",
            "with a double-eight set",
            {
                "A7-DEAL-1:double-eight": {"max_pip": 8},
                "A7-MATCH-1:double-eight": {"matching": {"sum": 9}},
                "A7-WILD-1:double-eight": {"wild": "either"},
            },
        ),
        offered(
            "double-nine",
            "with a double-nine set",
            {
                "A7-DEAL-1:double-nine": {"max_pip": 9},
                "A7-MATCH-1:double-nine": {"matching": {"sum": 10}},
                "A7-WILD-1:double-nine": {"wild": "either"},
            },
        ),
    ),
)

GAMES = (ALL_SEVENS,)
