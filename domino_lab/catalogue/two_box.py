"""The 4 man 2 box game of Domino Plaza, and its cutthroat variation, declared by what it adds (RULES 3.11)."""

from __future__ import annotations

from domino_lab.rules.declaring import derived, game, offered

_OFFERS = (
    offered("to-100", "to 100", {"TB-MATCH-1:to-100": {"target": 100}}),
    offered("to-200", "to 200", {"TB-MATCH-1:to-200": {"target": 200}}),
    offered("own-kept", "own pips not taken off", {"TB-END-1:own-kept": {"own_deduct": "none"}}),
    offered("automatic", "scores need no call", {"TB-SCORE-2:automatic": {"claim": "auto"}}),
)

TWO_BOX = game(
    "two-box",
    "4 Man 2 Box",
    {
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
        "TB-SCORE-2:in-time": {"calls": "in time"},
        "TB-SCORE-3": {"tally": "rows of fifty"},
        "TB-END-1": {"block": "all-stuck"},
        "TB-END-1:award": {"end_base": "opponents", "end_round": "none", "end_divide": 1},
        "TB-END-1:own": {"own_deduct": "once"},
        "TB-TIE-1": {"tie": "lightest-tile", "tie_order": "bone"},
        "TB-TIE-1:alike": {"tie_alike": "none"},
        "TB-MATCH-1": {"target": 150, "reach": "at-least"},
        "TB-MATCH-1:at-once": {"target_when": "at-once"},
        "TB-HINT-1": {"hints": "time and play"},
    },
    family="two-box games",
    sheets=("003",),
    aliases=("two_box_003", "4 man 2 box game", "Two Box"),
    offers=_OFFERS,
)

CUTTHROAT = derived(
    TWO_BOX,
    id="two-box-cutthroat",
    name="4 Man 2 Box: Cutthroat",
    changes={
        "TBC-STACK-1": {"stack": "cutthroat"},
        "TBC-STACK-1:after-score": {"stack_when": "after-score"},
        "TBC-SCORE-1": {"steal_credit": "once"},
        "TBC-TURN-1": {"stack_turn": "spent"},
        "TBC-TURN-1:kept": {"steal_back": False},
        "TBC-END-1": {"stack_out": "out"},
    },
    aliases=("two_box_003_cut", "Cutthroat"),
    offers=(
        *_OFFERS,
        offered("steal-twice", "a steal counts twice", {"TBC-SCORE-1:twice": {"steal_credit": "twice"}}),
        offered("steal-back", "stealing back", {"TBC-TURN-1:back": {"steal_back": True}}),
        offered("stack-any", "stacking at any time", {"TBC-STACK-1:any": {"stack_when": "any"}}),
    ),
)

GAMES = (TWO_BOX, CUTTHROAT)
