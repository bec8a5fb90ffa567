"""A SCORM package in a real browser, offline: a small platform opens it, and looks at what the page reports."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import FrameLocator, Page, Route, TimeoutError, expect

import domino_lab as dl
from domino_lab.play.timeline import Note
from domino_lab.sessions.answer_sheets import lesson_questions
from domino_lab.widgets import page_file
from tests.browser.notebook import await_ears, listen_for_errors

PLATFORM, COURSE, ELSEWHERE = "http://platform.test/", "http://platform.test/course/index.html", "http://else.test/"
# The part of the SCORM 1.2 run-time environment that a page uses; what the standard forbids is a fault.
RUN_TIME = """<!DOCTYPE html><title>Platform</title><script>
const TYPES = {
    "cmi.core.lesson_status": /^(passed|completed|failed|incomplete|browsed|not attempted)$/,
    "cmi.core.score.raw": /^(100|\\d{1,2}(\\.\\d+)?)$/, "cmi.core.score.min": /^0$/, "cmi.core.score.max": /^100$/,
    "cmi.core.session_time": /^\\d{2,4}:[0-5]\\d:[0-5]\\d(\\.\\d{1,2})?$/,
};
const faults = [], commits = [], values = { "cmi.core.lesson_status": STATUS };
let state = "closed", finished = 0;
const answer = (isRight, what) => { if (!isRight) faults.push(what); return String(isRight); };
window.API = {
    LMSInitialize(none) {
        const right = none === "" && state === "closed";
        state = "open";
        return answer(right, "initialize");
    },
    LMSGetValue(name) { answer(state === "open" && name in TYPES, `get ${name}`); return values[name] ?? ""; },
    LMSSetValue(name, value) {
        const right = state === "open" && typeof value === "string" && Boolean(TYPES[name]?.test(value));
        if (right) values[name] = value;
        return answer(right, `set ${name} ${value}`);
    },
    LMSCommit(none) {
        commits.push({ ...values });
        return answer(none === "" && state === "open", "commit");
    },
    LMSFinish(none) {
        const right = none === "" && state === "open";
        state = "finished";
        finished += 1;
        return answer(right, "finish");
    },
    LMSGetLastError: () => "0", LMSGetErrorString: () => "", LMSGetDiagnostic: () => "",
};
</script>"""
FRAME = f'<iframe src="{COURSE}" title="Course" width="1200" height="700"></iframe>'
OPENER = f"""<button onclick="window.open('{COURSE}')">Open</button>"""


def platform(
    page: Page, made: page_file.Page, folder: Path, body: str, status: str = "not attempted", at: str = PLATFORM
) -> list[str]:
    """Open a package on a platform at this address; return the list of what goes wrong."""
    with ZipFile(made.scorm(folder / "page.zip")) as zipped:
        html = zipped.read("index.html").decode()
    run_time = RUN_TIME.replace("STATUS", repr(status))
    served = {COURSE: html, at: run_time + body}
    wrong = listen_for_errors(page)

    def serve(route: Route) -> None:
        if route.request.url not in served:
            wrong.append(route.request.url)
        route.fulfill(body=served.get(route.request.url, ""), content_type="text/html; charset=utf-8")

    page.context.route("http://**/*", serve)
    page.goto(at)
    return wrong


HAS = """expected => Object.keys(values).length === Object.keys(expected).length
    && Object.entries(expected).every(([name, value]) => values[`cmi.core.${name}`] === value)"""


def reports(page: Page, status: str, raw: str = "") -> None:
    """Wait until the platform has this status and this score, and nothing else."""
    scores = {"score.min": "0", "score.max": "100", "score.raw": raw} if raw else {}
    expected = {"lesson_status": status, **scores}
    with suppress(TimeoutError):
        page.wait_for_function(HAS, arg=expected, timeout=10_000)
    values: dict[str, str] = page.evaluate("values")
    assert {name.removeprefix("cmi.core."): value for name, value in values.items()} == expected


def course(page: Page) -> FrameLocator:
    return page.frame_locator("iframe")


def answer(page: Page, place: int, given: str) -> None:
    question = course(page).locator(".dlab-quiz").nth(place)
    await_ears(question)
    question.get_by_role("textbox").fill(given)
    question.get_by_role("button", name="Check").click()


def test_a_quiz_reports_each_answer_its_score_and_the_end(alone: Page, tmp_path: Path) -> None:
    alone.clock.install()
    quiz = dl.quiz("all-fives", "score", n=3, seed=1)
    wrong = platform(alone, dl.page(quiz), tmp_path, FRAME)
    await_ears(course(alone).locator(".dlab-quiz").nth(2))
    reports(alone, "incomplete")
    right = [item.asked.right for item in quiz.items]
    told = [("99", "0", "incomplete"), (right[1], "33.33", "incomplete"), (right[2], "66.67", "completed")]
    for place, (given, raw, status) in enumerate(told):
        answer(alone, place, given)
        reports(alone, status, raw)
        assert alone.evaluate("commits.length") == place + 2
    answer(alone, 0, right[0])          # a second try changes nothing
    expect(course(alone).locator(".dlab-score")).to_contain_text("Right first time: 2")
    reports(alone, "completed", "66.67")
    assert alone.evaluate("[commits.length, finished]") == [4, 0]
    alone.clock.fast_forward("01:02:03")
    alone.evaluate("document.querySelector('iframe').src = 'about:blank'")
    alone.wait_for_function("finished")
    hours, minutes, seconds = alone.evaluate("values['cmi.core.session_time']").split(":")
    assert (hours, minutes) == ("0001", "02")
    assert 3 <= float(seconds) < 60
    assert alone.evaluate("[finished, faults]") == [1, []]
    assert wrong == []


def first_of_lesson() -> tuple[page_file.Page, int, str]:
    lesson = dl.Lesson("block", seed=7, every=0)
    asked = lesson_questions(lesson.here)[0]
    return dl.page(lesson), asked.asked_at, asked.right


def first_of_game() -> tuple[page_file.Page, int, str]:
    game = dl.chance.class_game("all-fives", seed=1)
    asked = game.game.turns[0].asked
    return dl.page(game), asked.asked_at, asked.right


@pytest.mark.parametrize(("first", "questions", "score"), [(first_of_lesson, 6, "16.67"), (first_of_game, 4, "25")])
def test_a_hand_with_questions_is_completed_by_the_last_of_them(
    alone: Page, tmp_path: Path, first: Callable[[], Any], questions: int, score: str
) -> None:
    """The first is answered right, and the others are passed by."""
    made, steps, right = first()
    wrong = platform(alone, made, tmp_path, FRAME)
    page = course(alone).locator(".dlab-stepper")
    await_ears(page)
    for _ in range(steps):
        page.get_by_role("button", name="Next").first.click()
    reports(alone, "incomplete")
    page.get_by_role("button", name=right, exact=True).click()
    reports(alone, "incomplete", score)
    for _ in range(questions):              # each press goes to the next question, and passes it by
        page.get_by_role("button", name="Last", exact=True).click()
    reports(alone, "completed", score)
    assert alone.evaluate("faults") == wrong == []


def test_a_hand_that_opens_behind_a_question_does_not_ask_it(alone: Page, tmp_path: Path) -> None:
    hand = dl.play_out("all-fives", seed=7)
    hand = replace(hand, notes={step: Note(ask="What does the board count now?", about="count") for step in (2, 6)})
    wrong = platform(alone, dl.page(hand, step=3), tmp_path, FRAME)
    page = course(alone).locator(".dlab-stepper")
    await_ears(page)
    for _ in range(2):
        page.get_by_role("button", name="Next").first.click()
    page.get_by_role("textbox").fill(str(hand[6].state.board_count.total))
    page.get_by_role("button", name="Check").click()
    reports(alone, "completed", "100")
    assert alone.evaluate("faults") == wrong == []


def test_an_exercise_and_practice_report_their_questions(alone: Page, tmp_path: Path) -> None:
    wrong = platform(alone, dl.page(dl.ExerciseCard("own_tile")), tmp_path, FRAME)
    page = course(alone).locator(".dlab-exercise")
    await_ears(page)
    page.get_by_role("button", name="Show answer").click()
    reports(alone, "completed", "0")
    folder = tmp_path / "practice"
    folder.mkdir()
    alone.context.unroute_all()
    wrong += platform(alone, dl.practice_page(games=["block"], n=2, seed=2), folder, FRAME)
    sections = course(alone).locator("[data-topic]")
    for number, status in enumerate(("incomplete", "completed")):
        sections.nth(number).get_by_role("button", name="Show answer").click()
        reports(alone, status, "0")
    assert alone.evaluate("faults") == wrong == []


def test_a_page_without_questions_is_completed_at_its_last_step(alone: Page, tmp_path: Path) -> None:
    wrong = platform(alone, dl.page("block", seed=7), tmp_path, FRAME)
    await_ears(course(alone).locator(".dlab-stepper"))
    reports(alone, "incomplete")
    course(alone).get_by_role("button", name="Next", exact=True).first.click()
    expect(course(alone).locator(".dlab-at")).to_contain_text("Step 2 of")
    assert alone.evaluate("commits.length") == 1        # a step is no news
    course(alone).get_by_role("button", name="Last", exact=True).click()
    reports(alone, "completed")
    course(alone).get_by_role("button", name="First", exact=True).click()
    reports(alone, "completed")
    assert alone.evaluate("faults") == wrong == []


@pytest.mark.parametrize("make", [lambda: dl.ruleset("block"), lambda: dl.TileTriangle("a double")])
def test_what_has_no_steps_is_completed_at_once(alone: Page, tmp_path: Path, make: Callable[[], Any]) -> None:
    wrong = platform(alone, dl.page(make()), tmp_path, FRAME)
    reports(alone, "completed")
    assert alone.evaluate("faults") == wrong == []


def test_an_estimate_has_no_score(alone: Page, tmp_path: Path) -> None:
    lab = dl.ChanceLab(dl.chance.doubles() == 0, tiles=7, seed=1)
    wrong = platform(alone, dl.page(lab), tmp_path, FRAME)
    page = course(alone)
    await_ears(page.locator(".dlab-alone"))
    page.get_by_role("textbox").fill("50 %")
    page.get_by_role("button", name="This is my estimate").click()
    go = page.locator(".dlab-area-bar").get_by_role("button").first
    expect(go).to_be_visible()
    reports(alone, "incomplete")
    while go.is_enabled():
        go.evaluate("button => button.click()")     # it may have gone off since: then nothing happens
    reports(alone, "completed")
    assert alone.evaluate("faults") == wrong == []


def test_what_was_completed_before_keeps_its_score(alone: Page, tmp_path: Path) -> None:
    quiz = dl.quiz("all-fives", "score", n=1, seed=1)
    wrong = platform(alone, dl.page(quiz), tmp_path, FRAME, status="completed")
    answer(alone, 0, "99")
    expect(course(alone).locator(".dlab-wrong")).to_be_visible()
    reports(alone, "completed")
    assert alone.evaluate("[commits.length, faults]") == [0, []]
    assert wrong == []


def test_a_window_that_the_platform_opens_reports_to_its_opener(alone: Page, tmp_path: Path) -> None:
    wrong = platform(alone, dl.page(dl.ruleset("block")), tmp_path, OPENER)
    with alone.expect_popup() as opened:
        alone.get_by_role("button").click()
    alone.wait_for_function("commits.length")
    opened.value.close(run_before_unload=True)
    alone.wait_for_function("finished")
    assert alone.evaluate("[values['cmi.core.lesson_status'], faults]") == ["completed", []]
    assert wrong == []


@pytest.mark.parametrize(("body", "at"), [(FRAME, ELSEWHERE), ("", PLATFORM)])
def test_without_a_platform_the_page_works_as_usual(alone: Page, tmp_path: Path, body: str, at: str) -> None:
    """In a frame of another site, which may have an API that is not for this page, and opened by itself."""
    wrong = platform(alone, dl.page("block", seed=7), tmp_path, body, at=at)
    if not body:
        alone.goto(COURSE)
    page = course(alone).locator("body") if body else alone.locator("body")
    await_ears(page.locator(".dlab-stepper"))
    page.get_by_role("button", name="Next").first.click()
    expect(page.locator(".dlab-at")).to_contain_text("Step 2 of")
    assert wrong == []
