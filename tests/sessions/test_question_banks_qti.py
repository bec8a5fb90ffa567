"""QTI packages, read by a second telling: every answer is marked, and every reply said, as the quiz does it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring
from zipfile import ZipFile

import pytest

import domino_lab as dl
from domino_lab.core.errors import RecordError, RulesetError
from domino_lab.explain.questions import NUMBER

TWO, ONE = "{http://www.imsglobal.org/xsd/imsqti_v2p1}", "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
LISTED = "{http://www.imsglobal.org/xsd/imscp_v1p1}"


def opened(package: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(package)) as zipped:
        assert zipped.testzip() is None
        return {name: zipped.read(name) for name in zipped.namelist()}


def listed(files: dict[str, bytes]) -> set[str]:
    """The files that the manifest names; each resource that another one needs is there."""
    manifest = fromstring(files["imsmanifest.xml"])
    known = {one.get("identifier") for one in manifest.iter(f"{LISTED}resource")}
    assert {one.get("identifierref") for one in manifest.iter(f"{LISTED}dependency")} <= known
    return {str(one.get("href")) for one in manifest.iter(f"{LISTED}file")}


def value_of(node: Element, response: str) -> str:
    return response if node.tag == f"{TWO}variable" else str(node.text)


def processed(item: Element, response: str) -> tuple[float, str]:
    """The score and the reply to a response, by the rules that the item has."""
    outcome = {"SCORE": "0", "FEEDBACK": ""}

    def run(nodes) -> None:
        for node in nodes:
            if node.tag == f"{TWO}setOutcomeValue":
                outcome[node.get("identifier")] = value_of(node[0], response)
            elif node.tag == f"{TWO}responseCondition":
                run(node[0][1:] if holds(node[0][0]) else node[1] if len(node) > 1 else [])

    def holds(node: Element) -> bool:
        if node.tag == f"{TWO}or":
            return any(map(holds, node))
        return value_of(node[0], response) == value_of(node[1], response)

    run(item.find(f"{TWO}responseProcessing"))
    told = {one.get("identifier"): one.text for one in item.iter(f"{TWO}modalFeedback")}
    return float(outcome["SCORE"]), str(told[outcome["FEEDBACK"]])


@pytest.mark.parametrize("game", ["all-fives", "block", "muggins"])
def test_each_answer_has_its_score_and_reply_in_version_2(game: str) -> None:
    quiz = dl.quiz(game, "all", n=8, seed=4)
    files = opened(quiz.qti())
    assert listed(files) == {*files} - {"imsmanifest.xml"}
    for number, item in enumerate(quiz.items, 1):
        root, asked = fromstring(files[f"question_{number}.xml"]), item.asked
        image = next(root.iter(f"{TWO}img"))
        assert image.get("src") in files
        assert image.get("alt")
        choices = {str(one.get("identifier")): str(one.text) for one in root.iter(f"{TWO}simpleChoice")}
        assert bool(choices) == (asked.kind != NUMBER)
        quiz.here.turn_to(number - 1)
        for response, given in choices.items() or [(asked.right, asked.right), ("987", "987")]:
            score, reply = processed(root, response)
            right = asked.accepts(given)
            assert score == float(right)
            meant = item.reason.text if right or not choices else quiz.here.why_wrong(given)
            assert reply.split() == meant.split()
        correct = root.find(f"{TWO}responseDeclaration/{TWO}correctResponse/{TWO}value")
        assert correct is not None
        assert processed(root, str(correct.text))[0] == 1


@pytest.mark.parametrize("game", ["all-fives", "block"])
def test_each_answer_has_its_score_and_reply_in_version_1(game: str) -> None:
    quiz = dl.quiz(game, "all", n=8, seed=4)
    files = opened(quiz.qti(version="1.2"))
    assert listed(files) == {*files} - {"imsmanifest.xml"}
    items = [*fromstring(files["test.xml"]).iter(f"{ONE}item")]
    assert len(items) == 8
    for item, root in zip(quiz.items, items, strict=True):
        text = next(root.iter(f"{ONE}mattext")).text or ""
        assert text.split('src="$IMS-CC-FILEBASE$/')[1].split('"')[0] in files
        labels = {str(one.get("ident")): str(next(one.iter(f"{ONE}mattext")).text)
                  for one in root.iter(f"{ONE}response_label") if one.find(f".//{ONE}mattext") is not None}
        marks = {}
        for met in root.iter(f"{ONE}respcondition"):
            equal, points = met.find(f".//{ONE}varequal"), met.find(f"{ONE}setvar")
            if equal is not None and points is not None:
                marks[labels.get(str(equal.text), str(equal.text))] = points.text
        assert {given for given, points in marks.items() if points == "100"} == {
            given for given in marks if item.asked.accepts(given)} != set()
        replies = {one.get("ident") for one in root.iter(f"{ONE}itemfeedback")}
        assert {one.get("linkrefid") for one in root.iter(f"{ONE}displayfeedback")} <= replies


def test_a_name_of_markup_stays_a_name() -> None:
    quiz = dl.quiz("block", "award", n=2, seed=1, names=["<img src=x onerror=alert(1)>", "Ben & \u0007 \"Co\""])
    for version in ("2.1", "1.2"):
        files = opened(quiz.qti(version=version))
        for name, content in files.items():
            if not name.endswith(".xml"):
                continue
            for node in fromstring(content).iter():     # what a platform shows as HTML has it escaped once more
                assert "<img src=x" not in (node.text or "")
                assert node.tag.rpartition("}")[2] != "img" or node.get("src", "").startswith("images/")


def test_the_same_questions_make_the_same_file_and_another_version_is_refused(tmp_path: Path) -> None:
    quiz = dl.quiz("block", "award", n=2, seed=1)
    assert quiz.qti(tmp_path / "quiz.zip") == quiz.qti() == (tmp_path / "quiz.zip").read_bytes()
    with pytest.raises(RecordError, match=r"already exists: name another file, or save with overwrite=True"):
        quiz.qti(tmp_path / "quiz.zip", version="1.2")
    assert quiz.qti(tmp_path / "quiz.zip", version="1.2", overwrite=True) == (tmp_path / "quiz.zip").read_bytes()
    with pytest.raises(RulesetError, match=r"version 2\.1 or 1\.2"):
        quiz.qti(version="3.0")
