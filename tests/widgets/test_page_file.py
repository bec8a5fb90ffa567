"""A page as a SCORM package: the manifest by the book, the same page inside, and no file lost."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile

import pytest

import domino_lab as dl
from domino_lab.core.errors import RecordError
from domino_lab.widgets.page_file import Page

CP, ADL = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}", "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"
"""The namespaces of IMS Content Packaging 1.1.2 and of ADL's additions in SCORM 1.2."""
SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.DOTALL)
MADE = {
    "hand": lambda: dl.page("block", seed=7),
    "quiz": lambda: dl.page(dl.quiz("all-fives", n=2, seed=1)),
    "board": lambda: dl.page(dl.chance.class_board("own_tile")),
    "rules": lambda: dl.page(dl.ruleset("block")),
}


def opened(package: Path) -> dict[str, bytes]:
    with ZipFile(package) as zipped:
        assert zipped.testzip() is None
        return {name: zipped.read(name) for name in zipped.namelist()}


def digests(html: str) -> list[str]:
    return [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in SCRIPT.findall(html)]


@pytest.mark.parametrize("kind", MADE)
def test_the_manifest_names_one_activity_and_every_file(kind: str, tmp_path: Path) -> None:
    page = MADE[kind]()
    files = opened(page.scorm(tmp_path / "page.zip"))
    manifest = fromstring(files["imsmanifest.xml"])
    assert (manifest.findtext(f"{CP}metadata/{CP}schema"), manifest.findtext(f"{CP}metadata/{CP}schemaversion")) == (
        "ADL SCORM", "1.2")
    [organization] = manifest.findall(f"{CP}organizations/{CP}organization")
    assert manifest.find(f"{CP}organizations").get("default") == organization.get("identifier")
    [item] = organization.findall(f"{CP}item")
    [resource] = manifest.findall(f"{CP}resources/{CP}resource")
    assert item.get("identifierref") == resource.get("identifier")
    assert item.findtext(f"{CP}title") == organization.findtext(f"{CP}title") == page.title
    assert (resource.get("type"), resource.get(f"{ADL}scormtype")) == ("webcontent", "sco")
    listed = [file.get("href") for file in resource.findall(f"{CP}file")]
    assert resource.get("href") in listed
    assert {*listed, "imsmanifest.xml"} == files.keys()
    identifiers = [node.get("identifier") for node in manifest.iter() if node.get("identifier")]
    assert len({*identifiers}) == len(identifiers) == 4
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", name) for name in identifiers)


@pytest.mark.parametrize("kind", MADE)
def test_the_page_inside_is_the_same_but_for_the_script_that_reports(kind: str, tmp_path: Path) -> None:
    page = MADE[kind]()
    html = opened(page.scorm(tmp_path / "page.zip"))["index.html"].decode()
    reports, *own = SCRIPT.findall(html)
    assert "LMSInitialize" in reports
    assert own == SCRIPT.findall(page.html)
    assert re.findall(r"'sha256-([^']*)'", html) == digests(html)
    [digest, *_] = digests(html)
    without = html.replace(f'<script type="module">{reports}</script>', "").replace(f"'sha256-{digest}' ", "")
    assert without.replace("" if own else "script-src blob:; ", "") == page.html
    assert "LMS" not in page.html


@pytest.mark.parametrize("title", [
    '<b>&"Tom\'s"</b>', "</title><script>alert(1)</script>", "a\u0007b]]>\n  c", "&amp;"])
def test_a_title_of_markup_stays_a_title(title: str, tmp_path: Path) -> None:
    files = opened(Page(title, "<main></main>").scorm(tmp_path / "page.zip"))
    manifest = fromstring(files["imsmanifest.xml"])
    plain = "a b]]> c" if "\n" in title else title      # XML has no sign 7, and a title has one line
    assert [node.text for node in manifest.iter(f"{CP}title")] == [plain, plain]
    assert {node.tag for node in manifest.iter()} == {f"{CP}{name}" for name in (
        "manifest metadata schema schemaversion organizations organization title item resources resource file".split())}
    assert files["index.html"].decode().count("<script") == 1


def test_the_same_page_makes_the_same_file_and_another_one_another_course(tmp_path: Path) -> None:
    page = MADE["quiz"]()
    first, again = page.scorm(tmp_path / "first.zip"), MADE["quiz"]().scorm(tmp_path / "again.zip")
    other = dl.page(dl.quiz("all-fives", n=2, seed=2)).scorm(tmp_path / "other.zip")
    assert first.read_bytes() == again.read_bytes()
    names = [fromstring(opened(path)["imsmanifest.xml"]).get("identifier") for path in (first, again, other)]
    assert names[0] == names[1] != names[2]


def test_a_file_that_is_there_is_kept_unless_it_may_be_overwritten(tmp_path: Path) -> None:
    page, path = Page("Block", "<main></main>"), tmp_path / "page.zip"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(RecordError, match=r"already exists: name another file, or save with overwrite=True"):
        page.scorm(path)
    assert path.read_text(encoding="utf-8") == "mine"
    assert page.scorm(path, overwrite=True) == path
    assert opened(path).keys() == {"imsmanifest.xml", "index.html"}
    with pytest.raises(RecordError, match="folder"):
        page.scorm(tmp_path)
