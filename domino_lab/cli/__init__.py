"""The command line, `domino-lab`. Exit code 0: everything a file states is right; 1: it is not; 2: bad usage."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO

import click

from domino_lab.cli.hand_commands import new_hand, picture, replay
from domino_lab.cli.rule_commands import games, rules, settle, simulate
from domino_lab.errors import DominoError
from domino_lab.files import expanded, put, why
from domino_lab.notebook import course_folder

FIRST = "00_start_here.ipynb"
ANSWERS = "answers"


@click.command()
@click.argument("folder", default="domino-lab-course")
@click.option("--student", is_flag=True, help="Leave the answers out.")
@click.option("--open/--no-open", "opens", default=True, help="Open JupyterLab on the first notebook.")
def lab(folder: str, *, student: bool, opens: bool) -> None:
    """Copy the course into FOLDER and open it. Files that are there already are left as they are."""
    if not folder.strip():
        raise click.BadParameter("a folder has a name", param_hint="FOLDER")
    try:
        copied, kept = copy_course(course_folder(), expanded(folder), answers=not student)
    except (OSError, DominoError) as error:
        click.echo(f"The course cannot be copied: {error}", err=True)
        sys.exit(1)
    click.echo(f"{folder}: {len(copied)} files copied" + (f", {kept} left as they were." if kept else "."))
    if opens:
        sys.exit(_open(expanded(folder), [path for path in copied if path.suffix == ".ipynb"]))


def copy_course(course: Path, folder: Path, *, answers: bool) -> tuple[list[Path], int]:
    """Copy the files of `course` that `folder` lacks; return the copies, and the number of files that were there.

    A notebook that a full disk cut off is copied again. Raises OSError or RecordError if `folder` cannot be written.
    """
    copied, kept = [], 0
    for source in _files(course, answers=answers):
        target = folder / source.relative_to(course)
        text = source.read_bytes()
        is_new = not os.path.lexists(target)
        if not is_new and not _is_cut(target, text):
            kept += 1
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        put(text, target, new=is_new)
        copied.append(target)
    return copied, kept


def _is_cut(target: Path, whole: bytes) -> bool:
    """Return True for a notebook that was cut off when it was copied: nobody can have worked in it."""
    if target.suffix != ".ipynb" or not target.is_file() or target.stat().st_size >= len(whole):
        return False
    return whole.startswith(target.read_bytes())


def _files(course: Path, *, answers: bool) -> Iterator[Path]:
    for path in sorted(course.rglob("*")):
        parts = path.relative_to(course).parts
        hidden = any(part.startswith((".", "__pycache__")) for part in parts)
        if path.is_file() and not hidden and (answers or ANSWERS not in parts):
            yield path


def trust(notebooks: Iterable[Path]) -> None:
    """Sign notebooks for this computer's JupyterLab, which shows no pictures of unsigned ones."""
    paths = [str(path) for path in notebooks]
    if paths:
        subprocess.call([sys.executable, "-m", "nbformat.sign", *paths], stdout=subprocess.DEVNULL)


def _open(folder: Path, fresh: Iterable[Path]) -> int:
    if find_spec("jupyterlab") is None:
        click.echo('JupyterLab is not installed: python -m pip install "domino-lab[lab]"', err=True)
        return 1
    trust(fresh)
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return subprocess.call([sys.executable, "-m", "jupyterlab", *root, FIRST], cwd=folder)


class _Commands(click.Group):
    """Commands that end with one line if their output cannot be written, or with none if a pipe was closed."""

    def main(self, *args: Any, **options: Any) -> Any:
        if sys.stdout is None:  # Closed from the start: click would silently drop what is written there.
            sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
        try:
            return super().main(*args, **options)
        except OSError as error:
            with suppress(OSError):
                click.echo(f"{error.filename or 'The output'} cannot be written: {_why(error)}.", err=True)
            sys.exit(1)
        finally:
            for stream in (sys.stdout, sys.stderr):
                _flush(stream)


def _why(error: OSError) -> str:
    return "it is closed" if error.errno == errno.EBADF else why(error)


def _flush(stream: TextIO | None) -> None:
    """Write what a stream still holds, or drop it: Python would try again when it exits, with a traceback."""
    if stream is None:  # It was closed from the start.
        return
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="domino-lab")
def main() -> None:
    """Domino rules that explain themselves: replay hand files, read rules, open the course."""
    for stream in (sys.stdout, sys.stderr):
        # Letters in names and notes that a terminal cannot show are escaped.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


for command in (replay, games, rules, settle, picture, simulate, lab, new_hand):
    main.add_command(command)
