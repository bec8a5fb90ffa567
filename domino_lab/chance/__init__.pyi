"""The public names for type checkers and editors, from the table in __init__.py (`make stub`)."""

from domino_lab.chance.counting import TooManyError as TooManyError
from domino_lab.chance.drawn_tiles import tree as tree, two_way as two_way
from domino_lab.chance.exact_chance import distribution as distribution, estimate as estimate, exact as exact
from domino_lab.chance.exercises import (
    all_exercises as all_exercises,
    answer_key as answer_key,
    assignment as assignment,
    class_book as class_book,
    exercise as exercise,
    worked_answer as worked_answer,
)
from domino_lab.chance.holding_events import (
    doubles as doubles,
    has as has,
    longest_suit as longest_suit,
    pips as pips,
    suit as suit,
    suits as suits,
)
from domino_lab.chance.knowledge import know as know
from domino_lab.chance.long_runs import LostHandsError as LostHandsError, processes as processes
from domino_lab.chance.patience_prospects import (
    best_line as best_line,
    hint as hint,
    last_chance as last_chance,
    solvable as solvable,
)
from domino_lab.chance.patience_search import all_orders as all_orders, best_from as best_from
from domino_lab.chance.solver import perfect_play as perfect_play, solve as solve, value_of as value_of
from domino_lab.chance.trials import GameTrials as GameTrials, HoldingTrials as HoldingTrials
from domino_lab.chance.whole_lines import lines as lines
from domino_lab.widgets.class_board import class_board as class_board
from domino_lab.widgets.class_game import class_game as class_game

__all__: list[str]
