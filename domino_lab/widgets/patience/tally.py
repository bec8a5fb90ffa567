"""Tally: what became of every deal of a session, as rows, as streaks, as a table. No widgets here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.spreadsheets import to_csv
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

WON, LOST, LEFT_OFF = "won", "lost", "left_off"


class Result(NamedTuple):
    """What became of one deal: `result` is "won", "lost" or "left_off"; `left` tiles were left after `moves` actions.

    `choices` is how often there was more than one action, `undone` how often something was taken back.

    >>> Result("five-columns", "seed 3, hand 0", LOST, 4).moves
    0
    """

    game: str
    deal: str
    result: str
    left: int
    moves: int = 0
    choices: int = 0
    hints: int = 0
    undone: int = 0


class Tally:
    """The results of a session, by deal in the order in which they came; a deal played again changes its row.

    A deal that was won stays won, whatever is tried with it afterwards, and one that was lost is not left off.

    >>> tally = Tally()
    >>> tally.note(Result("bingo", "seed 1, hand 0", WON, 0))
    >>> tally.streak, tally.best
    (1, 1)
    """

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], Result] = {}

    @property
    def rows(self) -> tuple[Result, ...]:
        """A row for each deal.

        >>> Tally().rows
        ()
        """
        return tuple(self._rows.values())

    def of(self, game: str) -> Tally:
        """The results of one game alone.

        >>> tally = Tally()
        >>> tally.note(Result("bingo", "seed 1, hand 0", WON, 0))
        >>> tally.of("bingo").won, tally.of("knock-out").won
        (1, 0)
        """
        found = Tally()
        found._rows = {key: row for key, row in self._rows.items() if row.game == game}
        return found

    def clear(self) -> None:
        """Begin anew, without a row.

        >>> tally = Tally()
        >>> tally.note(Result("bingo", "seed 1, hand 0", WON, 0))
        >>> tally.clear()
        >>> tally.rows
        ()
        """
        self._rows.clear()

    def note(self, result: Result) -> None:
        """What became of a deal, unless more is known of it already.

        >>> tally = Tally()
        >>> for how in (LOST, WON):
        ...     tally.note(Result("bingo", "seed 1, hand 0", how, 0))
        >>> [row.result for row in tally.rows]
        ['won']
        """
        key = result.game, result.deal
        known = self._rows.get(key)
        if known is None or known.result == LEFT_OFF or (known.result == LOST and result.result != LEFT_OFF):
            self._rows[key] = result

    @property
    def won(self) -> int:
        """How many deals were won.

        >>> Tally().won
        0
        """
        return sum(row.result == WON for row in self.rows)

    @property
    def streak(self) -> int:
        """How many deals were won one after the other, up to the last.

        >>> Tally().streak
        0
        """
        return self._streaks()[-1]

    @property
    def best(self) -> int:
        """The longest such streak.

        >>> Tally().best
        0
        """
        return max(self._streaks())

    def _streaks(self) -> list[int]:
        found = [0]
        for row in self.rows:
            found.append(found[-1] + 1 if row.result == WON else 0)
        return found

    def table(self) -> pd.DataFrame:
        """The rows as a pandas table, numbered from 1.

        >>> list(Tally().table().columns)
        ['game', 'deal', 'result', 'tiles left', 'moves', 'choices', 'hints', 'taken back']
        """
        from domino_lab.dataframes import Printable

        columns = [phrase(f"patience.column_{name}") for name in Result._fields]
        told = [row._replace(result=phrase(f"patience.{row.result}")) for row in self.rows]
        return Printable(told, columns=columns, index=range(1, len(told) + 1))

    def to_csv(self, path: str | Path | None = None) -> str:
        r"""The table as CSV text, written to the file `path` where one is named.

        >>> Tally().to_csv()
        'game,deal,result,tiles left,moves,choices,hints,taken back\n'
        """
        return to_csv(self.table(), path, index=False, such="patience.csv")


SESSION = Tally()
"""The results of all that is played in this session: a cell that is run again goes on with them."""
