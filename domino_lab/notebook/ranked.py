"""Ranked: a tournament of players from a notebook cell, with its progress, and a result that shows itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import fields
from math import isfinite
from typing import Annotated, Any, TypedDict, Unpack

from domino_lab.arguments import Count, Whole, checked
from domino_lab.catalogue.resolve import Named, as_list, ruleset
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.long_runs import Teller
from domino_lab.chance.tournament import MOST_DEALS, Entry, Tournament, entrants
from domino_lab.escaping import escape, paragraphs, printable, without_math
from domino_lab.notebook.loading import Hand
from domino_lab.notebook.progress_bar import telling
from domino_lab.notebook.simulating import Plotted
from domino_lab.picture.charts import IntervalRow, rating_dots
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase

_CLOSE = "padding:.4em .2em"


class Ranked(Tournament):
    """A tournament as a notebook gets it: it shows itself as ratings with errors, and who beat whom.

    >>> print(tournament(["heaviest", "random"], "block", deals=50, seed=1, engine="plain"))
    Block Game: 50 deals, each played both ways round, seed 1
    ...
    """

    @classmethod
    def of(cls, found: Tournament) -> Ranked:
        """The same result.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> Ranked.of(play_tournament(["heaviest", "random"], "block", deals=2, engine="plain")).hands
        4
        """
        return cls(**{one.name: getattr(found, one.name) for one in fields(found)})

    @property
    def title(self) -> str:
        """The games, how many deals, and the seed."""
        return self._titled(self.rulesets)

    def _titled(self, games: Sequence[str]) -> str:
        facts = {"games": games, "deals": self.deals, "asked": self.asked, "seed": self.fixtures.seed}
        return phrase("tournament.title_left" if self.interrupted else "tournament.title", **facts)

    @property
    def told(self) -> tuple[str, ...]:
        """What it says in sentences: whether the first is better than the second, and how the numbers are meant.

        >>> tournament(["heaviest", "random"], "block", deals=5, seed=1, engine="plain").told[0][:42]
        'heaviest and random are too close to call:'
        """
        tied = (phrase("tournament.half"),) if self._has_ties else ()
        return (*self.notes, self._verdict(), phrase("tournament.more"), *tied, phrase("tournament.how"),
                self._engine_told())

    def _verdict(self) -> str:
        first, second = (one.player for one in self.standings()[:2])
        found = self.share(first, second)
        which = "unmet" if not found.hands else "clear" if found.low > 0.5 else "open"
        return phrase(f"tournament.{which}", first=first, second=second, share=found.percent)

    def _engine_told(self) -> str:
        engines = self.engines
        if "readable" not in engines:
            return phrase("tournament.by_kernel")
        why = "; ".join(engines["readable"])
        return phrase("tournament.partly" if len(engines) > 1 else "tournament.by_hand_why" if why else
                      "tournament.by_hand", why=why)

    def more(self, deals: int = 100, *, executor: Executor | None = None, progress: Teller | bool = True) -> Ranked:
        """The tournament with so many deals more, as if all had been asked for at once; an interrupted one goes on.

        With 0 deals an interrupted one is played to its end.

        >>> tournament(["heaviest", "random"], "block", deals=5, engine="plain").more(3).deals
        8
        """
        from domino_lab.chance.tournament import play_more

        hands = 2 * deals * self.fixtures.in_a_deal
        facts: dict[str, Any] = {"games": self.rulesets, "hands": hands, "seed": self.fixtures.seed}
        with telling(progress, hands, "tournament.playing", **facts) as tell:
            return Ranked.of(play_more(self, deals, executor=executor, progress=tell))

    def hand(self, player: str, against: str, deal: int = 0, ruleset: Ruleset | str | None = None) -> Timeline:
        """One hand of this tournament: `player` sits at the first seat; in the other one of the deal `against` does.

        Where nobody says otherwise it is in the first ruleset. Raises DominoError for what is not there.

        >>> tournament(["heaviest", "random"], "block", deals=2, engine="plain").hand("random", "heaviest", 1).names
        ('random', 'heaviest')
        """
        return Hand.of(super().hand(player, against, deal, ruleset))

    def plot(self, ruleset: Ruleset | str | None = None) -> Plotted:
        """A picture that shows itself: the ratings with their 95 % intervals, over all rulesets or in one.

        >>> tournament(["heaviest", "random"], "block", deals=50, seed=1, engine="plain").plot()
        Block Game: 50 deals, each played both ways round, seed 1
          heaviest  ...
          random    ...
        """
        dots = [IntervalRow(one.player, one.rating.value, one.rating.low, one.rating.high, _rating(one.rating))
                for one in self.standings(ruleset)]
        title = self.title if ruleset is None else self._titled((self.rulesets[self._game(ruleset) or 0],))
        lines = _columns([(dot.name, dot.words) for dot in dots])
        return Plotted(rating_dots(title, phrase("tournament.axis"), dots), (title, *lines))

    @property
    def _has_ties(self) -> bool:
        return any(bout.tied for bout in self.bouts)

    def _standings(self) -> list[tuple[str, ...]]:
        """The standings as they are written under their heads; on a phone there is no room for a column of noughts."""
        rows = [(one.player, _rating(one.rating), f"{one.won:,}", f"{one.tied:,}", f"{one.lost:,}", _points(one.margin))
                for one in self.standings()]
        kept = [place for place, head in enumerate(_HEADS) if head != "tied" or self._has_ties]
        return [tuple(row[place] for place in kept) for row in (_named(_HEADS), *rows)]

    def _pairs(self) -> list[tuple[str, ...]]:
        """Who met whom, as it is written under its heads; the stronger one stands first."""
        found = [_named(_PAIR_HEADS)]
        for one in self.pairings():
            turned = one.share.value < 0.5
            player, against = (one.against, one.player) if turned else one[1:3]
            name = phrase("tournament.pair" if len(self.rulesets) == 1 else "tournament.pair_in", game=one.ruleset,
                          player=player, against=against)
            found.append((name, self.share(player, against, one.ruleset).percent,
                          _points(self.margin(player, against, one.ruleset))))
        return found

    def __str__(self) -> str:
        written = [line for rows in (self._standings(), self._pairs()) for line in ("", *_columns(rows))]
        return printable("\n".join((self.title, *written, "", *self.told, *([self.line] if self.line else []))))

    def _repr_html_(self) -> str:
        """The standings and who met whom as tables, narrow enough for a phone; `table` and `pair_table` have more."""
        line = f"<p><code>{escape(self.line)}</code></p>" if self.line else ""
        said = paragraphs("\n".join(self.told))
        return without_math(_html(self._standings()), _html(self._pairs()), said, line)

    def _repr_mimebundle_(self, **_which: Any) -> dict[str, str]:
        """The picture over the tables; as text the tables, so that a saved number that drifts is noticed."""
        return {"text/plain": str(self), "text/html": without_math(self.plot().svg, self._repr_html_())}


_HEADS = ("player", "rating", "won", "tied", "lost", "ahead")
_PAIR_HEADS = ("pair", "share", "ahead")


def _rating(found: Estimate) -> str:
    if not isfinite(found.error):
        return phrase("tournament.rating_open", value=f"{found.value:.0f}")
    return phrase("tournament.rating", value=f"{found.value:.0f}", half=f"{found.high - found.value:.0f}")


def _points(found: Estimate) -> str:
    if not found.hands:
        return "?"
    if not isfinite(found.error):
        return phrase("tournament.rating_open", value=f"{found.value:+.1f}")
    return phrase("tournament.rating", value=f"{found.value:+.1f}", half=f"{found.high - found.value:.1f}")


def _named(heads: Sequence[str]) -> tuple[str, ...]:
    return tuple(phrase(f"tournament.column_{head}") for head in heads)


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Names to the left, numbers to the right, each column as wide as its widest."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *numbers in rows:
        yield "  ".join(("", f"{name:<{wide[0]}}",
                         *(f"{number:>{width}}" for number, width in zip(numbers, wide[1:], strict=True))))


def _html(rows: Sequence[Sequence[str]]) -> str:
    """A name may be broken where room is scarce, a number never."""
    top = "".join(f'<th scope="col" style="{_CLOSE}">{escape(head)}</th>' for head in rows[0])
    cells = ("".join(f'<td style="{_CLOSE};white-space:nowrap">{escape(number)}</td>' for number in numbers)
             for _, *numbers in rows[1:])
    body = "".join(f'<tr><th scope="row" style="text-align:left;{_CLOSE}">{escape(row[0])}</th>{numbers}</tr>'
                   for row, numbers in zip(rows[1:], cells, strict=True))
    return f'<table class="dataframe"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


class _How(TypedDict, total=False):
    seats: int | None
    chunk: Count | None
    engine: str | None


@checked
def tournament(
    players: Sequence[Entry] | Mapping[str, Entry],
    rulesets: Sequence[Named] | Named,
    *,
    deals: Annotated[int, Whole(1, MOST_DEALS)] = 100,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Teller | bool = True,
    **how: Unpack[_How],
) -> Ranked:
    """Let every two players meet in `deals` deals of each ruleset, both ways round, and rate them with their errors.

    Players are names such as "greedy" and "thinking", or functions of yours that take what a player may know (a View)
    and a stream of random numbers and give one of `view.legal`; a mapping gives them names. Both play each deal in both
    places, so that neither the lead nor the luck of the deal helps one of them. In a notebook a bar shows how far it
    is; `progress` is a function that hears of it instead, or False. `how` goes to `chance.tournament` (`seats`,
    `chunk`, `engine`). An `executor` shares the work out; stopped half-way, it gives what was played so far.

    Raises RulesetError where there is no such game, and DominoError or ValueError for a player nobody knows, two of one
    name, a patience, or seats that the game does not allow.

    >>> tournament(["heaviest", "random"], "block", deals=20, seed=1, engine="plain").players
    ('heaviest', 'random')
    """
    from domino_lab.chance.tournament import play_tournament

    games, number = [ruleset(one) for one in as_list(rulesets)], len(entrants(players))
    hands = 2 * deals * len(games) * (number * (number - 1) // 2)
    facts: dict[str, Any] = {"games": [rules.name for rules in games], "hands": hands, "seed": seed}
    with telling(progress, hands, "tournament.playing", **facts) as tell:
        return Ranked.of(play_tournament(players, games, deals=deals, seed=seed, executor=executor, progress=tell,
                                         **how))
