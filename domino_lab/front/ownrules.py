"""Own rules: rulesets out of a file and into one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from domino_lab import catalogue
from domino_lab.arguments import checked
from domino_lab.errors import RecordError, RulesetError
from domino_lab.files import content, save
from domino_lab.play.record import rulebook, source
from domino_lab.rules.ruleset import Ruleset


@checked
def save_rules(rules: str | Ruleset, path: str | Path | None = None) -> str:
    """The TOML text of a ruleset, with what it changes in its game; also written to the file `path`, if that is given.

    Rules that were read from a file keep its comments. A class of your own stands in it by its name alone: keep it in
    your notebook, and give it to `ruleset` as own= when you read the file again. Raises RecordError where the file
    cannot be written; then it is as it was.

    >>> save_rules(ruleset("block").but(target=61)).splitlines()[1]
    'ruleset = "block"'
    """
    found = catalogue.get(rules)
    text = rulebook.write_rules(found)
    if path is not None:
        save(text, path, such="our-rules.toml", check=lambda _data: rulebook.check_rules(found, text))
    return text


@checked
def ruleset(name: str | Path | Ruleset, *, own: Mapping[str, Any] | None = None) -> Ruleset:
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
    return rulebook.read_rules(_text(name), catalogue.get, own)


def _is_text(name: object) -> bool:
    """Whether rules are to be read: a file may have any name where its folder is named too, as in "./block"."""
    if isinstance(name, str) and name.startswith(("./", "../", "/", "~")):
        return True
    return isinstance(name, Path) or (isinstance(name, str) and ("=" in name or name.endswith(".toml")))


def _text(name: str | Path) -> str | bytes:
    if isinstance(name, str) and ("\n" in name or "=" in name):
        return name
    try:
        return content(name, source.MOST_CHARACTERS)
    except RecordError as error:
        raise RulesetError(str(error)) from None
