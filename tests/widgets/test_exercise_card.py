"""A card with exercises: the estimate comes first, answers get reasons, and nothing is told before it may be."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import domino_lab as dl
from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import exercise, worked_answer
from tests.widgets.kept import picture
from tests.widgets.reading import area, does, everything, find, kinds, nodes, primary, styled, text


def shown(card: dl.ExerciseCard) -> str:
    """All text of the card that a reader can see or hear, and what a saved notebook keeps, without its pictures."""
    return everything(card) + re.sub(r"[\w+/]{200,}=*", "", str(card._repr_mimebundle_()))


def answer(card: dl.ExerciseCard, given: str, who: str = "") -> None:
    card.do("answer", {"answer": given, "who": who})


def fields(card: dl.ExerciseCard, name: str = "") -> list[dict[str, object]]:
    """What can be typed in, or the fields of one name."""
    return [node for node in nodes(card) if node.get("is") == "field" and name in ("", node.get("field"))]


def test_one_form_at_a_time_and_the_name_is_asked_once() -> None:
    card = dl.ExerciseCard(["own_tile", "a_double"])
    assert [node["field"] for node in fields(card)] == ["estimate", "who"]
    card.do("estimate", {"estimate": "30 %", "who": "Ana"})
    assert [node["field"] for node in fields(card)] == ["answer"]
    card.do("answer", {"answer": "0.9"})
    assert card.here.last.who == "Ana"
    card.do("add_estimate")
    assert [node["field"] for node in fields(card)] == ["estimate", "who"], "of the next learner"
    card.do("estimate", {"estimate": "1/4", "who": "Ben"})
    card.do("answer", {"answer": "0.9"})
    assert card.here.last.who == "Ben"
    card.do("next")
    assert [node["field"] for node in fields(card)] == ["estimate"]
    card.do("estimate", {"estimate": "0.9"})
    assert [guess.name for guess in card.here.session.guesses] == ["Ben"]
    card.do("someone")
    assert [node["field"] for node in fields(card)] == ["answer", "who"]


@pytest.mark.parametrize("name", BANK)
def test_the_tiles_that_a_question_speaks_of_are_drawn(name: str) -> None:
    """Those that it names lie face up; of the others it only has a number."""
    asked = exercise(name, seed=5)
    groups = [node["tiles"] for node in kinds(dl.ExerciseCard(asked), "dealt")]
    named = {tile for tiles in groups for tile in tiles if tile}
    numbers = {int(number) for number in re.findall(r"(?<![-\d])(\d+) tiles", asked.prompt)}
    if asked.looked is not None or name in ("missed_bands", "five_columns"):
        assert groups == []
        return
    assert named == set(re.findall(r"\b\d-\d\b", asked.prompt.replace('"6-5"', "")))
    backs = max(len(tiles) for tiles in groups)
    assert backs in numbers or name == "lead_double"


def test_first_an_estimate_then_trials_and_an_answer() -> None:
    card = dl.ExerciseCard("own_tile")
    assert not {"answer", "add"} & set(does(card))
    assert primary(card) == ["This is my estimate"]
    card.do("estimate", {"estimate": "30 %", "who": ""})
    assert {"answer", "add"} <= set(does(card))
    assert primary(card) == ["Try it once"]
    card.do("add", 1)
    card.do("key", "2")
    assert card.here.session.n == 11
    assert card.stage.moment["status"] == card.trials.caption
    assert primary(card) == ["Check"]
    answer(card, "1/28")
    assert card.status.endswith("That is the chance if you draw one tile. You are dealt 7.")
    assert not card.here.last.marked
    [wrong] = styled(card, "wrong")
    assert (wrong["sign"], wrong["text"]) == ("✗", card.status)
    answer(card, "1/4")
    assert card.status == "1/4. That is right."
    [right] = styled(card, "right")
    assert (right["sign"], right["text"]) == ("✓", card.status)
    assert primary(card) == []


def test_one_may_go_on_without_an_estimate_but_not_to_the_trials() -> None:
    card = dl.ExerciseCard("own_tile")
    card.do("skip")
    assert "answer" in does(card)
    assert not {"add", "skip"} & set(does(card))
    assert primary(card) == ["Check"]
    card.do("key", "1")
    assert card.here.session.n == 0


@pytest.mark.parametrize("name", ["a_double", "shared_value", "after_a_pass", "another_double"])
def test_nothing_tells_the_answer_before_it_may_be_seen(name: str) -> None:
    """Not the fraction, not its sums, whatever keys are pressed; with `answers=False` not even after the right one."""
    worked = worked_answer(name)
    value = str(worked.solution.value)
    card = dl.ExerciseCard(name, estimate="1/3", answers=False)
    for key in ("1", "2", "3", "x", "h", "?"):
        card.do("key", key)
    card.do("results")
    card.check("0.999")
    card.here.work()
    card.here.session.reveal()
    assert value not in shown(card)
    assert worked.way not in shown(card)
    card.answers = True
    card.here.work()
    assert worked.way in text(card)
    card.answers = False
    assert worked.way not in shown(card)


def test_the_exact_value_of_the_trials_comes_with_the_right_answer() -> None:
    card = dl.ExerciseCard("shared_value", estimate="1/3")
    card.do("add", 1)
    card.do("key", "x")
    assert card.here.session.exact is None
    card.check("0.2")
    assert not card.here.session.answers
    card.check("7/18")
    card.do("key", "x")
    assert card.here.session.exact.value == worked_answer("shared_value").solution.value
    assert "7/18" in card.status


def test_a_worked_answer_is_there_only_for_one_who_has_tried() -> None:
    card = dl.ExerciseCard("own_tile", estimate="1/3")
    assert "work" not in does(card)
    card.here.work()
    assert card.here.way is None
    card.check("1/28")
    assert find(card, "work")["text"] == "Show answer"
    card.do("work")
    assert "7 of 28 cases" in area(card, "talk")
    card.do("work")
    assert "7 of 28 cases" not in area(card, "talk")


def test_three_hints_are_asked_for_one_by_one() -> None:
    card, hints = dl.ExerciseCard("own_tile", estimate="1/3"), exercise("own_tile").hints
    for number, hint in enumerate(hints):
        assert hint not in area(card, "talk")
        assert find(card, "hint")["text"] == ("Another hint" if number else "Hint")
        card.do("key", "h")
        assert hint in area(card, "talk")
    assert "hint" not in does(card)
    card.do("key", "h")
    assert area(card, "talk").count("Hint:") == 3


def test_a_reason_that_ends_with_the_hint_is_not_followed_by_it() -> None:
    card = dl.ExerciseCard("own_tile", estimate="1/3")
    hint = exercise("own_tile").hint
    card.do("key", "h")
    card.check("0.9")
    assert card.here.last.marked.reason == f"That is too high. {hint}"
    assert area(card, "talk").count(hint) == 1
    assert find(card, "hint")["text"] == "Another hint"
    card.check("1/28")
    assert area(card, "talk").count(hint) == 1
    assert hint not in styled(card, "wrong")[0]["text"]


def test_the_card_of_a_learner_knows_the_name() -> None:
    card = dl.ExerciseCard(["own_tile", "a_double"], learner="Ana", estimate="1/3")
    assert [guess.name for guess in card.here.session.guesses] == ["Ana"]
    for _ in card.here.exercises:
        assert fields(card, "who") == []
        card.do("estimate", "30 %")
        card.do("someone")
        assert [node["value"] for node in fields(card, "who")] == ["Ana"], "somebody else may answer for once"
        answer(card, "0.9", "Ana")
        card.do("key", "1")
        seen = shown(card)
        assert "You" not in re.findall(r"\b(?:You|Ana)(?= said|:)", seen)
        assert "Ana: 30 %" in area(card, "more")
        card.do("next")
    assert {row.learner for row in card.here.rows()} == {"Ana"}


def test_a_name_that_somebody_else_wrote_makes_room_for_the_learner_again() -> None:
    card = dl.ExerciseCard("own_tile", learner="Ana", estimate="1/3")
    before = find(card, "answer")
    answer(card, "0.9", "Ben")
    assert next(node["value"] for node in nodes(card) if node.get("field") == "answer") == "0.9"
    answer(card, worked_answer("own_tile", learner="Ana").said.split()[0], "Ben")
    assert card.here.last.marked.right
    assert card.here.last.who == "Ben"
    assert {node["field"]: node.get("value") for node in nodes(find(card, "answer")) if "field" in node} == {
        "answer": "", "who": "Ana"}
    assert find(card, "answer")["key"] != before["key"]         # another form, so nothing typed stays in it


@pytest.mark.parametrize("name", [name for name, entry in BANK.items() if entry.kind == "hidden"])
def test_the_hand_is_seen_from_the_viewpoint_of_its_seat(name: str) -> None:
    card = dl.ExerciseCard(name, learner="Ana")
    here = card.hand
    assert here.viewpoint == card.here.exercise.looked.seat
    hidden = [tile for seat, tiles in enumerate(here.state.holdings) if seat != here.viewpoint for tile in tiles]
    drawn = picture(card) + everything(card)
    assert re.search(r"How likely is .*\?", card.here.exercise.prompt)[0].split()[-1] in drawn
    assert "…" not in drawn
    assert hidden
    assert not any(f">{tile}<" in drawn or f'"{tile}"' in drawn for tile in hidden)
    assert "seed" not in here.timeline.title


def test_a_class_answers_one_after_the_other_and_takes_the_table_away() -> None:
    card = dl.ExerciseCard("own_tile")
    for who, guess in (("Ana", "30 %"), ("Ben", "1/28")):
        card.do("estimate", {"estimate": guess, "who": who})
    for who, given in (("Ana", "1/4"), ("Ben", "1/28"), ("Ben", "0.25")):
        card.do("answer", {"answer": given, "who": who})
    found = card.results.set_index("learner")
    assert found.right.to_dict() == {"Ana": True, "Ben": True}
    assert found.tries.to_dict() == {"Ana": 1, "Ben": 2}
    assert found.estimate.round(3).to_dict() == {"Ana": 0.3, "Ben": 0.036}
    card.do("results")
    assert next(node["html"] for node in kinds(card, "html") if "Tries" in node["html"]).count("<tr>") == 3
    assert card.to_csv().splitlines()[1].startswith("Ana,own_tile,,0,0.3,0,1/4,True,1,")


def test_several_exercises_stand_on_one_card() -> None:
    card = dl.ExerciseCard("conditional", learner="Ana")
    number = len(card.here.exercises)
    assert number == sum(entry.kind == "conditional" for entry in BANK.values())
    assert "previous" not in does(card)
    first = card.trials.session
    answer(card, "0.3")
    card.do("next")
    assert card.here.at == 1
    assert card.trials.session is not first
    card.do("skip")
    assert next(node["value"] for node in nodes(card) if node.get("field") == "answer") == ""
    assert card.stage.moment["name"] == f"Exercise: {card.here.exercise.title}"
    card.here.session.guess("1/2")
    card.here.turn_to(number + 5)
    assert "next" not in does(card)
    card.here.turn_to(1)
    assert [guess.value for guess in card.here.session.guesses] == [0.5]
    assert "add" in does(card)


def test_there_is_a_table_where_the_exercise_is_about_a_hand() -> None:
    card = dl.ExerciseCard(["own_tile", "after_a_pass"])
    assert "table" not in card.moment()
    card.do("next")
    assert card.moment()["table"]["laid"]
    assert {node["seat"] for node in kinds(card, "hand")} == {0, 1}


def test_a_tile_is_an_answer_too_and_the_trials_ask_something_else() -> None:
    card = dl.ExerciseCard("last_tiles", estimate="1/2")
    assert "at random" in area(card, "talk")
    hands = kinds(card.areas()["rack"], "hand")
    assert [hand["name"] for hand in hands] == [card.here.exercise.task.facts["me"]], "the question is put to them"
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


@pytest.mark.parametrize("name", ["own_tile", "mean_pips", "hands_needed", "last_tiles"])
def test_a_card_says_once_how_an_answer_is_written(name: str) -> None:
    """The form of the answer stands in the field, not also after the question."""
    card = dl.ExerciseCard(name, learner="Ana")
    shown, wanted = [area(card, "talk")], card.here.exercise.prompt.removeprefix(card.here.exercise.question).strip()
    card.do("skip")
    shown.append(area(card, "talk"))
    assert wanted.startswith("Give a")
    assert all(wanted not in text and wanted not in card.status and text.count("25 %") <= 1 for text in shown)
    assert re.search(r"Your answer \((1/4, 0\.25 or 25 %|a number.*|a tile.*)\)", shown[1])


def test_a_chance_that_is_turned_into_a_number_of_deals_is_told_as_a_number() -> None:
    """"How many deals do you need?" is no chance, though each of its trials says yes or no."""
    lab = dl.ChanceLab(exercise("hands_needed", learner="Ana"), estimate="5000", n=100)
    assert lab.here.kind == "mean"
    assert "%" not in lab.caption.replace("95 %", "")


@pytest.mark.parametrize("name", sorted(BANK))
def test_every_exercise_can_be_tried_in_a_chance_lab(name: str) -> None:
    one = exercise(name, learner="Ana")
    lab = dl.ChanceLab(one, estimate="1/2", n=10)
    assert lab.here.trials.prompt in (one.prompt, one.trials.prompt)
    pressed = next(bar for bar in kinds(lab, "columns")[0]["bars"] if bar.get("do"))
    lab.do("bar", pressed["value"])
    assert (lab.stepper is not None) or one.trials.describe(lab.here.example.number) in lab.caption
    assert eval(lab.line).here.tally == lab.here.tally
    lab.close()


def test_names_that_are_not_there_are_refused() -> None:
    with pytest.raises(LookupError, match=r"no exercise .nothing."):
        dl.ExerciseCard("nothing")
    with pytest.raises(dl.NotationError, match="at least one exercise"):
        dl.ExerciseCard([])
