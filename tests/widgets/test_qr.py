"""The QR codes of the page of a quiz: read by the standard, and drawn as segno draws them."""

from __future__ import annotations

import importlib
from itertools import accumulate, chain, product
from pathlib import Path
from random import Random

import pytest
import zxingcpp
from PIL import Image

from domino_lab.chance.answer_codes import SIGNS
from tests.widgets.test_class_board import needs_node, run_script

ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
FINDER = [[int(max(abs(row - 3), abs(column - 3)) in (0, 1, 3)) for column in range(7)] for row in range(7)]
FORMAT = "101010000010010"
"""Level M, mask 0, with its check bits, as the standard lists it."""


def texts(number: int) -> list[str]:
    stream = Random(number)
    return ["".join(stream.choice(SIGNS) for _ in range(12)) for _ in range(number)] + ["0" * 12, "Z" * 12]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[int]]]:
    given = texts(60)
    made = run_script(tmp_path_factory.mktemp("qr"), ("qr",), "given.map(qrOf)", given)
    return {text: [modules[at: at + 21] for at in range(0, 441, 21)] for text, modules in zip(given, made, strict=True)}


def is_fixed(row: int, column: int) -> bool:
    """Whether a module belongs to the finders, the format or the timing."""
    return row == 6 or column == 6 or (row < 9 and (column < 9 or column > 12)) or (row > 12 and column < 9)


def bits_in_order(rows: list[list[int]]) -> list[int]:
    """The bits of a QR code of version 1, two columns at a time, up and down in turn, without mask 0."""
    bits = []
    for pair, right in enumerate([20, 18, 16, 14, 12, 10, 8, 5, 3, 1]):
        for row in range(21) if pair % 2 else range(20, -1, -1):
            bits += [rows[row][column] ^ (row + column + 1) % 2 for column in (right, right - 1)
                     if not is_fixed(row, column)]
    return bits


def read(rows: list[list[int]]) -> str:
    """Read a QR code of version 1-M by the standard, ISO 18004; every check must be right."""
    for top, left in ((0, 0), (0, 14), (14, 0)):
        assert [row[left: left + 7] for row in rows[top: top + 7]] == FINDER
    assert [rows[6][at] for at in range(8, 13)] == [rows[at][6] for at in range(8, 13)] == [1, 0, 1, 0, 1]
    around = [*(rows[8][at] for at in (0, 1, 2, 3, 4, 5, 7, 8)), *(rows[at][8] for at in (7, 5, 4, 3, 2, 1, 0))]
    apart = [*(rows[at][8] for at in range(20, 13, -1)), *(rows[8][at] for at in range(13, 21))]
    assert "".join(map(str, around)) == "".join(map(str, apart)) == FORMAT
    bits = "".join(map(str, bits_in_order(rows)))
    words = [int(bits[at: at + 8], 2) for at in range(0, len(bits), 8)]
    assert len(words) == 26
    powers = [*accumulate(range(254), lambda power, _: power << 1 ^ (0x11D if power & 128 else 0), initial=1)]
    for root in range(10):      # the polynomial of the words is 0 at the first ten powers of 2
        total = 0
        for word in words:
            total = (powers[(powers.index(total) + root) % 255] if total else 0) ^ word
        assert total == 0
    assert bits[:13] == "0010" + f"{12:09b}"
    pairs = [int(bits[at: at + 11], 2) for at in range(13, 79, 11)]
    return "".join(chain.from_iterable((ALPHANUMERIC[pair // 45], ALPHANUMERIC[pair % 45]) for pair in pairs))


@needs_node
def test_the_codes_are_read_by_the_standard(drawn: dict[str, list[list[int]]]) -> None:
    for text, rows in drawn.items():
        assert read(rows) == text
    text, rows = next(iter(drawn.items()))
    rows[20][20] ^= 1
    with pytest.raises(AssertionError):
        read(rows)
    rows[20][20] ^= 1
    assert read(rows) == text


@needs_node
@pytest.mark.parametrize("size", [2, 5, 9])
def test_another_reader_reads_their_pictures(drawn: dict[str, list[list[int]]], size: int) -> None:
    """zxing-cpp is what reads QR codes in many programs; a module is so many pixels wide."""
    for text, rows in drawn.items():
        picture = Image.new("L", (29, 29), 255)
        for row, column in product(range(21), repeat=2):
            picture.putpixel((column + 4, row + 4), 0 if rows[row][column] else 255)
        [found] = zxingcpp.read_barcodes(picture.resize((29 * size, 29 * size), 0))
        assert found.text == text


@needs_node
def test_they_are_what_segno_draws(drawn: dict[str, list[list[int]]]) -> None:
    pytest.importorskip("segno")
    made = importlib.import_module("tests.widgets.qr_table")
    for text, rows in drawn.items():
        assert [*chain.from_iterable(rows)] == made.modules(text)
    script = Path(made.FILE).read_text(encoding="utf-8")
    for name, table in made.tables().items():
        assert f'const {name} = "{table}";' in script
