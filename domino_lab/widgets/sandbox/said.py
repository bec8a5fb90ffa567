"""Said: every sentence about the position that is being built. No widgets here."""

from __future__ import annotations

from domino_lab.explain.move_text import describe_move
from domino_lab.widgets.sandbox.study_board import StudyBoard
from domino_lab.widgets.telling import origin_of
from domino_lab.words import phrase


def caption(board: StudyBoard) -> str:
    """What became of the last thing that was tried or chosen; where nothing is chosen, why the count is what it is."""
    if board.refused is not None:
        return str(board.refused.text)
    if board.notice:
        return " ".join(filter(None, (_notice(board), _chosen(board))))
    if board.tile is not None:
        return _chosen(board)
    return board.snapshot.told.caption if board.state.chain.laid else phrase("sandbox.empty")


def rule(board: StudyBoard) -> str:
    """Where the rule stands that decided; empty where none did."""
    if board.refused is not None:
        return phrase("widgets.rule", clause=board.refused.id, origin=origin_of(board.refused.clause))
    told = board.snapshot.told if board.state.chain.laid and board.tile is None and not board.notice else None
    return phrase("widgets.rule", clause=told.clause, origin=told.origin) if told is not None and told.clause else ""


def _notice(board: StudyBoard) -> str:
    state = board.state
    return phrase(f"sandbox.{board.notice}", player=state.table.names[state.turn], tiles=len(state.chain.laid),
                  held=len(board.holding), game=state.rules.name)


def _chosen(board: StudyBoard) -> str:
    """How many ends take the chosen tile, and which of them is chosen."""
    play, found = board.chosen_action, board.choices
    if play is None:
        return ""
    if play.end is None:
        return phrase("sandbox.chosen_first", tile=play.tile)
    count = len({choice.end for choice in found if choice.allowed})
    words = describe_move(board.state, play)
    place = phrase("sandbox.outward", aim=words, out=play.out) if play.out is not None else words
    fits = found[board.place].allowed if board.place < len(found) else False
    return phrase("sandbox.chosen" if fits else "sandbox.chosen_not", tile=play.tile, count=count, aim=place)
