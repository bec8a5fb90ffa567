"""The machine code on the disk: damaged, cut or without room, it costs the time of compiling, and never a result."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import domino_lab

pytest.importorskip("numba")

PACKAGE = Path(domino_lab.__file__).parent
PROGRAM = """
import sys
from domino_lab.kernel import machine_code
from tests.kernel.compiled import size
found = machine_code.compile_once(size, {"PLACE": 1}, nogil=True)
assert [found(-3), found(4)] == [3, 4]
print(sum(found._cache_hits.values()) if hasattr(found, "_cache_hits") else found.stats.cache_hits)
"""
FULL = """
import errno, builtins
usual = builtins.open
def full(path, mode="r", *rest, **more):
    if "w" in mode and ".tmp." in str(path):
        raise OSError(errno.ENOSPC, "No space left on device")
    return usual(path, mode, *rest, **more)
builtins.open = full
"""


def run(folder: Path, before: str = "", program: str = PROGRAM) -> int:
    """How often a new process found the machine code on the disk."""
    done = subprocess.run([sys.executable, "-c", before + program], env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
                          cwd=PACKAGE.parent, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return int(sum(map(int, filter(str.isdigit, done.stdout.split()))))


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.nb*") if path.is_file())


pytestmark = pytest.mark.together("machine code")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the machine code of one function, which a new process finds."""
    folder = tmp_path_factory.mktemp("compiled")
    assert [run(folder), run(folder)] == [0, 1]
    assert [path.suffix for path in files(folder)] == [".nbc", ".nbi"]
    return folder


def test_whether_machine_code_is_kept_is_known_without_loading_it(compiled: Path, tmp_path: Path) -> None:
    asked = PROGRAM.partition("assert")[0] + "print(int(machine_code.is_on_disk(found) and not found.signatures))\n"
    assert [run(folder, program=asked) for folder in (compiled, tmp_path)] == [1, 0]


@pytest.mark.parametrize(("kinds", "damage"), [
    ([".nbc", ".nbi"], lambda whole: b""),
    ([".nbc", ".nbi"], lambda whole: whole[: len(whole) // 2]),
    ([".nbc", ".nbi"], lambda whole: b"\x93garbage" * 50),
    ([".nbc", ".nbi"], lambda whole: whole[:-200] + bytes(byte ^ 255 for byte in whole[-200:])),
    ([".nbc"], lambda whole: whole[:-1] + bytes([whole[-1] ^ 1])),     # all of it can be loaded
], ids=["empty", "cut", "garbage", "the end turned round", "one bit of the digest"])
def test_damaged_machine_code_is_compiled_anew_and_mended(
    kinds: list[str], damage: Callable[[bytes], bytes], compiled: Path, tmp_path: Path
) -> None:
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    for path in files(tmp_path):
        if path.suffix in kinds:
            path.write_bytes(damage(path.read_bytes()))
    assert [run(tmp_path), run(tmp_path)] == [0, 1]


@pytest.mark.parametrize("change", [
    "from domino_lab.kernel import machine_code\nusual = machine_code.compile_once\n"
    "machine_code.compile_once = lambda function, names, **how: usual(function, {'PLACE': 2}, **how)\n",
    "from pathlib import Path\nusual = Path.read_bytes\nPath.read_bytes = lambda path: usual(path) + b'# changed'\n",
], ids=["a number", "a text"])
def test_another_number_or_another_text_is_compiled_anew(change: str, compiled: Path, tmp_path: Path) -> None:
    """Numba looks at the date of the file of the function alone, and what it is made of stands in other files too."""
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    assert [run(tmp_path, before) for before in (change, change, "")] == [0, 1, 1]


FOLDER, INDEX, CODE = "machine-code", ".nbi", ".nbc"


@pytest.mark.parametrize(("which", "loose"), [(FOLDER, 0o702), (FOLDER, 0o770), (INDEX, 0o620), (CODE, 0o666)])
def test_what_somebody_else_could_have_written_is_not_loaded(which: str, loose: int, compiled: Path,
                                                             tmp_path: Path) -> None:
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    next(path for path in tmp_path.rglob("*") if path.name.endswith(which)).chmod(loose)
    assert [run(tmp_path), run(tmp_path)] == [0, 1]
    assert {path.stat().st_mode & 0o777 for path in files(tmp_path)} == {0o600}


@pytest.mark.parametrize("which", [FOLDER, INDEX, CODE])
def test_what_somebody_else_owns_is_not_loaded(which: str, compiled: Path, tmp_path: Path) -> None:
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    stranger = (f"import os\nusual = os.stat\nclass Other:\n    st_uid, st_mode = os.geteuid() + 1, 0o100600\n"
                f"os.stat = lambda path, **how: Other if str(path).endswith('{which}') else usual(path, **how)\n")
    assert [run(tmp_path), run(tmp_path, stranger)] == [1, 0]


def test_the_folder_is_for_its_owner_alone_whatever_others_may_do_elsewhere(tmp_path: Path) -> None:
    freely = "import os\nos.umask(0)\n"
    assert [run(tmp_path, freely), run(tmp_path, freely)] == [0, 1]
    folder = files(tmp_path)[0].parent
    assert [folder.stat().st_mode & 0o777, *(path.stat().st_mode & 0o777 for path in files(tmp_path))] == [
        0o700, 0o600, 0o600]


def test_a_disk_without_room_or_a_folder_keeps_nothing_and_spoils_nothing(tmp_path: Path) -> None:
    assert run(tmp_path / "full", FULL) == 0
    assert files(tmp_path / "full") == []
    blocked = tmp_path / "a file"
    blocked.write_text("")
    run(blocked / "under it")  # numba may take the folder beside the code instead, where an earlier run left some
