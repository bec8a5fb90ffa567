"""Pages that mark exercises and bring them back, in a real browser: as the cards of a notebook do."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import Exercise, worked_answer
from domino_lab.explain.questions import quiz_items
from domino_lab.sessions.practice import PracticeBook, topics
from domino_lab.widgets.exercise_pages import DRAWS
from domino_lab.widgets.page_file import Page as MadePage
from tests.browser.notebook import await_ears
from tests.browser.test_answer_codes import looks_well, opened
from tests.widgets.test_pages import unpacked

KEPT = "localStorage.getItem('domino_lab practice')"
FIRST = date(2026, 11, 27)

# Each answer to an exercise of the page is typed and checked, and what the page replies is read. The page draws in the
# same moment.
REPLIES = """async (section, given) => {
    const told = [];
    for (const text of given) {
        const form = section.querySelector("form");
        form.elements[0].value = text;
        form.requestSubmit();
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        told.push(section.querySelector("p.dlab-wrong, p.dlab-right")?.textContent.replace(/^. /, ""));
    }
    return told;
}"""


def wrong_answers(exercise: Exercise) -> list[str]:
    """Known mistakes of an exercise, numbers beside the right one, and what is no answer."""
    value = exercise.task.solution.value
    given = ["", "nobody", "1/0", "-1", "37", "250", "1e3", "1/2/3", "1.5/2", "40 %", "0,4", "1,234", "2-2", "9-9"]
    if not isinstance(value, tuple):
        given += [str(float(slip)) for slip in exercise.task.misses.values()]
        given += [str(float(value) * by) for by in (0.5, 0.98, 1.02, 2)]
    return [text for text in given if not exercise.check(text).right]


def test_a_page_replies_to_every_wrong_answer_as_a_card_does_and_ends_with_its_code(
    alone: Page, artefacts: Path, tmp_path: Path
) -> None:
    exercises = [Exercise(name, 5) for name in BANK]
    wrong = opened(alone, dl.page(dl.ExerciseCard(exercises)), tmp_path)
    expect(alone.locator("main")).to_contain_text("An answer code holds at most 20 questions")
    sections = alone.locator(".dlab-exercise")
    expect(sections).to_have_count(len(exercises))
    for number, exercise in enumerate(exercises):
        section, given = sections.nth(number), wrong_answers(exercise)
        await_ears(section)
        meant = [exercise.check(text.strip()).reason for text in given]
        told = section.evaluate(REPLIES, [text or " " for text in given])
        assert [*zip(given, told, strict=True)] == [
            (text, reason if text else exercise.check(" ").reason) for text, reason in zip(given, meant, strict=True)]
        way = worked_answer(exercise)
        right = section.evaluate(REPLIES, [str(way.answer)])
        assert right == ["That is right."], exercise.name
        expect(section).to_contain_text(way.way)
    expect(alone.locator(".dlab-score")).to_have_text(f"Answered: {len(exercises)} of {len(exercises)}. "
                                                      "Right first time: 0.")
    assert wrong == []


def test_the_code_of_a_page_is_that_of_the_card(alone: Page, artefacts: Path, tmp_path: Path) -> None:
    card = dl.ExerciseCard(["own_tile", "a_double", "where_is_it", "last_tiles"], seed=3)
    wrong = opened(alone, dl.page(card), tmp_path)
    given = ["25 %", "1/28", "1/3", "constructor"]
    for number, text in enumerate(given):
        section = alone.locator(".dlab-exercise").nth(number)
        await_ears(section)
        section.evaluate(REPLIES, [text])
        card.here.turn_to(number)
        card.check(text)
    expect(alone.locator(".dlab-code-signs")).to_have_text(card.answer_code)
    alone.get_by_role("button", name="Hint").first.click()
    looks_well(alone, artefacts, "exercise-page")
    assert wrong == []


def test_where_answers_are_hidden_the_page_shows_none(alone: Page, tmp_path: Path) -> None:
    exercise = Exercise("own_tile", 4)
    made = dl.page(dl.ExerciseCard(exercise, answers=False))
    wrong = opened(alone, made, tmp_path)
    section, way = alone.locator(".dlab-exercise"), worked_answer(exercise)
    await_ears(section)
    expect(section.get_by_role("button", name="Hint")).to_be_visible()
    expect(section.get_by_role("button", name="Show answer")).to_have_count(0)
    assert section.evaluate(REPLIES, [str(way.answer)]) == ["That is right."]
    expect(section).not_to_contain_text(way.way)
    assert way.way not in json.dumps(unpacked(made))
    assert wrong == []


# --- practice


@pytest.fixture(scope="module")
def made() -> MadePage:
    return dl.practice_page(games=["block"], n=4, seed=2)


def sections(page: Page) -> list[Locator]:
    expect(page.locator("[data-topic]")).to_have_count(4)
    return page.locator("[data-topic]").all()


def named(page: Page) -> list[str]:
    return [section.get_attribute("data-topic") or "" for section in sections(page)]


def right_answer(name: str, draw: int) -> str:
    if name in BANK:
        return str(worked_answer(Exercise(name, 2 + draw + 1)).answer)
    items = quiz_items(get("block"), (name.removeprefix("block "),), seed=2)
    asked = [next(items) for _ in range(draw + 1)][-1].asked
    return asked.right.split(" and ")[0].split(", ")[0] if asked.kind == "tile" else asked.right


def answer(section: Locator, given: str) -> None:
    await_ears(section)
    if section.locator("form").count():
        section.evaluate(REPLIES, [given])
    else:
        section.locator(".dlab-question").get_by_role("button", name=given, exact=True).click()


def test_it_asks_day_after_day_what_a_card_would_ask(alone: Page, tmp_path: Path, made: MadePage) -> None:
    """A book in Python notes the same answers: for 40 days both choose the same."""
    book, luck, day = PracticeBook("", topics([get("block")])), Random(7), FIRST
    alone.clock.install(time=f"{day}T12:00:00")
    wrong = opened(alone, made, tmp_path)
    tried = dict.fromkeys(book.topics, 0)
    for _ in range(40):
        assert named(alone) == [topic.name for topic in book.choose(4, day)]
        levels = f"Your level: {book.level} of 5."
        expect(alone.locator("main")).to_contain_text(levels)
        for section, name in zip(sections(alone), named(alone), strict=True):
            is_right = luck.random() < 0.7
            if is_right:
                answer(section, right_answer(name, tried[name] % DRAWS))
            elif name in BANK and luck.random() < 0.5:      # a wrong answer first, then the right one; "abc" is none
                answer(section, "abc")
                answer(section, "0-0" if name == "last_tiles" else "0.987654")
                answer(section, right_answer(name, tried[name] % DRAWS))
            else:
                await_ears(section)
                section.get_by_role("button", name="Show answer").click()
            expect(section.get_by_role("button", name="Show answer")).to_have_count(0)
            tried[name] += 1
            book.note(name, right=is_right, day=day)
        day += timedelta(luck.choice((0, 1, 1, 2, 5)))
        alone.clock.set_fixed_time(f"{day}T12:00:00")
        alone.get_by_role("button", name="More questions").click()
    assert max(tried.values()) > 4
    assert book.level > 2
    alone.reload()
    assert named(alone) == [topic.name for topic in book.choose(4, day)]
    assert wrong == []


def test_it_forgets_what_it_remembered(alone: Page, artefacts: Path, tmp_path: Path, made: MadePage) -> None:
    wrong = opened(alone, made, tmp_path)
    first = named(alone)
    sections(alone)[0].get_by_role("button", name="Show answer").click()
    assert first[0] in alone.evaluate(KEPT)
    looks_well(alone, artefacts, "practice-page")
    alone.get_by_role("button", name="Forget everything").click()
    expect(alone.get_by_role("status").filter(has_text="Everything is forgotten.")).to_be_visible()
    assert alone.evaluate(KEPT) is None
    assert named(alone) == first
    assert wrong == []


@pytest.mark.parametrize("kept", [
    "", "{", "null", "[]", "7", '{"own_tile": null}', '{"own_tile": {"tries": 1, "wrong": 2, "streak": 0, "due": 1}}',
    '{"own_tile": {"tries": "<b>", "wrong": 0, "streak": 0, "due": 1}}', '{"__proto__": {"tries": 1}}',
])
def test_what_somebody_else_wrote_there_does_no_harm(alone: Page, tmp_path: Path, made: MadePage, kept: str) -> None:
    wrong = opened(alone, made, tmp_path)
    first = named(alone)
    alone.evaluate("text => localStorage.setItem('domino_lab practice', text)", kept)
    alone.reload()
    assert named(alone) == first
    sections(alone)[0].get_by_role("button", name="Show answer").click()
    expect(alone.locator(".dlab-score")).to_contain_text("Answered: 1 of 4")
    assert f'"{first[0]}":{{"tries":1,"wrong":1' in alone.evaluate(KEPT)
    assert wrong == []


def test_where_the_browser_keeps_nothing_it_says_so_and_goes_on(alone: Page, tmp_path: Path, made: MadePage) -> None:
    alone.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });")
    wrong = opened(alone, made, tmp_path)
    expect(alone.locator("main")).to_contain_text("does not let the page remember anything")
    first = named(alone)
    for section in sections(alone):
        await_ears(section)
        section.get_by_role("button", name="Show answer").click()
    alone.get_by_role("button", name="More questions").click()
    assert not {*named(alone)} & {*first}
    assert wrong == []
