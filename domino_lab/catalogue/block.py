"""The Block Game of Domino-Games.com, for singles and for partners (RULES 3.3)."""

from __future__ import annotations

from domino_lab.rules.declaring import game, offered

BLOCK = game(
    "block",
    "Block Game",
    {
        "BL-DEAL-1": {"seats": [2, 3, 4], "deal": {2: 7, 3: 5, 4: 5}},
        "BL-LEAD-1": {"first_leader": "highest-double"},
        "BL-LEAD-1:tile": {"lead_tile": "qualifying"},
        "BL-LEAD-1:redeal": {"lead_fallback": "redeal"},
        "BL-LEAD-1:next": {"next_leader": "same", "block_leader": "as-next"},
        "BL-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
        "BL-DRAW-1": {"draw_when": "never"},
        "BL-END-1": {"block": "all-stuck"},
        "BL-SCORE-1": {"end_base": "opponents", "own_deduct": "once"},
        "BL-TIE-1": {"tie": "lightest-tile"},
        "BL-TIE-1:alike": {"tie_alike": "none"},
        "BL-MATCH-1": {"target": 100, "reach": "more-than"},
        "BL-MATCH-1:hand-end": {"target_when": "hand-end"},
    },
    family="blocking games",
    sheets=("000",),
    aliases=("block_000", "The Block Game"),
    offers=(
        offered("partners", "partners",
                {"BL-DEAL-1:partners": {"teams": "pairs"}, "BL-DEAL-1:team": {"team_block": "team-total"}}),
        offered("free-lead", "any tile may lead", {"BL-LEAD-1:free-lead": {"lead_tile": "any"}}),
        offered("at-least", "reaching the target is enough",
                {"BL-MATCH-1:at-least": {"target": 100, "reach": "at-least"}}),
        offered("in-line", "doubles in line", {"BL-LAY-1:in-line": {"double_lay": "in-line"}}),
    ),
)

GAMES = (BLOCK,)
