"""The six patience games of the leaflet (clauses BI, DP, FL, FC, KO, TT)."""

from __future__ import annotations

from domino_lab.rules.axes import Clauses, Offer
from domino_lab.rules.declaring import Declaration, declared, derived, offered
from domino_lab.rules.ruleset import Ruleset
from domino_lab.solitaire.bingo import BINGO as BINGO_TABLE
from domino_lab.solitaire.columns import FIVE_COLUMNS as COLUMNS_TABLE
from domino_lab.solitaire.knock_out import KNOCK_OUT as KNOCK_OUT_TABLE
from domino_lab.solitaire.line import LINE as LINE_TABLE
from domino_lab.solitaire.patience_state import PatienceGame
from domino_lab.solitaire.twelve import TWELVE as TWELVE_TABLE

_ALONE = (1,)


def _game(game_id: str, name: str, solo: PatienceGame, declaration: Declaration, *,
          aliases: tuple[str, ...] = (), offers: tuple[Offer, ...] = ()) -> Ruleset:
    """Return a patience; of the general rules of games with rivals, only the matching of a chain applies."""
    values, clauses = declared(declaration)
    general = () if solo is LINE_TABLE else ("matching",)
    own = {axis: clause for axis, clause in clauses.items() if axis not in ("direction", "teams", *general)}
    return Ruleset(game_id, name, values, Clauses(own), "patience games", ("001",), aliases, offers, solo=solo)


BINGO = _game("bingo", "Bingo", BINGO_TABLE, {
    "BI-1": {"seats": _ALONE, "deal": "even"},
    "BI-2": {"patience_play": True},
    "BI-2:always": {"bingo_remove": "always"},
    "BI-3": {"patience_row": True},
    "BI-4": {"patience_end": True, "target": "one-hand"},
}, offers=(
    offered("choice", "a tile may stay", {"BI-2:choice": {"bingo_remove": "choice"}}),
))

PATIENCE = _game("patience", "Domino Patience", LINE_TABLE, {
    "DP-1": {"seats": _ALONE, "deal": {1: 5}, "patience_play": True},
    "DP-1:set": {"lead_tile": "any"},
    "DP-2": {"spinner": "none", "double_lay": "crosswise"},
    "DP-3": {"draw_when": "unable", "draw_max": "until-playable"},
    "DP-4": {"patience_end": True, "target": "one-hand"},
})

FIVES_LIMIT = derived(PATIENCE, id="fives-limit", name="Five's the Limit", changes={
    "FL-1": {"hold_limit": 5},
}, aliases=("fives_limit",))

FIVE_COLUMNS = _game("five-columns", "Five Columns", COLUMNS_TABLE, {
    "FC-1": {"seats": _ALONE, "deal": "even"},
    "FC-2": {"patience_free": True},
    "FC-3": {"patience_play": True},
    "FC-6": {"patience_column": True},
    "FC-4": {"patience_shift": True},
    "FC-7": {"patience_alone": True},
    "FC-5": {"patience_reserve": True},
    "FC-3:end": {"patience_end": True, "target": "one-hand"},
}, aliases=("five_columns", "Luzon"))

KNOCK_OUT = _game("knock-out", "Knock-Out", KNOCK_OUT_TABLE, {
    "KO-1": {"seats": _ALONE, "deal": "even"},
    "KO-2": {"patience_play": True},
    "KO-2:pair": {"knock": "pair"},
    "KO-3": {"patience_end": True, "target": "one-hand"},
}, aliases=("knock_out", "Grace's Patience"), offers=(
    offered("run", "whole runs", {"KO-2:run": {"knock": "run"}}),
))

TWELVE_TO_GO = _game("twelve-to-go", "Twelve To Go", TWELVE_TABLE, {
    "TT-1": {"seats": _ALONE, "deal": {1: 6}},
    "TT-2": {"patience_play": True},
    "TT-2:refill": {"patience_fill": True},
    "TT-3": {"patience_end": True, "target": "one-hand"},
}, aliases=("twelve_to_go", "Polka Dot", "Twelves"))

GAMES = (BINGO, PATIENCE, FIVES_LIMIT, FIVE_COLUMNS, KNOCK_OUT, TWELVE_TO_GO)
