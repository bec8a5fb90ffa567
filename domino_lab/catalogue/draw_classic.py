"""Classic Draw, the Draw game of the rule sheet that also calls it Domino Big Six (RULES 3.1)."""

from __future__ import annotations

from domino_lab.rules.axes import Offer
from domino_lab.rules.declaring import game, offered

_EVERY_HAND = {"DR0-LEAD-2:every-hand": {"next_leader": "same"}}


def _to(target: int) -> Offer:
    return offered(f"to-{target}", f"to {target}", {"DR0-MATCH-2:targets": {"target": target}})


DRAW_CLASSIC = game(
    "draw-classic",
    "Classic Draw",
    {
        "DR0-PLAY-1": {"max_pip": 6, "seats": "2+"},
        "DR0-DEAL-1": {"deal": {2: 7, 3: 7, 4: 7}},
        "DR0-LEAD-1": {"lead_tile": "any"},
        "DR0-LEAD-1:lot": {"first_leader": "lot"},
        "DR0-LEAD-1:tied": {"lots": "again"},
        "DR0-MATCH-2:next": {"next_leader": "rotate"},
        "DR0-LAY-1": {"spinner": "none"},
        "DR0-LAY-1:crosswise": {"double_lay": "crosswise"},
        "DR0-LAY-1:arms": {"arm_order": "free"},
        "DR0-MATCH-1": {"matching": "equal", "direction": "left"},
        "DR0-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
        "DR0-DRAW-1:able": {"willing": "never"},
        "DR0-END-1": {"block": "all-stuck"},
        "DR0-END-2": {"ending": "out"},
        "DR0-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
        "DR0-TIE-1": {"tie": "none"},
        "DR0-MATCH-2": {"target": 100, "reach": "at-least"},
        "DR0-MATCH-2:hand-end": {"target_when": "hand-end"},
    },
    family="drawing games",
    sheets=("000-draw",),
    aliases=(
        "draw_000", "Draw Dominoes", "The Draw Game", "Draw or Block Game", "Block Dominoes with Buying",
        "Domino Big Six", "Double-Six Dominoes",
    ),
    offers=(
        offered(
            "highest-double",
            "the highest double leads",
            {
                "DR0-LEAD-2:highest-double": {
                    "first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "redeal",
                },
                **_EVERY_HAND,
            },
        ),
        offered(
            "double-six",
            "the 6-6 leads",
            {
                "DR0-LEAD-2:double-six": {
                    "first_leader": {"holder": "6-6"}, "lead_tile": "6-6", "lead_fallback": "redeal",
                },
                **_EVERY_HAND,
            },
        ),
        offered(
            "double-or-single",
            "the highest double or tile leads",
            {
                "DR0-LEAD-2:double-or-single": {"first_leader": "highest-double", "lead_tile": "qualifying"},
                "DR0-LEAD-3": {"lead_fallback": "heaviest"},
                **_EVERY_HAND,
            },
        ),
        offered("first-double-spinner", "the first double a spinner", {"DR0-LAY-1:spinner": {"spinner": "first"}}),
        offered("eight-or-six", "eight or six each", {"DR0-DEAL-1:eight-or-six": {"deal": {2: 8, 3: 6, 4: 6}}}),
        offered("seven-or-five", "seven or five each", {"DR0-DEAL-1:seven-or-five": {"deal": {2: 7, 3: 5, 4: 5}}}),
        offered("five-or-more", "five or more players",
                {"DR0-DEAL-1:five-or-more": {"deal": {2: 7, 3: 7, 4: 7, 5: 5, 6: 4, 7: 3, 8: 3}}}),
        offered("no-drawing", "no drawing", {"DR0-DRAW-1:pass": {"draw_when": "never"}}),
        *map(_to, (50, 101, 150, 200)),
    ),
)

GAMES = (DRAW_CLASSIC,)
