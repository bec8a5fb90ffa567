"""The blocking games and the drawing games.

Block (clauses BL-...); Latin, Dominican, Cuban and Jamaican partnership dominoes; Jamaican Cut-Throat, Puerto Rican
500, the Russian Kozel and the Indonesian Gaple; then Block and Draw (BD1-...), Classic Draw (DR0-...), and Draw
Dominoes (DR2-...) with its regions, each given by its changes to `draw`.
"""

from __future__ import annotations

from domino_lab.rules.declaring import derive, game, offer

BLOCK = game("block", "Block Game", {
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
}, family="blocking games", sheets=("000",), aliases=("block_000", "The Block Game"), offers=(
    offer("partners", "partners", {
        "BL-DEAL-1:partners": {"teams": "pairs"},
        "BL-DEAL-1:team": {"team_block": "team-total"},
    }),
    offer("free-lead", "any tile may lead", {"BL-LEAD-1:free-lead": {"lead_tile": "any"}}),
    offer("at-least", "reaching the target is enough", {"BL-MATCH-1:at-least": {"target": 100, "reach": "at-least"}}),
    offer("in-line", "doubles in line", {"BL-LAY-1:in-line": {"double_lay": "in-line"}}),
    offer("pub-league", "a pub league", {
        "BL-PUB-1": {"teams": "pairs"},
        "BL-PUB-1:drop": {"first_leader": "lot", "lead_tile": "any", "next_leader": "rotate"},
        "BL-PUB-2": {"team_block": "individual", "tie": "none", "tie_leader": "previous"},
        "BL-PUB-3": {"end_base": "none", "end_bonus": 1, "end_bonus_when": "won", "target": 5, "reach": "at-least"},
        "BL-PUB-4": {"matches_to_win": 2},
    }),
))

LATIN = game("latin-partnership", "Latin Partnership Dominoes", {
    "LP-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "right"},
    "LP-DEAL-1": {"max_pip": 6, "deal": {4: 7}, "lead_fallback": "none"},
    "LP-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "LP-LEAD-2": {"next_leader": "winner", "block_leader": "as-next"},
    "LP-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "LP-DRAW-1": {"draw_when": "never"},
    "LP-END-1": {"block": "all-stuck"},
    "LP-SCORE-1": {"end_base": "all", "own_deduct": "none"},
    "LP-SCORE-2": {"team_block": "team-total"},
    "LP-TIE-1": {"tie": "none"},
    "LP-MATCH-1": {"target": 200, "reach": "at-least", "target_when": "hand-end"},
}, family="blocking games", sheets=("beyond",), aliases=("Latin Dominoes", "Doscientos"), offers=(
    offer("losers-only", "the losers' pips only", {
        "LP-SCORE-1:losers-only": {"end_base": "opponents"},
        "LP-MATCH-1:to-100": {"target": 100},
    }),
    offer("individual", "the single lightest hand", {"LP-SCORE-2:individual": {"team_block": "individual"}}),
    offer("to-500", "to 500", {"LP-MATCH-1:to-500": {"target": 500}}),
    offer("best-of-three", "best of three matches", {"LP-MATCH-2": {"matches_to_win": 2}}),
))

