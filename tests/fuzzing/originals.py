"""Originals: sound texts of every kind that this package reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from domino_lab import hands
from domino_lab.catalogue import get
from domino_lab.chance.exercises import class_book
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.match import play_match
from domino_lab.play.timeline import play_out
from domino_lab.record import write
from domino_lab.record.compact import pack
from domino_lab.record.match_file import Setup, write_match
from domino_lab.record.rules_table import write_rules

GAMES = ("block", "all-fives", "two-box", "two-box-cutthroat", "blind", "draw/pay-chips", "block/partners",
         "draw-vietnamese", "draw-classic", "bingo/choice", "patience", "fives-limit", "five-columns", "knock-out",
         "twelve-to-go")
MATCHES = ("block", "draw/pay-chips", "two-box-cutthroat", "draw-puerto-rico")
HOUSES = (
    ("all-fives", {"multiple": (3, 5), "target": {2: 100, 3: 61, 4: 61, "pairs": 100}}),
    ("block", {"deal": {2: 7, 4: 6}, "first_leader": {"holder": "6-6"}, "weights": {"0-0": 13}}),
    ("all-sevens", {"matching": {"sum": 8}, "max_pip": 8, "target": "one-hand"}),
)
WORDS = ("5-5", "5-0@5-5", "0-5>5", "draw", "pass", "stack 5-3", "5-0 call 10", "call 15", "say",
         "remove 6-6 0-0", "shift 4-2 to 3", "6-4@#3", "4-3@4-2>3", "#2")
COMMANDS = (
    "replay all-fives-worked-example --json", "replay bingo-thirteen-go-round", "rules block --set target=61 --json",
    "rules all-fives/all-threes", "settle block --holding 1-2,2-4 --holding 5-5 --out 1", "games --json",
    "settle draw-partnership --holding 1-1 --holding 2-2 --holding 3-3 --holding 4-4 --blocker 2",
    "new-hand block --seed 7 --hand 2 --players Ana,Ben --played --policy random", "new-hand bingo --seed 1 --seats 1",
    "picture two-box-whole-hand --step 4 -o -",
)


BARE = (
    'ruleset = "draw-classic"\nplayers = ["Ana", "Ben", "Cleo", "Dan"]\n[rules]\ndeal = {2 = 7, 4 = 5}\n'
    '[deal]\nseed = 1\n',
    'ruleset = "bingo"\n[deal]\nseed = 1\n', 'ruleset = "five-columns"\n[deal]\nseed = 3\n',
    'ruleset = "all-fives"\n[match]\nscores = [30, 5]\nhand = 3\n[deal]\nseed = 1\n',
)
"""Short ones: a wound in them is rarely far from what matters."""


class Original(NamedTuple):
    """A text and what it is: a hand, a match, rules, a line, a book, words or a command."""

    kind: str
    text: str


@lru_cache(maxsize=1)
def originals() -> tuple[Original, ...]:
    """Every original, in one fixed order."""
    return tuple(_all())


def _all() -> Iterator[Original]:
    written = [write(play_out(get(game), Shuffle(seed=1))) for game in GAMES]
    files = [hands.text(name) for name in hands.names()]
    yield from (Original("hand", text) for text in (*files, *written))
    yield from (Original("hand", text) for text in BARE)
    yield from (Original("match", text) for text in _matches())
    yield from (Original("rules", write_rules(get(game).but(**changes))) for game, changes in HOUSES)
    yield from (Original("line", pack(play_out(get(game), Shuffle(seed=2)))) for game in GAMES[::3])
    yield from (Original("book", text) for text in _books())
    yield from (Original("words", text) for text in WORDS)
    yield from (Original("command", text) for text in COMMANDS)


def _books() -> Iterator[str]:
    """The answers of a class as a spreadsheet has them, by commas and by semicolons."""
    answers = {"Ana": {"own_tile": "1/4"}, "=Ben": {"own_tile": "25 %"}, "Cléo, née B": {"own_tile": ""}}
    text = class_book(answers).to_csv()
    yield text
    yield text.replace(",", ";")


def _matches() -> Iterator[str]:
    """Matches whose last hand is not over, with and without what would let them be played on."""
    for game in MATCHES:
        match = play_match(get(game), seed=3)
        *before, last = match.hands[:3]
        begun = replace(match, hands=(*before, last.upto(3)))
        seats = len(match.hands[0].names)
        yield write_match(begun, title="An evening", setup=Setup(("human", *["greedy"] * (seats - 1)), 3))
        yield write_match(begun)
