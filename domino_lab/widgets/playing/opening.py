"""Opening: which game a reader meant by what was typed, and what to type to have it again. No widgets here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from domino_lab import hands
from domino_lab.catalogue.resolve import ruleset
from domino_lab.errors import RecordError, RulesetError, shown
from domino_lab.notebook import load, match_text
from domino_lab.play.policies import POLICIES, Player
from domino_lab.play.start import names_for
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal, python_source
from domino_lab.widgets.playing.game import Game
from domino_lab.widgets.playing.seating import name_of, seated
from domino_lab.words import phrase


def game_of(what: Any, *, rules: Ruleset | None = None, players: Mapping[str, Player] | None = None, undo: bool = True,
            delay: float = 0.0, **how: Any) -> Game:
    """The game that was meant: a game, a match file or its text, or a new one by a ruleset or its id.

    A file may need the `rules` and the `players` of the reader's own that it names. Raises RulesetError or RecordError
    where there is no such thing, and for a game that one plays alone.

    >>> game_of("block", against="heaviest", seed=1).seed
    1
    """
    if isinstance(what, Game):
        return what
    if is_file(what):
        return _taken_up(what, rules=rules, players=players, undo=undo, delay=delay)
    refuse_solo(what)
    return Game(what, undo=undo, delay=delay, **how)


def kept_game(path: Path, what: Any, *, against: Any = None, rules: Ruleset | None = None, **how: Any) -> Game:
    """The game that was kept in `path`, of the ruleset `what` and with the players `against` where they are one's own.

    Raises RecordError for a file with a match by other rules or against others, so that none is lost by the name of
    another, and nobody plays on against a player whom the line does not name.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "match.toml"
    ...     wrote = path.write_text(Game("block", against="heaviest", seed=5).saved(), encoding="utf-8")
    ...     kept_game(path, "block").seed
    5
    """
    own = {name_of(player): player for player in _listed(against) if callable(player)}
    house = rules or (what if isinstance(what, Ruleset) else None)
    kind = {name: how[name] for name in ("undo", "delay") if name in how}
    game = _taken_up(path, rules=house, players={**own, **how.get("players", {})}, **kind)
    wanted = game.live.rules if isinstance(what, Game) or is_file(what) else ruleset(what)
    if (wanted.id, wanted.changed()) != (game.live.rules.id, game.live.rules.changed()):
        raise RecordError(phrase("playing.other_rules", file=path.name, game=game.live.rules.name))
    sitting = [name_of(player) for player in game.seating]
    if against is not None and sitting != [name_of(player) for player in _as_seated(against, len(sitting))]:
        raise RecordError(phrase("playing.other_players", file=path.name, players=", ".join(sitting)))
    return game


def _as_seated(against: Any, seats: int) -> tuple[Player | None, ...]:
    listed = isinstance(against, list | tuple)
    return seated(against, len(against) if listed else seats)


def _taken_up(what: str | Path, **how: Any) -> Game:
    """The game of a match file; what is wrong with the file is told with its name, and with the way out."""
    text = match_text(what)
    try:
        return Game.resumed(text, **how)
    except RecordError as error:
        file = phrase("playing.this_match") if isinstance(what, str) and "\n" in what else Path(what).name
        raise RecordError(phrase("playing.not_played_on", file=file, why=str(error).removesuffix("."))) from None


def _listed(against: Any) -> Sequence[Any]:
    return against if isinstance(against, list | tuple) else (against,)


def refuse_solo(what: Any) -> None:
    """Refuse a game for one player, and a hand that was played; say where they belong; raises RulesetError.

    >>> refuse_solo("block")
    """
    if isinstance(what, Timeline) or (isinstance(what, str) and what in hands.names()):
        raise RulesetError(phrase("playing.a_hand", hand=load(what).title or shown(what), game=load(what).rules.id))
    rules = ruleset(what)
    if rules.solo is not None:
        raise RulesetError(phrase("playing.alone", game=rules.name, line=f'dl.Patience("{rules.id}")'))


def is_file(what: Any) -> bool:
    """Whether a match file is meant, by its path or its text.

    >>> is_file("all-fives"), is_file("match.toml")
    (False, True)
    """
    return isinstance(what, Path) or (isinstance(what, str) and ("\n" in what or what.endswith(".toml")))


def recipe(game: Game, file: str | Path | None = None, **how: Any) -> str:
    """The line that begins this match again, from its first hand; with `file` the one that goes on with that file.

    `how` has what else is asked for, None where it is the usual. Empty where no line can say it all.

    >>> recipe(Game("block", against="heaviest", seed=7), hints=False)
    'dl.Play("block", against="heaviest", seed=7, hints=False)'
    """
    rules = game.live.rules
    seated = [name_of(player) for player in game.seating]
    if rules.own or not all(_is_known(player, name) for player, name in zip(game.seating, seated, strict=True)):
        return ""
    begun = {} if file is not None else {
        "against": _against(seated), "seats": _seats(game, seated), "names": _names(game), "seed": game.seed,
        "hand": game.first_hand or None, "match": None if game.whole else False,
    }
    given = {**begun, "undo": None if game.allows_undo else False, **how}
    told = [f"{name}={python_literal(value)}" for name, value in given.items() if value is not None]
    return f"dl.Play({', '.join([python_source(rules) if file is None else python_literal(str(file)), *told])})"


def _is_known(player: Any, name: str) -> bool:
    return player is None or POLICIES.get(name) is player


def _against(seated: Sequence[str]) -> str | list[str | None] | None:
    people = [None if name == "human" else name for name in seated]
    if people == [None] * len(people):
        return None
    return people[1] if people == [None, *[people[1]] * (len(people) - 1)] else people


def _seats(game: Game, seated: Sequence[str]) -> int | None:
    listed = isinstance(_against(seated), list) or _names(game) is not None
    return None if listed or len(seated) == game.live.rules.dealing.seat_counts[0] else len(seated)


def _names(game: Game) -> list[str] | None:
    return None if game.timeline.names == names_for(len(game.seating)) else list(game.timeline.names)
