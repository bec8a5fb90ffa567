"""Reasons: what each of the plain players would say of its choice, in one sentence, from what it may know."""

from __future__ import annotations

from collections.abc import Callable

from domino_lab.actions import Action, Draw, Play, Stack
from domino_lab.play.choosing import laying, points, values_without
from domino_lab.play.partners import heard, open_for
from domino_lab.play.view import View
from domino_lab.words import phrase

Reason = Callable[[View, Action], str]


def without_choice(view: View, action: Action) -> str:
    """Why nothing else could be done; empty where something could.

    >>> import domino_lab as dl
    >>> from domino_lab.play.view import view_of
    >>> without_choice(view_of(dl.play_out("all-fives", seed=3).upto(0), 1), Draw())
    ''
    """
    found = view.legal
    if view.rules.solo is None and isinstance(action, Draw):
        return "" if laying(found) else phrase("players.seeks" if view.seeks else "players.draws")
    if len(found) != 1:
        return ""
    if isinstance(action, (Play, Stack)):
        return phrase("players.only", tile=action.tile)
    return phrase("players.passes" if action.kind == "pass" else "players.only_move")


def only_tile(view: View, action: Action) -> str:
    """Why a plain player, who lays where it can, had no choice: one play, or one beside a draw; else empty.

    >>> import domino_lab as dl
    >>> from domino_lab.play.view import view_of
    >>> only_tile(view_of(dl.play_out("all-fives", seed=3).upto(0), 1), Draw())
    ''
    """
    found = laying(view.legal) if view.rules.solo is None else ()
    alone = isinstance(action, (Play, Stack)) and len(found) == 1
    return phrase("players.only_tile", tile=found[0].tile) if alone else ""


def by_chance(view: View, action: Action) -> str:
    """Why the random player did it.

    >>> import domino_lab as dl
    >>> from domino_lab.play.view import view_of
    >>> by_chance(view_of(dl.play_out("block", seed=3).upto(0), 0), Draw()).startswith("It drew lots among")
    True
    """
    return phrase("players.random", count=len(laying(view.legal) if view.rules.solo is None else view.legal))


def for_points(view: View, action: Action) -> str:
    """Why the greedy player did it.

    >>> import domino_lab as dl
    >>> from domino_lab.actions import Play
    >>> from domino_lab.play.view import view_of
    >>> from domino_lab.tiles import Tile
    >>> for_points(view_of(dl.play_out("all-fives", seed=3).upto(0), 0), Play(Tile(5, 5)))
    'It scores 10, and no other move scores more.'
    """
    won = points(view, action) if isinstance(action, (Play, Stack)) and view.rules.solo is None else 0
    return phrase("players.scores", points=won) if won else phrase("players.scores_not")


def for_weight(view: View, action: Action) -> str:
    """Why the player who lays the heaviest tile did it.

    >>> import domino_lab as dl
    >>> from domino_lab.actions import Play
    >>> from domino_lab.play.view import view_of
    >>> from domino_lab.tiles import Tile
    >>> for_weight(view_of(dl.play_out("block", seed=3).upto(0), 0), Play(Tile(5, 6)))
    '6-5 is the heaviest tile that fits.'
    """
    return _of_tile("players.heaviest", action)


def for_doubles(view: View, action: Action) -> str:
    """Why the player who lays doubles first did it.

    >>> import domino_lab as dl
    >>> from domino_lab.actions import Play
    >>> from domino_lab.play.view import view_of
    >>> from domino_lab.tiles import Tile
    >>> for_doubles(view_of(dl.play_out("block", seed=3).upto(0), 0), Play(Tile(5, 5)))
    '5-5 is the heaviest double that fits.'
    """
    double = isinstance(action, (Play, Stack)) and action.tile.is_double
    return _of_tile("players.double" if double else "players.no_double", action)


def for_suits(view: View, action: Action) -> str:
    """Why the player who keeps many values did it.

    >>> import domino_lab as dl
    >>> from domino_lab.actions import Play
    >>> from domino_lab.play.view import view_of
    >>> from domino_lab.tiles import Tile
    >>> for_suits(view_of(dl.play_out("block", seed=3).upto(0), 0), Play(Tile(5, 5)))[:21]
    'Without 5-5 it still '
    """
    if not isinstance(action, (Play, Stack)):
        return phrase("players.only_move")
    return phrase("players.suits", tile=action.tile, count=values_without(view, action.tile))


def for_partner(view: View, action: Action) -> str:
    """Why the player who listens to the others did it.

    >>> import domino_lab as dl
    >>> from domino_lab.actions import Play
    >>> from domino_lab.play.view import view_of
    >>> from domino_lab.tiles import Tile
    >>> for_partner(view_of(dl.play_out("block", seed=3).upto(0), 0), Play(Tile(5, 5)))
    'It has heard nothing that helps. 5-5 is the heaviest tile that fits.'
    """
    if not isinstance(action, (Play, Stack)):
        return phrase("players.only_move")
    if view.rules.solo is not None:
        return for_weight(view, action)
    if points(view, action):
        return for_points(view, action)
    told, weight = heard(view), view.rules.equipment.weight
    left = open_for(view, told, action)
    for said in ("not_theirs", "mine"):
        for value, seat in left[said]:
            return phrase(f"players.{said}", value=value, player=view.names[seat])
    heavier = [other for other in laying(view.legal) if weight(other.tile) > weight(action.tile)]
    for value, seat in (found for other in heavier for found in open_for(view, told, other)["not_mine"]):
        return phrase("players.not_mine", value=value, player=view.names[seat])
    return phrase("players.heard_nothing", tile=action.tile)


def _of_tile(key: str, action: Action) -> str:
    return phrase(key, tile=action.tile) if isinstance(action, (Play, Stack)) else phrase("players.only_move")


REASONS: dict[str, Reason] = {
    "random": by_chance, "greedy": for_points, "heaviest": for_weight, "doubles": for_doubles, "keep-suits": for_suits,
    "partner": for_partner,
}  # fmt: skip
"""What each policy says of its choice, where it had one."""
