"""Blind Dominoes: rows face down, and only luck decides (RULES 3.7)."""

from __future__ import annotations

from domino_lab.rules.declaring import game, offered

BLIND = game(
    "blind",
    "Blind Dominoes",
    {
        "BD-DEAL-1": {"seats": [2, 3, 4, 5], "deal": "even"},
        "BD-DEAL-1:rest": {"draw_when": "never"},
        "BD-LEAD-1": {"first_leader": "youngest", "lead_tile": "any"},
        "BD-LEAD-1:next": {"next_leader": "rotate", "block_leader": "as-next"},
        "BD-LEAD-1:goes-on": {"blind_leader_goes_on": True},
        "BD-TURN-1": {"visibility": "blind", "extra_turn": "while-fits"},
        "BD-TURN-2": {"spinner": "none", "double_lay": "crosswise"},
        "BD-END-1": {"ending": "out"},
        "BD-END-1:blocked": {"block": "row-cycle"},
        "BD-END-1:lightest": {"end_base": "none", "tie": "none"},
        "BD-END-1:one-hand": {"target": "one-hand"},
    },
    family="blind games",
    sheets=("001",),
    aliases=("blind_001", "Blind Hughie", "Secret Dominoes", "Blind-Man Block", "Billiton"),
    offers=(
        offered("leader-stops", "the leader stops", {"BD-LEAD-1:leader-stops": {"blind_leader_goes_on": False}}),
    ),
)

GAMES = (BLIND,)
