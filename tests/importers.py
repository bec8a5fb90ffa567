"""Programs of others read the questions of every kind, as learning platforms do: `make importers`. Needs node and npm.

gift-pegjs reads GIFT by a grammar of its own, onyx2moodle reads QTI 2.1, and the tool by which Canvas imports quizzes
reads QTI 1.2. All of them must find our right answers and refuse what is broken. Every file of a QTI 2.1 package is
valid by the published schemas, which TAO keeps beside its own importer, and every test of a QTI 1.2 package by the
published document type, which Canvas keeps beside its own.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import domino_lab as dl
from domino_lab.widgets.quizzes import Quiz

GIFT, QTI, VALIDATOR = "gift-pegjs@1.0.2", "onyx2moodle==0.1.0", "lxml>=5"
SCHEMAS, IN_THEM = "https://github.com/oat-sa/qti-sdk", "src/qtism/data/storage/xml/schemes"
CANVAS, DOCUMENT_TYPE = "https://github.com/instructure/QTIMigrationTool", "schemas/ims_qtiasiv1p2p1.dtd"
QTI_2_1 = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
QUIZZES = {kind: ("block" if kind in ("award", "winner") else "all-fives")
           for kind in ("score", "count", "legal", "tile", "award", "winner")}
"""A game that has questions of each kind."""
READ_GIFT = """
const { parse } = require("gift-pegjs"), texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const right = ({ choices }) => choices.filter(one => one.isCorrect).map(({ text }) => String(text.number ?? text.text));
const questions = text => parse(text).filter(one => one.type !== "Category");
const read = text => { try { return questions(text).map(right); } catch { return null; } };
console.log(JSON.stringify(texts.map(read)));
"""
READ_QTI = """
import json, sys
from io import BytesIO
from pathlib import Path
from onyx2moodle.parser import parse_item
def read(path):
    try:
        item = parse_item(Path(path))
    except Exception:
        return None
    right = item.response_decls["RESPONSE"].correct_values
    choices = {choice.identifier: choice.html for choice in item.interactions[0].choices}
    return [choices.get(value, value) for value in right]
print(json.dumps([read(path) for path in sys.argv[1:]]))
"""
VALIDATE_1_2 = """
import json, re, sys
from lxml import etree
document_type = etree.DTD(sys.argv[1])
def is_valid(path):
    text = open(path, encoding="utf-8").read()
    without_namespaces = re.sub("<questestinterop [^>]*>", "<questestinterop>", text)
    return document_type.validate(etree.fromstring(without_namespaces.encode()))
print(json.dumps([is_valid(path) for path in sys.argv[2:]]))
"""
VALIDATE = """
import json, sys
from lxml import etree
schemas = [etree.XMLSchema(etree.parse(path)) for path in sys.argv[1:3]]
print(json.dumps([schemas[path.endswith("imsmanifest.xml")].validate(etree.parse(path)) for path in sys.argv[3:]]))
"""


def rights(quiz: Quiz) -> list[list[str]]:
    """The right answers to each question; the first of them is the one that QTI has as its correct response."""
    return [re.split(", | and ", item.asked.right) for item in quiz.items]


def broken(gift: str) -> str:
    """The text with a first question that is none: a number without its sign, or answers without an end."""
    return gift.replace("{#=", "{#", 1) if "{#=" in gift else gift.replace("\n}", "\n", 1)


def by_gift_pegjs(texts: list[str], folder: Path) -> list[list[list[str]] | None]:
    subprocess.run(["npm", "install", "--silent", "--prefix", str(folder), GIFT], check=True)
    done = subprocess.run(["node", "-e", READ_GIFT], cwd=folder, input=json.dumps(texts), check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout)


def python_in(folder: Path) -> Path:
    """The Python of an environment in which packages of others are installed."""
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", QTI, VALIDATOR], check=True)
    return python


def by_python(code: str, files: list[Path], folder: Path) -> list[list[str] | None]:
    """What a program with packages of others prints of some files."""
    done = subprocess.run([python_in(folder), "-c", code, *files], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def invalid(files: list[Path], folder: Path) -> list[str]:
    """The files of packages that the published schemas refuse; at last one that they must refuse, if they do not."""
    subprocess.run(["git", "clone", "--quiet", "--depth=1", SCHEMAS, folder / "schemas"], check=True)
    known = folder / "schemas" / IN_THEM
    question, strange = next(path for path in files if path.name == "question_1.xml"), folder / "strange.xml"
    strange.write_text(question.read_text(encoding="utf-8").replace("itemBody", "itemText"), encoding="utf-8")
    *valid, accepted = by_python(VALIDATE, [known / "qtiv2p1" / "imsqti_v2p1.xsd", known / "imscp_v1p1.xsd",
                                            *files, strange], folder)
    return ([str(path.relative_to(folder)) for path, right in zip(files, valid, strict=True) if not right]
            + [strange.name] * bool(accepted))


def items_of(quiz: Quiz, folder: Path) -> list[Path]:
    """The questions of its QTI package as files, and at last the first of them cut off; the folder has the package."""
    with ZipFile(BytesIO(quiz.qti())) as zipped:
        zipped.extractall(folder)
    files = [folder / f"question_{number}.xml" for number, _ in enumerate(quiz.items, 1)]
    cut = folder / "broken.xml"
    cut.write_text(files[0].read_text(encoding="utf-8").partition("</itemBody>")[0], encoding="utf-8")
    return [*files, cut]


def wrong_gift(quizzes: dict[str, Quiz], folder: Path) -> list[str]:
    texts = {kind: quiz.gift() for kind, quiz in quizzes.items()}
    gifts = by_gift_pegjs([*texts.values(), *map(broken, texts.values())], folder)
    wrong = []
    for kind, read, refused in zip(quizzes, gifts, gifts[len(texts):], strict=False):
        print(f"GIFT, {kind}: {read}")
        wrong += [f"GIFT, {kind}"] * (read != rights(quizzes[kind]) or refused is not None)
    return wrong


def wrong_qti_2_1(quizzes: dict[str, Quiz], folder: Path) -> list[str]:
    files = {kind: items_of(quiz, folder / kind) for kind, quiz in quizzes.items()}
    packages = [path for kind in files for path in sorted((folder / kind).glob("*.xml")) if path.name != "broken.xml"]
    wrong = invalid(packages, folder)
    print(f"QTI 2.1, files of packages that the schemas accept: {len(packages) - len(wrong)}")
    found = iter(by_python(READ_QTI, [file for each in files.values() for file in each], folder))
    for kind, each in files.items():
        *read, refused = [next(found) for _ in each]
        print(f"QTI 2.1, {kind}: {read}")
        first = [right[:1] for right in rights(quizzes[kind])]
        wrong += [f"QTI 2.1, {kind}"] * ([answer and answer[:1] for answer in read] != first or refused is not None)
    return wrong


def full_marks(item: Path) -> str:
    """The answer that has all points in a question that Canvas's tool has written as QTI 2.1."""
    root = ElementTree.parse(item).getroot()
    choices = {choice.get("identifier"): "".join(choice.itertext()).strip()
               for choice in root.iter(f"{QTI_2_1}simpleChoice")}
    for answer in root.iter():
        values = [value.text or "" for value in answer.iter(f"{QTI_2_1}baseValue")]
        if answer.tag in (f"{QTI_2_1}responseIf", f"{QTI_2_1}responseElseIf") and values[1:2] == ["100"]:
            return choices.get(values[0], values[0])
    return ""


