"""The public names for type checkers and editors, from the table in __init__.py (`make stub`)."""

from domino_lab import chance as chance, rules as rules
from domino_lab.core.chain import Chain as Chain
from domino_lab.core.errors import (
    DominoError as DominoError,
    IllegalAction as IllegalAction,
    NotationError as NotationError,
    RecordError as RecordError,
    RulesetError as RulesetError,
)
from domino_lab.core.shuffle import Shuffle as Shuffle
from domino_lab.core.tiles import DominoSet as DominoSet, Tile as Tile
from domino_lab.notebook import (
    code_of as code_of,
    compare as compare,
    differences as differences,
    games as games,
    language as language,
    largest as largest,
    lay as lay,
    legal as legal,
    lessons as lessons,
    load as load,
    load_match as load_match,
    perfect_play as perfect_play,
    play_match as play_match,
    play_out as play_out,
    rejudge as rejudge,
    review as review,
    ruleset as ruleset,
    save_rules as save_rules,
    settle as settle,
    simulate as simulate,
    tournament as tournament,
    transcript as transcript,
    what_if as what_if,
    which as which,
    why as why,
    why_not as why_not,
    would_score as would_score,
)
from domino_lab.picture.glossary import glossary as glossary
from domino_lab.sessions.playhead import Playhead as Playhead
from domino_lab.widgets.captions import Explainer as Explainer
from domino_lab.widgets.chance_lab import ChanceLab as ChanceLab
from domino_lab.widgets.comparison import VariantComparison as VariantComparison
from domino_lab.widgets.exercise_card import ExerciseCard as ExerciseCard
from domino_lab.widgets.exercise_pages import practice_page as practice_page
from domino_lab.widgets.hand_view import Table as Table, Transport as Transport
from domino_lab.widgets.hidden import HiddenTiles as HiddenTiles
from domino_lab.widgets.lesson import Lesson as Lesson
from domino_lab.widgets.open_ends import OpenEnds as OpenEnds
from domino_lab.widgets.pages import page as page
from domino_lab.widgets.patience import Patience as Patience
from domino_lab.widgets.play import Play as Play
from domino_lab.widgets.practice import practice as practice
from domino_lab.widgets.quizzes import (
    answers as answers,
    puzzle_of_the_day as puzzle_of_the_day,
    puzzles as puzzles,
    questions as questions,
    quiz as quiz,
    worksheet as worksheet,
)
from domino_lab.widgets.recorder import Recorder as Recorder
from domino_lab.widgets.rule_form import RuleForm as RuleForm
from domino_lab.widgets.sandbox import ScoringSandbox as ScoringSandbox
from domino_lab.widgets.score_sheet import MoveList as MoveList
from domino_lab.widgets.stepper import HandStepper as HandStepper, PerfectPlay as PerfectPlay
from domino_lab.widgets.tile_triangle import TileTriangle as TileTriangle

__version__: str
__all__: list[str]
