"""Places: which laid tile a play joins and how it lies, where `at`, `joins`, `out` and `edge` say so or need not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domino_lab.actions import Play
from domino_lab.chain import Laid, OpenEnd
from domino_lab.errors import NotationError
from domino_lab.play.legal import judge, plays
from domino_lab.play.record.findings import Findings, shown
from domino_lab.play.record.lines import Path
from domino_lab.play.record.ordinals import NUMBER, is_stacked, laid_at, number_of
from domino_lab.play.state import State
from domino_lab.tiles import Tile


def play_of(form: Mapping[str, Any], tile: Tile, state: State, where: Path, found: Findings) -> Play | None:
    """The play that a move means; None, with a problem that names the clause, where there is none or several.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.record.opening import blank
    >>> str(play_of({}, Tile(5, 5), blank(get("all-fives")).state, (), Findings(Lines.of(""))))
    'set 5-5'
    """
    mine = own_copy(tile, state, form.get("copy"))
    if not state.chain.laid:
        return _set(mine, form, state, where, found)
    possible = plays(state.rules, state.chain, [mine])
    fitting = [play._replace(call=form.get("call")) for play in possible if _agrees(play, form, state)]
    if not fitting:
        _refuse(mine, form, state, where, found)
        return None
    return _one(fitting, form, state, where, found) if _allowed(fitting[0], state, where, found) else None


def _set(tile: Tile, form: Mapping[str, Any], state: State, where: Path, found: Findings) -> Play | None:
    """The first tile of a hand joins nothing, and leaves both its values outward."""
    stated = [key for key in ("at", "joins", "edge") if key in form]
    stated += ["out"] if form.get("out", tile.low) not in tile[:2] else []
    if stated:
        found.problem((*where, stated[0]), "REC-CHOICE", "first", tile=tile)
        return None
    return _allowed(Play(tile, call=form.get("call")), state, where, found)


def own_copy(tile: Tile, state: State, copy: int | None = None) -> Tile:
    """The copy of a tile that the seat to move holds (in a layout study: one not laid yet), else the first copy.

    Of two equal tiles held it is the first, or the one whose number is `copy`.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.opening import blank
    >>> own_copy(Tile(5, 5), blank(get("all-fives")).state).copy
    0
    """
    if state.table.study:
        laid = {other.tile for other in state.chain.laid}
        free = [other for other in state.rules.equipment.set.tiles if other not in laid]
    else:
        free = list(state.holdings[state.turn])
    alike = [other for other in free if other[:2] == tile[:2]]
    return next((other for other in alike if other.copy == copy), alike[0] if alike else tile)


def named(at: str, state: State) -> list[Laid]:
    """The laid tiles that "5-5" or "#3" names: none, one, or in a game with two sets two of them.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.opening import blank
    >>> named("#1", blank(get("all-fives")).state)
    []
    """
    laid = state.chain.laid
    if NUMBER.fullmatch(at):
        number = laid_at(at, state)
        return [] if number is None else [laid[number]]
    try:
        tile = Tile.of(at)
    except NotationError:
        return []
    return [other for other in laid if other.tile[:2] == tile[:2]]


def _agrees(play: Play, form: Mapping[str, Any], state: State) -> bool:
    end = play.end
    if end is None:
        return False
    if "at" in form and all(laid.number != end.at for laid in named(form["at"], state)):
        return False
    said = (form.get("joins", end.value), form.get("out", play.out), form.get("edge", end.edge))
    return said == (end.value, play.out, end.edge)


def _one(fitting: Sequence[Play], form: Mapping[str, Any], state: State, where: Path, found: Findings) -> Play | None:
    """The oldest of choices that give equal positions; several that differ are listed."""
    differ = distinct(fitting, state)
    if len(differ) == 1:
        return fitting[0]
    choices = "; ".join(choice(play, state) for play in differ)
    found.problem(where, "REC-CHOICE", "many", tile=fitting[0].tile, choices=choices)
    return None


def distinct(choices: Sequence[Play], state: State) -> list[Play]:
    """One play of each kind: plays that give equal positions count once (CONTRACTS 3 leaves them open).

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.opening import blank
    >>> len(distinct([Play(Tile(5, 5))], blank(get("all-fives")).state))
    1
    """
    kinds: dict[object, Play] = {}
    for play in choices:
        spins = state.rules.arms.spins(play.tile, state.chain)
        kinds.setdefault(state.chain.lay(play.tile, play.end, play.out, spins=spins).shape(), play)
    return list(kinds.values())


def choice(play: Play, state: State) -> str:
    """A place as a file would state it.

    >>> from domino_lab.chain import Chain
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.opening import blank
    >>> state = blank(get("block")).state._replace(chain=Chain().lay(Tile(5, 5)))
    >>> choice(Play(Tile(0, 5), state.chain.ends[0], 0), state)
    'at = "5-5", joins = 5, out = 0'
    """
    end = play.end
    if end is None:
        return ""
    return f'at = "{at_text(end, state)}", joins = {end.value}, out = {play.out}'


def at_text(end: OpenEnd, state: State) -> str:
    """How a file names the laid tile of an open end: by its name, or by its number where two tiles are equal.

    >>> from domino_lab.chain import Chain
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.opening import blank
    >>> state = blank(get("block")).state._replace(chain=Chain().lay(Tile(5, 5)))
    >>> at_text(state.chain.ends[0], state)
    '5-5'
    """
    tile = state.chain.laid[end.at].tile
    return str(tile) if len(named(str(tile), state)) == 1 else number_of(end.at, state)


def _refuse(tile: Tile, form: Mapping[str, Any], state: State, where: Path, found: Findings) -> None:
    """Say why nothing of what the file states can be done, by the clause of the rules wherever one decides."""
    held = judge(state, Play(tile, state.chain.ends[0] if state.chain.ends else None))
    if held.id in ("GEN-HOLD-1", "GEN-DEAL-1", "GEN-OVER-1"):
        found.refused(where, held)
        return
    onto = named(form["at"], state) if "at" in form else list(state.chain.laid)
    if not onto:
        absent(form["at"], state, where, found)
        return
    possible = plays(state.rules, state.chain, [tile])
    here = [play for play in possible if play.end and any(laid.number == play.end.at for laid in onto)]
    if here:
        choices = "; ".join(choice(play, state) for play in distinct(here, state))
        found.problem((*where, *_wrong_key(form, here, state)), "REC-CHOICE", "none", tile=tile, choices=choices)
        return
    numbers = {laid.number for laid in onto}
    ends = [end for end in state.chain.ends if end.at in numbers] or [OpenEnd(onto[0].number, 0, 0)]
    found.refused(where, judge(state, Play(tile, _telling(ends, tile, state))))


def absent(at: str, state: State, where: Path, found: Findings) -> None:
    """Tell that `at` names no tile that can be joined.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.record.opening import blank
    >>> found = Findings(Lines.of(""))
    >>> absent("#1", blank(get("block")).state, (), found)
    >>> found.problems[0].clause
    'REC-CHOICE'
    """
    found.problem((*where, "at"), "REC-CHOICE", "stacked" if is_stacked(at, state) else "absent", at=shown(at))


def _wrong_key(form: Mapping[str, Any], possible: Sequence[Play], state: State) -> Path:
    """The key that no possible play agrees with; none where only all of them together are wrong."""
    keys = [key for key in ("joins", "out", "edge") if key in form]
    return tuple(key for key in keys if not any(_agrees(play, {key: form[key]}, state) for play in possible))[:1]


def _telling(ends: Sequence[OpenEnd], tile: Tile, state: State) -> OpenEnd:
    """The end whose ruling says most: one where the tile would fit, were it open; else one that is open."""
    fits, open_now = state.rules.matching.fits, state.open_ends
    return next((end for end in ends if fits(tile, end.value)), next((end for end in ends if end in open_now), ends[0]))


def _allowed(play: Play, state: State, where: Path, found: Findings) -> Play | None:
    ruling = judge(state, play)
    if ruling.allowed:
        return play
    found.refused(where, ruling)
    return None
