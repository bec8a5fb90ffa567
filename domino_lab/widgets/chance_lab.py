"""ChanceLab: an estimate first; then one trial, ten, a thousand, many; then the exact value with its derivation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Generic, NamedTuple, TypeVar

from domino_lab.chance.answer_codes import AnswerSheet
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.simulation import Bin, into_bins
from domino_lab.chance.trials import DealtHand
from domino_lab.core.arguments import File, First, checked
from domino_lab.core.chain import Chain
from domino_lab.core.errors import NotationError, bare
from domino_lab.core.tiles import SetLike
from domino_lab.io.spreadsheets import to_csv
from domino_lab.picture.charts import MOST_NAMED, EstimatePlot, Point, ReferenceLine, estimate_plot
from domino_lab.picture.output import Kept, image
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import ROW, LooseTile, Tableau, Tabletop, TileGroup
from domino_lab.picture.theme import DARK, LIGHT
from domino_lab.play.players import Policies
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.answer_sheets import estimate_numbers, estimate_sheet
from domino_lab.sessions.chance_lab import ChanceLabSession, Example, Guess, Row, chance_lab_session, format_value
from domino_lab.sessions.exercise_card import ExerciseCardSession
from domino_lab.widgets.messages import Press, form_fields, one_of, place_in, press, takes, typed_text, whole
from domino_lab.widgets.nodes import (
    Node,
    Nodes,
    box,
    button,
    field,
    fold,
    form,
    heading,
    html,
    icon,
    paragraph,
    row,
    slider,
    submit,
    table_of_results,
    words,
)
from domino_lab.widgets.page_file import Page, PageMaker, page_by
from domino_lab.widgets.stepper import HandStepper
from domino_lab.widgets.view import Panel, View
from domino_lab.words import join_words, phrase
from domino_lab.words.escaping import escape

if TYPE_CHECKING:
    import pandas as pd


LEAST, WIDEST, WIDEST_LARGE, STATIC_WIDTH = 240, 900, 1200, 640
"""Pixels: the plot at its narrowest and at its widest, and in a saved notebook."""

TWO_COLUMNS, WITH_TABLE = 700, 860
"""Pixels: a view as wide as this has the bars beside the plot, and the plot beside a table or large words."""

Tried = Annotated[
    object, 'a game such as "block", an event such as dl.chance.doubles() == 0, or trials such as dl.chance.GameTrials']
"""What can be tried in a lab."""

LONGEST_ENTRY = 1000
"""So many letters an answer, an estimate or a name has at most."""

ADDS = {"1": ("one", 1), "2": ("ten", 10), "3": ("thousand", 1000)}
"""The keys that add trials, with the names of their buttons and how many they add."""


class TrialsPanel(Panel):
    """The estimate, the trials with their plot and bars, and the exact value of one session.

    `owner` is the name in the field until somebody writes another one. If it `is_still`, on a page without a
    kernel, nothing can be opened, and the estimate is not known yet.
    """

    def __init__(self, view: View, session: ChanceLabSession, owner: str = "", *, is_still: bool = False) -> None:
        super().__init__(view)
        self.session, self.owner, self.is_still = session, owner, is_still
        self.stepper: HandStepper | None = None
        self._opened: tuple[Example, int] | None = None
        self._note, self._written = "", ""

    @property
    def caption(self) -> str:
        """The caption: the estimate, the result, its interval, the exact value; and which hand is open."""
        example = self.session.example
        return " ".join(filter(None, (caption(self.session), example_text(self.session, example) if example else "")))

    def nodes(self) -> Nodes:
        """Return the state of the trials: the caption and the figures."""
        told = paragraph(self.caption)
        return [box(told, css="caption"), paragraph(figures(self.session), "note"), self.hand()]

    @property
    def aloud(self) -> str:
        """The announcement: the caption, and after it an earlier trial that is looked at."""
        hand = None if self.session.looked is None else self.session.hand
        return self.caption if hand is None else f"{self.caption} {self.trial_name}. {hand.told}"

    @property
    def trial_name(self) -> str:
        """The number of the trial whose tiles are shown, in words."""
        return phrase("chancelab.trial", number=self.session.at + 1)

    def hand(self) -> Node:
        """Return the tiles of the last trial, or of an earlier one, with the result in words."""
        session, hand = self.session, self.session.hand
        if hand is None:
            return None
        names = [str(tile) for tile in hand.tiles]
        tiles = {"is": "dealt", "tiles": names, "label": f"{self.trial_name}: {', '.join(names)}",
                 "ringed": [place for place, tile in enumerate(hand.tiles) if tile in hand.counted]}
        name = paragraph(self.trial_name, "heading")
        steps = (name,) if self.is_still else (
            icon("previous", "earlier", words("chancelab.earlier"), off=session.at == 0), name,
            icon("next", "later", words("chancelab.later"), off=session.at == session.n - 1))
        sign, css = {True: ("✓", "happened"), False: ("✗", "note"), None: ("", "note")}[hand.happened]
        return row(row(*steps, css="trial"), tiles, paragraph(hand.told, css, sign=sign), css="dealt-row")

    def entry(self, *, leads: bool = True, asks_name: bool = True) -> Node:
        """Return the fields for an estimate and a name; None after the first trial.

        `leads` marks it as the next thing to do; without `asks_name` the estimate is the owner's.
        """
        session = self.session
        if session.begun:
            return None
        label = "chancelab.predict_more" if session.guesses else "chancelab.predict"
        estimate = field(words(f"chancelab.estimate_{session.kind}"), name="estimate", value=self._written)
        who = field(words("chancelab.who"), name="who", value=self.owner) if asks_name else None
        gives = submit(words(label), css="primary" if leads and not session.guesses else "")
        return box(form("estimate", estimate, who, gives, css="answer", key=f"estimate-{len(session.guesses)}"),
                   paragraph(self._note, "wrong", sign="✗", role="alert"))

    def controls(self, *, leads: bool = True) -> Nodes:
        """Return the buttons that add trials; `leads` marks one more trial as the next thing to do."""
        session = self.session
        full = not self._is_ready or session.n >= session.trials.most
        single = button(words("chancelab.add_one" if session.n else "chancelab.try_once"), "add", 1, off=full,
                        css="primary" if self._is_ready and leads else "")
        if not session.begun:
            return [row(single)]
        adds = (button(words(f"chancelab.add_{name}"), "add", count, off=full)
                for name, count in ADDS.values() if count > 1)
        slides = slider(words("chancelab.slider"), "slide", self._at, (0, len(session.stops)), shown=f"{session.n:,}",
                        off=not self._is_ready)
        shows = button(
            words("chancelab.exact_hide" if session.reveals else "chancelab.exact"), "exact", off=not session.n)
        return [row(single, *adds, slides, shows if session.answers else None)]

    def outcome(self) -> Node:
        """Return the plot, the bars beside it, and the derivation of the exact value."""
        derived = self._derivation()
        shows = box(*(paragraph(text) for text in derived), css="comment derivation") if derived else None
        return row(html(self._plot(), "plot"), self._columns(), shows, css="beside")

    def _derivation(self) -> Sequence[str]:
        exact = self.session.exact
        return () if exact is None else exact.derivation

    def _plot(self) -> str:
        view = self.view
        if self.is_still:
            return estimate_plot(plot_of(self.session)._replace(guesses=()), STATIC_WIDTH)
        room = view.stage.width or STATIC_WIDTH
        if room >= (WITH_TABLE if view.large or view.has_table else TWO_COLUMNS):
            is_third = view.has_table or (self._derivation() and not view.large)
            room = room * (2 if is_third else 3) // 5
        width = min(max(room - 8, LEAST), WIDEST_LARGE if view.large else WIDEST)
        return estimate_plot(plot_of(self.session), width, DARK if view.stage.dark else LIGHT, large=view.large)

    def _columns(self) -> Node:
        session, counted = self.session, bars(self.session)
        most = max((bar.trials for bar in counted), default=0)
        if not most:
            return None
        columns = [self._column(place, bar, most) for place, bar in enumerate(counted)]
        called = heading(phrase("chancelab.bars", what=session.trials.bars_called, n=session.tally.among))
        return box(called, {"is": "columns", "bars": columns}, paragraph(self._on_bars(counted), "note"))

    def _on_bars(self, counted: Sequence[Bar]) -> str:
        opens = [] if self.is_still else [words("chancelab.bars_how")]
        starred = [words("chancelab.bars_star")] if any(bar.counts for bar in counted) else []
        return " ".join([*opens, *starred])

    def _column(self, place: int, bar: Bar, most: int) -> dict[str, object]:
        session = self.session
        key = "chancelab.bar_counts" if bar.counts else "chancelab.bar"
        made: dict[str, object] = {"label": bar.label, "text": f"{'★ ' if bar.counts else ''}{bar.trials:,}",
                                   "height": round(bar.trials / most, 3), "css": "scored" if bar.counts else ""}
        if not bar.trials or self.is_still:
            return made
        name = words(key, what=session.trials.bars_called, label=bar.label, count=bar.trials, among=session.tally.among)
        is_open = session.example is not None and session.example.label == bar.label
        return {**made, "do": "bar", "value": place, "name": name, "expanded": is_open}

    def example(self) -> Nodes:
        """Return the name of the open hand; the hand itself is a widget below."""
        example = self.session.example
        if example is None:
            return []
        return [row(heading(example_text(self.session, example)),
                    button(words("chancelab.close_example"), "close_example", css="quiet"))]

    def open_example(self) -> None:
        """Put the open hand below the view, and close the one before."""
        example = self.session.example
        wanted = None if example is None else (example, self.session.trials.seed)
        if wanted == self._opened:
            if self.stepper is not None and self.stepper.large != self.view.large:
                self.stepper.do("large")
            return
        self._opened, old = wanted, self.stepper
        line = None if example is None else self.session.trials.timeline(example.number)
        self.stepper = None if line is None else HandStepper(line, large=self.view.large)
        before = tuple(child for child in self.view.children if child is not old)
        self.view.children = before if self.stepper is None else (*before, self.stepper)
        if old is not None:
            old.close()

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that take an estimate, add trials, show the exact value, and open a hand."""
        entry = typed_text(LONGEST_ENTRY)
        return {
            "estimate": takes(form_fields(estimate=entry, who=entry), self.estimate),
            "add": takes(one_of(lambda: [count for _, count in ADDS.values()], sent=int), self._add),
            "slide": takes(whole(0, lambda: len(self.session.stops)), self._slide_to),
            "exact": press(self.session.reveal), "bar": takes(place_in(lambda: bars(self.session)), self._open_bar),
            "close_example": press(self._close_example),
            "earlier": press(lambda: self.session.look(-1)), "later": press(lambda: self.session.look(1)),
        }

    def estimate(self, given: Mapping[str, str]) -> bool:
        """Take an estimate and a name as they were written; return False if the estimate is no number."""
        who = given.get("who", self.owner)
        self._note, self._written = "", given.get("estimate", "")
        try:
            self.session.guess(self._written, who)
        except NotationError as error:
            self._note = str(error)
            return False
        self._written = ""
        if who.strip() in ("", self.owner):
            self.view.stage.focus("add")
        return True

    @property
    def _is_ready(self) -> bool:
        """True if trials can be added: there is an estimate, and nothing runs."""
        return bool(self.session.guesses) and not self.session.busy

    @property
    def _at(self) -> int:
        """The stop of the slider up to which there are trials."""
        return sum(stop <= self.session.n for stop in self.session.stops)

    def _add(self, count: int) -> None:
        if self._is_ready and self.session.n < self.session.trials.most:
            self.session.go(self.session.n + count)

    def _slide_to(self, place: int) -> None:
        stops = (0, *self.session.stops)
        if self._is_ready:
            self.session.go(stops[min(max(place, 0), len(stops) - 1)])

    def _slide(self, by: int) -> None:
        """Go so many stops of the slider up, or down."""
        between = by < 0 and self.session.n not in (0, *self.session.stops)
        self._slide_to(self._at + by + between)

    def _open_bar(self, bar: Bar) -> None:
        if bar.trials:
            self.session.open(bar.keys, bar.label)

    def _close_example(self) -> None:
        self.session.example = None
        self.view.stage.focus()

    def key(self, key: str) -> None:
        """Add trials, move the slider, show the exact value, or close the hand that is open."""
        session = self.session
        if key in ADDS:
            self._add(ADDS[key][1])
        elif key in ("ArrowLeft", "ArrowRight"):
            self._slide(1 if key == "ArrowRight" else -1)
        elif key == "x":
            session.reveal()
        elif key == "Escape":
            session.example = None


