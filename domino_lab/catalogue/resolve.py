"""Reading: rules and hands by whatever a reader calls them: a name, a file, its text, or what it already is."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from domino_lab import catalogue, hands
from domino_lab.arguments import checked
from domino_lab.errors import RecordError, RulesetError, shown
from domino_lab.files import content, expanded, is_there
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read, rules_table
from domino_lab.record.compact import is_packed, unpacked
from domino_lab.record.source import MOST_CHARACTERS
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal
from domino_lab.shuffle import Shuffle

Named = str | Path | Ruleset
"""What `ruleset` reads."""

Asked = Timeline | Ruleset | str | Path
"""What `hand_of` reads."""


@checked
def ruleset(name: Named, *, own: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset with that id or other name, out of a file that ends in .toml, or out of the TOML text itself.

    It displays as its rule page. `own` supplies the classes of your own that a file names, by group:
    `own={"matching": NeighbourPips()}`. Raises RulesetError for an unknown name, and for a file with what is wrong in
    it, by line.

    >>> ruleset("block").name, ruleset('ruleset = "block"\\nname = "Ours"').name
    ('Block Game', 'Ours')
    """
    if isinstance(name, Ruleset) or not _is_text(name):
        if own:
            raise RulesetError("own= is for a file of rules that names parts of yours; for a game of the catalogue "
                               'write them as changes, as in dl.ruleset("block").but(scoring=...)')
        return catalogue.get(name)  # type: ignore[arg-type]
    return rules_table.read_rules(_text(name), catalogue.get, own)


def as_list(rulesets: Sequence[Named] | Named) -> list[Named]:
    """One ruleset or several as a list; a name alone is one ruleset, not its letters."""
    return [rulesets] if isinstance(rulesets, Named) else list(rulesets)


def resolver(rules: Named | None) -> Callable[[str], Ruleset]:
    """How a record finds its ruleset by the name in it: in the catalogue, unless `rules` stands for whatever it names.
    """
    if rules is None:
        return catalogue.get
    house = ruleset(rules)
    return lambda _name: house


def hand_of(what: Asked, *, seed: int = 0, hand: int = 0, seats: int | None = None) -> Timeline:
    """A hand as it is, a packaged hand, a file, its text or its one line, or a game that the default players play out.

    `seed`, `hand` and `seats` choose the deal of a game. Raises RecordError or RulesetError for anything else.
    """
    if isinstance(what, Timeline):
        return what
    if not isinstance(what, Ruleset) and (is_packed(what) or not isinstance(what, str) or "\n" in what
                                          or what in hands.names() or names_file(what)):
        return load(what)
    return play_out(ruleset(what), Shuffle(seed=seed, hand=hand), seats=seats)


def load(what: str | Path, rules: Named | None = None) -> Timeline:
    """The hand that a packaged name, a file, a text or one line holds, with the line of Python that loads it again.

    `rules` stands for whatever ruleset the record names. Raises RecordError where there is no such hand; what is wrong
    inside a file is in `.problems`.
    """
    found = read(text_of(what), resolver(rules))
    short = ("\n" not in str(what) or is_packed(what)) and rules is None
    return replace(found, line=f"dl.load({python_literal(str(what))})") if short else found


def text_of(what: str | Path) -> str | bytes:
    """The text that a packaged name, a file, a text or its one line stands for; raises RecordError for none of them."""
    if isinstance(what, str) and is_packed(what):
        return unpacked(what)
    if isinstance(what, str) and "\n" in what:
        return what
    if isinstance(what, str) and what in hands.names():
        return hands.text(what)
    if not isinstance(what, str | Path):
        raise RecordError(f"{shown(what)} is no hand: give a packaged hand's name, a file, or the text of a record")
    if names_game(what):
        raise RecordError(f"{shown(what)} is a game, not a hand: dl.play_out({shown(what)}) plays one; for a file "
                          f"with that name write {shown(f'./{what}')}")
    try:
        return content(what, MOST_CHARACTERS)
    except RecordError:
        if os.path.lexists(expanded(what)):
            raise
        near = hands.none_called(str(what))
        raise RecordError(f"{str(what)[:80]!r} is neither a hand nor a file: {near}; a file ends in .toml") from None


def names_file(what: object) -> bool:
    """Whether a file is meant, where a hand or a game could be: by a path, by its end .toml, or because it is there.

    What is called as a game or as a packaged hand is never a file: one of that name is "./block".
    """
    if not isinstance(what, str):
        return isinstance(what, Path)
    if "\n" in what or what in hands.names() or names_game(what):
        return False
    return what.endswith(".toml") or is_there(what)


def names_game(what: object) -> bool:
    """Whether a game is called so, or several are."""
    return isinstance(what, str) and catalogue.is_name(what)


def _is_text(name: object) -> bool:
    """Whether rules are to be read: a file may have any name where its folder is named too, as in "./block"."""
    if isinstance(name, str) and name.startswith(("./", "../", "/", "~")):
        return True
    return isinstance(name, Path) or (isinstance(name, str) and ("=" in name or name.endswith(".toml")))


def _text(name: str | Path) -> str | bytes:
    if isinstance(name, str) and ("\n" in name or "=" in name):
        return name
    try:
        return content(name, MOST_CHARACTERS)
    except RecordError as error:
        raise RulesetError(str(error)) from None
