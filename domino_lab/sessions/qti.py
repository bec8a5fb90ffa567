"""QTI: the questions of a quiz as a package that learning platforms import, in version 2.1 or 1.2.

A package is a zip: a manifest, the questions as XML, and a picture of the table for each. Replies and reasons come as
feedback.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from domino_lab.core.errors import DominoError, RulesetError
from domino_lab.explain.questions import NUMBER, QuizItem
from domino_lab.io.paper import as_png
from domino_lab.picture.alt_text import table_text
from domino_lab.picture.svg import svg
from domino_lab.picture.worksheet import PAPER
from domino_lab.sessions.quiz import QuizSession, question_scene, question_table
from domino_lab.sessions.spreads import tiles_to_choose
from domino_lab.sessions.viewpoint import open_to
from domino_lab.words import phrase
from domino_lab.words.escaping import escape, printable

VERSIONS = ("2.1", "1.2")
"""2.1 is for Canvas New Quizzes, Moodle with a plugin, TAO; 1.2 for Canvas, Blackboard and most others."""

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_QTI_1 = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_LOOK = "http://www.w3.org/2001/XMLSchema-instance"
_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a zip: the same questions make the same file."""

Facts = Mapping[str, str]


class _Option(NamedTuple):
    """An answer that is offered, its identifier, whether it is right, and the reply to it."""

    key: str
    text: str
    right: bool
    reply: str


class _Asked(NamedTuple):
    """A question as a platform gets it; `options` is empty where a number is typed."""

    key: str
    title: str
    text: str
    picture: str
    alt: str
    options: tuple[_Option, ...]
    number: str
    reason: str


def package(title: str, items: Sequence[QuizItem], version: str = "2.1") -> bytes:
    """Return a zip with these questions. Raises RulesetError for a version that is not one of VERSIONS.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.questions import quiz_items
    >>> made = package("Block", [next(quiz_items(get("block"), ("legal",), seed=1))])
    >>> ZipFile(BytesIO(made)).namelist()[:3]
    ['imsmanifest.xml', 'test.xml', 'question_1.xml']
    """
    if version not in VERSIONS:
        raise RulesetError(phrase("quiz.qti_version", versions=VERSIONS))
    title = " ".join(printable(title).split())
    asked, pictures = [], dict[str, bytes]()
    for number, item in enumerate(items, 1):
        session = QuizSession(1, iter((item,)), "")
        picture, name = _picture(svg(question_scene(session), PAPER)), f"images/question_{number}"
        pictures[f"{name}{picture[0]}"] = picture[1]
        asked.append(_platform_question(number, session, f"{name}{picture[0]}"))
    files = _files_2(title, asked) if version == "2.1" else _files_1(title, asked)
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as zipped:
        for name, content in {**files, **pictures}.items():
            zipped.writestr(ZipInfo(name, _DATE), content, ZIP_DEFLATED)
    return made.getvalue()


def _picture(drawing: str) -> tuple[str, bytes]:
    """Return the ending of a picture, and the picture: PNG where that can be made, which every platform shows."""
    try:
        return ".png", as_png(drawing)
    except DominoError:
        return ".svg", drawing.encode()


def _platform_question(number: int, session: QuizSession, picture: str) -> _Asked:
    item, asked = session.item, session.item.asked
    reason = item.reason.text
    offered: Sequence[str] = ()
    if asked.kind != NUMBER:
        state = item.state
        offered = asked.options or [str(tile) for tile in tiles_to_choose(
            state, is_open=open_to(session.snapshot, state.turn))]
    options = tuple(_Option(f"A{at}", answer, asked.accepts(answer),
                            reason if asked.accepts(answer) else session.why_wrong(answer))
                    for at, answer in enumerate(offered, 1))
    text = session.say_places(asked.text, question_scene(session))
    return _Asked(f"question_{number}", phrase("quiz.numbered", number=number), text, picture,
                  table_text(question_table(session)), options, "" if options else str(int(asked.right)), reason)


