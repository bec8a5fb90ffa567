"""Packages: zips of XML and other files that learning platforms import. The same content makes the same file."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from domino_lab.words.escaping import printable

MANIFEST = "imsmanifest.xml"
"""The name of the list of what is in a package."""

_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a zip."""


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Return a zip with these files.

    >>> zip_of({"a.txt": b"a"}) == zip_of({"a.txt": b"a"})
    True
    """
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(ZipInfo(name, _DATE), content, ZIP_DEFLATED)
    return packed.getvalue()


def xml_root(name: str, space: str, schema: str, **facts: str) -> Element:
    """Return the root of an XML file in this namespace, with the name of the file of its schema."""
    return Element(name, {"xmlns": space, "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
                          "xsi:schemaLocation": f"{space} {schema}", **facts})


def add(parent: Element, name: str, text: str = "", /, **facts: str) -> Element:
    """Add an element; a name of an attribute with another namespace has two underscores for the colon."""
    child = SubElement(parent, name, {key.replace("__", ":"): value for key, value in facts.items()})
    child.text = printable(text) or None
    return child


def xml_file(root: Element) -> bytes:
    """Return an XML file with this root.

    >>> print(xml_file(Element("p", {"title": "Tom & Ann"})).decode(), end="")
    <?xml version="1.0" encoding="UTF-8"?>
    <p title="Tom &amp; Ann" />
    """
    indent(root)
    text: str = tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()
