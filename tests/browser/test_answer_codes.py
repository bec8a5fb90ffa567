"""Answer codes in a browser: from the page of a quiz to the board of a class, by typing, files and QR pictures."""

from __future__ import annotations

from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path
from typing import Literal

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

import domino_lab as dl
from domino_lab.sessions.answer_sheets import lesson_questions
from domino_lab.widgets import page_file
from domino_lab.widgets.quizzes import Quiz
from tests.browser.conftest import Open
from tests.browser.notebook import await_ears, by_axe, faults, listen_for_errors, resize

LOOKS = [(1366, 768, "light"), (1280, 720, "dark"), (360, 740, "light"), (360, 740, "dark")]
READER = """globalThis.BarcodeDetector = class { async detect() { return [{ rawValue: "CODE" }]; } };"""
"""What reads QR codes, where the browser has none: every picture shows this code."""
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082")
"""A PNG of one pixel."""


@pytest.fixture
def quiz() -> Quiz:
    return dl.quiz("all-fives", "score", n=3, seed=1)


def opened(page: Page, made: page_file.Page, folder: Path) -> list[str]:
    wrong = listen_for_errors(page)
    page.on("request", lambda one: one.url.startswith(("file:", "blob:", "data:")) or wrong.append(one.url))
    page.goto(made.save(folder / "page.html").as_uri())
    return wrong


def answer(page: Page, place: int, given: str) -> None:
    question = page.locator(".dlab-quiz").nth(place)
    await_ears(question)
    question.get_by_role("textbox").fill(given)
    question.get_by_role("button", name="Check").click()


def looks_well(page: Page, artefacts: Path, name: str) -> None:
    """Axe finds nothing, and nothing sticks out, by day and by night, on a laptop and on a phone."""
    found = []
    expect(page.locator(".dlab-added")).to_have_count(0)        # the terms of a score have come to their sum
    for width, height, theme in LOOKS:
        page.emulate_media(color_scheme=theme)
        resize(page, width, height)
        found += [f"{width} {theme}: {fault}" for fault in by_axe(page.locator("main"))]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"{width} {theme}: wider than the window")
        page.screenshot(path=artefacts / f"{name}-{theme}-{width}.png", full_page=True)
    assert found == []


def test_the_page_of_a_quiz_ends_with_the_code_of_its_first_answers(
    alone: Page, artefacts: Path, tmp_path: Path, quiz: Quiz
) -> None:
    wrong = opened(alone, dl.page(quiz), tmp_path)
    code = alone.locator(".dlab-code-signs")
    expect(code).to_be_hidden()
    given = ["99", quiz.items[1].asked.right, quiz.items[2].asked.right]
    for place, said in enumerate(given):
        answer(alone, place, said)
    answer(alone, 0, quiz.items[0].asked.right)         # a second try changes nothing
    for place, said in enumerate(given, 1):
        quiz.grade(place, said)
    expect(code).to_have_text(quiz.answer_code)
    alone.get_by_text("The code as a QR code").click()
    drawing = alone.get_by_role("img", name="The code as a QR code")
    assert drawing.bounding_box()["width"] >= 200
    looks_well(alone, artefacts, "codes-quiz")
    assert wrong == []


def test_a_quiz_that_is_too_long_for_a_code_says_so(alone: Page, tmp_path: Path) -> None:
    wrong = opened(alone, dl.page(dl.quiz("block", "legal", n=21, seed=1)), tmp_path)
    expect(alone.locator("main")).to_contain_text("An answer code holds at most 20 questions, and here there are 21")
    expect(alone.locator(".dlab-code-signs")).to_have_count(0)
    assert wrong == []


def tallies(board: Locator, place: int) -> dict[str, str]:
    """The answers to a question that somebody gave, with their numbers."""
    rows = board.locator(".dlab-tallies").nth(place).locator("tr").all()
    shown = {row.locator("th").inner_text().removeprefix("✓ "): row.locator("td").nth(1).inner_text() for row in rows}
    return {said: count for said, count in shown.items() if count != "0"}


def codes_of(quiz: Quiz) -> tuple[list[str], dict[str, str]]:
    """The codes of three learners, and what they answered to the first question."""
    right = quiz.items[0].asked.right
    given = {"Ana": right, "Ben": "1", "Cleo": "1"}
    codes = []
    for said in given.values():
        one = dl.quiz("all-fives", "score", n=3, seed=1)
        one.grade(1, said)
        codes.append(one.answer_code)
    return codes, {right: "1", "1": "2"}


