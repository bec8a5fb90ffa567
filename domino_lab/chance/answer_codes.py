"""Answer codes: the first answers of one learner in twelve letters and digits, and what the codes of a class say.

A code is read aloud, typed or photographed. Eight of its characters hold the answers, packed with mixed radix: for each
question the number of the answer, 0 for none and 1 for "Show me". Two tell which questions they answer. The last two
check all others, so that a code with up to two wrong characters, or with two of them swapped, is refused. `codes.js`
packs in the same way.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import floor, prod
from typing import NamedTuple

from domino_lab.core.errors import NotationError, RulesetError
from domino_lab.io.spreadsheets import plain
from domino_lab.words import phrase
from domino_lab.words.escaping import one_line

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of a code: those of Crockford's base 32, which has no I, L, O or U."""
_TYPED = str.maketrans("ILOU", "110V", "-\u2010\u2011\u2012\u2013\u2212 ")
"""What is typed instead of a sign, and what is left out."""

LENGTH, ANSWERS = 12, 8
"""The signs of a code, and those that hold the answers."""
ROOM: int = 32**ANSWERS
"""So many different sets of answers fit into a code."""
NOTHING, SHOWN, FIRST = 0, 1, 2
"""The number of a question that is not answered, of one whose answer was only shown, and of its first answer."""

MOST_CODES = 10_000
"""So many lines are read; a class is smaller."""
MOST_LETTERS = 1_000_000
"""So many letters of a text are read."""
_LONGEST_LINE, _LONGEST_NAME = 400, 40


class Answer(NamedTuple):
    """An answer that a code can tell from others: its `text`, whether it is right, the `reply` to it, and its points.
    """

    text: str
    right: bool = False
    reply: str = ""
    points: float = 0.0


class Picture(NamedTuple):
    """A picture of the table as SVG, and the same position in words."""

    svg: str
    text: str


class CodedQuestion(NamedTuple):
    """A question with the answers that a code can tell apart; `keys` has the place of each by what was given.

    Anything else counts as the answer at place `below`, if it is a number smaller than `pivot`, or else `above`.
    `picture` shows the position that it is about.
    """

    text: str
    answers: tuple[Answer, ...]
    keys: Mapping[str, int]
    below: int
    above: int
    pivot: int = 0
    picture: Picture | None = None

    def number(self, given: str) -> int:
        """Return the number in a code of an answer.

        >>> answers = Answer("3", right=True), Answer("too low"), Answer("too high")
        >>> question = CodedQuestion("1 + 2?", answers, {"3": 0}, below=1, above=2, pivot=3)
        >>> [question.number(given) for given in ("3", "2", "30")]
        [2, 3, 4]
        """
        if given in self.keys:
            return FIRST + self.keys[given]
        low = re.fullmatch(r"[+-]?\d{1,9}", given) is not None and int(given) < self.pivot
        return FIRST + (self.below if low else self.above)

    def answer(self, number: int) -> Answer | None:
        """Return the answer of that number; None if the question was not answered, or its answer was shown."""
        return self.answers[number - FIRST] if number >= FIRST else None

    @property
    def best(self) -> Answer:
        """The first of the right answers."""
        return next(answer for answer in self.answers if answer.right)

    def points(self, number: int) -> float:
        """Return the points of the answer of that number; no answer has those of the worst one."""
        answer = self.answer(number)
        return min(each.points for each in self.answers) if answer is None else answer.points


class Beside(NamedTuple):
    """A score to compare with, that of a computer player, and a sentence that tells it."""

    score: float
    text: str