def _add(parent: Element, name: str, text: str = "", /, **facts: str) -> Element:
    """Add an element; a name of an attribute with another namespace has two underscores for the colon."""
    made = SubElement(parent, name, {key.replace("__", ":"): value for key, value in facts.items()})
    made.text = printable(text) or None
    return made


def _as_file(root: Element) -> bytes:
    indent(root)
    text: str = tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _root(name: str, space: str, schema: str, **facts: str) -> Element:
    return Element(name, {"xmlns": space, "xmlns:xsi": _LOOK, "xsi:schemaLocation": f"{space} {schema}", **facts})


def _manifest(schema: str, version: str, resources: Sequence[tuple[Facts, Sequence[str], Sequence[str]]]) -> bytes:
    """Return the list of what is in a package: the facts of each resource, its files, and the resources it needs."""
    root = _root("manifest", _PACKAGE, f"{_PACKAGE}.xsd", identifier="domino_lab")
    about = _add(root, "metadata")
    _add(about, "schema", schema)
    _add(about, "schemaversion", version)
    _add(root, "organizations")
    listed = _add(root, "resources")
    for facts, files, needs in resources:
        resource = _add(listed, "resource", **facts)
        for file in files:
            _add(resource, "file", href=file)
        for need in needs:
            _add(resource, "dependency", identifierref=need)
    return _as_file(root)


# --- 2.1


def _files_2(title: str, asked: Sequence[_Asked]) -> dict[str, bytes]:
    test = _root("assessmentTest", _QTI, f"{_QTI}.xsd", identifier="test", title=title)
    part = _add(test, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="individual")
    section = _add(part, "assessmentSection", identifier="section", title=title, visible="true")
    resources: list[tuple[Facts, Sequence[str], Sequence[str]]] = [
        ({"identifier": "test", "type": "imsqti_test_xmlv2p1", "href": "test.xml"}, ["test.xml"],
         [question.key for question in asked])]
    files = {}
    for question in asked:
        name = f"{question.key}.xml"
        _add(section, "assessmentItemRef", identifier=question.key, href=name)
        resources.append(({"identifier": question.key, "type": "imsqti_item_xmlv2p1", "href": name},
                          [name, question.picture], []))
        files[name] = _item_2(question)
    return {"imsmanifest.xml": _manifest("IMS Content", "1.1", resources), "test.xml": _as_file(test), **files}


