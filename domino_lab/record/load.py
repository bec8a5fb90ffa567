"""Rules and hands by name, from a file, from the text of a file, or as objects."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

from domino_lab import catalogue, hands
from domino_lab.core.arguments import File, Listed, checked
from domino_lab.core.errors import RecordError, RulesetError, quote
from domino_lab.core.shuffle import Shuffle
from domino_lab.io.files import content, expand, is_there, save
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read, rules_table
from domino_lab.record.compact import is_packed, unpack
from domino_lab.record.source import MOST_CHARACTERS
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal
from domino_lab.words import phrase

RulesetLike = Annotated[str | Path | Ruleset, 'the name of a game such as "block", a file, or a ruleset']
"""The arguments of `ruleset`."""

RulesetsLike = Annotated[
    Listed[RulesetLike] | RulesetLike,
    'a list of games such as ["block", "draw"], the name of a game, a file, or a ruleset']
"""One ruleset or several."""

HandLike = Annotated[
    str | Path | Timeline, "the name of a packaged hand, a file, or a hand from dl.load"]
"""The arguments of `load`."""

HandOrRuleset = Annotated[
    Timeline | Ruleset | str | Path,
    'a hand from dl.load, the name of a packaged hand or of a game such as "block", a file, or a ruleset']
"""The arguments of `hand_of`."""


@partial(checked, unknown='use .but to change rules, as in dl.ruleset("block").but(target=61)')
def ruleset(name: RulesetLike, *, own: Mapping[str, object] | None = None) -> Ruleset:
    """Return the ruleset with that id or other name, or the one in a .toml file or in TOML text.

    It displays as its rule page. `own` supplies the custom classes that a file names, by group: `own={"matching":
    NeighbourPips()}`. Raises RulesetError for an unknown name, and for a file with errors, whose lines it names.

    >>> dl.ruleset("block").name, dl.ruleset('ruleset = "block"\\nname = "Ours"').name
    ('Block Game', 'Ours')
    """
    return checked_ruleset(name, own)


def checked_ruleset(name: RulesetLike, own: Mapping[str, object] | None = None) -> Ruleset:
    """Return what `ruleset` returns, for a function that has checked its arguments already."""
    if isinstance(name, Ruleset) or not _is_text(name):
        if own:
            raise RulesetError("own= is only for a file of rules that names your own classes; for a game of the "
                               'catalogue, give them as changes, as in dl.ruleset("block").but(scoring=...)')
        if isinstance(name, str) and not catalogue.is_name(name) and os.path.isdir(name):
            raise RulesetError(f"{quote(name)} is a folder: name a file in it")
        return catalogue.get(name)  # type: ignore[arg-type]
    return rules_table.read_rules(_text(name), catalogue.get, own)


@checked
def save_rules(rules: RulesetLike, path: File | None = None) -> str:
    """Return the TOML text of a ruleset, with what it changes in its game; also write it to the file `path`, if given.

    Rules that were read from a file keep its comments. A class of your own is saved by its name alone: keep it in your
    notebook, and give it to `ruleset` as own= when you read the file again. Raises RecordError if the file cannot be
    written; an old file is then unchanged.

    >>> dl.save_rules(dl.ruleset("block").but(target=61)).splitlines()[1]
    'ruleset = "block"'
    """
    chosen = ruleset(rules)
    text = rules_table.write_rules(chosen)
    if path is not None:
        save(text, path, such="our-rules.toml", check=lambda _data: rules_table.check_rules(chosen, text))
    return text


def as_list(rulesets: RulesetsLike) -> list[RulesetLike]:
    """Return one ruleset or several as a list; a name alone is one ruleset."""
    return [rulesets] if isinstance(rulesets, str | Path | Ruleset) else list(rulesets)


def resolver(rules: RulesetLike | None) -> Callable[[str], Ruleset]:
    """Return the function that finds a record's ruleset by name: `rules` for every name, or the catalogue's."""
    if rules is None:
        return catalogue.get
    house = ruleset(rules)
    return lambda _name: house


def hand_of(what: HandOrRuleset, *, seed: int | None = 0, hand: int = 0, seats: int | None = None) -> Timeline:
    """Return a hand: as it is, by its packaged name, file, text or share code, or from a game that is played out.

    `seed`, `hand` and `seats` choose the deal of a game. Raises RecordError or RulesetError for anything else.
    """
    if isinstance(what, Timeline):
        return what
    if not isinstance(what, Ruleset) and (is_packed(what) or not isinstance(what, str) or "\n" in what
                                          or what in hands.names() or names_file(what)):
        return load(what)
    return play_out(ruleset(what), Shuffle(seed=seed or 0, hand=hand), seats=seats)


@checked
def load(what: HandLike, *, rules: RulesetLike | None = None) -> Timeline:
    """Load a hand by its name, from a file, from its TOML text, or from its share code.

    The name is that of a packaged hand; a file is a path, or a name that ends in .toml. The share code begins with
    "dlab1:"; every view copies it, and it holds the whole hand. For a file with the name of a game or of a packaged
    hand, write "./block". `rules` is a ruleset of your own, or another game, to be used instead of the one in the
    record; the changes in the record's [rules] apply to it, too. Raises RecordError if there is no such hand; mistakes
    inside a file are in `.problems` instead.

    >>> dl.load("all-fives-worked-example").is_study
    True
    """
    if isinstance(what, Timeline):
        return what
    hand = read(text_of(what), resolver(rules))
    short = ("\n" not in str(what) or is_packed(what)) and rules is None
    return replace(hand, line=f"dl.load({python_literal(str(what))})") if short else hand


def match_text(what: str | Path) -> str | bytes:
    """Return the text of a match file; raises RecordError if there is no such file."""
    if isinstance(what, Path) or (isinstance(what, str) and "\n" not in what and what.endswith(".toml")):
        path = expand(what)
        if not os.path.exists(path):
            raise RecordError(phrase("playing.no_file", file=path, folder=Path.cwd(), name=path.name))
        return text_of(path)
    return text_of(what)


def text_of(what: str | Path) -> str | bytes:
    """Return the text of a packaged name, a file, a text or a share code; raises RecordError for anything else."""
    if isinstance(what, str) and is_packed(what):
        return unpack(what)
    if isinstance(what, str) and "\n" in what:
        return what
    if isinstance(what, str) and what in hands.names():
        return hands.text(what)
    if not isinstance(what, str | Path):
        raise RecordError(f"{quote(what)} is not a hand: give a packaged hand's name, a file, or the text of a record")
    if not str(what).strip():
        raise RecordError("a hand file needs a name, such as my-hand.toml")
    if names_game(what):
        raise RecordError(f"{quote(what)} is a game, not a hand: dl.play_out({quote(what)}) plays one; for a file "
                          f"with that name write {quote(f'./{what}')}")
    try:
        return content(what, MOST_CHARACTERS)
    except RecordError:
        if os.path.lexists(expand(what)):
            raise
        raise RecordError(f"no file and {hands.none_called(str(what))}") from None


def names_file(what: object) -> bool:
    """Return True if a text names a file: it is a path, ends in .toml, or exists.

    The name of a game or of a packaged hand never means a file; a file with that name is "./block".
    """
    if not isinstance(what, str):
        return isinstance(what, Path)
    if "\n" in what or what in hands.names() or names_game(what):
        return False
    return what.endswith(".toml") or is_there(what)


def names_game(what: object) -> bool:
    """Return True if one game or several have this name."""
    return isinstance(what, str) and catalogue.is_name(what)


def _is_text(name: object) -> bool:
    """Return True for a file or its text."""
    return isinstance(name, Path) or (isinstance(name, str) and ("=" in name or _is_path(name)))


def _is_path(name: str) -> bool:
    """Return True for the name of a file; a file may have any name if its folder is given, as in "./block"."""
    if "\n" in name:
        return False
    ends_so = name.endswith(".toml")
    may_be = ends_so or ("=" in name and "/" in name and " " not in name)
    return (name.startswith(("./", "../", "/", "~")) or (may_be and not _is_toml(name))
            or ((ends_so or "=" in name) and is_there(name)))


def _is_toml(text: str) -> bool:
    """Return True for one line of TOML: a comment in it may end as the name of a file does."""
    try:
        return bool(tomllib.loads(text))
    except ValueError:
        return False


def _text(name: str | Path) -> str | bytes:
    if isinstance(name, str) and not _is_path(name):
        return name
    try:
        return content(name, MOST_CHARACTERS)
    except RecordError as error:
        raise RulesetError(str(error)) from None
