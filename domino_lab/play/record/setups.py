"""Setups: who sat where in a match and which seed it was dealt from, and whether its hands agree with that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domino_lab.play.match import Match
from domino_lab.play.record import forms
from domino_lab.play.record.findings import Findings, shown
from domino_lab.play.timeline import Timeline
from domino_lab.rules.leading import Standing
from domino_lab.shuffle import Shuffle


class Setup(NamedTuple):
    """What the [match] of a match file says, so that the match can be played on.

    `seated` names a player for each seat, "human" for a person; hand i of the file is a deal of `seed`, each the next
    after the one before; `whole` says that hands follow until the match is won.

    >>> Setup(("human", "greedy"), 7).whole
    True
    """

    seated: tuple[str, ...]
    seed: int
    whole: bool = True

    @property
    def table(self) -> dict[str, Any]:
        """The setup as the [match] table that says it.

        >>> Setup(("human", "greedy"), 7).table
        {'seated': ['human', 'greedy'], 'seed': 7}
        """
        return {"seated": list(self.seated), "seed": self.seed} | ({} if self.whole else {"whole": False})


def setup_of(said: Mapping[str, Any], found: Findings) -> Setup | None:
    """The setup in a [match] table; None, with a problem, where a key is wrong or missing (REC-KEY, REC-VALUE).

    >>> from domino_lab.play.record.lines import Lines
    >>> found = Findings(Lines.of("[match]"))
    >>> setup_of({"seated": ["human"]}, found), found.problems[0].message
    (None, 'The key "seed" is missing.')
    """
    form = forms.checked(said, forms.SETUP, ("match",), found)
    for key in ("seated", "seed"):
        if key not in said:
            found.problem(("match",), "REC-KEY", "missing", key=key)
    if "seated" not in form or "seed" not in form:
        return None
    return Setup(tuple(form["seated"]), form["seed"], form.get("whole", True))


def check_setup(setup: Setup, hands: Sequence[Timeline], found: Findings) -> None:
    """Compare the hands of a file with its setup: seats, deals, and what follows what (REC-STATED).

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.timeline import dealt
    >>> found = Findings(Lines.of(""))
    >>> check_setup(Setup(("human", "greedy"), 7), [dealt(get("block"), Shuffle(seed=8))], found)
    >>> found.problems[0].message
    'Hand 1 is not the next deal of seed 7, which the match is played from.'
    """
    if not hands:
        return
    seats = len(hands[0].names)
    if len(setup.seated) != seats:
        found.problem(("match", "seated"), "REC-STATED", "seated", n=len(setup.seated), seats=seats)
    _check_beginning(hands[0], found)
    for number, hand in enumerate(hands):
        _check_deal(setup, number, hands, found)
        if (hand.rules, hand.names) != (hands[0].rules, hands[0].names):
            found.problem(("hand", number), "REC-STATED", "unlike", hand=number + 1)
    _check_order(setup, hands, found)


def _check_beginning(hand: Timeline, found: Findings) -> None:
    """A match begins at nought: what went before is in the file, or never was."""
    standing = hand.state.table.standing
    fresh = Standing((0,) * len(standing.scores))
    for key, value in fresh._asdict().items():
        said = getattr(standing, key)
        if said != value:
            said, value = (list(each) if isinstance(each, tuple) else each for each in (said, value))
            found.problem(("hand", 0, "match", key), "REC-STATED", "fresh", key=key, said=shown(said),
                          value=shown("none" if value is None else value))


def _check_deal(setup: Setup, number: int, hands: Sequence[Timeline], found: Findings) -> None:
    first, shuffle = hands[0].shuffle, hands[number].shuffle
    wanted = Shuffle(seed=setup.seed, hand=(first.hand if first else 0) + number)
    if shuffle != wanted:
        found.problem(("hand", number, "deal"), "REC-STATED", "dealt", hand=number + 1, seed=setup.seed)


def _check_order(setup: Setup, hands: Sequence[Timeline], found: Findings) -> None:
    for number, hand in enumerate(hands[:-1]):
        if not hand.is_over:
            found.problem(("hand", number), "REC-STATED", "unfinished", hand=number + 1)
        elif not setup.whole or _is_won(hand):
            found.problem(("hand", number + 1), "REC-STATED", "over", hand=number + 2)


def _is_won(hand: Timeline) -> bool:
    """Whether this hand ended its match."""
    return Match(hand.rules, hand.state.table.standing).after(hand).is_over
