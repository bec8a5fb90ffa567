"""Tally: what one line counts, has scored and says at a step, as HTML. No widgets here."""

from __future__ import annotations

from domino_lab.escaping import escape
from domino_lab.widgets.comparison.lockstep import Lockstep
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.sums import sum_of, verdict
from domino_lab.widgets.terms import linked
from domino_lab.words import phrase

APART = 1000
"""A term that the reader points at is named by its column and its tile: this many times the one, plus the other."""


def tally(head: Playhead, column: int) -> str:
    """The count as terms with its verdict; what the open ends show where nothing is counted; empty for a patience.

    >>> tally(Playhead("all-fives", seed=7, step=2), 0).count("data-dlab-tile")
    2
    """
    state, judged = head.state, head.now.judged
    if state.rules.solo is not None or not state.chain.laid:
        return ""
    said = verdict(judged) if judged is not None else ""
    count = state.board_count
    if count is None:
        values = tuple(sorted(end.value for end in state.open_ends))
        return f'<p class="dlab-note">{linked(phrase("comparison.ends", values=values))}</p>{said}'
    terms = tuple(term._replace(number=term.number + column * APART) for term in count.terms)
    return sum_of(count._replace(terms=terms)) + said


def scores(head: Playhead) -> str:
    """Who has how many points; empty where nobody keeps them.

    >>> scores(Playhead("all-fives", seed=7, step=2)).count("<b>")
    2
    """
    state = head.state
    if not state.rules.keeps_score or state.rules.solo is not None or state.table.study:
        return ""
    sides = [phrase("comparison.side", side=state.table.side_name(side)) for side in range(len(state.scores))]
    said = [f"{escape(side)} <b>{points}</b>" for side, points in zip(sides, state.scores, strict=True)]
    return f'<p class="dlab-scores">{" · ".join(said)}</p>'


def caption(here: Lockstep, number: int) -> str:
    """What happened at this step in line `number`; for one that has ended, what its last step was.

    >>> import domino_lab as dl
    >>> caption(Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"])), 1)[:20]
    'The tiles are dealt.'
    """
    head = here.heads[number]
    said = head.snapshot.told.caption
    return said if here.step <= head.end else f"{phrase('comparison.ended', step=head.end)} {said}"


def told(here: Lockstep) -> str:
    """What is announced: the captions with the names of their rulesets, one alone where all are the same, and the mark.

    >>> import domino_lab as dl
    >>> told(Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "all-fives"]), step=1))[:9]
    'Player 2 '
    """
    said = [caption(here, number) for number in range(len(here.heads))]
    lines = [f"{name}: {text}" for name, text in zip(here.comparison.names, said, strict=True)]
    return " ".join(filter(None, [*(lines if len(set(said)) > 1 else said[:1]), mark_here(here)]))


def mark_here(here: Lockstep) -> str:
    """Which lines differ at this step for the first time, and in what; empty where none does.

    >>> import domino_lab as dl
    >>> mark_here(Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "five-up"]), step=2))
    'Here the scores differ for the first time (Five Up).'
    """
    found = here.comparison
    at = {kind: [found.names[mark.line] for mark in found.marks if (mark.kind, mark.step) == (kind, here.step)]
          for kind in ("points", "play")}
    return " ".join(phrase(f"comparison.first_{kind}", lines=lines) for kind, lines in at.items() if lines)