def test_the_page_of_a_board_counts_what_is_typed_opened_and_read_from_pictures(
    alone: Page, artefacts: Path, tmp_path: Path, quiz: Quiz
) -> None:
    codes, counted = codes_of(quiz)
    alone.add_init_script(READER.replace("CODE", codes[2]))
    wrong = opened(alone, dl.page(dl.chance.class_board(quiz)), tmp_path)
    board, field = alone.locator("main"), alone.get_by_role("textbox")
    mistyped = codes[1][:-1] + ("0" if codes[1][-1] != "0" else "1")
    field.fill(f"Ana {codes[0]}\n<b>Ben</b> {mistyped}\n")
    expect(board).to_contain_text("Codes counted: 1. Lines refused: 1.")
    expect(board).to_contain_text("This code is mistyped")
    file, picture = tmp_path / "class.csv", tmp_path / "cleo.png"
    file.write_text(f"<b>Ben</b>,{codes[1]}\n", encoding="utf-8")
    picture.write_bytes(PICTURE)
    for one in (file, picture):
        alone.locator("#file").set_input_files(one)
    expect(board).to_contain_text("Codes counted: 3.")
    assert tallies(board, 0) == counted
    assert tallies(board, 1) == {"not answered": "3"}
    expect(board.locator("#questions")).not_to_contain_text("<b>")
    alone.get_by_role("checkbox", name="Show names").check()
    expect(board.locator(".dlab-tallies").first).to_contain_text("<b>Ben</b>")
    expect(board.get_by_text("1 is not a multiple of 5")).to_be_visible()       # where most went wrong it is open
    board.get_by_text("The commonest mistake, 2 times: 1").click()
    expect(board.get_by_text("1 is not a multiple of 5")).to_be_hidden()
    drawn = board.locator(".dlab-tallied img")
    expect(drawn).to_have_count(3)
    assert drawn.first.evaluate("image => image.naturalWidth") == 560
    with alone.expect_download() as saved:
        alone.get_by_role("button", name="Save the answers").click()
    assert Path(saved.value.path()).read_text(encoding="utf-8").count("\n") == 4
    looks_well(alone, artefacts, "codes-board")
    assert wrong == []


