"""Games of single countries, after the rules that are published there.

Those of the Americas come first, then those of Europe, and those of the Arab world and Turkey. Their clauses are in
`words/en/clauses/countries.toml`.
"""

from __future__ import annotations

from domino_lab.rules.declaring import game, offer

COLOMBIAN = game("colombian", "Colombian Dominoes", {
    "CM-PLAY-1": {"seats": [4], "teams": "pairs"},
    "CM-PLAY-1:direction": {"direction": "right"},
    "CM-DEAL-1": {"max_pip": 6, "deal": {4: 7}, "lead_fallback": "none"},
    "CM-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "CM-LEAD-2": {"next_leader": "winner", "block_leader": "as-next"},
    "CM-LAY-1": {"spinner": "none"},
    "CM-LAY-1:crosswise": {"double_lay": "crosswise"},
    "CM-DRAW-1": {"draw_when": "never"},
    "CM-END-1": {"block": "all-stuck"},
    "CM-BLOCK-1": {"team_block": "team-total"},
    "CM-TIE-1": {"tie": "leader"},
    "CM-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "CM-MATCH-1": {"target": 100, "reach": "at-least"},
    "CM-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("colombian",), aliases=("Dominó colombiano",), offers=(
    offer("singles", "everybody alone", {
        "CM-PLAY-1:singles": {"seats": [2, 3, 4], "teams": "none"},
        "CM-DEAL-1:singles": {"deal": {2: 7, 3: 7, 4: 7}},
        "CM-LEAD-1:singles": {"first_leader": "highest-double", "lead_tile": "qualifying"},
        "CM-LEAD-1:redeal": {"lead_fallback": "redeal"},
        "CM-DRAW-1:singles": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
        "CM-TIE-1:singles": {"tie": "none"},
    }),
))

OCCIDENTAL = game("occidental", "Western Cuban Dominoes", {
    "OC-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "left"},
    "OC-DEAL-1": {"max_pip": 9, "deal": {4: 10}},
    "OC-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "heaviest"},
    "OC-LEAD-2": {"next_leader": "winner", "block_leader": "as-next"},
    "OC-LAY-1": {"spinner": "none"},
    "OC-LAY-1:crosswise": {"double_lay": "crosswise"},
    "OC-DRAW-1": {"draw_when": "never"},
    "OC-END-1": {"block": "all-stuck"},
    "OC-BLOCK-1": {"team_block": "individual"},
    "OC-TIE-1": {"tie": "none"},
    "OC-SCORE-1": {"end_base": "all", "own_deduct": "once-blocked"},
    "OC-MATCH-1": {"target": 200, "reach": "at-least", "target_when": "hand-end"},
}, family="blocking games", sheets=("occidental",), aliases=("Dominó occidental", "Cuban to 200"))

BRAZILIAN_100 = game("brazilian-100", "Brazilian Dominoes for Points", {
    "BP-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "right"},
    "BP-DEAL-1": {"max_pip": 6, "deal": {4: 7}, "lead_fallback": "none"},
    "BP-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "BP-LEAD-2": {"next_leader": "rotate", "block_leader": "as-next"},
    "BP-LAY-1": {"spinner": "none"},
    "BP-LAY-1:crosswise": {"double_lay": "crosswise"},
    "BP-DRAW-1": {"draw_when": "never"},
    "BP-END-1": {"block": "all-stuck"},
    "BP-BLOCK-1": {"team_block": "team-total"},
    "BP-TIE-1": {"tie": "none"},
    "BP-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "BP-MATCH-1": {"target": 100, "reach": "at-least"},
    "BP-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("brazilian-points",), aliases=("Dominó de pontos",), offers=(
    offer("to-50", "to 50, and who closes loses a tie", {
        "BP-MATCH-1:to-50": {"target": 50},
        "BP-TIE-1:closed": {"tie": "after-blocker"},
    }),
))

MULTIPLO = game("multiplo-de-cinco", "Multiples of Five", {
    "MU-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "right"},
    "MU-DEAL-1": {"max_pip": 6, "deal": {4: 7}},
    "MU-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "any"},
    "MU-LAY-1": {"spinner": "first"},
    "MU-LAY-1:crosswise": {"double_lay": "crosswise"},
    "MU-LAY-2": {"arm_order": "free"},
    "MU-DRAW-1": {"draw_when": "never"},
    "MU-SCORE-1": {"play_score": "multiple", "multiple": 5, "unit": "per"},
    "MU-SCORE-2": {"double_weights": [2, 2, 0, 0, 0]},
    "MU-END-1": {"block": "all-stuck"},
    "MU-BLOCK-1": {"team_block": "team-total"},
    "MU-TIE-1": {"tie": "none"},
    "MU-SCORE-3": {"end_base": "opponents", "own_deduct": "none", "end_round": "nearest", "end_multiple": 5,
                   "end_divide": 5},
    "MU-MATCH-1": {"match_hands": 1, "target": 100_000, "reach": "at-least"},
    "MU-MATCH-1:level": {"next_leader": "same", "block_leader": "as-next", "target_when": "hand-end"},
}, family="five-scoring games", sheets=("multiplo",), aliases=("Dominó múltiplo de 5",), offers=(
    offer("no-spinner", "no double takes four tiles", {"MU-LAY-1:none": {"spinner": "none"}}),
))

MARTINIQUE = game("martinique", "Martinique Dominoes", {
    "MQ-PLAY-1": {"seats": [3], "direction": "right"},
    "MQ-DEAL-1": {"max_pip": 6, "deal": {3: 7}},
    "MQ-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "heaviest"},
    "MQ-LEAD-2": {"next_leader": "winner", "block_leader": "as-next"},
    "MQ-LAY-1": {"spinner": "none"},
    "MQ-LAY-1:crosswise": {"double_lay": "crosswise"},
    "MQ-DRAW-1": {"draw_when": "never"},
    "MQ-END-1": {"block": "all-stuck"},
    "MQ-TIE-1": {"tie": "none"},
    "MQ-SCORE-1": {"end_base": "none", "end_bonus": 1, "end_bonus_when": "won"},
    "MQ-MATCH-1": {"target": 3, "reach": "at-least", "fall_back": "all-scored"},
    "MQ-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("martinique",), aliases=("Domino martiniquais",))

GAMES = (COLOMBIAN, OCCIDENTAL, BRAZILIAN_100, MULTIPLO, MARTINIQUE)
