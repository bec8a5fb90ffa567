"""Draw Dominoes as the Pagat and Gambiter family of pages has it, with every option of its lists (RULES 3.10)."""

from __future__ import annotations

from domino_lab.rules.declaring import game, offered

DRAW = game(
    "draw",
    "Draw Dominoes",
    {
        "DR2-PLAY-1": {"max_pip": 6, "seats": [2, 3, 4]},
        "DR2-DEAL-1": {"deal": {2: 7, 3: 5, 4: 5}},
        "DR2-LEAD-1": {"first_leader": "lot", "lead_tile": "any"},
        "DR2-LEAD-1:tied": {"lots": "again"},
        "DR2-LEAD-1:next": {"next_leader": "rotate"},
        "DR2-LEADOPT-0": {"lead_methods": "first or blocked"},
        "DR2-LEADOPT-C": {"block_leader": "rotate"},
        "DR2-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
        "DR2-DRAW-1": {"draw_when": "optional", "draw_max": "until-playable"},
        "DR2-PASS-1": {"reserve": 2},
        "DR2-GEN-1": {"any_block_game": "may draw"},
        "DR2-END-1": {"block": "all-stuck"},
        "DR2-SCORE-1": {"end_base": "opponents", "own_deduct": "once"},
        "DR2-TIE-1": {"tie": "none"},
        "DR2-TIE-1:out": {"bare_blank": "loses"},
        "DR2-MATCH-1": {"target": {2: 100, 3: 61, 4: 61, "pairs": 100}, "reach": "at-least"},
        "DR2-MATCH-1:hand-end": {"target_when": "hand-end"},
        "DR2-HINT-1": {"hints": "strong suits"},
    },
    family="drawing games",
    sheets=("002",),
    aliases=("draw_002",),
    offers=(
        offered("lots-after-block", "draw for the lead after a block", {"DR2-LEADOPT-A": {"block_leader": "lot"}}),
        offered("leader-again", "the same leader after a block", {"DR2-LEADOPT-B": {"block_leader": "previous"}}),
        offered("leader-by-sum", "the leader by a sum of pips",
                {"DR2-LEADOPT-D": {"first_leader": "sum", "block_leader": "sum"}}),
        offered(
            "highest-double",
            "the highest double leads",
            {
                "DR2-LEADOPT-E": {
                    "first_leader": "highest-double", "block_leader": "highest-double", "lead_tile": "qualifying",
                },
                "DR2-LEADOPT-E:redeal": {"lead_fallback": "redeal"},
            },
        ),
        offered(
            "double-six",
            "the 6-6 leads",
            {
                "DR2-SETOPT-2": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
                "DR2-SETOPT-2:redeal": {"lead_fallback": "redeal"},
                "DR2-SETOPT-2:every-hand": {"next_leader": "same", "block_leader": "as-next"},
            },
        ),
        offered("until-it-fits", "draw only when stuck, until it fits",
                {"DR2-STUCKOPT-1": {"draw_when": "unable"}, "DR2-STUCKOPT-1:empty": {"reserve": 0}}),
        offered("one-tile", "draw one tile when stuck", {"DR2-STUCKOPT-2": {"draw_when": "unable", "draw_max": 1}}),
        offered("to-empty", "the boneyard is emptied", {"DR2-BONEOPT-1": {"reserve": 0}}),
        offered("pay-chips", "a chip for each drawn tile",
                {"DR2-BONEOPT-3:chips": {"draw_cost": 1}, "DR2-BONEOPT-3:pot": {"draw_cost_in": "chips"}}),
        offered("pay-points", "a point for each drawn tile", {"DR2-BONEOPT-3": {"draw_cost": 1}}),
        offered("seven-six-five", "7, 6 or 5 tiles each", {"DR2-DEAL-1:seven-six-five": {"deal": {2: 7, 3: 6, 4: 5}}}),
        offered("partners", "partners",
                {"DR2-PLAY-1:partners": {"teams": "pairs"}, "DR2-PLAY-1:team": {"team_block": "team-total"}}),
        offered(
            "double-nine",
            "with a double-nine set",
            {
                "DR2-PLAY-1:double-nine": {"max_pip": 9, "seats": [2, 3, 4, 5, 6]},
                "DR2-DEAL-1:double-nine": {"deal": {2: 7, 3: 5, 4: 5, 5: 5, 6: 5}},
                "DR2-MATCH-1:double-nine": {"target": {2: 100, 3: 61, 4: 61, 5: 61, 6: 61, "pairs": 100}},
            },
        ),
    ),
)

GAMES = (DRAW,)
