"""What a reader types in a notebook: names resolved, tables made, everything that displays itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domino_lab import catalogue
from domino_lab.catalogue.listing import called, listing, players
from domino_lab.errors import RecordError
from domino_lab.explain import refusal
from domino_lab.explain import transcript as transcripts
from domino_lab.explain import why as explaining
from domino_lab.explain.tried import tried
from domino_lab.play import timeline as timelines
from domino_lab.play.timeline import Timeline
from domino_lab.rules import comparing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import show_value
from domino_lab.rulings import clause
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile

if TYPE_CHECKING:
    import pandas as pd


def games() -> pd.DataFrame:
    """Every game and variation as one table, by family: name, players, other names, sheets, and the game it varies.

    >>> games().loc["block", "players"]
    '2, 3, 4'
    """
    from domino_lab.explain.whole import Whole

    rows = [
        {
            "family": entry["family"],
            "id": entry["id"],
            "name": entry["name"],
            "players": players(entry),
            "also called": called(entry),
            "sheets": ", ".join(entry["sheets"]),
            "variation of": entry["variation_of"] or "",
        }
        for entry in listing()
    ]
    return Whole(Whole(rows).set_index("id"))


def ruleset(name: str | Ruleset) -> Ruleset:
    """The ruleset with that id or other name; it displays as its rule page. Raises RulesetError for an unknown name.

    >>> ruleset("block").name
    'Block Game'
    """
    return catalogue.get(name)


def differences(one: str | Ruleset, other: str | Ruleset) -> pd.DataFrame:
    """The axes on which two rulesets differ, as a table with both values and both clauses.

    >>> list(differences("all-fives", "all-fives/all-spinners").index)
    ['spinner']
    """
    import pandas as pd

    first, second = ruleset(one), ruleset(other)
    rows = [
        {
            "axis": found.axis,
            first.name: show_value(found.one),
            second.name: show_value(found.other),
            "clause": _cited(found.one_clause),
            "clause there": _cited(found.other_clause),
        }
        for found in comparing.differences(first, second)
    ]
    return pd.DataFrame(rows, columns=["axis", first.name, second.name, "clause", "clause there"]).set_index("axis")


def _cited(clause_id: str) -> str:
    """A clause as a table cites it: a reading of this lab must not look like the words of a sheet."""
    found = clause(clause_id) if clause_id else None
    return "" if found is None else f"{found.id} (this lab)" if found.silent else found.id


def play_out(
    rules: str | Ruleset,
    *,
    seed: int = 0,
    hand: int = 0,
    seats: int | None = None,
    names: Sequence[str] | None = None,
    policies: Sequence[str] | str | None = None,
    shuffle: Shuffle | None = None,
) -> Timeline:
    """A hand played out by the default players, or by `policies`; `seed` and `hand` choose the deal.

    >>> play_out("block", seed=7).is_over
    True
    """
    deal = shuffle if shuffle is not None else Shuffle(seed=seed, hand=hand)
    return timelines.play_out(ruleset(rules), deal, seats=seats, names=names, policies=policies)


def lay(rules: str | Ruleset, tiles: str | Sequence[str]) -> Timeline:
    """Tiles laid one after the other without a deal: a layout study, to see what the board counts.

    Each tile joins where it fits; where that could be in several places, write "2-5@2-2": 2-5 joins the 2-2 (or "@#6",
    the sixth tile laid), and "5-2>2" where the 2 is to be left outward. Raises RecordError, with the clause, for a tile
    that does not fit, and for a patience, whose tiles have to be dealt. Where scores must be called, they are.

    >>> lay("all-fives", "5-5 5-0 3-5").state.board_count.total
    13
    """
    from domino_lab.play.record import read

    wanted = tiles.split() if isinstance(tiles, str) else list(tiles)
    found = ruleset(rules)
    if found.solo is not None:
        raise RecordError(f"{found.name} has no layout to study: its tiles are dealt (dl.play_out, dl.load)")
    head, moves = ["format = 1", f"ruleset = {_quoted(found.id)}"], [_laid(tile) for tile in wanted]
    if found["claim"] != "auto":
        aloud = found.but(claim="auto")
        scores = [step.points for step in read("\n".join(head + moves), lambda _id: aloud).steps[1:]]
        moves = [f"{move}\ncall = {score}" if score else move for move, score in zip_longest(moves, scores)]
    study = read("\n".join(head + moves), lambda _id: found)
    if study.problems:
        first = study.problems[0]
        raise RecordError(f"tile {first.move}, {wanted[(first.move or 1) - 1]}: {first.message} ({first.clause})")
    return study


def _laid(tile: str) -> str:
    place, _, outward = tile.partition(">")
    name, _, onto = place.partition("@")
    at = f"\nat = {_quoted(onto)}" if onto else ""
    out = f"\nout = {outward if outward.isdecimal() else _quoted(outward)}" if outward else ""
    return f"[[move]]\nplay = {_quoted(name)}{at}{out}"


def _quoted(text: str) -> str:
    return json.dumps(text)


def transcript(hand: str | Path | Timeline) -> pd.DataFrame:
    """A hand as a table, one row a step: who did what, what the table shows then, points, and everybody's score.

    >>> transcript("all-fives-worked-example")["count"].tolist()
    [10, 10, 13, 15, 14, 16, 17, 20]
    """
    import pandas as pd

    return pd.DataFrame(transcripts.transcript(load(hand))).set_index("step")


def load(what: str | Path | Timeline, *, rules: Ruleset | None = None) -> Timeline:
    """A hand: a packaged hand's name, a file (a path, or a name that ends in .toml), or the TOML text itself.

    `rules` supplies a ruleset of your own for a record that names one. Raises RecordError when there is no such hand;
    what is wrong inside a file is in `.problems` instead.

    >>> load("all-fives-worked-example").is_study
    True
    """
    if isinstance(what, Timeline):
        return what
    from domino_lab.play.record import read

    found = read(_text(what), (lambda _name: rules) if rules is not None else catalogue.get)
    short = "\n" not in str(what) and rules is None
    return replace(found, line=f"dl.load({json.dumps(str(what))})") if short else found


def _text(what: str | Path) -> str | bytes:
    from domino_lab import hands
    from domino_lab.play.record.source import MOST_CHARACTERS

    if isinstance(what, str) and "\n" in what:
        return what
    if isinstance(what, str) and what in hands.names():
        return hands.text(what)
    path = Path(what)
    if not path.is_file():
        raise RecordError(f"there is no hand {str(what)[:80]!r}: packaged hands are {', '.join(hands.names())}; "
                          "a file ends in .toml")
    with path.open("rb") as file:
        return file.read(MOST_CHARACTERS + 1)


def hand_of(what: str | Path | Timeline | Ruleset, *, seed: int = 0, hand: int = 0, seats: int | None = None
            ) -> Timeline:
    """What a widget shows: a packaged hand or file, else a ruleset played out by the default players.

    >>> hand_of("block", seed=7).rules.id
    'block'
    """
    from domino_lab import hands

    if isinstance(what, Ruleset):
        return play_out(what, seed=seed, hand=hand, seats=seats)
    named = isinstance(what, str) and "\n" not in what and not what.endswith(".toml") and what not in hands.names()
    if not named or Path(str(what)).is_file():
        return load(what)
    return play_out(str(what), seed=seed, hand=hand, seats=seats)


def settle(
    rules: str | Ruleset,
    *,
    holdings: Sequence[Sequence[str | Tile]],
    out: int | None = None,
    blocker: int | None = None,
    **axes: Any,
) -> Any:
    """Who wins a hand that ends with these holdings, and what it is worth, line by line.

    `out` is the seat that went out, `blocker` the one that laid last; axes change the rules as `but()` does. The
    result has `.winner` (a side, or None), `.award`, `.text`.

    >>> settle("block", holdings=[["1-2", "2-4", "3-5"], ["5-5", "3-4"]]).winner
    0
    """
    from domino_lab.play.settled import settle_holdings

    changed = ruleset(rules).but(**axes) if axes else ruleset(rules)
    return settle_holdings(changed, holdings, out=out, blocker=blocker)


def why(hand: str | Timeline, step: int) -> explaining.Explanation:
    """Why step `step` of a hand went as it did (0 is the deal).

    >>> why("all-fives-worked-example", 1).clause
    'AF0-SCORE-1'
    """
    return explaining.why(load(hand).steps[step])


def why_not(hand: str | Timeline, step: int, action: str, at: str | None = None) -> refusal.Answer:
    """Why something may not be done after step `step`: a tile laid (`at` names the laid tile it should join) or more.

    `action` is a tile, "draw", "pass", "stack 5-3", or in a patience "remove 6-6 0-0", "shift 4-2 to 3", "say".

    >>> why_not("all-fives-worked-example", 1, "6-6", at="5-5").clause
    'GEN-FIT-1'
    """
    state = load(hand).steps[step].state
    return refusal.why_not(state, tried(state, action, at))


def lessons() -> pd.DataFrame:
    """The notebooks of the course, in order.

    >>> "11_all_fives" in lessons().index
    True
    """
    import pandas as pd

    rows = [_lesson(path) for path in sorted(course_folder().glob("[0-9]*.ipynb"))]
    return pd.DataFrame(rows, columns=["lesson", "title", "minutes"]).set_index("lesson")


def course_folder() -> Path:
    """The folder of the course: inside an installed package, or beside it in a checkout.

    Raises RecordError when the course is nowhere to be found.

    >>> course_folder().is_dir()
    True
    """
    here = Path(__file__).parent
    for folder in (here / "course", here.parent / "notebooks"):
        if folder.is_dir():
            return folder
    raise RecordError("the course is not installed; the project's notebooks folder holds it")


def _lesson(path: Path) -> Mapping[str, object]:
    import re

    first = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
    title = re.search(r"^# (.+)$", first, re.M)
    minutes = re.search(r"(\d+) minutes", first)
    length = int(minutes[1]) if minutes else 0
    return {"lesson": path.stem, "title": title[1] if title else path.stem, "minutes": length}