def _item_2(question: _Asked) -> bytes:
    item = _root("assessmentItem", _QTI, f"{_QTI}.xsd", identifier=question.key, title=question.title,
                 adaptive="false", timeDependent="false")
    kind = "identifier" if question.options else "integer"
    response = _add(item, "responseDeclaration", identifier="RESPONSE", cardinality="single", baseType=kind)
    right = [option.key for option in question.options if option.right] or [question.number]
    _add(_add(response, "correctResponse"), "value", right[0])
    score = _add(item, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    _add(_add(score, "defaultValue"), "value", "0")
    _add(item, "outcomeDeclaration", identifier="FEEDBACK", cardinality="single", baseType="identifier")
    body = _add(item, "itemBody")
    _add(_add(body, "p"), "img", src=question.picture, alt=question.alt)
    if question.options:
        choice = _add(body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="false", maxChoices="1")
        _add(choice, "prompt", question.text)
        for option in question.options:
            _add(choice, "simpleChoice", option.text, identifier=option.key, fixed="true")
    else:
        _add(body, "p", question.text)
        _add(_add(body, "p"), "textEntryInteraction", responseIdentifier="RESPONSE", expectedLength="5")
    _process_2(item, right)
    told = {option.key: option.reply for option in question.options} or {"right": question.reason,
                                                                        "wrong": question.reason}
    for key, reply in told.items():
        _add(item, "modalFeedback", reply, outcomeIdentifier="FEEDBACK", identifier=key, showHide="show")
    return _as_file(item)


def _process_2(item: Element, right: Sequence[str]) -> None:
    """Add how a response is marked: a point for a right one, and the feedback to it."""
    process = _add(item, "responseProcessing")
    condition = _add(process, "responseCondition")
    matches = _add(condition, "responseIf")
    is_number = right[0].lstrip("-").isdigit()
    any_of = _add(matches, "or") if len(right) > 1 else matches
    for value in right:
        match = _add(any_of, "match")
        _add(match, "variable", identifier="RESPONSE")
        _add(match, "baseValue", value, baseType="integer" if is_number else "identifier")
    _add(_add(matches, "setOutcomeValue", identifier="SCORE"), "baseValue", "1", baseType="float")
    if is_number:
        _add(_add(matches, "setOutcomeValue", identifier="FEEDBACK"), "baseValue", "right", baseType="identifier")
        other = _add(condition, "responseElse")
        _add(_add(other, "setOutcomeValue", identifier="FEEDBACK"), "baseValue", "wrong", baseType="identifier")
    else:
        _add(_add(process, "setOutcomeValue", identifier="FEEDBACK"), "variable", identifier="RESPONSE")


# --- 1.2


def _files_1(title: str, asked: Sequence[_Asked]) -> dict[str, bytes]:
    root = _root("questestinterop", _QTI_1, f"{_QTI_1}.xsd")
    assessment = _add(root, "assessment", ident="test", title=title)
    section = _add(assessment, "section", ident="root_section")
    for question in asked:
        _item_1(section, question)
    pictures = [question.picture for question in asked]
    resources: list[tuple[Facts, Sequence[str], Sequence[str]]] = [
        ({"identifier": "test", "type": "imsqti_xmlv1p2", "href": "test.xml"}, ["test.xml"],
         [f"picture_{question.key}" for question in asked]),
        *(({"identifier": f"picture_{question.key}", "type": "webcontent", "href": picture}, [picture], [])
          for question, picture in zip(asked, pictures, strict=True))]
    return {"imsmanifest.xml": _manifest("IMS Content", "1.1.3", resources), "test.xml": _as_file(root)}


def _item_1(section: Element, question: _Asked) -> None:
    item = _add(section, "item", ident=question.key, title=question.title)
    fields = _add(_add(item, "itemmetadata"), "qtimetadata")
    kind = "multiple_choice_question" if question.options else "numerical_question"
    for label, entry in (("question_type", kind), ("points_possible", "1")):
        fact = _add(fields, "qtimetadatafield")
        _add(fact, "fieldlabel", label)
        _add(fact, "fieldentry", entry)
    shown = _add(item, "presentation")
    base = "$IMS-CC-FILEBASE$/"     # Canvas and Blackboard put the address of the files of a package in its place
    text = (f'<p><img src="{base}{question.picture}" alt="{escape(question.alt)}"/></p><p>{escape(question.text)}</p>')
    _material(shown, text)
    response = _add(shown, "response_lid" if question.options else "response_str", ident="response1",
                    rcardinality="Single")
    if question.options:
        choices = _add(response, "render_choice", shuffle="No")
        for option in question.options:
            _material(_add(choices, "response_label", ident=option.key), escape(option.text))
    else:
        _add(_add(response, "render_fib", fibtype="Decimal"), "response_label", ident="answer1")
    process = _add(item, "resprocessing")
    _add(_add(process, "outcomes"), "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
    answers = question.options or (_Option(question.number, question.number, right=True, reply=question.reason),)
    for at, option in enumerate(answers, 1):
        met = _add(process, "respcondition", **{"continue": "No"})
        _add(_add(met, "conditionvar"), "varequal", option.key, respident="response1")
        _add(met, "setvar", "100" if option.right else "0", action="Set", varname="SCORE")
        _add(met, "displayfeedback", feedbacktype="Response", linkrefid=f"reply_{at}")
    if not question.options:
        met = _add(process, "respcondition", **{"continue": "No"})
        _add(_add(met, "conditionvar"), "other")
        _add(met, "displayfeedback", feedbacktype="Response", linkrefid="reply_1")
    for at, option in enumerate(answers, 1):
        _material(_add(_add(item, "itemfeedback", ident=f"reply_{at}"), "flow_mat"), escape(option.reply))


def _material(parent: Element, html: str) -> None:
    _add(_add(parent, "material"), "mattext", html, texttype="text/html")
