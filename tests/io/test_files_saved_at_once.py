"""Several who save: side by side, killed in the middle, as root, or to a device; nobody's work is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, cast

import pytest

import domino_lab as dl
from domino_lab.io import files
from domino_lab.io.files import SaveFile, put

SAVER = """
import sys
from pathlib import Path
from domino_lab.core.errors import RecordError
from domino_lab.io.files import SaveFile
for line in sys.stdin:
    file = SaveFile(Path(sys.argv[1]), such="x.toml")
    print("open", flush=True)
    sys.stdin.readline()
    try:
        file.write(f"{sys.argv[2]} {line}")
    except RecordError:
        print("refused", flush=True)
    else:
        print("saved", flush=True)
"""
KILLED = """
import os, signal, sys
from pathlib import Path
from domino_lab.io.files import put
os.replace = lambda *_names: os.kill(os.getpid(), signal.SIGKILL)
put("never there", Path(sys.argv[1]))
"""
SLOW = """
import sys
from pathlib import Path
from domino_lab.io.files import put
def wait(_data):
    print("written", flush=True)
    sys.stdin.readline()
put("at last", Path(sys.argv[1]), check=wait)
"""


@contextmanager
def program(text: str, *words: object) -> Iterator[tuple[IO[str], IO[str]]]:
    with subprocess.Popen([sys.executable, "-c", text, *map(str, words)], text=True, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        try:
            yield cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
        finally:
            cast("IO[str]", process.stdin).close()
            process.wait(60)


def lost(file: Path, rounds: int) -> int:
    """In how many rounds two processes were both told that they had saved the same file, or neither was."""
    count = 0
    with program(SAVER, file, "first") as first, program(SAVER, file, "second") as second:
        for number in range(rounds):
            file.write_text("what both have read\n", encoding="utf-8")
            for word in (f"{number}\n", "go\n"):
                for to, _ in (first, second):
                    to.write(word)
                    to.flush()
                answers = [of.readline().strip() for _, of in (first, second)]
            winner = ("first", "second")[answers.index("saved")] if "saved" in answers else "nobody"
            kept = file.read_text(encoding="utf-8") == f"{winner} {number}\n"
            count += sorted(answers) != ["refused", "saved"] or not kept
    return count


def test_of_two_processes_that_save_at_once_one_is_refused(tmp_path: Path) -> None:
    assert lost(tmp_path / "x.toml", 200) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["x.toml"]


@pytest.mark.parametrize("disk", ["usual", "in a network"])
def test_nobody_saves_between_the_last_look_and_the_replacement(disk: str, tmp_path: Path,
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    file, usual, lock, told = tmp_path / "x.toml", os.replace, files.fcntl.flock, list[str]()
    refusals: list[str] = []
    file.write_text("old", encoding="utf-8")

    def slowly(*names: Path) -> None:
        time.sleep(0.3)
        usual(*names)

    def no_folder(opened: int, how: int) -> None:
        if os.path.isdir(f"/dev/fd/{opened}"):
            raise OSError(9, "Bad file descriptor")
        lock(opened, how)

    def save(saver: SaveFile, text: str) -> None:
        try:
            saver.write(text)
            told.append(text)
        except dl.RecordError as error:
            refusals.append(str(error))

    monkeypatch.setattr(os, "replace", slowly)
    if disk != "usual":
        monkeypatch.setattr(files.fcntl, "flock", no_folder)
    savers = [threading.Thread(target=save, args=(SaveFile(file, such="x.toml"), text)) for text in ("one", "two")]
    for saver in savers:
        saver.start()
    for saver in savers:
        saver.join(20)
    assert told == [file.read_text(encoding="utf-8")]
    assert ["changed by somebody else" in refusal for refusal in refusals] == [True]


def test_a_folder_that_stays_locked_is_told_and_not_waited_for_for_ever(tmp_path: Path,
                                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_LONGEST_WAIT", 0.05)
    opened = os.open(tmp_path, os.O_RDONLY)
    try:
        files.fcntl.flock(opened, files.fcntl.LOCK_EX)
        with pytest.raises(dl.RecordError, match="another program has kept its folder locked for 10 seconds"):
            put("new", tmp_path / "x.toml")
    finally:
        os.close(opened)
    assert not [*tmp_path.iterdir()]
    put("new", tmp_path / "x.toml")


# --- what a kill leaves


def test_a_later_save_removes_what_a_kill_left(tmp_path: Path) -> None:
    mine, early = tmp_path / ".domino-lab-notes.new", tmp_path / ".domino-lab-0123456789abcdef.new"
    mine.write_text("not of this package", encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", KILLED, tmp_path / "x.toml"], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len([*tmp_path.iterdir()]) == 2
    early.write_text("of a version that locked nothing", encoding="utf-8")
    put("new", tmp_path / "other.toml")
    assert sorted(path.name for path in tmp_path.iterdir()) == [mine.name, "other.toml"]


def test_the_new_file_of_a_process_that_lives_is_left_alone(tmp_path: Path) -> None:
    with program(SLOW, tmp_path / "x.toml") as (to, of):
        assert of.readline() == "written\n"
        put("meanwhile", tmp_path / "other.toml")
        to.write("go\n")
        to.flush()
    assert (tmp_path / "x.toml").read_text(encoding="utf-8") == "at last"
    assert len([*tmp_path.iterdir()]) == 2


# --- who may read it


def modes(folder: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in folder.glob(".domino-lab-*.new")}


@pytest.mark.skipif(sys.platform == "win32", reason="an open file is not removed there")
def test_a_new_file_that_somebody_takes_for_a_leftover_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                                   ) -> None:
    """Between the moments in which it is made and locked, another saver may lock it, to remove it."""
    lock, taken = files._lock, dict[Path, int]()

    def late(opened: int) -> None:
        if not taken:
            [left] = tmp_path.glob(".domino-lab-*.new")
            taken[left] = os.open(left, os.O_RDWR)
            lock(taken[left])
        lock(opened)

    monkeypatch.setattr(files, "_lock", late)
    put("whole", tmp_path / "x.toml")
    [(left, opened)] = taken.items()
    assert left.read_text() == ""       # the other one may remove it now
    os.close(opened)
    assert (tmp_path / "x.toml").read_text() == "whole"


def test_a_private_file_is_private_from_the_first_letter(tmp_path: Path) -> None:
    file, seen = tmp_path / "x.toml", set[int]()
    file.write_text("old", encoding="utf-8")
    file.chmod(0o600)
    put("new", file, check=lambda _data: seen.update(modes(tmp_path)))
    assert (seen, file.stat().st_mode & 0o777) == ({0o600}, 0o600)


def test_a_new_file_is_for_those_whom_the_system_lets_read_it(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        put("new", tmp_path / "x.toml")
        put("new", tmp_path / "y.toml", new=True)
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o640}


@pytest.mark.parametrize(("refused", "asked", "mode"), [
    ("nothing", [(7, 8)], 0o664), ("another owner", [(7, 8), (-1, 8)], 0o664),
    ("another group", [(7, 8), (-1, 8)], 0o644),
])
def test_the_owner_is_kept_as_far_as_the_system_allows(refused: str, asked: list[tuple[int, int]], mode: int,
                                                       tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a group that is not the file's own, nobody may do more than anybody else."""
    calls = []

    def chown(_path: Path, owner: int, group: int) -> None:
        calls.append((owner, group))
        if refused == "another group" or (refused == "another owner" and owner != -1):
            raise PermissionError

    beside = tmp_path / "x.new"
    beside.write_text("new", encoding="utf-8")
    monkeypatch.setattr(os, "chown", chown)
    files._keep_owner(beside, os.stat_result((0o100664, 0, 0, 1, 7, 8, 0, 0, 0, 0)))
    assert (calls, beside.stat().st_mode & 0o777) == (asked, mode)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file away")
