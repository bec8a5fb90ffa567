"""Draw Dominoes as regions play it, each as what it changes in `draw` (RULES 3.10), and Latin partnership dominoes."""

from __future__ import annotations

from domino_lab.catalogue.draw import DRAW
from domino_lab.rules.declaring import derived, game, offered

_ABOUT_DRAW = ("lead_methods", "any_block_game")
"""Topics of the sheet that belong to its main game alone."""
_METHODS = ("lots", *_ABOUT_DRAW)
"""Topics of finding a leader, which do not matter if a tile of the holdings decides it."""

DUTCH = derived(
    DRAW,
    id="draw-dutch",
    name="Dutch Draw Dominoes",
    changes={
        "DR2-NL": {"draw_max": 2},
        "DR2-NL:unable": {"draw_when": "unable"},
        "DR2-NL:reserve": {"reserve": 2},
        "DR2-NL:blank": {"weights": {"0-0": 13}, "end_base": "opponents"},
        "DR2-NL:end": {"block": "all-stuck"},
    },
    without=_ABOUT_DRAW,
    aliases=("draw_002_dutch",),
    sheets=("002",),
    offers=(offered("one-tile", "one tile a turn", {"DR2-NL:one-tile": {"draw_max": 1}}),),
)

PARTNERSHIP = derived(
    DRAW,
    id="draw-partnership",
    name="Partnership Dominoes",
    changes={
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
    },
    without=(*_METHODS, "draw_max"),
    aliases=("draw_002_partnership",),
    sheets=("002", "beyond"),
    offers=(
        offered("individual", "the lightest hand of the four", {"DR2-PART:individual": {"team_block": "individual"}}),
    ),
)

PUERTO_RICO = derived(
    DRAW,
    id="draw-puerto-rico",
    name="Puerto Rican Draw Dominoes",
    changes={
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
    },
    without=_METHODS,
    aliases=("draw_002_puerto_rico", "Puertorican Dominoes"),
    sheets=("002",),
    offers=(offered("blocker-wins", "a tie goes to the blocker", {"DR2-PR:blocker": {"tie": "blocker"}}),),
)

ARABIC = derived(
    DRAW,
    id="draw-arabic",
    name="Arabic Draw Dominoes",
    changes={"DR2-AR": {"block": "dead-layout"}},
    without=_ABOUT_DRAW,
    aliases=("draw_002_arabic",),
    sheets=("002",),
)

AUSTRIAN = derived(
    DRAW,
    id="draw-austrian",
    name="Austrian Dominoes",
    changes={
        "DR2-AT": {"max_pip": 8, "doubles": False},
        "DR2-AT:players": {"seats": [2, 3]},
        "DR2-AT:deal": {"deal": {2: 9, 3: 7}},
        "DR2-AT:draw": {"draw_when": "unable", "draw_max": "until-playable", "reserve": 0},
        "DR2-AT:end": {"block": "all-stuck"},
    },
    without=_ABOUT_DRAW,
    aliases=("draw_002_austria",),
    sheets=("002", "beyond"),
    offers=(
        offered("draw-three", "three tiles a turn", {"DR2-AT:draw-three": {"draw_max": 3}}),
        offered("eight-each", "eight tiles each for two", {"DR2-AT:eight-each": {"deal": {2: 8, 3: 7}}}),
    ),
)

OSEL = derived(
    DRAW,
    id="draw-osel",
    name="Osel",
    changes={"DR2-OSEL": {"extra_turn": "on-double"}},
    without=_ABOUT_DRAW,
    aliases=("draw_002_osel", "Donkey"),
    sheets=("002",),
)

VIETNAMESE = derived(
    DRAW,
    id="draw-vietnamese",
    name="Vietnamese Draw Dominoes",
    changes={
        "DR2-VN": {"deal": {2: 1, 3: 1, 4: 1}},
        "DR2-VN:lead": {"first_leader": {"holder": "6-6"}, "lead_tile": "6-6"},
        "DR2-VN:draw": {"lead_fallback": "draw"},
        "DR2-VN:next": {"next_leader": "same", "block_leader": "as-next"},
    },
    without=_METHODS,
    aliases=("draw_002_vietnam",),
    sheets=("002",),
)

SOUTH_AMERICAN = derived(
    DRAW,
    id="draw-south-american",
    name="South American Draw Dominoes",
    changes={"DR2-SA": {"deal": "8-n"}},
    without=_ABOUT_DRAW,
    aliases=("draw_002_south_america",),
    sheets=("002",),
)

LATIN = game(
    "latin-partnership",
    "Latin Partnership Dominoes",
    {
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
    },
    family="blocking games",
    sheets=("beyond",),
    aliases=("Latin Dominoes", "Doscientos"),
    offers=(
        offered("losers-only", "the losers' pips only",
                {"LP-SCORE-1:losers-only": {"end_base": "opponents"}, "LP-MATCH-1:to-100": {"target": 100}}),
        offered("individual", "the single lightest hand", {"LP-SCORE-2:individual": {"team_block": "individual"}}),
        offered("to-500", "to 500", {"LP-MATCH-1:to-500": {"target": 500}}),
    ),
)

GAMES = (DUTCH, PARTNERSHIP, PUERTO_RICO, ARABIC, AUSTRIAN, OSEL, VIETNAMESE, SOUTH_AMERICAN)
BEYOND = (LATIN,)