@dataclass(frozen=True)
class AnswerSheet:
    """The questions that codes answer, under a title. `detail` says how much of an answer a code keeps.

    It is one of DETAILS: "answers" (each answer), "mistakes" (of numbers only those of known mistakes, and whether
    others are too low or too high) or "marks" (right or wrong). `scores` says what the points of the answers add up to:
    "" (they have none), "lost" (points given away, as negative numbers) or "ahead" (of the other players). `beside` is
    a score to compare with.
    """

    title: str
    questions: tuple[CodedQuestion, ...]
    detail: str = "answers"
    scores: str = ""
    beside: Beside | None = None

    @property
    def fits(self) -> bool:
        """True if every set of answers has a code."""
        return prod(self._radices) <= ROOM

    @property
    def _radices(self) -> list[int]:
        return [len(question.answers) + FIRST for question in self.questions]

    @cached_property
    def key(self) -> int:
        """The number that tells these questions from others, 0 to 1023, as the codes have it."""
        told = repr([(question.text, [answer[:2] for answer in question.answers]) for question in self.questions])
        return int.from_bytes(sha256(told.encode(errors="surrogatepass")).digest()[:2], "big") % 32**2

    def code(self, numbers: Sequence[int]) -> str:
        """Return the code of the answers to all questions, each by its number.

        >>> sheet = AnswerSheet("Sums", (CodedQuestion("1 + 1?", (Answer("2", right=True),), {"2": 0}, 0, 0),))
        >>> sheet.code([2]), sheet.read(sheet.code([2]).lower())
        ('0000-0002-82H8', (2,))
        """
        value = 0
        for number, radix in zip(reversed(numbers), reversed(self._radices), strict=True):
            value = value * radix + number
        whole = value * 32**2 + self.key
        body = [whole >> 5 * place & 31 for place in reversed(range(LENGTH - 2))]
        signs = "".join(SIGNS[sign] for sign in (*body, *_checks(body)))
        return "-".join(signs[at: at + 4] for at in range(0, LENGTH, 4))

    def read(self, code: str) -> tuple[int, ...]:
        """Return the number of each answer. Raises NotationError for a code that is mistyped or of other questions."""
        signs = bare(code)
        if len(signs) != LENGTH or not set(signs) <= set(SIGNS):
            raise NotationError(phrase("codes.not_a_code", number=LENGTH))
        *body, first, second = (SIGNS.index(sign) for sign in signs)
        if _checks(body) != (first, second):
            raise NotationError(phrase("codes.mistyped"))
        value = int("".join(f"{sign:05b}" for sign in body), 2)
        value, key = divmod(value, 32**2)
        numbers = []
        for radix in self._radices:
            value, number = divmod(value, radix)
            numbers.append(number)
        if key != self.key or value:
            raise NotationError(phrase("codes.other"))
        return tuple(numbers)

    def data(self) -> dict[str, object]:
        """Return what `codes.js` needs to make and to read codes, as plain JSON."""
        scores = {"points": [[answer.points for answer in question.answers] for question in self.questions]}
        return {"key": self.key, "questions": [
            {"answers": len(question.answers), "keys": dict(question.keys), "below": question.below,
             "above": question.above, "pivot": question.pivot} for question in self.questions],
            **(scores if self.scores else {})}

    def score(self, numbers: Sequence[int]) -> float:
        """Return the points of the answers to all questions, each by its number."""
        return round(sum(question.points(number) for question, number in zip(self.questions, numbers, strict=True)), 1)


DETAILS = ("answers", "mistakes", "marks")


def first_that_fits(sheets: Iterable[AnswerSheet]) -> AnswerSheet:
    """Return the first sheet whose answers fit into a code; raises RulesetError if none does."""
    for sheet in sheets:
        if sheet.fits:
            return sheet
    most = max(number for number in range(1, 64) if (len(("right", "wrong")) + FIRST) ** number <= ROOM)
    raise RulesetError(phrase("codes.too_many", most=most, number=len(sheet.questions)))


def bare(code: str) -> str:
    """Return the signs of a code as it was typed: in capitals, without dashes, and look-alikes as what they mean.

    >>> bare("k7qf-2mol-xb3c")
    'K7QF2M01XB3C'
    """
    return code.upper().translate(_TYPED)


def _twice(sign: int) -> int:
    """Multiply by 2 in the field of 32 elements, whose polynomial is x^5 + x^2 + 1."""
    return sign << 1 ^ (0b100101 if sign & 16 else 0)


def _checks(body: Sequence[int]) -> tuple[int, int]:
    """The two check signs: weighted sums in which each place weighs differently, and any two are independent."""
    first = second = 0
    for sign in body:
        first, second = _twice(first ^ sign), _twice(_twice(second ^ sign))
    return first, second


# --- the codes of a class ---------------------------------------------------------------------------------------------

class Entry(NamedTuple):
    """The answers of one learner by number, whose `name` may be empty."""

    name: str
    numbers: tuple[int, ...]


class Refused(NamedTuple):
    """A line that is not counted, by its number from 1, and the reason."""

    line: int
    text: str
    reason: str


class Tally(NamedTuple):
    """An answer with the number of `learners` who gave it, and their names."""

    answer: Answer
    learners: int
    names: tuple[str, ...]


class Score(NamedTuple):
    """A score, as a whole number of points, with the number of `learners` who have it, and their names."""

    points: int
    learners: int
    names: tuple[str, ...]


