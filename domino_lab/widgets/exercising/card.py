"""ExerciseCard: an exercise on chance. First an estimate, then trials and an answer, then the reason."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.chance.exercises import Exercise
from domino_lab.errors import written
from domino_lab.escaping import as_markdown
from domino_lab.rules.values import python_literal
from domino_lab.spreadsheets import to_csv
from domino_lab.widgets.chancelab.lab import ChanceLab
from domino_lab.widgets.exercising.answering import Answering, said
from domino_lab.widgets.exercising.asking import Asking
from domino_lab.widgets.exercising.desk import Desk, exercises_of
from domino_lab.widgets.exercising.gradebook import Gradebook
from domino_lab.widgets.part import Frame, Part, in_row, put_away
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


class ExerciseCard(Part):
    """An exercise on chance: an estimate first, then as many trials as one likes, and an answer that gets its reason.

    `what` is the name of an exercise, a kind, an exercise, or several of these. `learner` or `seed` fixes the figures,
    `estimate` is one made already. With `answers=False` no worked answer and no exact value can be seen, until
    `card.answers = True`. `large` is for a projector. Raises LookupError for a name that is not there.

    >>> card = ExerciseCard("own_tile", estimate="30 %")
    >>> card.check("1/28").reason, card.check("1/4").right
    ('That is the chance if you draw one tile. You are dealt 7.', True)
    """

    css = "dlab-exercise"
    label = "exercise_card.exercise"
    keys_taken = (*(key for key in ChanceLab.keys_taken if key != "?"), "h", "?")

    @checked
    def __init__(self, what: Any, *, large: bool = False, **how: Any) -> None:
        self.large, self.lab = large, None
        super().__init__(what, **how)

    @checked
    def _opened(self, what: str | Exercise | Sequence[str | Exercise] | Desk, *, learner: str | None = None,
                seed: int | None = None, answers: bool = True, estimate: str | float | None = None) -> Desk:
        if isinstance(what, Desk):
            self.asked = what.exercises, None, None
            return what
        self.asked = what if isinstance(what, str | Exercise) else tuple(what), learner, seed
        desk = Desk(exercises_of(self.asked[0], learner=learner, seed=seed), answers=answers)
        if estimate is not None:
            desk.session.guess(estimate, desk.exercise.learner)
        return desk

    # --- what a notebook asks for

    @property
    def answers(self) -> bool:
        """Whether worked answers and exact values may be seen; a teacher sets it."""
        return self.here.answers

    @answers.setter
    def answers(self, value: bool) -> None:
        self.here.answers = bool(value)

    @checked
    def check(self, given: object, who: str = "") -> Any:
        """Answer the open exercise; what is said to it."""
        return self.here.answer(written(given), who)

    @property
    def results(self) -> pd.DataFrame:
        """Everybody's last answer to each exercise as a row: estimate, trials, answer, right or not, reason."""
        return self.here.results

    @checked
    def to_csv(self, path: str | Path | None = None) -> str:
        """The results as CSV text, written to the file `path` where one is named; `dl.chance.class_book` reads it."""
        return to_csv(self.results, path, index=False, such="answers.csv")

    @property
    def recipe(self) -> str:
        """The line that makes this card again."""
        what, learner, seed = self.asked
        what = (what,) if isinstance(what, Exercise) else what
        if not isinstance(what, str) and not all(isinstance(one, str) for one in what):
            made = [one.line for one in self.here.exercises]
            return f"dl.ExerciseCard({made[0]})" if len(made) == 1 else f"dl.ExerciseCard([{', '.join(made)}])"
        who = f", learner={python_literal(learner)}" if learner else f", seed={seed}" if seed else ""
        kept = "" if self.answers else ", answers=False"
        return f"dl.ExerciseCard({python_literal(what)}{who}{kept})"

    # --- how it looks

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        inside = {"within": self.frame}
        self.asking, self.answering = Asking(self.here, large=self.large, **inside), Answering(self.here, **inside)
        self.gradebook = Gradebook(self.here, self, **inside)
        self.gradebook.layout.display = "none"
        acts = {"previous": lambda: self._turn(-1), "next": lambda: self._turn(1), "skip": self.here.skip,
                "more": self._more}
        self.buttons = {name: self.button(f"exercise_card.{name}", act, css) for (name, act), css in zip(
            acts.items(), ("dlab-previous", "dlab-next-exercise", "dlab-quiet", "dlab-quiet dlab-more"), strict=True)}
        self.row = in_row(*self.buttons.values())
        self.first, self.room = ipywidgets.VBox(), ipywidgets.VBox()
        return self.asking, self.first, self.answering, self.row, self.gradebook, self.room

    def _show(self) -> None:
        (self.add_class if self.large else self.remove_class)("dlab-large")
        self._set_up()
        several, at = len(self.here.exercises) > 1, self.here.at
        for name, stop in (("previous", 0), ("next", len(self.here.exercises) - 1)):
            self.buttons[name].layout.display = "" if several else "none"
            self.buttons[name].disabled = at == stop
        self.buttons["skip"].layout.display = "none" if self.here.begun else ""
        self.room.layout.display = "" if self.here.session.guesses else "none"

    def _set_up(self) -> None:
        """The trials of the exercise that is open; those of the last one are put away."""
        if self.lab is not None and self.lab.here is self.here.session:
            return
        old = self.lab
        self.lab = ChanceLab(self.here.session, within=self.frame, large=self.large)
        entry, asks = self.lab.entry, self.here.exercise.task.unit == "tile"
        self.lab.question.layout.display = "" if asks else "none"
        self.lab.children = tuple(child for child in self.lab.children if child is not entry)
        entry.own(self.here.exercise.learner)
        self.lab.watch("changes", self._heard)
        self.first.children, self.room.children = (entry,), (self.lab,)
        self.frame.name = phrase("exercise_card.name", title=self.here.exercise.title)
        if old is not None:
            put_away(old)

    def _heard(self) -> None:
        """The trials went on: that is announced, and there may be an answer now."""
        self.show()
        self.answering.show()
        self.gradebook.show()
        self._speak(self.lab.told)

    @property
    def told(self) -> str:
        """What is announced: the answer that was given, with its reason; else what is asked."""
        last = self.here.last
        return said(last) if last is not None else self.here.exercise.prompt

    def _speak(self, words: str = "") -> None:
        self.frame.status = (words or self.told) if self.here.voice is self else ""

    def _own_frame(self) -> Frame:
        return Frame(on_key=self.key, on_press=self.press, on_copied=self._copied, on_saved=self._saved,
                     name=phrase("exercise_card.name", title=self.here.exercise.title), key_set=list(self.keys_taken))

    def enlarge(self) -> None:
        """For a projector, or back again."""
        self.large = self.asking.large = not self.large
        self.lab.enlarge()
        self.asking.fit()
        self.show()

    # --- what a reader does

    def press(self, what: str) -> None:
        """A bar opens one of its trials; Enter keeps the estimate or has the answer marked, where it was typed."""
        verb, _, rest = what.partition(":")
        if verb == "enter":
            self.answering.enter(rest)
        else:
            self.lab.press(what)

    def _turn(self, by: int) -> None:
        self.here.turn_to(self.here.at + by)

    def _more(self) -> None:
        hidden = self.gradebook.layout.display == "none"
        self.gradebook.layout.display = "" if hidden else "none"
        self.buttons["more"].description = phrase("chancelab.less" if hidden else "exercise_card.more")

    def _key(self, key: str) -> None:
        if key == "h":
            self.here.hint()
        elif key == "?" or (key == "Escape" and self.gradebook.layout.display != "none"):
            self._more()
        elif self.here.session.guesses:
            self.lab.key(key)

    def _tell(self, words: str, text: str = "") -> None:
        shown = self.gradebook if self.gradebook.layout.display != "none" else self.lab.drawer
        shown.tell(words, text)

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
        """Live where there is a kernel; in a saved notebook the question, in the picture where it is about a hand."""
        bundle = super(Part, self)._repr_mimebundle_(**which) or {}
        one, last, n = self.here.exercise, self.here.last, self.here.session.n
        parts = [one.prompt, *([self.lab.told] if n else []), *([said(last)] if last else [])]
        seen = {"image/svg+xml": self.asking.saved()} if self.asking.table else {
            "text/markdown": "\n\n".join([f"**{as_markdown(one.title)}**", *map(as_markdown, parts)])}
        return {**bundle, **seen, "text/plain": "\n".join([one.title, *parts])}
