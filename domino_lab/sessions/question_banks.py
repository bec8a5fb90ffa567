"""Question banks: the questions of a quiz as files that learning platforms import, in GIFT and in QTI 2.1 and 1.2.

Each question has its picture of the table, each answer its reply, and the reason comes as feedback.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from domino_lab.core.errors import DominoError, RulesetError
from domino_lab.explain.questions import NUMBER, QuizItem
from domino_lab.io.packages import MANIFEST, add, xml_file, xml_root, zip_of
from domino_lab.io.paper import as_png
from domino_lab.picture.alt_text import table_text
from domino_lab.picture.output import image
from domino_lab.picture.svg import svg
from domino_lab.picture.worksheet import PAPER
from domino_lab.sessions.quiz import QuizSession, question_scene, question_table
from domino_lab.sessions.spreads import tiles_to_choose
from domino_lab.sessions.viewpoint import open_to
from domino_lab.words import phrase
from domino_lab.words.escaping import escape, printable

VERSIONS = ("2.1", "1.2")
"""The versions of QTI: 2.1 for Canvas New Quizzes, Moodle with a plugin, TAO; 1.2 for Canvas, Blackboard and others."""

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_QTI_1 = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"

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
    drawing: str
    alt: str
    options: tuple[_Option, ...]
    number: str
    reason: str
    picture: str = ""
    """The name of the file with the drawing, in a package."""


def _platform_question(number: int, item: QuizItem) -> _Asked:
    session, asked = QuizSession(1, iter((item,)), ""), item.asked
    reason, drawn = item.reason.text, question_scene(session)
    offered: Sequence[str] = ()
    if asked.kind != NUMBER:
        tiles = tiles_to_choose(item.state, is_open=open_to(session.snapshot, item.state.turn))
        offered = asked.options or [str(tile) for tile in tiles]
    options = tuple(_Option(f"A{at}", answer, asked.accepts(answer),
                            reason if asked.accepts(answer) else session.why_wrong(answer))
                    for at, answer in enumerate(offered, 1))
    return _Asked(f"question_{number}", phrase("quiz.numbered", number=number), session.say_places(asked.text, drawn),
                  svg(drawn, PAPER), table_text(question_table(session)), options,
                  "" if options else str(int(asked.right)), reason)


# --- GIFT, for Moodle

_SIGNS = re.compile(r"([~=#{}:\\])")


def gift_text(title: str, items: Sequence[QuizItem]) -> str:
    """Return these questions in GIFT, the text form that Moodle imports.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.questions import quiz_items
    >>> item = next(quiz_items(get("block"), ("legal",), seed=1))
    >>> gift_text("Block", [item]).splitlines()[0]
    '$CATEGORY: Block'
    """
    # Moodle takes what it finds there as it is, and makes a part of a category of what follows a stroke.
    category = " ".join(printable(title).split()).replace("/", "//")
    questions = (_gift_question(_platform_question(number, item)) for number, item in enumerate(items, 1))
    return "\n\n".join([f"$CATEGORY: {category}", *questions]) + "\n"


def _gift_question(question: _Asked) -> str:
    shown = f"<p>{image(question.drawing, question.alt)}</p><p>{escape(question.text)}</p>"
    reason = _html(question.reason)
    answers = "".join(f"\n\t{'=%100%' if option.right else '~%0%'}{_html(option.text)}#{_html(option.reply)}"
                      for option in question.options) or f"#={_gift(question.number)}:0#{reason}"
    return f"::{_gift(question.title)}::[html]{_gift(shown)}{{{answers}\n\t####{reason}\n}}"


def _html(text: str) -> str:
    """Return the text as HTML for GIFT: a bracket at its beginning would be taken for a format."""
    return _gift(escape(text).replace("[", "&#91;"))


def _gift(text: str) -> str:
    """Return the text on one line, with the special characters of GIFT escaped."""
    return _SIGNS.sub(r"\\\1", " ".join(printable(text).split()))


# --- QTI: a zip with a manifest, the questions as XML, and their pictures


def qti_package(title: str, items: Sequence[QuizItem], version: str = "2.1") -> bytes:
    """Return a QTI package of these questions. Raises RulesetError for a version that is not one of VERSIONS.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.questions import quiz_items
    >>> qti_package("Block", [next(quiz_items(get("block"), ("legal",), seed=1))])[:2]
    b'PK'
    """
    if version not in VERSIONS:
        raise RulesetError(phrase("quiz.qti_version", versions=VERSIONS))
    title = " ".join(printable(title).split())
    asked, pictures = [], dict[str, bytes]()
    for number, item in enumerate(items, 1):
        question = _platform_question(number, item)
        ending, picture = _picture(question.drawing)
        name = f"images/{question.key}{ending}"
        pictures[name] = picture
        asked.append(question._replace(picture=name))
    files = _files_2(title, asked) if version == "2.1" else _files_1(title, asked)
    return zip_of({**files, **pictures})


def _picture(drawing: str) -> tuple[str, bytes]:
    """Return the ending of a picture, and the picture: PNG where that can be made, which every platform shows."""
    try:
        return ".png", as_png(drawing)
    except DominoError:
        return ".svg", drawing.encode()


def _manifest(schema: str, version: str, resources: Sequence[tuple[Facts, Sequence[str], Sequence[str]]]) -> bytes:
    """Return the list of what is in a package: the facts of each resource, its files, and the resources it needs."""
    root = xml_root("manifest", _PACKAGE, f"{_PACKAGE}.xsd", identifier="domino_lab")
    about = add(root, "metadata")
    add(about, "schema", schema)
    add(about, "schemaversion", version)
    add(root, "organizations")
    listed = add(root, "resources")
    for facts, files, needs in resources:
        resource = add(listed, "resource", **facts)
        for file in files:
            add(resource, "file", href=file)
        for need in needs:
            add(resource, "dependency", identifierref=need)
    return xml_file(root)


# --- QTI 2.1


def _files_2(title: str, asked: Sequence[_Asked]) -> dict[str, bytes]:
    test = xml_root("assessmentTest", _QTI, f"{_QTI}.xsd", identifier="test", title=title)
    part = add(test, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="individual")
    section = add(part, "assessmentSection", identifier="section", title=title, visible="true")
    resources: list[tuple[Facts, Sequence[str], Sequence[str]]] = [
        ({"identifier": "test", "type": "imsqti_test_xmlv2p1", "href": "test.xml"}, ["test.xml"],
         [question.key for question in asked])]
    files = {}
    for question in asked:
        name = f"{question.key}.xml"
        add(section, "assessmentItemRef", identifier=question.key, href=name)
        resources.append(({"identifier": question.key, "type": "imsqti_item_xmlv2p1", "href": name},
                          [name, question.picture], []))
        files[name] = _item_2(question)
    return {MANIFEST: _manifest("IMS Content", "1.1", resources), "test.xml": xml_file(test), **files}


def _item_2(question: _Asked) -> bytes:
    item = xml_root("assessmentItem", _QTI, f"{_QTI}.xsd", identifier=question.key, title=question.title,
                    adaptive="false", timeDependent="false")
    kind = "identifier" if question.options else "integer"
    response = add(item, "responseDeclaration", identifier="RESPONSE", cardinality="single", baseType=kind)
    right = [option.key for option in question.options if option.right] or [question.number]
    add(add(response, "correctResponse"), "value", right[0])
    score = add(item, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    add(add(score, "defaultValue"), "value", "0")
    add(item, "outcomeDeclaration", identifier="FEEDBACK", cardinality="single", baseType="identifier")
    body = add(item, "itemBody")
    add(add(body, "p"), "img", src=question.picture, alt=question.alt)
    if question.options:
        choice = add(body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="false", maxChoices="1")
        add(choice, "prompt", question.text)
        for option in question.options:
            add(choice, "simpleChoice", option.text, identifier=option.key, fixed="true")
    else:
        add(body, "p", question.text)
        add(add(body, "p"), "textEntryInteraction", responseIdentifier="RESPONSE", expectedLength="5")
    _process_2(item, right)
    told = {option.key: option.reply for option in question.options} or {"right": question.reason,
                                                                         "wrong": question.reason}
    for key, reply in told.items():
        add(item, "modalFeedback", reply, outcomeIdentifier="FEEDBACK", identifier=key, showHide="show")
    return xml_file(item)


def _process_2(item: Element, right: Sequence[str]) -> None:
    """Add how a response is marked: a point for a right one, and the feedback to it."""
    process = add(item, "responseProcessing")
    condition = add(process, "responseCondition")
    matches = add(condition, "responseIf")
    is_number = right[0].lstrip("-").isdigit()
    any_of = add(matches, "or") if len(right) > 1 else matches
    for value in right:
        match = add(any_of, "match")
        add(match, "variable", identifier="RESPONSE")
        add(match, "baseValue", value, baseType="integer" if is_number else "identifier")
    add(add(matches, "setOutcomeValue", identifier="SCORE"), "baseValue", "1", baseType="float")
    if is_number:
        add(add(matches, "setOutcomeValue", identifier="FEEDBACK"), "baseValue", "right", baseType="identifier")
        other = add(condition, "responseElse")
        add(add(other, "setOutcomeValue", identifier="FEEDBACK"), "baseValue", "wrong", baseType="identifier")
    else:
        add(add(process, "setOutcomeValue", identifier="FEEDBACK"), "variable", identifier="RESPONSE")


# --- QTI 1.2


def _files_1(title: str, asked: Sequence[_Asked]) -> dict[str, bytes]:
    root = xml_root("questestinterop", _QTI_1, f"{_QTI_1}.xsd")
    assessment = add(root, "assessment", ident="test", title=title)
    section = add(assessment, "section", ident="root_section")
    for question in asked:
        _item_1(section, question)
    pictures = [question.picture for question in asked]
    resources: list[tuple[Facts, Sequence[str], Sequence[str]]] = [
        ({"identifier": "test", "type": "imsqti_xmlv1p2", "href": "test.xml"}, ["test.xml"],
         [f"picture_{question.key}" for question in asked]),
        *(({"identifier": f"picture_{question.key}", "type": "webcontent", "href": picture}, [picture], [])
          for question, picture in zip(asked, pictures, strict=True))]
    return {MANIFEST: _manifest("IMS Content", "1.1.3", resources), "test.xml": xml_file(root)}


def _item_1(section: Element, question: _Asked) -> None:
    item = add(section, "item", ident=question.key, title=question.title)
    fields = add(add(item, "itemmetadata"), "qtimetadata")
    kind = "multiple_choice_question" if question.options else "numerical_question"
    for label, entry in (("question_type", kind), ("points_possible", "1")):
        fact = add(fields, "qtimetadatafield")
        add(fact, "fieldlabel", label)
        add(fact, "fieldentry", entry)
    shown = add(item, "presentation")
    base = "$IMS-CC-FILEBASE$/"     # Canvas and Blackboard put the address of the files of a package in its place
    text = (f'<p><img src="{base}{question.picture}" alt="{escape(question.alt)}"/></p><p>{escape(question.text)}</p>')
    _material(shown, text)
    response = add(shown, "response_lid" if question.options else "response_str", ident="response1",
                   rcardinality="Single")
    if question.options:
        choices = add(response, "render_choice", shuffle="No")
        for option in question.options:
            _material(add(choices, "response_label", ident=option.key), escape(option.text))
    else:
        add(add(response, "render_fib", fibtype="Decimal"), "response_label", ident="answer1")
    process = add(item, "resprocessing")
    add(add(process, "outcomes"), "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
    answers = question.options or (_Option(question.number, question.number, right=True, reply=question.reason),)
    for at, option in enumerate(answers, 1):
        met = add(process, "respcondition", **{"continue": "No"})
        add(add(met, "conditionvar"), "varequal", option.key, respident="response1")
        add(met, "setvar", "100" if option.right else "0", action="Set", varname="SCORE")
        add(met, "displayfeedback", feedbacktype="Response", linkrefid=f"reply_{at}")
    if not question.options:
        met = add(process, "respcondition", **{"continue": "No"})
        add(add(met, "conditionvar"), "other")
        add(met, "displayfeedback", feedbacktype="Response", linkrefid="reply_1")
    for at, option in enumerate(answers, 1):
        _material(add(add(item, "itemfeedback", ident=f"reply_{at}"), "flow_mat"), escape(option.reply))


def _material(parent: Element, html: str) -> None:
    add(add(parent, "material"), "mattext", html, texttype="text/html")