Session = TypeVar("Session", ChanceLabSession, ExerciseCardSession)


class TrialsView(PageMaker, View, Generic[Session]):
    """A view with trials in a panel; a teacher can hide what is exact about them."""

    here: Session
    trials: TrialsPanel

    def begin(self) -> None:
        """Take over the announcements of this session from any other view."""
        self.here.voice = self

    @property
    def answers(self) -> bool:
        """True if worked answers and exact values may be seen; a teacher sets it."""
        return self.here.answers

    @answers.setter
    def answers(self, value: bool) -> None:
        self.here.answers = bool(value)

    @property
    def status(self) -> str:
        """The announcement, if this view is the one that announces for its session; empty otherwise."""
        return self.announcement() if self.here.voice is self else ""

    def announcement(self) -> str:
        """Return the announcement."""
        return self.trials.aloud

    def refresh(self) -> None:
        """Show the current state, with the open hand of a trial below it."""
        super().refresh()
        if self._made:
            self.trials.open_example()

    def _wait(self) -> None:
        if self.trials.session.busy:
            self.show_now()


class ChanceLab(TrialsView[ChanceLabSession]):
    """Find out how likely something is: by an estimate, by trials, and exactly.

    The estimate comes first; then buttons, or the keys 1, 2 and 3, run one, ten or a thousand trials, and X shows the
    exact value. Press a bar to open the first hand counted there.

    ========  ======================================================================  ==============================
    argument  what it says                                                            without it
    ========  ======================================================================  ==============================
    what      a ruleset or its id; an event over holdings; or trials, such as         must be given
              `dl.chance.GameTrials`
    asked     the question about the hands of a ruleset: "leader wins", "wins",       the first of them
              "blocked", "plays" ...
    tiles     of an event: the number of tiles in a holding                           7
    set       of an event: the set that they come from                                double-six
    given     of an event: what is known of the holding                               nothing
    side      of a question: whose result counts                                      0
    seats     of a question: the number of players                                    the fewest of the game
    policies  of a question: who plays                                                as in `dl.play_out`
    seed      the seed of the trials                                                  0
    prompt    the text of the task                                                    made from the question
    estimate  the first estimate, such as "12 %" or 0.12                              a person types it
    n         how many trials it starts with                                          0
    reveal    whether the exact value is shown at once                                False
    answers   False hides the exact value until `lab.answers = True`                  True
    large     whether it is shown for a projector                                     False
    ========  ======================================================================  ==============================

    Raises NotationError for trials without an estimate, and ValueError or RulesetError for a question that cannot be
    tried.

    >>> lab = dl.ChanceLab(dl.chance.doubles() == 0, tiles=7, seed=1, estimate="12 %", n=1000)
    >>> lab.here.estimate.hands
    1000
    """

    public = "here answers predictions after hand to_csv answer_sheet answer_code picture caption stepper"
    css, label = "chancelab", "chancelab.lab"
    keys_told = "chancelab.keys"
    key_set = (*ADDS, "ArrowLeft", "ArrowRight", "x", "Escape", "?")
    is_still = False
    """Whether it is on a page without a kernel."""

    @checked
    def __init__(  # noqa: PLR0913
        self, what: Tried, *asked: object, tiles: int | None = None, set: SetLike | None = None,  # noqa: A002
        given: object = None, side: int | None = None, seats: int | None = None, policies: Policies = None,
        seed: int | None = None, prompt: str = "", estimate: str | float | None = None, n: int = 0,
        reveal: bool = False, answers: bool = True, large: bool = False,
    ) -> None:
        session = chance_lab_session(what, *asked, answers=answers, tiles=tiles, set=set, given=given, side=side,
                                     seats=seats, policies=policies, seed=seed, prompt=prompt or None)
        if estimate is not None:
            session.guess(estimate)
        if n:
            session.go(n)
        session.reveals = reveal and session.answers and session.n > 0
        self.here, self.large = session, large
        self.trials = TrialsPanel(self, session, is_still=self.is_still)
        self.parts = (self.trials,)
        super().__init__(session)
        self.watch(session, "busy", self._wait)

    # --- what a notebook asks for

    @property
    def predictions(self) -> pd.DataFrame:
        """Every estimate as a row: who, estimate, n, seed, the result of the trials, its interval, inside or not."""
        return self.here.predictions

    @checked
    def after(self, n: First, seed: int | None = None) -> Estimate:
        """Return the estimate from the first `n` trials, whatever the lab shows now; by default with its seed.

        Raises NotationError before there is an estimate.
        """
        return self.here.after(n, seed)

    @checked
    def hand(self, label: str | int) -> Timeline:
        """Return the first hand counted in a bar, by the label below it; the lab itself does not change.

        Raises NotationError if there is no such bar, or if the trials are not hands.
        """
        bars_by_label = {bar.label: bar for bar in bars(self.here) if bar.trials}
        if str(label) not in bars_by_label:
            names = list(bars_by_label) or [phrase("chancelab.none")]
            raise NotationError(phrase("chancelab.no_bar", label=bare(str(label)), names=names))
        number = self.here.ledger.first(bars_by_label[str(label)].keys, self.here.n)
        line = None if number is None else self.here.trials.timeline(number)
        if line is None:
            raise NotationError(phrase("chancelab.no_hand"))
        return line

    @checked
    def to_csv(self, path: File | None = None) -> str:
        """Return the estimates as CSV text; write it to the file `path` if one is given."""
        return to_csv(self.predictions, path, such="estimates.csv")

    @property
    def answer_sheet(self) -> AnswerSheet:
        """The question as answer codes tell it; raises RulesetError for one that asks for no chance."""
        return estimate_sheet(self.here)

    @property
    def answer_code(self) -> str:
        """The first estimate, to 5 percent, as a code for `dl.chance.class_board`.

        Raises RulesetError for a question that asks for no chance.

        >>> dl.ChanceLab("block", "leader wins", seed=1, estimate="60 %").answer_code[:9]
        '0000-000E'
        """
        sheet = self.answer_sheet
        return sheet.code(estimate_numbers(sheet, self.here))

    def make_page(self) -> Page:
        """Return the lab as a page for any browser, from the estimate on: trials, and the exact value.

        >>> dl.ChanceLab(dl.chance.doubles() == 0, tiles=2).make_page().title
        'Chance lab: A player is dealt 2 tiles from a double-six set. How likely is this: no doubles?'
        """
        return page_by("chance_page.chance_page", self)

    def picture(self) -> str:
        """The plot as SVG."""
        return estimate_plot(plot_of(self.here), STATIC_WIDTH)

    # --- how it looks

    @property
    def name(self) -> str:
        """The name of the lab for screen readers: the question."""
        return phrase("chancelab.name", prompt=self.here.trials.prompt)

    @property
    def caption(self) -> str:
        """The caption: the estimate, the result, its interval, the exact value; and which hand is open."""
        return self.trials.caption

    @property
    def stepper(self) -> HandStepper | None:
        """The hand that is open below."""
        return self.trials.stepper

    @property
    def line(self) -> str:
        """The line of Python that recreates this view; empty if no short line can."""
        return recipe(self.here)

    def areas(self) -> dict[str, Nodes]:
        """Return the question, the estimate, the trials with their plot and bars, and the exact value."""
        session = self.here
        kept = "" if session.answers else f" {phrase('chancelab.hidden')}"
        return {
            "head": [paragraph(session.trials.prompt + kept, "title"), self.gear(*self._menu())],
            "talk": [self.trials.entry(), *self.trials.nodes()],
            "bar": self.trials.controls(), "more": [self.trials.outcome()], "foot": self.trials.example(),
        }

    def _menu(self) -> Nodes:
        names = ("save_csv", "save_svg", "save_page", "new_seed")
        return [fold(words("chancelab.predictions"), html(table_html(self.here)), key="estimates"),
                *(button(words(f"chancelab.{name}"), name) for name in names)]

    # --- what a reader does

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that save, and those that start again with other trials."""
        return {
            "new_seed": press(lambda: self.here.reseed(self.here.trials.seed + 1)),
            "save_csv": press(lambda: self.stage.download("estimates.csv", self.to_csv(), "text/csv")),
            "save_page": press(lambda: self.stage.download("chance-lab.html", self.make_page().html, "text/html")),
            "save_svg": press(lambda: self.stage.download("chance-lab.svg", self.picture(), "image/svg+xml")),
        }

    def key(self, key: str) -> None:
        """Add trials, move the slider, show the exact value, or close the hand that is open."""
        self.trials.key(key)

    def to_keep(self) -> Kept:
        """Return the plot and the current state of the lab, with the tiles of the trial that is shown."""
        prompt, hand = self.here.trials.prompt, self.here.hand
        lines = [phrase("chancelab.saved", prompt=prompt, figures=figures(self.here), told=self.caption)]
        exact = self.here.exact
        lines += exact.derivation if exact else ()
        if hand is None:
            return Kept(self.picture(), "\n".join(lines))
        name = self.trials.trial_name
        lines.append(f"{name}: {join_words(map(str, hand.tiles))}. {hand.told}")
        below = f"{image(svg(scene(_trial_table(name, hand))))}<p>{escape(hand.told)}</p>"
        return Kept(self.picture(), "\n".join(lines), below=below)


def _trial_table(name: str, hand: DealtHand) -> Tabletop:
    """The tiles of a trial in a row, those that count with a mark."""
    places = tuple(LooseTile(tile, chosen=tile in hand.counted) for tile in hand.tiles)
    return Tabletop(Chain(), title=name, tableau=Tableau(((TileGroup(ROW, places, len(places)),),)))


# --- the report: every sentence of the lab, its plot, its bars and its table of estimates

MOST_NAMED_ALOUD = 3


def reach(estimate: Estimate) -> float:
    """Return half the width of the interval; 0.01 if there is none."""
    half = (estimate.high - estimate.low) / 2
    return half if isfinite(half) else 0.01


def figures(session: ChanceLabSession) -> str:
    """Return n, the seed, the estimate and its interval, which are always shown."""
    if not session.tally.among:
        return phrase("chancelab.figures_none", seed=session.trials.seed)
    return phrase("chancelab.figures", n=session.n, seed=session.trials.seed, **_numbers(session))


def _numbers(session: ChanceLabSession) -> dict[str, str]:
    estimate = session.estimate
    return {name: _number(session, number) for name, number in
            (("value", estimate.value), ("low", estimate.low), ("high", estimate.high))}


def _number(session: ChanceLabSession, number: float) -> str:
    return format_value(number, session.kind, reach(session.estimate)) if isfinite(number) else "?"


def guess_text(session: ChanceLabSession, guess: Guess) -> str:
    """Return each person with their estimate."""
    return phrase("chancelab.said_by", who=guess.name, estimate=format_value(guess.value, session.kind))


def caption(session: ChanceLabSession) -> str:
    """Return the caption: the estimate, the result, its interval, and the exact value."""
    if session.busy:
        return phrase(f"chancelab.wait_{session.busy}")
    if not session.guesses:
        return phrase("chancelab.start")
    if not session.n:
        return _ready(session)
    return " ".join([outcome_text(session), *_judgements(session), *exact_texts(session)])


def _ready(session: ChanceLabSession) -> str:
    if len(session.guesses) == 1:
        guess = session.guesses[0]
        return ready(format_value(guess.value, session.kind), guess.name)
    return phrase("chancelab.ready_many", estimates="; ".join(guess_text(session, guess) for guess in session.guesses))


def ready(estimate: str, who: str = "") -> str:
    """Return what to do after an estimate."""
    return phrase("chancelab.ready", who=who or phrase("chancelab.you"), estimate=estimate)


def outcome_text(session: ChanceLabSession) -> str:
    """Return the result of the trials so far, with its interval."""
    tally = session.tally
    if not tally.among:
        return phrase("chancelab.none_counted")
    if session.n == 1:
        key = next(iter(tally.counts))
        trial = phrase("chancelab.one_trial", number=1, what=session.trials.bars_called,
                       label=session.trials.label(key))
        return f"{trial} {phrase('chancelab.wide_open')}"
    numbers = _numbers(session)
    which = "happened" if session.kind == "chance" else "mean_was"
    if getattr(session.trials, "derived", False):
        which = "points_to"
    parts = [phrase(f"chancelab.{which}", times=tally.total, among=tally.among, value=numbers["value"])]
    if session.estimate.low < session.estimate.high:
        parts.append(phrase("chancelab.band", low=numbers["low"], high=numbers["high"]))
    if tally.among < tally.trials:
        parts.insert(0, phrase("chancelab.only_counted", trials=tally.trials, among=tally.among))
    return " ".join(parts)


def _judgements(session: ChanceLabSession) -> list[str]:
    if session.n < 10:
        return []
    estimate = session.estimate
    return [judgement(inside=estimate.covers(guess.value), estimate=format_value(guess.value, session.kind),
                      who=guess.name) for guess in session.guesses[:MOST_NAMED_ALOUD]]


def judgement(*, inside: bool, estimate: str, who: str = "") -> str:
    """Return whether an estimate lies in the interval of the trials."""
    return phrase("chancelab.inside" if inside else "chancelab.outside", who=who or phrase("chancelab.you"),
                  estimate=estimate)


def exact_texts(session: ChanceLabSession) -> list[str]:
    """Return the exact value in a sentence, if it is shown."""
    if not (session.answers and session.reveals):
        return []
    exact = session.exact
    if exact is None:
        return [phrase("chancelab.no_exact")]
    value = exact_written(session, exact.value)
    fraction = exact.value
    short = isinstance(fraction, Fraction) and 1 < fraction.denominator < 1_000_000
    return [phrase("chancelab.exactly_fraction", fraction=fraction, value=value) if short
            else phrase("chancelab.exactly", value=value)]


def exact_written(session: ChanceLabSession, value: Fraction | float) -> str:
    """Return the exact value with enough places to tell it from an estimate."""
    return format_value(float(value), session.kind, min(0.001, float(value) / 50 or 0.001))


def plot_of(session: ChanceLabSession) -> EstimatePlot:
    """Return the plot of the current state of the lab."""
    path = session.ledger.path(session.n)
    points = [Point(n, *_finite(estimate)) for n, estimate in path if isfinite(estimate.value)]
    guesses = [ReferenceLine(guess.value, guess_text(session, guess)) for guess in session.guesses]
    exact, left = session.exact, max(len(guesses) - MOST_NAMED, 0)
    known = session.tally.among
    return EstimatePlot(
        phrase("chancelab.plot"), points, guesses,
        ReferenceLine(float(exact.value), phrase("chancelab.line_exact", value=exact_written(session, exact.value)))
        if exact else None,
        phrase("chancelab.line_found", **_numbers(session)) if known else phrase("chancelab.line_none"),
        phrase("chancelab.axis"), lambda value: _axis_number(session, value),
        phrase("chancelab.line_more", number=left) if left else "", session.kind == "chance",
    )


def _axis_number(session: ChanceLabSession, value: float) -> str:
    if session.kind == "chance":
        return phrase("chancelab.percent", number=f"{100 * value:.4g}")
    return f"{value:.4g}"


def _finite(estimate: Estimate) -> tuple[float, float, float]:
    """One trial of a mean has no band yet: it is drawn as the point it is."""
    low, high = (number if isfinite(number) else estimate.value for number in (estimate.low, estimate.high))
    return estimate.value, low, high


def recipe(session: ChanceLabSession) -> str:
    """Return the line that recreates this view; empty if no short line can."""
    made = session.trials.recipe
    if not made:
        return ""
    guess = f", estimate={session.guesses[0].value!r}" if session.guesses else ""
    n = f", n={session.n}" if session.n else ""
    shown = ", reveal=True" if session.reveals else ""
    kept = "" if session.answers else ", answers=False"
    return f"dl.ChanceLab({made}, seed={session.trials.seed}{guess}{n}{shown}{kept})"


# --- the bars --------------------------------------------------------------------------------------------------------

MOST_BARS = 16
"""More numbers than these share bars."""


class Bar(NamedTuple):
    """The trials with some keys: their label, their number, and whether they count for the question."""

    keys: tuple[int, ...]
    label: str
    trials: int
    counts: bool


def bars(session: ChanceLabSession) -> tuple[Bar, ...]:
    """Return the bars of the trials so far, from left to right."""
    counts = session.tally.counts
    if session.trials.numeric:
        return tuple(_group(session, group) for group in into_bins(counts, MOST_BARS))
    return tuple(Bar((key,), session.trials.label(key), counts.get(key, 0), session.trials.counts(key))
                 for key in dict.fromkeys((*session.trials.keys, *sorted(counts))))


def _group(session: ChanceLabSession, group: Bin) -> Bar:
    keys = tuple(range(group.low, group.high + 1))
    return Bar(keys, group.label, group.hands, all(map(session.trials.counts, keys)))


def example_text(session: ChanceLabSession, example: Example) -> str:
    """Return the open trial in words: its number and its bar."""
    words = phrase("chancelab.one_trial", number=example.number + 1, what=session.trials.bars_called,
                   label=example.label)
    describe = getattr(session.trials, "describe", None)
    return " ".join(filter(None, (words, describe(example.number) if describe else "")))


# --- the table of estimates -------------------------------------------------------------------------------------------

COLUMNS = ("estimate", "n", "seed", "simulated", "low", "high", "inside", "exact")


def table_html(session: ChanceLabSession) -> str:
    """Return the estimates as an HTML table."""
    columns = (phrase(f"chancelab.column_{name}") for name in ("name", *COLUMNS))
    return table_of_results(phrase("chancelab.predictions"), columns, (_cells(session, row) for row in session.rows()))


def _cells(session: ChanceLabSession, row: Row) -> tuple[str, ...]:
    def cell(number: float | None, half: float) -> str:
        return "" if number is None else format_value(number, session.kind, half)

    half = reach(session.estimate) if session.n else 0.01
    inside = "" if row.inside is None else phrase("chancelab.yes" if row.inside else "chancelab.no")
    return (row.who, cell(row.estimate, 0.01), f"{row.n:,}", str(row.seed), cell(row.trials, half),
            cell(row.low, half), cell(row.high, half), inside, cell(row.exact, 0.001))
