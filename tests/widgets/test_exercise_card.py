"""A card with exercises: the estimate comes first, answers get reasons, and nothing is told before it may be."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import domino_lab as dl
from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import exercise, worked_answer


def visible(widget: object) -> bool:
    return widget.layout.display != "none"


def shown(card: dl.ExerciseCard) -> str:
    """All text of the card that a reader can see or hear, and what a saved notebook keeps."""
    seen = [card.frame.status, str(card._repr_mimebundle_())]
    waiting = [card]
    while waiting:
        widget = waiting.pop()
        if getattr(widget, "layout", None) is None or widget.layout.display != "none":
            seen.append(str(getattr(widget, "value", "")))
            waiting += getattr(widget, "children", ())
    return "\n".join(seen)


def test_first_an_estimate_then_trials_and_an_answer() -> None:
    card = dl.ExerciseCard("own_tile")
    assert not visible(card.answering)
    assert not visible(card.room)
    assert all(button.disabled for button in card.lab.controls.buttons.values())
    card.press("estimate:30 %")
    assert visible(card.answering)
    assert visible(card.room)
    card.key("2")
    assert card.here.session.n == 10
    assert card.frame.status == card.lab.told
    card.press("enter:1/28")
    assert card.frame.status.endswith("That is the chance if you draw one tile. You are dealt 7.")
    assert not card.here.last.marked
    card.press("enter:1/4")
    assert card.frame.status == "1/4. That is right."


def test_one_may_go_on_without_an_estimate_but_not_to_the_trials() -> None:
    card = dl.ExerciseCard("own_tile")
    card.buttons["skip"].click()
    assert visible(card.answering)
    assert not visible(card.room)
    assert not visible(card.buttons["skip"])
    card.key("1")
    assert card.here.session.n == 0


def test_enter_belongs_to_the_field_in_which_it_was_pressed() -> None:
    """Whatever the kernel was told last of what is typed in which: that may come late."""
    card = dl.ExerciseCard("own_tile")
    assert set(card.lab.entry.field._dom_classes) >= {"dlab-answer", "dlab-enter-estimate"}
    assert not [css for css in card.answering.field._dom_classes if css.startswith("dlab-enter-")]
    card.answering.field.value = "late"
    card.press("estimate:1/4")
    assert [guess.value for guess in card.here.session.guesses] == [0.25]
    card.lab.entry.field.value = "late"
    card.press("enter:1/4")
    assert card.here.last.answer == "1/4"
    card.press("estimate:1/2")
    assert card.here.session.guesses[-1].value == 0.5
    assert len(card.here.tries) == 1


@pytest.mark.parametrize("name", ["a_double", "shared_value", "after_a_pass", "another_double"])
def test_nothing_tells_the_answer_before_it_may_be_seen(name: str) -> None:
    """Not the fraction, not its sums, whatever keys are pressed; with `answers=False` not even after the right one."""
    worked = worked_answer(name)
    value = str(worked.solution.value)
    card = dl.ExerciseCard(name, estimate="1/3", answers=False)
    for key in ("1", "2", "3", "x", "h", "?"):
        card.key(key)
    card.check("0.999")
    card.here.work()
    card.lab.here.reveal()
    assert value not in shown(card)
    assert worked.way not in shown(card)
    card.answers = True
    card.here.work()
    assert worked.way in shown(card).replace("&#x27;", "'")
    card.answers = False
    assert worked.way not in shown(card)


def test_the_exact_value_of_the_trials_comes_with_the_right_answer() -> None:
    card = dl.ExerciseCard("shared_value", estimate="1/3")
    card.key("2")
    card.key("x")
    assert card.lab.here.exact is None
    card.check("0.2")
    assert not card.lab.answers
    card.check("7/18")
    card.key("x")
    assert card.lab.here.exact.value == worked_answer("shared_value").solution.value
    assert "7/18" in card.frame.status


def test_a_worked_answer_is_there_only_for_one_who_has_tried() -> None:
    card = dl.ExerciseCard("own_tile", estimate="1/3")
    assert not visible(card.answering.buttons["work"])
    card.here.work()
    assert card.here.way is None
    card.check("1/28")
    card.answering.buttons["work"].click()
    assert "7 of 28 cases" in card.answering.way.value
    card.answering.buttons["work"].click()
    assert card.answering.way.value == ""


def test_a_hint_is_asked_for() -> None:
    card = dl.ExerciseCard("own_tile", estimate="1/3")
    assert card.answering.hinted.value == ""
    card.key("h")
    assert exercise("own_tile").hint in card.answering.hinted.value
    assert card.answering.buttons["hint"].disabled


def test_a_reason_that_ends_with_the_hint_is_not_followed_by_it() -> None:
    card = dl.ExerciseCard("own_tile", estimate="1/3")
    hint = exercise("own_tile").hint
    card.key("h")
    card.check("0.9")
    assert card.here.last.marked.reason == f"That is too high. {hint}"
    assert (card.answering.said.value + card.answering.hinted.value).count(hint) == 1
    assert card.answering.buttons["hint"].disabled
    card.check("1/28")
    assert hint in card.answering.hinted.value
    assert hint not in card.answering.said.value


def test_no_line_breaks_within_a_tile() -> None:
    """A browser breaks a line after the hyphen of 6-5; what is announced and saved as text keeps the bare hyphen."""
    card = dl.ExerciseCard("after_a_pass", estimate="1/3")
    card.check("0.999")
    card.key("h")
    stepper, view = dl.HandStepper("block", seed=4, step=3), dl.PerfectPlay("block", seed=4, step=3)
    for shown_as in (card.asking.prompt, stepper.explainer.caption, view.head, view.page):
        loose = re.sub(r'<button.*?</button>|<span class="dlab-whole">\d+-\d+</span>', "", shown_as.value)
        assert loose != shown_as.value
        assert not re.search(r"\d-\d", loose)
    assert "dlab-whole" not in card.frame.status + stepper.frame.status
    assert "dlab-whole" not in card._repr_mimebundle_()["text/plain"]


def test_the_card_of_a_learner_knows_the_name() -> None:
    card = dl.ExerciseCard(["own_tile", "a_double"], learner="Ana", estimate="1/3")
    assert [guess.name for guess in card.here.session.guesses] == ["Ana"]
    for _ in card.here.exercises:
        assert (card.lab.entry.who.value, card.answering.who.value) == ("Ana", "Ana")
        card.lab.entry.enter("30 %")
        card.answering.enter("0.9")
        card.key("1")
        seen = shown(card)
        assert "You" not in re.findall(r"\b(?:You|Ana)(?= said|:)", seen)
        assert "Ana: 30 %" in card.lab.plot.value
        assert card.answering.who.value == "Ana"
        card.buttons["next"].click()
    assert {row.learner for row in card.here.rows()} == {"Ana"}


def test_a_name_that_somebody_else_wrote_makes_room_for_the_learner_again() -> None:
    card = dl.ExerciseCard("own_tile", learner="Ana", estimate="1/3")
    card.answering.who.value = "Ben"
    card.answering.enter(worked_answer("own_tile", learner="Ana").said.split()[0])
    assert card.here.last.marked.right
    assert (card.here.last.who, card.answering.who.value) == ("Ben", "Ana")


@pytest.mark.parametrize("name", [name for name, entry in BANK.items() if entry.kind == "hidden"])
def test_the_hand_is_seen_from_the_viewpoint_of_its_seat(name: str) -> None:
    card = dl.ExerciseCard(name, learner="Ana")
    here = card.asking.table.here
    assert here.viewpoint == card.here.exercise.looked.seat
    hidden = [tile for seat, tiles in enumerate(here.state.holdings) if seat != here.viewpoint for tile in tiles]
    drawn = card._repr_mimebundle_()["image/svg+xml"] + card.frame.status
    assert re.search(r"How likely is .*\?", card.here.exercise.prompt)[0].split()[-1] in drawn
    assert "…" not in drawn
    assert hidden
    assert not any(f">{tile}<" in drawn for tile in hidden)
    assert "seed" not in here.timeline.title


def test_a_class_answers_one_after_the_other_and_takes_the_table_away() -> None:
    card = dl.ExerciseCard("own_tile")
    for who, guess in (("Ana", "30 %"), ("Ben", "1/28")):
        card.lab.entry.who.value = who
        card.lab.entry.enter(guess)
    for who, answer in (("Ana", "1/4"), ("Ben", "1/28"), ("Ben", "0.25")):
        card.answering.who.value = who
        card.answering.enter(answer)
    found = card.results.set_index("learner")
    assert found.right.to_dict() == {"Ana": True, "Ben": True}
    assert found.tries.to_dict() == {"Ana": 1, "Ben": 2}
    assert found.estimate.round(3).to_dict() == {"Ana": 0.3, "Ben": 0.036}
    assert card.gradebook.rows.value.count("<tr>") == 3
    assert card.to_csv().splitlines()[1].startswith("Ana,own_tile,,0,0.3,0,1/4,True,1,")


def test_several_exercises_stand_on_one_card() -> None:
    card = dl.ExerciseCard("conditional", learner="Ana")
    number = len(card.here.exercises)
    assert number == sum(entry.kind == "conditional" for entry in BANK.values())
    assert card.buttons["previous"].disabled
    first = card.lab
    card.answering.field.value = "0.3"
    card.buttons["next"].click()
    assert card.here.at == 1
    assert card.lab is not first
    assert first.comm is None
    assert card.answering.field.value == ""
    assert card.frame.name == f"Exercise: {card.here.exercise.title}"
    card.here.session.guess("1/2")
    card.here.turn_to(number + 5)
    assert card.buttons["next"].disabled
    card.here.turn_to(1)
    assert [guess.value for guess in card.here.session.guesses] == [0.5]
    assert visible(card.room)


def test_a_tile_is_an_answer_too_and_the_trials_ask_something_else() -> None:
    card = dl.ExerciseCard("last_tiles", estimate="1/2")
    assert "at random" in card.lab.question.value
    right = worked_answer("last_tiles").answer
    assert card.check(right).right


@pytest.mark.parametrize(("make", "line"), [
    (lambda: dl.ExerciseCard("own_tile"), 'dl.ExerciseCard("own_tile")'),
    (lambda: dl.ExerciseCard("own_tile", learner="Ana"), 'dl.ExerciseCard("own_tile", learner="Ana")'),
    (lambda: dl.ExerciseCard("hidden", seed=3, answers=False), 'dl.ExerciseCard("hidden", seed=3, answers=False)'),
    (lambda: dl.ExerciseCard(["own_tile", "put_back"]), 'dl.ExerciseCard(["own_tile", "put_back"])'),
    (lambda: dl.ExerciseCard(exercise("own_tile", learner="Ana")),
     'dl.ExerciseCard(dl.chance.exercise("own_tile", learner="Ana"))'),
])
def test_the_line_makes_the_card_again(make: Callable[[], dl.ExerciseCard], line: str) -> None:
    card = make()
    assert card.recipe == line
    again = eval(line)
    assert [one.prompt for one in again.here.exercises] == [one.prompt for one in card.here.exercises]
    assert again.answers == card.answers


@pytest.mark.parametrize("name", sorted(BANK))
def test_every_exercise_can_be_tried_in_a_chance_lab(name: str) -> None:
    one = exercise(name, learner="Ana")
    lab = dl.ChanceLab(one, estimate="1/2", n=10)
    assert lab.here.trials.prompt in (one.prompt, one.trials.prompt)
    pressed = next(number for number, bar in enumerate(_bars(lab)) if bar.count)
    lab.press(f"bar:{pressed}")
    assert (lab.opened.stepper is not None) or one.trials.describe(lab.here.example.number) in lab.told
    again = eval(lab.drawer.made_by.value.split(">")[1].split("<")[0].replace("&quot;", '"'))
    assert again.here.tally == lab.here.tally
    lab.close()


def _bars(lab: dl.ChanceLab) -> tuple:
    from domino_lab.widgets.chancelab.outcomes import bars

    return bars(lab.here)


def test_names_that_are_not_there_are_refused() -> None:
    with pytest.raises(LookupError, match="own_tile"):
        dl.ExerciseCard("nothing")
    with pytest.raises(dl.NotationError, match="at least one exercise"):
        dl.ExerciseCard([])