def test_a_save_by_root_leaves_the_file_to_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    os.chown(file, 65534, 65533)
    put("new", file)
    now = file.stat()
    assert (file.read_text(encoding="utf-8"), now.st_uid, now.st_gid, now.st_mode & 0o777) == ("new", 65534, 65533,
                                                                                               0o640)


# --- what is no file


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="this system has no /dev/shm")
def test_a_file_in_the_memory_of_the_system_is_a_file() -> None:
    with TemporaryDirectory(dir="/dev/shm") as folder:
        file = Path(folder) / "x.toml"
        SaveFile(None, such="x.toml").write("one", file)
        before = file.stat().st_ino
        with pytest.raises(dl.RecordError, match="already exists"):
            SaveFile(None, such="x.toml").write("two", file)
        assert file.read_text(encoding="utf-8") == "one"
        with pytest.raises(dl.RecordError, match="already exists"):
            put("two", file, new=True)
        SaveFile(None, such="x.toml").write("three", file, overwrite=True)
        assert (file.read_text(encoding="utf-8"), [*Path(folder).iterdir()]) == ("three", [file])
        assert file.stat().st_ino != before


@pytest.mark.parametrize("name", ["/dev/null", "/proc/self/fd/0"])
def test_a_device_is_a_stream(name: str) -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as reader:
        assert reader.stdin
        path = Path(name if name == "/dev/null" else f"/proc/self/fd/{reader.stdin.fileno()}")
        assert SaveFile(None, such="x.toml").write("x", path) == path
        reader.stdin.close()
        assert path.is_char_device() or name != "/dev/null"
