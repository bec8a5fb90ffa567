"""Own rules: a ruleset into a file."""

from __future__ import annotations

from pathlib import Path

from domino_lab.arguments import checked
from domino_lab.catalogue.reading import Named, ruleset
from domino_lab.files import save
from domino_lab.play.record import rulebook


@checked
def save_rules(rules: Named, path: str | Path | None = None) -> str:
    """The TOML text of a ruleset, with what it changes in its game; also written to the file `path`, if that is given.

    Rules that were read from a file keep its comments. A class of your own stands in it by its name alone: keep it in
    your notebook, and give it to `ruleset` as own= when you read the file again. Raises RecordError where the file
    cannot be written; then it is as it was.

    >>> save_rules(ruleset("block").but(target=61)).splitlines()[1]
    'ruleset = "block"'
    """
    found = ruleset(rules)
    text = rulebook.write_rules(found)
    if path is not None:
        save(text, path, such="our-rules.toml", check=lambda _data: rulebook.check_rules(found, text))
    return text