DOMINICAN = game("dominican", "Dominican Dominoes", {
    "DO-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "right"},
    "DO-DEAL-1": {"max_pip": 6, "deal": {4: 7}, "lead_fallback": "none"},
    "DO-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "DO-LEAD-2": {"next_leader": "winner", "block_leader": "as-next"},
    "DO-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "DO-PASS-1": {"draw_when": "never"},
    "DO-PASS-2": {"pass_lead": 25, "pass_lead_single": 50},
    "DO-PASS-3": {"pass_round": 25},
    "DO-END-1": {"block": "all-stuck"},
    "DO-BLOCK-1": {"block_between": "blocker-next"},
    "DO-TIE-1": {"tie": "blocker"},
    "DO-SCORE-1": {"end_base": "all", "own_deduct": "none"},
    "DO-SCORE-2": {"capicua": 25, "capicua_double": 25, "out_pays": "add"},
    "DO-MATCH-1": {"target": 200, "reach": "at-least"},
    "DO-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("dominican",), aliases=("Capicua",))

CUBAN = game("cuban", "Cuban Dominoes", {
    "CU-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "right"},
    "CU-DEAL-1": {"max_pip": 9, "deal": {4: 10}},
    "CU-LEAD-1": {"first_leader": "lot", "lead_tile": "any"},
    "CU-LEAD-1:tied": {"lots": "again"},
    "CU-LEAD-2": {"next_leader": "rotate", "block_leader": "as-next"},
    "CU-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "CU-DRAW-1": {"draw_when": "never"},
    "CU-END-1": {"block": "all-stuck"},
    "CU-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "CU-SCORE-2": {"team_block": "team-total"},
    "CU-TIE-1": {"tie": "none"},
    "CU-MATCH-1": {"target": 150, "reach": "at-least"},
    "CU-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("cuban",), aliases=("Cuban double-nine",))

JAMAICAN = game("jamaican", "Jamaican Partner Dominoes", {
    "JA-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "right"},
    "JA-DEAL-1": {"max_pip": 6, "deal": {4: 7}, "lead_fallback": "none"},
    "JA-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "JA-LEAD-2": {"next_leader": "winning-pair", "block_leader": "as-next"},
    "JA-LEAD-3": {"level_leader": "first"},
    "JA-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "JA-DRAW-1": {"draw_when": "never"},
    "JA-END-1": {"block": "all-stuck"},
    "JA-BLOCK-1": {"team_block": "individual"},
    "JA-TIE-1": {"tie": "none"},
    "JA-SCORE-1": {"end_base": "none", "end_bonus": 1, "end_bonus_when": "won"},
    "JA-MATCH-1": {"target": 6, "reach": "at-least", "fall_back": "all-scored"},
    "JA-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("jamaican",), aliases=("Six Love",), offers=(
    offer("key", "a key scores 2", {
        "JA-SCORE-1:key": {"capicua": 2, "capicua_ends": "differ", "out_pays": "instead"},
    }),
    offer("one-all", "one-all plays two", {"JA-MATCH-2": {"fall_back": "one-all"}}),
))

CUT_THROAT = game("cut-throat", "Jamaican Cut-Throat Dominoes", {
    "CT-PLAY-1": {"seats": [3], "direction": "right"},
    "CT-DEAL-1": {"max_pip": 6, "left_out": ["0-0"]},
    "CT-DEAL-2": {"deal": {3: 9}, "lead_fallback": "none"},
    "JA-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "CT-LEAD-1": {"next_leader": "winner", "block_leader": "as-next"},
    "JA-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "JA-DRAW-1": {"draw_when": "never"},
    "JA-END-1": {"block": "all-stuck"},
    "CT-TIE-1": {"tie": "none"},
    "CT-SCORE-1": {"end_base": "none", "end_bonus": 1, "end_bonus_when": "won"},
    "CT-MATCH-1": {"target": 6, "reach": "at-least", "fall_back": "all-scored"},
    "JA-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("jamaican",), aliases=("Jamaican Cutthroat",), offers=(
    offer("two", "for two", {
        "CT-PLAY-1:two": {"seats": [2]},
        "CT-DEAL-1:whole": {"left_out": []},
        "CT-DEAL-2:two": {"deal": {2: 14}, "lead_fallback": "none"},
    }),
    offer("four", "for four", {
        "CT-PLAY-1:four": {"seats": [4]},
        "CT-DEAL-1:whole": {"left_out": []},
        "CT-DEAL-2:four": {"deal": {4: 7}, "lead_fallback": "none"},
    }),
))

QUINIENTOS = game("quinientos", "Puerto Rican 500", {
    "PR-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "right"},
    "PR-DEAL-1": {"max_pip": 6, "deal": {4: 7}, "lead_fallback": "none"},
    "PR-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "PR-LEAD-2": {"next_leader": "winner", "block_leader": "as-next"},
    "PR-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "PR-DRAW-1": {"draw_when": "never"},
    "PR-END-1": {"block": "all-stuck"},
    "PR-BLOCK-1": {"team_block": "team-total"},
    "PR-TIE-1": {"tie": "none"},
    "PR-SCORE-1": {"end_base": "all", "own_deduct": "none"},
    "PR-SCORE-2": {"hand_bonus": [100, 75, 50, 25]},
    "PR-SCORE-3": {"capicua": 100, "out_tile": {"0-0": 100}, "out_pays": "add"},
    "PR-MATCH-1": {"target": 500, "reach": "at-least"},
    "PR-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("puerto-rico", "beyond"), aliases=("Puerto Rican Quinientos",), offers=(
    offer("pollona", "a match to nothing counts twice", {"PR-MATCH-2": {"shut_out": 2}}),
))

HAITIAN = derive(JAMAICAN, id="haitian", name="Haitian Dominoes", changes={
    "HA-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "right"},
    "HA-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "HA-LEAD-2": {"next_leader": "winning-pair", "block_leader": "as-next", "level_leader": "as-next"},
    "HA-TIE-1": {"tie": "none"},
    "HA-SCORE-1": {"end_base": "none", "end_bonus": 1, "end_bonus_when": "won"},
    "HA-SCORE-2": {"capicua": 2, "capicua_ends": "differ", "out_pays": "instead"},
    "HA-MATCH-1": {"target": 6, "reach": "at-least", "fall_back": "never"},
}, aliases=("Dekabes",), sheets=("jamaican", "beyond"), offers=(
    offer("level-hands", "a level hand makes the next one count twice", {
        "HA-TIE-2": {"after_level": "doubled", "tie_leader": "previous"},
    }),
))

BRAZILIAN = derive(LATIN, id="brazilian", name="Brazilian Dominoes", changes={
    "BR-PLAY-1": {"seats": [4], "teams": "pairs", "direction": "right"},
    "BR-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "BR-LEAD-1:next": {"next_leader": "same", "block_leader": "as-next"},
    "BR-BLOCK-1": {"team_block": "individual"},
    "BR-TIE-1": {"tie": "none"},
    "BR-SCORE-1": {"end_base": "none", "end_bonus": 1, "end_bonus_when": "won"},
    "BR-SCORE-2": {"out_double": 2, "capicua": 3, "capicua_double": 4, "out_pays": "instead"},
    "BR-MATCH-1": {"target": 6, "reach": "at-least"},
}, aliases=("Domino de batidas",), sheets=("brazilian", "beyond"), offers=(
    offer("cruzada-six", "a cruzada scores 6", {"BR-SCORE-2:six": {"capicua_double": 6}}),
    offer("to-7", "to 7", {"BR-MATCH-1:to-7": {"target": 7}}),
))

VENEZUELAN = derive(LATIN, id="venezuelan", name="Venezuelan Dominoes", changes={
    "VE-LEAD-1": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "VE-LEAD-2": {"next_leader": "rotate", "block_leader": "as-next"},
    "VE-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "VE-TIE-1": {"tie": "none"},
    "VE-MATCH-1": {"target": 75, "reach": "at-least"},
}, aliases=("Domino venezolano",), sheets=("venezuelan", "beyond"), offers=(
    offer("to-100", "to 100", {"VE-MATCH-1:to-100": {"target": 100}}),
))

KOZEL = game("kozel", "Kozel", {
    "KZ-PLAY-1": {"seats": [4], "teams": "pairs"},
    "KZ-DEAL-1": {"max_pip": 6, "deal": {4: 7}, "lead_fallback": "none"},
    "KZ-LEAD-1": {"first_leader": {"holder": "1-1"}, "lead_tile": "1-1"},
    "KZ-LEAD-1:next": {"next_leader": "same", "block_leader": "as-next"},
    "KZ-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "KZ-DRAW-1": {"draw_when": "never"},
    "KZ-END-1": {"block": "all-stuck"},
    "KZ-SCORE-1": {"end_base": "opponents", "own_deduct": "none"},
    "KZ-SCORE-2": {"first_score": 13},
    "KZ-BLOCK-1": {"team_block": "team-total"},
    "KZ-TIE-1": {"tie": "none"},
    "KZ-MATCH-1": {"target": 101, "reach": "at-least"},
    "KZ-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("kozel", "beyond"), aliases=("Goat",), offers=(
    offer("two-doubles", "two doubles in a turn", {"KZ-TURN-1": {"extra_turn": "more-doubles"}}),
    offer("redeal", "five doubles or six of a number are dealt again", {
        "KZ-DEAL-2": {"redeal_doubles": 5, "redeal_suit": 6},
    }),
))

HUNGARIAN = game("hungarian", "Hungarian Dominoes", {
    "HU-PLAY-1": {"seats": [2, 3, 4]},
    "HU-DEAL-1": {"max_pip": 6, "deal": {2: 12, 3: 8, 4: 6}},
    "HU-LEAD-1": {"first_leader": "lot", "lead_tile": "any"},
    "HU-LEAD-1:tied": {"lots": "again"},
    "HU-LEAD-2": {"next_leader": "rotate", "block_leader": "as-next"},
    "HU-LAY-1": {"spinner": "none", "double_lay": "crosswise"},
    "HU-TURN-1": {"extra_turn": "while-fits"},
    "HU-TURN-2": {"pass_when": "unable"},
    "HU-DRAW-1": {"draw_when": "never"},
    "HU-END-1": {"block": "all-stuck", "play_on": "stuck"},
    "HU-TIE-1": {"tie": "none"},
    "HU-SCORE-1": {"who_scores": "own-pips"},
    "HU-MATCH-1": {"target": 100, "reach": "at-least", "best_score": "fewest"},
    "HU-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("hungarian", "beyond"), offers=(
    offer("one-end", "one end in a turn", {"HU-TURN-1:one-end": {"extra_turn_at": "same-end"}}),
))

TEN_PENNY = game("ten-penny-knock", "Ten Penny Knock", {
    "TP-PLAY-1": {"seats": [2, 3, 4]},
    "TP-DEAL-1": {"max_pip": 6, "deal": {2: 7, 3: 7, 4: 7}},
    "TP-LEAD-1": {"first_leader": "highest-double", "lead_tile": "qualifying"},
    "TP-LEAD-1:redeal": {"lead_fallback": "redeal"},
    "TP-LEAD-2": {"next_leader": "same", "block_leader": "as-next"},
    "TP-LAY-1": {"spinner": "none"},
    "TP-LAY-1:crosswise": {"double_lay": "crosswise"},
    "TP-PASS-1": {"draw_when": "never"},
    "TP-PASS-2": {"pass_cost": 2},
    "TP-END-1": {"block": "all-stuck"},
    "TP-TIE-1": {"tie": "none"},
    "TP-SCORE-1": {"who_scores": "losers-pay", "end_base": "opponents"},
    "TP-SCORE-2": {"own_deduct": "per-opponent"},
    "TP-MATCH-1": {"target": "one-hand"},
}, family="blocking games", sheets=("ten-penny",), offers=(
    offer("double-nine", "with a double-nine set", {
        "TP-DEAL-1:double-nine": {"max_pip": 9, "seats": [2, 3, 4, 5, 6, 7],
                                  "deal": {2: 7, 3: 7, 4: 7, 5: 7, 6: 7, 7: 7}},
    }),
))

_TURNED_UP = {
    "GA-LEAD-1:turned": {"first_tile": "boneyard"},
    "GA-LEAD-1:lot": {"first_leader": "lot"},
    "GA-LEAD-3:any": {"lead_tile": "any", "lead_fallback": "none"},
}

GAPLE = game("gaple", "Gaple", {
    "GA-PLAY-1": {"seats": [4]},
    "GA-DEAL-1": {"max_pip": 6, "deal": {4: 7}},
    "GA-LEAD-1": {"first_leader": {"holder": "0-0"}},
    "GA-LEAD-2": {"next_leader": "winner", "block_leader": "as-next"},
    "GA-LEAD-3": {"lead_tile": "double"},
    "GA-LEAD-3:passed": {"lead_fallback": "next-player"},
    "GA-LAY-1": {"spinner": "none"},
    "GA-LAY-1:crosswise": {"double_lay": "crosswise"},
    "GA-DRAW-1": {"draw_when": "never"},
    "GA-DISCARD-1": {"cannot_play": "discard"},
    "GA-END-1": {"block": "all-stuck"},
    "GA-SCORE-1": {"who_scores": "own-pips"},
    "GA-TIE-1": {"tie": "none"},
    "GA-MATCH-1": {"target": 100, "reach": "at-least", "best_score": "fewest"},
    "GA-MATCH-1:hand-end": {"target_when": "hand-end"},
}, family="blocking games", sheets=("gaple", "beyond"), aliases=("Gapleh",), offers=(
    offer("passing", "passing", {"GA-DISCARD-1:passing": {"cannot_play": "pass"}}),
    offer("partners", "partners", {"GA-PLAY-1:partners": {"teams": "pairs", "team_block": "team-total"}}),
    offer("six-each", "six tiles each, and one turned up", {"GA-DEAL-1:six": {"deal": {4: 6}}, **_TURNED_UP}),
    offer("five-players", "five players, and a tile turned up", {
        "GA-PLAY-1:five": {"seats": [5]}, "GA-DEAL-1:five": {"deal": {5: 5}}, **_TURNED_UP,
    }),
))

BLOCK_AND_DRAW = game("block-and-draw", "Block and Draw", {
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
}, family="drawing games", sheets=("001",), aliases=(
    "block_draw_001", "Block and Draw Dominoes", "Traditional Dominoes"))

_EVERY_HAND = {"DR0-LEAD-2:every-hand": {"next_leader": "same"}}

DRAW_CLASSIC = game("draw-classic", "Classic Draw", {
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
}, family="drawing games", sheets=("000-draw",), aliases=(
    "draw_000", "Draw Dominoes", "The Draw Game", "Draw or Block Game", "Block Dominoes with Buying", "Domino Big Six",
    "Double-Six Dominoes",
), offers=(
    offer("highest-double", "the highest double leads", {
        "DR0-LEAD-2:highest-double": {
            "first_leader": "highest-double", "lead_tile": "qualifying", "lead_fallback": "redeal",
        },
        **_EVERY_HAND,
    }),
    offer("double-six", "the 6-6 leads", {
        "DR0-LEAD-2:double-six": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6", "lead_fallback": "redeal"},
        **_EVERY_HAND,
    }),
    offer("double-or-single", "the highest double or tile leads", {
        "DR0-LEAD-2:double-or-single": {"first_leader": "highest-double", "lead_tile": "qualifying"},
        "DR0-LEAD-3": {"lead_fallback": "heaviest"},
        **_EVERY_HAND,
    }),
    offer("first-double-spinner", "the first double a spinner", {"DR0-LAY-1:spinner": {"spinner": "first"}}),
    offer("eight-or-six", "eight or six each", {"DR0-DEAL-1:eight-or-six": {"deal": {2: 8, 3: 6, 4: 6}}}),
    offer("seven-or-five", "seven or five each", {"DR0-DEAL-1:seven-or-five": {"deal": {2: 7, 3: 5, 4: 5}}}),
    offer("five-or-more", "five or more players", {
        "DR0-DEAL-1:five-or-more": {"deal": {2: 7, 3: 7, 4: 7, 5: 5, 6: 4, 7: 3, 8: 3}},
    }),
    offer("no-drawing", "no drawing", {"DR0-DRAW-1:pass": {"draw_when": "never"}}),
    *(offer(f"to-{target}", f"to {target}", {"DR0-MATCH-2:targets": {"target": target}})
      for target in (50, 101, 150, 200)),
))

DRAW = game("draw", "Draw Dominoes", {
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
}, family="drawing games", sheets=("002",), aliases=("draw_002",), offers=(
    offer("lots-after-block", "draw for the lead after a block", {"DR2-LEADOPT-A": {"block_leader": "lot"}}),
    offer("leader-again", "the same leader after a block", {"DR2-LEADOPT-B": {"block_leader": "previous"}}),
    offer("leader-by-sum", "the leader by a sum of pips", {
        "DR2-LEADOPT-D": {"first_leader": "sum", "block_leader": "sum"},
    }),
    offer("highest-double", "the highest double leads", {
        "DR2-LEADOPT-E": {
            "first_leader": "highest-double", "block_leader": "highest-double", "lead_tile": "qualifying",
        },
        "DR2-LEADOPT-E:redeal": {"lead_fallback": "redeal"},
    }),
    offer("double-six", "the 6-6 leads", {
        "DR2-SETOPT-2": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
        "DR2-SETOPT-2:redeal": {"lead_fallback": "redeal"},
        "DR2-SETOPT-2:every-hand": {"next_leader": "same", "block_leader": "as-next"},
    }),
    offer("until-it-fits", "draw only when stuck, until it fits", {
        "DR2-STUCKOPT-1": {"draw_when": "unable"},
        "DR2-STUCKOPT-1:empty": {"reserve": 0},
    }),
    offer("one-tile", "draw one tile when stuck", {"DR2-STUCKOPT-2": {"draw_when": "unable", "draw_max": 1}}),
    offer("to-empty", "the boneyard is emptied", {"DR2-BONEOPT-1": {"reserve": 0}}),
    offer("pay-chips", "a chip for each drawn tile", {
        "DR2-BONEOPT-3:chips": {"draw_cost": 1},
        "DR2-BONEOPT-3:pot": {"draw_cost_in": "chips"},
    }),
    offer("pay-points", "a point for each drawn tile", {"DR2-BONEOPT-3": {"draw_cost": 1}}),
    offer("seven-six-five", "7, 6 or 5 tiles each", {"DR2-DEAL-1:seven-six-five": {"deal": {2: 7, 3: 6, 4: 5}}}),
    offer("partners", "partners", {
        "DR2-PLAY-1:partners": {"teams": "pairs"},
        "DR2-PLAY-1:team": {"team_block": "team-total"},
    }),
    offer("double-nine", "with a double-nine set", {
        "DR2-PLAY-1:double-nine": {"max_pip": 9, "seats": [2, 3, 4, 5, 6]},
        "DR2-DEAL-1:double-nine": {"deal": {2: 7, 3: 5, 4: 5, 5: 5, 6: 5}},
        "DR2-MATCH-1:double-nine": {"target": {2: 100, 3: 61, 4: 61, 5: 61, 6: 61, "pairs": 100}},
    }),
))

_ABOUT_DRAW = ("lead_methods", "any_block_game")
"""Topics of the sheet that belong to its main game alone."""
_METHODS = ("lots", *_ABOUT_DRAW)
"""Topics of finding a leader, which do not matter if a tile of the holdings decides it."""

DUTCH = derive(DRAW, id="draw-dutch", name="Dutch Draw Dominoes", changes={
    "DR2-NL": {"draw_max": 2},
    "DR2-NL:unable": {"draw_when": "unable", "willing": "never"},
    "DR2-NL:reserve": {"reserve": 2},
    "DR2-NL:blank": {"weights": {"0-0": 13}, "end_base": "opponents"},
    "DR2-NL:end": {"block": "all-stuck"},
}, without=_ABOUT_DRAW, aliases=("draw_002_dutch",), sheets=("002",), offers=(
    offer("one-tile", "one tile a turn", {"DR2-NL:one-tile": {"draw_max": 1}}),
))

PARTNERSHIP = derive(DRAW, id="draw-partnership", name="Partnership Dominoes", changes={
    "DR2-PART": {"max_pip": 6, "seats": [4], "teams": "pairs"},
    "DR2-PART:deal": {"deal": {4: 7}, "lead_fallback": "none"},
    "DR2-PART:lead": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "DR2-PART:next": {"next_leader": "rotate", "block_leader": "as-next"},
    "DR2-PART:draw": {"draw_when": "never", "reserve": 0},
    "DR2-PART:end": {"block": "all-stuck"},
    "DR2-PART:award": {"end_base": "opponents", "own_deduct": "none"},
    "DR2-PART:team": {"team_block": "team-total"},
    "DR2-PART:tie": {"tie": "none"},
    "DR2-PART:match": {"target": 100, "reach": "at-least"},
}, without=(*_METHODS, "draw_max"), aliases=("draw_002_partnership",), sheets=("002", "beyond"), offers=(
    offer("individual", "the lightest hand of the four", {"DR2-PART:individual": {"team_block": "individual"}}),
))

PUERTO_RICO = derive(DRAW, id="draw-puerto-rico", name="Puerto Rican Draw Dominoes", changes={
    "DR2-PR": {"max_pip": 6, "seats": [2, 3], "deal": {2: 7, 3: 7}},
    "DR2-PR:lead": {"first_leader": "highest-double", "lead_tile": "qualifying"},
    "DR2-PR:redeal": {"lead_fallback": "redeal"},
    "DR2-PR:next": {"next_leader": "winner", "block_leader": "as-next"},
    "DR2-PR:draw": {"draw_when": "unable", "draw_max": "until-playable"},
    "DR2-PR:reserve": {"reserve": 0},
    "DR2-PR:end": {"block": "all-stuck"},
    "DR2-PR:score": {"end_base": "all", "own_deduct": "none"},
    "DR2-PR:tie": {"tie": "none"},
    "DR2-PR:target": {"target": {2: 100, 3: 61, 4: 61, "pairs": 100}, "reach": "at-least"},
}, without=_METHODS, aliases=("draw_002_puerto_rico", "Puertorican Dominoes"), sheets=("002",), offers=(
    offer("blocker-wins", "a tie goes to the blocker", {"DR2-PR:blocker": {"tie": "blocker"}}),
))

ARABIC = derive(DRAW, id="draw-arabic", name="Arabic Draw Dominoes", changes={
    "DR2-AR": {"block": "dead-layout"},
}, without=_ABOUT_DRAW, aliases=("draw_002_arabic",), sheets=("002",))

AUSTRIAN = derive(DRAW, id="draw-austrian", name="Austrian Dominoes", changes={
    "DR2-AT": {"max_pip": 8, "doubles": False},
    "DR2-AT:players": {"seats": [2, 3]},
    "DR2-AT:deal": {"deal": {2: 9, 3: 7}},
    "DR2-AT:draw": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
    "DR2-AT:end": {"block": "all-stuck"},
}, without=_ABOUT_DRAW, aliases=("draw_002_austria",), sheets=("002", "beyond"), offers=(
    offer("draw-three", "three tiles a turn", {"DR2-AT:draw-three": {"draw_max": 3}}),
    offer("eight-each", "eight tiles each for two", {"DR2-AT:eight-each": {"deal": {2: 8, 3: 7}}}),
))

OSEL = derive(DRAW, id="draw-osel", name="Osel", changes={
    "DR2-OSEL": {"extra_turn": "on-double"},
}, without=_ABOUT_DRAW, aliases=("draw_002_osel", "Donkey"), sheets=("002",))

VIETNAMESE = derive(DRAW, id="draw-vietnamese", name="Vietnamese Draw Dominoes", changes={
    "DR2-VN": {"deal": {2: 1, 3: 1, 4: 1}},
    "DR2-VN:lead": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
    "DR2-VN:draw": {"lead_fallback": "draw"},
    "DR2-VN:next": {"next_leader": "same", "block_leader": "as-next"},
}, without=_METHODS, aliases=("draw_002_vietnam",), sheets=("002",))

SOUTH_AMERICAN = derive(DRAW, id="draw-south-american", name="South American Draw Dominoes", changes={
    "DR2-SA": {"deal": "8-n"},
}, without=_ABOUT_DRAW, aliases=("draw_002_south_america",), sheets=("002",))

GAMES = (BLOCK, LATIN, DOMINICAN, CUBAN, JAMAICAN, CUT_THROAT, QUINIENTOS, HAITIAN, BRAZILIAN,
         VENEZUELAN, KOZEL, GAPLE, HUNGARIAN, TEN_PENNY, BLOCK_AND_DRAW,
         DRAW_CLASSIC, DRAW, DUTCH, PARTNERSHIP, PUERTO_RICO, ARABIC, AUSTRIAN, OSEL, VIETNAMESE, SOUTH_AMERICAN)