class ClassCodes(NamedTuple):
    """What a class has answered: an entry for each learner, the lines refused, and how many lines were left out."""

    sheet: AnswerSheet
    entries: tuple[Entry, ...]
    refused: tuple[Refused, ...]
    left_out: int

    def tallies(self, place: int) -> tuple[Tally, ...]:
        """Return how often each answer to the question at `place`, from 0, was given, with none and shown at the end.
        """
        question = self.sheet.questions[place]
        others = Answer(phrase("codes.shown")), Answer(phrase("codes.none"))
        numbers = [*range(FIRST, FIRST + len(question.answers)), SHOWN, NOTHING]
        counts = Counter(entry.numbers[place] for entry in self.entries)
        return tuple(Tally(answer, counts[number],
                           tuple(entry.name for entry in self.entries if entry.numbers[place] == number and entry.name))
                     for number, answer in zip(numbers, (*question.answers, *others), strict=True))

    def right(self, place: int) -> int:
        """Return how many learners answered that question correctly at their first try."""
        return sum(tally.learners for tally in self.tallies(place) if tally.answer.right)

    def mistake(self, place: int) -> Tally | None:
        """Return the commonest wrong answer to that question; None if there is none."""
        wrong = [tally for tally in self.tallies(place)[:-2] if not tally.answer.right and tally.learners]
        return max(wrong, key=lambda tally: tally.learners, default=None)

    def hardest(self) -> int | None:
        """Return the place of the question that most learners answered wrongly; None if nobody did."""
        wrong = [sum(tally.learners for tally in self.tallies(place)[:-2] if not tally.answer.right)
                 if any(answer.right for answer in question.answers) else 0
                 for place, question in enumerate(self.sheet.questions)]
        return wrong.index(max(wrong)) if any(wrong) else None

    def beside(self) -> str:
        """Return the score to compare with in a sentence, and how many learners did better; empty if there is none."""
        beside = self.sheet.beside
        if beside is None:
            return ""
        better = sum(self.sheet.score(entry.numbers) > beside.score for entry in self.entries)
        return f"{beside.text} {phrase('codes.better', better=better, count=len(self.entries))}"

    def scores(self) -> tuple[Score, ...]:
        """Return the scores, the best first, to whole points; none of a sheet whose answers have no points."""
        learners: dict[int, list[str]] = {}
        for entry in self.entries if self.sheet.scores else ():
            learners.setdefault(floor(self.sheet.score(entry.numbers) + 0.5), []).append(entry.name)
        return tuple(Score(points, len(names), tuple(filter(None, names)))
                     for points, names in sorted(learners.items(), reverse=True))

    def rows(self) -> list[dict[str, object]]:
        """Return a row for each learner: name, right answers, points if there are any, and the answer to each question.
        """
        made = []
        for entry in self.entries:
            given = [question.answer(number) for question, number in
                     zip(self.sheet.questions, entry.numbers, strict=True)]
            none = {SHOWN: phrase("codes.shown"), NOTHING: ""}
            texts = [none[number] if answer is None else answer.text
                     for answer, number in zip(given, entry.numbers, strict=True)]
            right = sum(answer is not None and answer.right for answer in given)
            score = {"points": self.sheet.score(entry.numbers)} if self.sheet.scores else {}
            made.append({"name": entry.name, "right": right, **score,
                         **{f"question {at}": text for at, text in enumerate(texts, 1)}})
        return made


def read_codes(sheet: AnswerSheet, text: str) -> ClassCodes:
    """Read codes, one a line, each with a name before it if that is known.

    Cells may be separated by commas, semicolons or tabs, as in a CSV file. The same name replaces what it answered
    before; a code without a name counts each time, because learners with the same answers have the same code.

    >>> sheet = AnswerSheet("Sums", (CodedQuestion("1 + 1?", (Answer("2", right=True),), {"2": 0}, 0, 0),))
    >>> codes = read_codes(sheet, "Ana 0000-0002-82H8\\nAna,0000-0002-82H8\\n0000-0002-82H8\\n0000-0002-82H9")
    >>> len(codes.entries), codes.right(0), [(one.line, one.reason) for one in codes.refused]
    (2, 2, [(4, 'This code is mistyped: look at each character again.')])
    """
    lines = [(at, row.strip()) for at, row in enumerate(text[:MOST_LETTERS].splitlines(), 1) if row.strip()]
    entries: dict[object, Entry] = {}
    refused = []
    for at, row in lines[:MOST_CODES]:
        name, code = split_line(row[:_LONGEST_LINE])
        try:
            entries[name.casefold() or at] = Entry(name, sheet.read(code))
        except NotationError as error:
            refused.append(Refused(at, one_line(row[:_LONGEST_NAME]), str(error)))
    return ClassCodes(sheet, tuple(entries.values()), tuple(refused), max(len(lines) - MOST_CODES, 0))


_CELLS = re.compile(r"[,;\t]")


def split_line(row: str) -> tuple[str, str]:
    """Return the name and the code on a line.

    >>> split_line("Ben Ali k7qf-2m9t-xb3c"), split_line('"Ali, Ben",K7QF2M9TXB3C'), split_line("Ben K7QF 2M9T XB3C")
    (('Ben Ali', 'k7qf-2m9t-xb3c'), ('Ali, Ben', 'K7QF2M9TXB3C'), ('Ben', 'K7QF 2M9T XB3C'))
    """
    cells = [cell for cell in (cell.strip().strip('"').strip() for cell in _CELLS.split(row)) if cell]
    if len(cells) > 1:
        codes = [at for at, cell in enumerate(cells) if len(bare(cell)) == LENGTH and set(bare(cell)) <= set(SIGNS)]
        code = cells.pop(codes[-1] if codes else -1)
        return _name(", ".join(cells)), code
    parts = (cells or [""])[0].split()
    grouped = len(parts) > 2 and all(len(part) <= 5 and part.isalnum() for part in parts[-3:])
    at = len(parts) - (3 if grouped else 1)
    return _name(" ".join(parts[:at])), " ".join(parts[at:])


def _name(text: str) -> str:
    return one_line(plain(text).rstrip(":"))[:_LONGEST_NAME].strip()