def by_canvas(package: Path, tool: Path, folder: Path) -> list[str]:
    """The right answers that Canvas's tool finds in a QTI 1.2 package; none in one that it cannot read."""
    written = folder / f"{package.name} as 2.1"
    subprocess.run([python_in(folder), tool / "migrate.py", "--nogui", f"--cpout={written}", package], check=True,
                   capture_output=True)
    return [full_marks(item) for item in sorted((written / "assessmentItems").glob("*.xml"))]


def wrong_qti_1_2(quizzes: dict[str, Quiz], folder: Path) -> list[str]:
    tool, wrong, tests = folder / "canvas", [], []
    subprocess.run(["git", "clone", "--quiet", "--depth=1", CANVAS, tool], check=True)
    for kind, quiz in quizzes.items():
        with ZipFile(BytesIO(quiz.qti(version="1.2"))) as zipped:
            zipped.extractall(folder / kind)
        test = folder / kind / "test.xml"
        tests.append(test)
        read, text = by_canvas(folder / kind, tool, folder), test.read_text(encoding="utf-8")
        print(f"QTI 1.2, {kind}: {read}")
        cut, strange = (shutil.copytree(folder / kind, folder / f"{kind}, {how}") for how in ("cut", "strange"))
        (cut / "test.xml").write_text(text.partition("</presentation>")[0], encoding="utf-8")
        (strange / "test.xml").write_text(text.replace("itemfeedback", "feedback"), encoding="utf-8")
        tests.append(strange / "test.xml")
        first = [right[0] for right in rights(quiz)]
        wrong += [f"QTI 1.2, {kind}"] * (read != first or by_canvas(cut, tool, folder) == first)
    valid = by_python(VALIDATE_1_2, [tool / DOCUMENT_TYPE, *tests], folder)
    print(f"QTI 1.2, tests that the document type accepts: {sum(valid[::2])}; refuses, as it should: "
          f"{valid[1::2].count(False)}")
    return wrong + [str(test.relative_to(folder)) for test, accepted, right in
                    zip(tests, valid, [True, False] * len(quizzes), strict=True) if accepted != right]


def main() -> None:
    if not all(map(shutil.which, ("node", "npm"))):
        sys.exit("node and npm are needed for this: https://nodejs.org/")
    quizzes = {kind: dl.quiz(game, kind, n=3, seed=4) for kind, game in QUIZZES.items()}
    wrong = []
    for check in (wrong_gift, wrong_qti_2_1, wrong_qti_1_2):
        with tempfile.TemporaryDirectory() as folder:
            wrong += check(quizzes, Path(folder))
    if wrong:
        sys.exit(f"not read as it was meant, or read though it was broken: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
