"""ClassGame: everybody plays the same deal, picks a move at each choice, and gets a code for the class board."""

from __future__ import annotations

from typing import Annotated

from domino_lab.chance.answer_codes import AnswerSheet
from domino_lab.core.arguments import Whole, checked
from domino_lab.explain.class_game import ClassHand, class_hand
from domino_lab.play.players import PlayerName
from domino_lab.play.start import Names
from domino_lab.record.load import RulesetLike, ruleset
from domino_lab.sessions.answer_sheets import first_answers, game_sheet
from domino_lab.sessions.playhead import Playhead
from domino_lab.widgets.asking import QuestionPanel
from domino_lab.widgets.captions import CaptionPanel, caption
from domino_lab.widgets.hand_view import HandView, players, title_nodes, transport
from domino_lab.widgets.nodes import Node, Nodes, paragraph, words
from domino_lab.widgets.open_ends import count_line
from domino_lab.widgets.score_sheet import score_sheet


class ClassGame(HandView):
    """Play the same deal as everybody else: pick a move at each choice, and see what it gives away.

    `dl.chance.class_game` makes one. The first choice at a turn counts; then the hand goes on with the best move, so
    that all learners have the same choices. The buttons and keys are those of `dl.HandStepper`.

    >>> game = class_game("all-fives", seed=1)
    >>> game.do("answer", "start with 5-5")
    >>> game.here.missed, game.score
    ('Not yet. Choosing to start with 5-5 costs 12.3 points on average.', -12.3)
    """

    public = "answer_code score"
    css, label, has_table = "stepper", "class_game.class_game", True

    def __init__(self, game: ClassHand, *, large: bool = False) -> None:
        self.game, self.answer_sheet = game, game_sheet(game)
        playhead = Playhead(game.line, viewpoint=game.seat)
        playhead.ask_others(turn.asked for turn in game.turns)
        super().__init__(playhead, large=large)

    def prepare(self) -> None:
        """Make the panels."""
        self.caption, self.question = CaptionPanel(self, counts=True), QuestionPanel(self)
        self.parts = self.caption, self.question

    # --- what a notebook asks for

    answer_sheet: AnswerSheet
    """The choices, as answer codes tell them."""

    @property
    def answer_code(self) -> str:
        """The first choices, as a code for `dl.chance.class_board`."""
        return self.answer_sheet.code(self._numbers)

    @property
    def score(self) -> float:
        """The points given away so far, as a negative number."""
        sheet = self.answer_sheet
        return round(sum(question.points(number) for question, number in
                         zip(sheet.questions, self._numbers, strict=True) if number), 1)

    @property
    def _numbers(self) -> list[int]:
        first = self.here.first_answers
        return first_answers(self.answer_sheet, {at: first[turn.asked.step] for at, turn in enumerate(self.game.turns)
                                                 if first.get(turn.asked.step, "") != ""})

    # --- what is shown

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the players, the question or what the best move was worth, the buttons, and the moves."""
        seen = self.seen
        above, below = players(seen)
        return {
            "head": self.heading(), "top": above, "rack": below, "bar": transport(self.here),
            "talk": [self._rules(), count_line(seen), *self.question.nodes(), self._because(),
                     *caption(self, counted=True, asks=False), *self.caption.why(codes=False)],
            "more": [score_sheet(seen), *self.result()],
        }

    def heading(self) -> Nodes:
        """Return the title and the menu with the gear."""
        return title_nodes(self)

    def result(self) -> Nodes:
        """Return the points given away so far, and the code."""
        done = sum(number > 0 for number in self._numbers)
        score = words("class_game.score", answered=done, number=len(self.game.turns), lost=f"{abs(self.score):g}")
        code = f"{words('codes.yours')} {self.answer_code}" if done else ""
        return [paragraph(score, "note"), paragraph(code)]

    def _rules(self) -> Node:
        """The rules of the game, before the first move."""
        player = self.game.line.names[self.game.seat]
        return paragraph(words("class_game.how", player=player)) if self.here.step == 0 else None

    def _because(self) -> Node:
        """The worth of the best move, once it has been made."""
        asked = self.here.answered
        return None if asked is None else paragraph(
            next(turn.because for turn in self.game.turns if turn.asked.step == asked.step), "best", sign="★")


@checked
def class_game(
    rules: RulesetLike = "all-fives", *, seed: int = 1, against: PlayerName = "greedy",
    seat: Annotated[int, Whole(0, 20)] = 0, seats: int | None = None, names: Names | None = None, large: bool = False,
) -> ClassGame:
    """Return a deal that a whole class plays: who gives away the fewest points?

    At each choice of `seat` every learner picks a move. The first pick counts: `dl.review` says beforehand how many
    points each move gives away, from what its player can know. Then the hand goes on with the best move, and `against`,
    a computer player, answers it. `seed` chooses the deal; `seats` and `names` are those of the hand, `large` is for a
    projector. `dl.page` of it is a file for any browser, which ends with an answer code; `dl.chance.class_board` shows
    the scores of the codes. Raises RulesetError for a game that cannot be reviewed, and DominoError for an unknown
    player, a seat where nobody sits, and a deal in which no choice matters.

    >>> dl.chance.class_game("all-fives", seed=1).answer_sheet.title
    'Beat the class: All Fives, seed 1'
    """
    return ClassGame(class_hand(ruleset(rules), seed=seed, seat=seat, against=against, seats=seats, names=names),
                     large=large)
