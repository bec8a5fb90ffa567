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

MEXICAN_200 = game("mexican-200", "Mexican Dominoes", {
    "MX-PLAY-1": {"seats": [4], "teams": "pairs"},
    "MX-PLAY-1:direction": {"direction": "right"},
    "MX-DEAL-1": {"max_pip": 6, "deal": {4: 7}},
    "MX-LEAD-1": {"first_leader": "lot"},
    "MX-LEAD-1:tied": {"lots": "again"},
    "MX-LEAD-2": {"lead_tile": "any", "next_leader": "winner", "block_leader": "as-next"},
    "MX-LAY-1": {"spinner": "none"},
    "MX-LAY-1:crosswise": {"double_lay": "crosswise"},
    "MX-DRAW-1": {"draw_when": "never"},
    "MX-END-1": {"block": "all-stuck"},
    "MX-BLOCK-1": {"team_block": "team-total"},
    "MX-TIE-1": {"tie": "fewer-tiles"},
    "MX-SCORE-1": {"end_base": "all", "own_deduct": "none"},
    "MX-MATCH-1": {"target": 200, "reach": "at-least"},
    "MX-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("mexican",), aliases=("Dominó mexicano",))

CARRERA = game("carrera-del-indio", "Carrera del Indio", {
    "CI-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "right"},
    "CI-DEAL-1": {"max_pip": 6, "deal": {4: 7}, "lead_fallback": "none"},
    "CI-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "CI-LEAD-2": {"next_leader": "winning-pair", "block_leader": "as-next"},
    "CI-LAY-1": {"spinner": "none"},
    "CI-LAY-1:crosswise": {"double_lay": "crosswise"},
    "CI-DRAW-1": {"draw_when": "never"},
    "CI-END-1": {"block": "all-stuck"},
    "CI-BLOCK-1": {"team_block": "team-total", "tie": "none"},
    "CI-SCORE-1": {"who_scores": "losers"},
    "CI-MATCH-1": {"target": 101, "reach": "at-least", "best_score": "fewest"},
    "CI-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("carrera",), aliases=("The Indian's Run",))

BRAZILIAN_TOURNAMENT = game("brazilian-tournament", "Brazilian Tournament Dominoes", {
    "BT-PLAY-1": {"seats": [4], "teams": "pairs"},
    "BT-PLAY-1:direction": {"direction": "right"},
    "BT-DEAL-1": {"max_pip": 6, "deal": {4: 7}},
    "BT-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "BT-LEAD-2": {"next_leader": "winner"},
    "BT-LEAD-3": {"block_leader": {"holder": "6-6"}},
    "BT-LAY-1": {"spinner": "none"},
    "BT-LAY-1:crosswise": {"double_lay": "crosswise"},
    "BT-DRAW-1": {"draw_when": "never"},
    "BT-END-1": {"block": "all-stuck"},
    "BT-BLOCK-1": {"block_between": "nobody"},
    "BT-BLOCK-2": {"after_level": "one-more"},
    "BT-SCORE-1": {"end_base": "none", "end_bonus": 1},
    "BT-SCORE-2": {"out_double": 2, "capicua": 3, "capicua_double": 4, "out_pays": "instead"},
    "BT-MATCH-1": {"target": 7, "reach": "at-least"},
    "BT-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("brazilian-tournament",), offers=(
    offer("redeal", "four doubles are dealt again", {"BT-DEAL-2:redeal": {"redeal_doubles": 4}}),
))

CHILEAN = game("chilean", "Chilean Dominoes", {
    "CH-PLAY-1": {"max_pip": 6, "seats": [2, 3, 4]},
    "CH-PLAY-1:direction": {"direction": "right"},
    "CH-DEAL-1": {"deal": {2: 7, 3: 7, 4: 7}},
    "CH-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying"},
    "CH-LEAD-1:redeal": {"lead_fallback": "redeal"},
    "CH-LEAD-2": {"next_leader": "rotate", "block_leader": "as-next"},
    "CH-LAY-1": {"spinner": "none"},
    "CH-LAY-1:crosswise": {"double_lay": "crosswise"},
    "CH-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "CH-END-1": {"block": "all-stuck"},
    "CH-TIE-1": {"tie": "none"},
    "CH-SCORE-1": {"who_scores": "own-pips"},
    "CH-MATCH-1": {"target": 121, "reach": "at-least", "best_score": "fewest"},
    "CH-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="drawing games", sheets=("chilean",), aliases=("Dominó chileno",), offers=(
    offer("partners", "partners", {"CH-PLAY-1:partners": {"teams": "pairs"}}),
    offer("to-200", "to 200", {"CH-MATCH-1:to-200": {"target": 200}}),
))

POOL = game("domino-pool", "Domino Pool", {
    "PO-PLAY-1": {"max_pip": 6, "seats": [3, 4, 5, 6]},
    "PO-DEAL-1": {"deal": {3: 6, 4: 5, 5: 4, 6: 3}},
    "PO-LEAD-1": {"first_leader": "lot"},
    "PO-LEAD-1:tied": {"lots": "again"},
    "PO-LEAD-2": {"lead_tile": "any"},
    "PO-LAY-1": {"spinner": "none"},
    "PO-LAY-1:crosswise": {"double_lay": "crosswise"},
    "PO-DRAW-1": {"draw_when": "never"},
    "PO-END-1": {"block": "all-stuck"},
    "PO-TIE-1": {"tie": "none"},
    "PO-END-1:pool": {"end_base": "none", "target": "one-hand"},
}, family="blocking games", sheets=("domino-pool",))

SWEDISH = game("swedish", "Swedish Dominoes", {
    "SV-PLAY-1": {"seats": [2, 3, 4], "direction": "left"},
    "SV-DEAL-1": {"max_pip": 6, "deal": {2: 5, 3: 5, 4: 5}},
    "SV-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "redeal"},
    "SV-LAY-1": {"spinner": "none"},
    "SV-LAY-1:crosswise": {"double_lay": "crosswise"},
    "SV-DRAW-1": {"draw_when": "unable", "draw_max": 1},
    "SV-DRAW-1:rest": {"reserve": 0},
    "SV-END-1": {"ending": "out", "end_base": "none", "target": "one-hand"},
    "SV-END-1:blocked": {"block": "all-stuck", "tie": "none"},
}, family="drawing games", sheets=("swedish",), aliases=("Svensk domino",))

SLEPA_ULICKA = game("slepa-ulicka", "Slepá ulička", {
    "SL-PLAY-1": {"seats": [2]},
    "SL-DEAL-1": {"max_pip": 6, "deal": {2: 7}},
    "SL-LEAD-1": {"first_leader": "lot"},
    "SL-LEAD-2": {"lead_tile": "any", "next_leader": "rotate", "block_leader": "as-next"},
    "SL-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "SL-DRAW-1": {"draw_when": "never"},
    "SL-END-1": {"block": "all-stuck"},
    "SL-TIE-1": {"tie": "none"},
    "SL-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "SL-MATCH-1": {"target": 100, "reach": "at-least", "target_when": "hand-end"},
}, family="blocking games", sheets=("slepa-ulicka",), aliases=("Blind Alley",))

BAZAAR = game("russian-bazaar", "Russian Dominoes with a Bazaar", {
    "RB-DEAL-1": {"max_pip": 6, "seats": [2, 3, 4], "deal": {2: 7, 3: 5, 4: 5}},
    "RB-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "heaviest"},
    "RB-LEAD-2": {"next_leader": "same", "block_leader": "as-next"},
    "RB-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "RB-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "RB-END-1": {"block": "all-stuck"},
    "RB-TIE-1": {"tie": "none"},
    "RB-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "RB-SCORE-2": {"weights": {}},
    "RB-MATCH-1": {"target": 100, "reach": "at-least", "target_when": "hand-end"},
}, family="drawing games", sheets=("russian-bazaar",), offers=(
    offer("blank-ten", "the 0-0 counts 10", {"RB-SCORE-2:ten": {"weights": {"0-0": 10}, "end_base": "opponents"}}),
    offer("blank-twenty-five", "the 0-0 counts 25", {
        "RB-SCORE-2:twenty-five": {"weights": {"0-0": 25}, "end_base": "opponents"},
    }),
    offer("two-doubles", "two doubles in a turn", {"RB-TURN-1": {"extra_turn": "more-doubles"}}),
))

BLOCK_DUTCH = game("block-dutch", "Dutch Block", {
    "BN-PLAY-1": {"max_pip": 6, "seats": [2, 3, 4]},
    "BN-DEAL-1": {"deal": "8-n"},
    "BN-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying"},
    "BN-LEAD-1:redeal": {"lead_fallback": "redeal", "next_leader": "same", "block_leader": "as-next"},
    "BN-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "BN-DRAW-1": {"draw_when": "never"},
    "BN-END-1": {"block": "all-stuck"},
    "BN-TIE-1": {"tie": "none"},
    "BN-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "BN-MATCH-1": {"target": 100, "reach": "at-least"},
    "BN-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("block-dutch",))

HAINSCHO = game("hainscho", "Hainscho", {
    "HS-DEAL-1": {"max_pip": 6, "seats": [2, 3, 4], "deal": {2: 7, 3: 5, 4: 5}},
    "HS-LEAD-1": {"first_leader": "fastest-double", "lead_tile": "qualifying"},
    "HS-LEAD-2": {"lead_fallback": "boneyard"},
    "HS-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "HS-DRAW-1": {"draw_when": "unable", "draw_max": 3},
    "HS-DRAW-1:rest": {"reserve": 0},
    "HS-END-1": {"ending": "out", "end_base": "none", "target": "one-hand"},
    "HS-END-1:blocked": {"block": "all-stuck", "tie": "none"},
}, family="drawing games", sheets=("hainscho",))

POLISH_FIVES = game("polish-fives", "Polish Fives", {
    "PF-PLAY-1": {"max_pip": 6, "seats": [2], "deal": {2: 7}},
    "PF-LEAD-1": {"first_leader": "lot", "lead_tile": "any"},
    "PF-LEAD-1:tied": {"lots": "again"},
    "PF-LEAD-2": {"next_leader": "rotate", "block_leader": "as-next"},
    "PF-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "PF-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "PF-SCORE-1": {"play_score": "multiple", "multiple": 5, "unit": "face"},
    "PF-SCORE-2": {"double_weights": [2, 2, 0, 0, 0]},
    "PF-END-1": {"block": "all-stuck", "tie": "none", "end_base": "opponents", "own_deduct": "none",
                 "end_round": "nearest", "end_multiple": 5, "end_divide": 1},
    "PF-MATCH-1": {"target": 100, "reach": "at-least", "target_when": "at-once"},
}, family="five-scoring games", sheets=("polish-fives",), aliases=("Kurnik Dominoes",), offers=(
    offer("spinner", "the first double takes four tiles", {
        "PF-LAY-1:spinner": {"spinner": "first"},
        "PF-LAY-1:order": {"arm_order": "free"},
    }),
))

DUTCH_LOW = game("dutch-low", "Dutch Dominoes for the Fewest Points", {
    "DL-PLAY-1": {"max_pip": 6, "seats": [2, 3, 4], "direction": "left"},
    "DL-DEAL-1": {"deal": {2: 7, 3: 5, 4: 5}},
    "DL-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "heaviest"},
    "DL-LEAD-2": {"next_leader": "same", "block_leader": "as-next"},
    "DL-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "DL-DRAW-1": {"draw_when": "unable", "draw_max": 1, "after_draw": "wait"},
    "DL-DRAW-1:rest": {"reserve": 0},
    "DL-END-1": {"block": "all-stuck", "tie": "none"},
    "DL-SCORE-1": {"who_scores": "own-pips"},
    "DL-MATCH-1": {"best_score": "fewest"},
    "DL-MATCH-1:goal": {"target": 100, "reach": "at-least", "target_when": "hand-end"},
}, family="drawing games", sheets=("dutch-low",))

GERMAN = game("german", "German Dominoes", {
    "GE-DEAL-1": {"max_pip": 6, "seats": [2, 3, 4], "deal": {2: 7, 3: 5, 4: 5}},
    "GE-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "redeal"},
    "GE-LEAD-2": {"next_leader": "same", "block_leader": "as-next"},
    "GE-LAY-1": {"spinner": "none"},
    "GE-LAY-1:crosswise": {"double_lay": "crosswise"},
    "GE-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "GE-END-1": {"block": "all-stuck", "block_between": "nobody"},
    "GE-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "GE-MATCH-1": {"target": 100, "reach": "at-least", "target_when": "hand-end"},
}, family="drawing games", sheets=("german",))

BLESK = game("blesk", "Blesk", {
    "BK-PLAY-1": {"max_pip": 6, "seats": [3, 4, 5, 6, 7, 8]},
    "BK-DEAL-1": {"deal": {3: 8, 4: 7, 5: 5, 6: 4, 7: 4, 8: 3}},
    "BK-LEAD-1": {"first_leader": "lowest-double"},
    "BK-LEAD-1:tile": {"lead_tile": "qualifying", "lead_fallback": "redeal"},
    "BK-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "BK-TURN-1": {"extra_turn": "while-fits", "pass_when": "unable"},
    "BK-DRAW-1": {"draw_when": "never"},
    "BK-END-1": {"block": "all-stuck"},
    "BK-TIE-1": {"tie": "fewer-tiles"},
    "BK-END-2": {"end_base": "none", "target": "one-hand"},
}, family="blocking games", sheets=("blesk",), aliases=("Lightning",))

ARAB_PARTNERS = game("arab-partners", "Arab Partner Dominoes", {
    "AP-PLAY-1": {"seats": [4], "teams": "pairs"},
    "AP-PLAY-1:direction": {"direction": "left"},
    "AP-DEAL-1": {"max_pip": 6, "deal": {4: 7}, "lead_fallback": "none"},
    "AP-LEAD-1": {"first_leader": {"holder": "6-6"}},
    "AP-LEAD-1:tile": {"lead_tile": "6-6", "next_leader": "winner", "block_leader": "as-next"},
    "AP-LAY-1": {"spinner": "none"},
    "AP-LAY-1:crosswise": {"double_lay": "crosswise"},
    "AP-DRAW-1": {"draw_when": "never"},
    "AP-END-1": {"block": "all-stuck"},
    "AP-BLOCK-1": {"team_block": "individual"},
    "AP-TIE-1": {"tie": "none"},
    "AP-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "AP-MATCH-1": {"target": 100, "reach": "at-least"},
    "AP-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("arab-partners",), aliases=("Jawaker Partner Dominoes",))

BIG_SIX_BONES = game("big-six-bones", "Big 6 Bones", {
    "BX-PLAY-1": {"max_pip": 6, "seats": [2], "deal": {2: 9}},
    "BX-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "heaviest"},
    "BX-LEAD-2": {"next_leader": "same", "block_leader": "as-next"},
    "BX-LAY-1": {"spinner": "first", "arm_order": "sides-first"},
    "BX-LAY-1:crosswise": {"double_lay": "crosswise"},
    "BX-DRAW-1": {"draw_when": "unable"},
    "BX-DRAW-1:until": {"draw_max": "until-playable", "reserve": 0},
    "BX-SCORE-1": {"play_score": "multiple", "multiple": 5, "unit": "face"},
    "BX-SCORE-1:doubles": {"double_weights": [2, 2, 0, 0, 0]},
    "BX-SCORE-2": {"first_score": 10},
    "BX-END-1": {"block": "all-stuck", "tie": "none", "end_base": "opponents", "own_deduct": "none",
                 "end_round": "nearest", "end_multiple": 5, "end_divide": 1},
    "BX-MATCH-1": {"target": 150, "reach": "at-least"},
    "BX-MATCH-1:at-once": {"target_when": "at-once"},
}, family="five-scoring games", sheets=("big-six-bones",), aliases=("Ten to Get In",))

AMAZONAS = game("amazonas", "Amazonas Dominoes", {
    "AZ-PLAY-1": {"max_pip": 6, "seats": [4], "teams": "pairs", "direction": "right"},
    "AZ-DEAL-1": {"deal": {4: 7}},
    "AZ-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6", "lead_fallback": "none"},
    "AZ-LEAD-2": {"next_leader": "winner"},
    "AZ-LEAD-3": {"block_leader": {"holder": "6-6"}},
    "AZ-LAY-1": {"spinner": "first", "arm_order": "sides-first"},
    "AZ-LAY-1:crosswise": {"double_lay": "crosswise"},
    "AZ-DRAW-1": {"draw_when": "never"},
    "AZ-SCORE-1": {"play_score": "multiple", "multiple": 5, "unit": "face"},
    "AZ-SCORE-1:doubles": {"double_weights": [2, 2, 0, 0, 0]},
    "AZ-PASS-1": {"pass_next": 20},
    "AZ-PASS-2": {"pass_round": 30},
    "AZ-END-1": {"block": "all-stuck"},
    "AZ-END-2": {"out_double": 20, "out_pays": "instead"},
    "AZ-BLOCK-1": {"team_block": "team-total"},
    "AZ-TIE-1": {"tie": "none"},
    "AZ-END-3": {"end_base": "opponents", "own_deduct": "none", "end_round": "floor", "end_multiple": 5,
                 "end_divide": 1},
    "AZ-MATCH-1": {"target": 200, "reach": "at-least", "target_when": "hand-end"},
}, family="five-scoring games", sheets=("amazonas",), aliases=("Dominó amazonense",))

FINNISH = game("finnish", "Finnish Dominoes", {
    "FN-PLAY-1": {"max_pip": 6, "seats": [2, 3, 4]},
    "FN-DEAL-1": {"deal": {2: 7, 3: 5, 4: 5}},
    "FN-LEAD-1": {"first_leader": "lot", "lead_tile": "any", "next_leader": "rotate", "block_leader": "as-next"},
    "FN-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "FN-TURN-1": {"extra_turn": "on-double", "pass_when": "extra-turn"},
    "FN-DRAW-1": {"draw_when": "unable"},
    "FN-DRAW-1:until": {"draw_max": "until-playable", "reserve": 0},
    "FN-END-1": {"block": "all-stuck", "tie": "none"},
    "FN-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "FN-MATCH-1": {"target": 100, "reach": "at-least", "target_when": "hand-end"},
}, family="drawing games", sheets=("finnish",), offers=(
    offer("fives", "with fives", {
        "FN-SCORE-1:fives": {"play_score": "multiple", "multiple": 5, "unit": "face"},
        "FN-SCORE-1:end": {"end_round": "nearest", "end_multiple": 5, "end_divide": 1},
        "FN-SCORE-1:doubles": {"double_weights": [2, 2, 0, 0, 0]},
    }),
))

BOUDER = game("bouder", "Bouder", {
    "BO-PLAY-1": {"max_pip": 6, "seats": [2, 3, 4], "direction": "right"},
    "BO-DEAL-1": {"deal": {2: 7, 3: 6, 4: 6}},
    "BO-LEAD-1": {"first_leader": "highest-double", "lead_tile": "any", "lead_fallback": "heaviest"},
    "BO-LEAD-2": {"next_leader": "same", "block_leader": "as-next"},
    "BO-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "BO-DRAW-1": {"draw_when": "never"},
    "BO-END-1": {"block": "all-stuck"},
    "BO-TIE-1": {"tie": "none"},
    "BO-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "BO-MATCH-1": {"target": 100, "reach": "at-least", "target_when": "hand-end"},
}, family="blocking games", sheets=("bouder",), aliases=("Domino à bouder",))

PLUS_MINUS = game("plus-minus", "Plus Minus", {
    "PM-PLAY-1": {"max_pip": 6, "seats": [2], "deal": {2: 7}},
    "PM-LEAD-1": {"first_leader": "lot", "lead_tile": "any"},
    "PM-LEAD-1:tied": {"lots": "again"},
    "PM-LEAD-2": {"next_leader": "rotate", "block_leader": "as-next"},
    "PM-LAY-1": {"spinner": "first", "double_lay": "crosswise"},
    "PM-LAY-1:order": {"arm_order": "free"},
    "PM-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "PM-SCORE-1": {"play_score": "multiple", "multiple": 2, "unit": "face"},
    "PM-SCORE-1:doubles": {"double_weights": [2, 2, 0, 0, 0]},
    "PM-END-1": {"block": "all-stuck"},
    "PM-TIE-1": {"tie": "none"},
    "PM-SCORE-2": {"who_scores": "own-pips"},
    "PM-MATCH-1": {"target": 100, "reach": "at-least", "best_score": "fewest"},
    "PM-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="drawing games", sheets=("plus-minus",), offers=tuple(
    offer(f"to-{target}", f"to {target}", {"PM-MATCH-1:targets": {"target": target}}) for target in (60, 120)))

CEZA = game("ceza", "Penalty Dominoes", {
    "CZ-PLAY-1": {"max_pip": 6, "deal": {2: 7, 3: 7, 4: 7}},
    "CZ-PLAY-1:players": {"seats": [2, 3, 4]},
    "CZ-LEAD-1": {"first_leader": "lot", "lead_tile": "any", "next_leader": "rotate", "block_leader": "as-next"},
    "CZ-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "CZ-DRAW-1": {"draw_when": "unable", "draw_max": "until-playable"},
    "CZ-DRAW-1:rest": {"reserve": 0},
    "CZ-END-1": {"ending": "out"},
    "CZ-END-1:blocked": {"block": "all-stuck", "tie": "none"},
    "CZ-SCORE-1": {"who_scores": "own-pips"},
    "CZ-SCORE-2": {"weights": {"0-0": 20}},
    "CZ-MATCH-1": {"best_score": "fewest"},
    "CZ-MATCH-1:goal": {"target": 100, "reach": "at-least", "target_when": "hand-end"},
}, family="drawing games", sheets=("ceza",), aliases=("Ceza Dominoes",), offers=(
    offer("five-each", "five tiles each", {"CZ-PLAY-1:five": {"deal": {2: 5, 3: 5, 4: 5}}}),
))

GAMES = (COLOMBIAN, OCCIDENTAL, BRAZILIAN_100, MULTIPLO, MARTINIQUE, MEXICAN_200, CARRERA, BRAZILIAN_TOURNAMENT,
         CHILEAN, POOL, SWEDISH, SLEPA_ULICKA, BAZAAR, BLOCK_DUTCH, HAINSCHO, POLISH_FIVES, DUTCH_LOW, GERMAN, BLESK,
         ARAB_PARTNERS, BIG_SIX_BONES, AMAZONAS, FINNISH, BOUDER, PLUS_MINUS, CEZA)
