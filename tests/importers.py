"""Programs of others read the questions of every kind, as learning platforms do: `make importers`. Needs node and npm.

gift-pegjs reads GIFT by a grammar of its own, and onyx2moodle reads QTI 2.1. Both must find our right answers and
refuse what is broken. Every file of a QTI 2.1 package is valid by the published schemas, which TAO keeps beside its own
importer. We found no program that reads version 1.2, nor its schema: `tests/widgets/test_qti.py` reads both versions by
a second telling.
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
from zipfile import ZipFile

import domino_lab as dl
from domino_lab.widgets.quizzes import Quiz

GIFT, QTI, VALIDATOR = "gift-pegjs@1.0.2", "onyx2moodle==0.1.0", "lxml>=5"
SCHEMAS, IN_THEM = "https://github.com/oat-sa/qti-sdk", "src/qtism/data/storage/xml/schemes"
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


def by_python(code: str, files: list[Path], folder: Path) -> list[list[str] | None]:
    """What a program with packages of others prints of some files."""
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", QTI, VALIDATOR], check=True)
    done = subprocess.run([python, "-c", code, *files], check=True, capture_output=True, text=True)
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


def main() -> None:
    if not all(map(shutil.which, ("node", "npm"))):
        sys.exit("node and npm are needed for this: https://nodejs.org/")
    quizzes = {kind: dl.quiz(game, kind, n=3, seed=4) for kind, game in QUIZZES.items()}
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        texts = {kind: quiz.gift() for kind, quiz in quizzes.items()}
        gifts = by_gift_pegjs([*texts.values(), *map(broken, texts.values())], Path(folder))
        for kind, read, refused in zip(quizzes, gifts, gifts[len(texts):], strict=False):
            print(f"GIFT, {kind}: {read}")
            wrong += [f"GIFT, {kind}"] * (read != rights(quizzes[kind]) or refused is not None)
        for kind in quizzes:
            (Path(folder) / kind).mkdir()
        files = {kind: items_of(quiz, Path(folder) / kind) for kind, quiz in quizzes.items()}
        packages = [path for kind in files for path in sorted((Path(folder) / kind).glob("*.xml"))
                    if path.name != "broken.xml"]
        refused_files = invalid(packages, Path(folder))
        print(f"QTI 2.1, files of packages that the schemas accept: {len(packages) - len(refused_files)}")
        wrong += refused_files
        found = iter(by_python(READ_QTI, [file for each in files.values() for file in each], Path(folder)))
        for kind, each in files.items():
            *read, refused = [next(found) for _ in each]
            print(f"QTI 2.1, {kind}: {read}")
            first = [right[:1] for right in rights(quizzes[kind])]
            wrong += [f"QTI 2.1, {kind}"] * ([answer and answer[:1] for answer in read] != first or refused is not None)
    if wrong:
        sys.exit(f"not read as it was meant, or read though it was broken: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