SENDER = """globalThis.BarcodeDetector = class { async detect(picture) {
    const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return (await readQr(canvas.toDataURL().split(",")[1])).map(rawValue => ({ rawValue }));
} };"""
"""What reads QR codes, where the browser has none: the picture goes to a reader in Python."""
DROP = """([name, text]) => {
    const data = new DataTransfer(), bytes = Uint8Array.from(atob(text), sign => sign.charCodeAt(0));
    data.items.add(new File([bytes], name, { type: "image/png" }));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


@pytest.mark.parametrize(("width", "theme"), [(1366, "light"), (360, "dark")])
def test_a_picture_of_the_qr_code_of_a_page_is_read_when_it_is_dropped_on_the_board(
    alone: Page, tmp_path: Path, quiz: Quiz, width: int, theme: Literal["light", "dark"]
) -> None:
    def read(text: str) -> list[str]:
        return [found.text for found in zxingcpp.read_barcodes(Image.open(BytesIO(b64decode(text))))]

    alone.set_viewport_size({"width": width, "height": 740})
    alone.emulate_media(color_scheme=theme)
    alone.expose_function("readQr", read)
    alone.add_init_script(SENDER)
    wrong = opened(alone, dl.page(quiz), tmp_path)
    answer(alone, 0, "99")
    code = alone.locator(".dlab-code-signs").inner_text()
    alone.get_by_text("The code as a QR code").click()
    expect(alone.locator(".dlab-qr svg")).to_be_visible()
    shot = b64encode(alone.screenshot(full_page=True)).decode()
    assert read(shot) == [code.replace("-", "")]
    alone.goto(dl.page(dl.chance.class_board(quiz)).save(tmp_path / "board.html").as_uri())
    alone.evaluate(DROP, ["code.png", shot])
    expect(alone.locator("main")).to_contain_text("Codes counted: 1. Lines refused: 0.")
    assert tallies(alone.locator("main"), 0)["another number"] == "1"
    alone.evaluate(DROP, ["<b>empty</b>.png", b64encode(PICTURE).decode()])
    expect(alone.get_by_role("status").first).to_have_text(
        "There is no QR code in <b>empty</b>.png that can be read.")
    assert wrong == []


def test_where_pictures_cannot_be_read_the_page_says_so_and_goes_on(alone: Page, tmp_path: Path, quiz: Quiz) -> None:
    codes, _ = codes_of(quiz)
    alone.add_init_script("delete globalThis.BarcodeDetector;")
    wrong = opened(alone, dl.page(dl.chance.class_board(quiz)), tmp_path)
    expect(alone.get_by_role("status").first).to_have_text(
        "This browser cannot read QR codes: type, paste or open codes instead.")
    alone.get_by_role("textbox").fill(codes[0])
    expect(alone.locator("main")).to_contain_text("Codes counted: 1.")
    assert wrong == []


def test_a_board_in_jupyterlab_counts_what_is_typed(open_notebook: Open, artefacts: Path, quiz: Quiz) -> None:
    codes, counted = codes_of(quiz)
    notebook = open_notebook([
        "import domino_lab as dl", 'dl.chance.class_board(dl.quiz("all-fives", "score", n=3, seed=1))'])
    board = notebook.panel.locator(".dlab-classboard")
    await_ears(board)
    board.get_by_role("textbox").fill("\n".join(codes))
    board.get_by_role("button", name="Show the answers").click()
    expect(board).to_contain_text("Codes counted: 3. Lines refused: 0.")
    expect(board.get_by_role("textbox")).to_have_value("\n".join(codes))
    assert tallies(board, 0) == counted
    for theme in ("light", "dark"):
        notebook.set_theme(theme)
        assert faults(board) == []
        notebook.screenshot(artefacts / f"codes-lab-{theme}.png")
    assert notebook.errors == []


def test_a_class_plays_one_deal_on_a_page_and_the_board_has_its_scores(
    alone: Page, artefacts: Path, tmp_path: Path
) -> None:
    game = dl.chance.class_game("all-fives", seed=1)
    made = dl.page(game)
    wrong = opened(alone, made, tmp_path)
    page = alone.locator(".dlab-stepper")
    await_ears(page)
    expect(page).to_contain_text("Your first choice counts")
    looks_well(alone, artefacts, "codes-game-first")
    turns = game.game.turns
    worst = max(turns[0].asked.costs, key=lambda cost: float(cost[1]))
    here = 0
    for turn in turns:
        for _ in range(turn.asked.asked_at - here):         # one more would pass the question
            page.get_by_role("button", name="Next").first.click()
        here = turn.asked.step
        if turn is turns[0]:
            page.get_by_role("button", name=worst[0], exact=True).click()
            expect(page).to_contain_text(f"Choosing to {worst[0]} costs {worst[1]} points on average")
        page.get_by_role("button", name=turn.asked.right, exact=True).click()
        expect(page).to_contain_text(turn.because)
    expect(alone.locator("main")).to_contain_text(f"Turns: 4 of 4. Points given away: {worst[1]}.")
    looks_well(alone, artefacts, "codes-game-last")
    code = alone.locator(".dlab-code-signs").inner_text()
    alone.goto(dl.page(dl.chance.class_board(made)).save(tmp_path / "board.html").as_uri())
    best = game.answer_sheet.code([question.number(question.best.text) for question in game.answer_sheet.questions])
    alone.get_by_role("textbox").fill(f"<b>Ana</b> {code}\nDora {best}\nCleo {best}")
    board = alone.locator("main")
    assert tallies(board, 0) == {"0": "2", "19": "1"}       # 19.2, to whole points
    expect(board).to_contain_text("would have given away 2 points in these turns. Better than that: 2 of 3.")
    expect(board).to_contain_text("Most went wrong in question 1.")
    expect(board.locator("#questions")).not_to_contain_text("Dora")
    board.get_by_text("The right answer and its reason").first.click()
    expect(board).to_contain_text(turns[0].because)
    looks_well(alone, artefacts, "codes-game-board")
    assert wrong == []


def test_the_page_of_a_lesson_ends_with_a_code_that_the_board_takes(
    alone: Page, artefacts: Path, tmp_path: Path
) -> None:
    lesson = dl.Lesson("block", seed=7, every=0)
    made = dl.page(lesson)
    wrong = opened(alone, made, tmp_path)
    page = alone.locator(".dlab-stepper")
    await_ears(page)
    question = lesson_questions(lesson.here)[0]
    other = next(option for option in question.options if "-" in option and option != question.right)
    for _ in range(question.asked_at):
        page.get_by_role("button", name="Next").first.click()
    for option in (other, question.right):
        page.locator(".dlab-question").get_by_role("button", name=option, exact=True).click()
    expect(alone.locator("main")).to_contain_text("Answered: 1 of 6. Right first time: 0.")
    lesson.attempt(other)
    code = alone.locator(".dlab-code-signs")
    expect(code).to_have_text(lesson.answer_code)
    looks_well(alone, artefacts, "codes-lesson")
    said = code.inner_text()
    alone.goto(dl.page(dl.chance.class_board(made)).save(tmp_path / "board.html").as_uri())
    alone.get_by_role("textbox").fill(said)
    board = alone.locator("main")
    assert tallies(board, 0) == {other: "1"}
    expect(board.get_by_text(lesson.here.given[question.step][0].text)).to_be_visible()
    looks_well(alone, artefacts, "codes-lesson-board")
    assert wrong == []
