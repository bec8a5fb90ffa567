"""Said: every sentence about the position that is being built. No widgets here."""

from __future__ import annotations

from domino_lab.explain.move_text import describe_move
from domino_lab.widgets.sandbox.bench import Bench
from domino_lab.widgets.telling import origin_of
from domino_lab.words import phrase


def caption(bench: Bench) -> str:
    """What became of the last thing that was tried or chosen; where nothing is chosen, why the count is what it is."""
    if bench.refused is not None:
        return str(bench.refused.text)
    if bench.notice:
        return " ".join(filter(None, (_notice(bench), _chosen(bench))))
    if bench.tile is not None:
        return _chosen(bench)
    return bench.snapshot.told.caption if bench.state.chain.laid else phrase("sandbox.empty")


def rule(bench: Bench) -> str:
    """Where the rule stands that decided; empty where none did."""
    if bench.refused is not None:
        return phrase("widgets.rule", clause=bench.refused.id, origin=origin_of(bench.refused.clause))
    told = bench.snapshot.told if bench.state.chain.laid and bench.tile is None and not bench.notice else None
    return phrase("widgets.rule", clause=told.clause, origin=told.origin) if told is not None and told.clause else ""


def _notice(bench: Bench) -> str:
    state = bench.state
    return phrase(f"sandbox.{bench.notice}", player=state.table.names[state.turn], tiles=len(state.chain.laid),
                  held=len(bench.holding), game=state.rules.name)


def _chosen(bench: Bench) -> str:
    """How many ends take the chosen tile, and which of them is chosen."""
    play, found = bench.aim, bench.choices
    if play is None:
        return ""
    if play.end is None:
        return phrase("sandbox.chosen_first", tile=play.tile)
    count = len({choice.end for choice in found if choice.allowed})
    aim = describe_move(bench.state, play)
    place = phrase("sandbox.outward", aim=aim, out=play.out) if play.out is not None else aim
    fits = found[bench.place].allowed if bench.place < len(found) else False
    return phrase("sandbox.chosen" if fits else "sandbox.chosen_not", tile=play.tile, count=count, aim=place)
