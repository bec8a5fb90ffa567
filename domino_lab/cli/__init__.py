"""The command line: `domino-lab`. Exit code 0: all that a file states holds; 1: it is wrong; 2: bad usage."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

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
    """Copy the files of `course` that `folder` does not have yet; return the copies and how many were there already.

    A notebook that a full disk cut is copied again. Raises OSError or RecordError where `folder` cannot be written.
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
    """Whether a notebook was cut off when it was copied, and so can be copied again: nobody can have worked in it."""
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
    """Sign notebooks for this computer's JupyterLab, which shows the words of an unsigned one and no picture."""
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
    """The commands. Where their output cannot be written they end with one line; a closed pipe needs none."""

    def main(self, *args: Any, **how: Any) -> Any:
        if sys.stdout is None:  # Closed from the beginning: click would drop what is written there, and say nothing.
            sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
        try:
            return super().main(*args, **how)
        except OSError as error:
            with suppress(OSError):
                click.echo(f"{error.filename or 'The output'} cannot be written: {_why(error)}.", err=True)
            sys.exit(1)
        finally:
            for stream in (sys.stdout, sys.stderr):
                _flush(stream)


def _why(error: OSError) -> str:
    return "it is closed" if error.errno == errno.EBADF else why(error)


def _flush(stream: Any) -> None:
    """Write what a stream still holds, or drop it: Python would try again at its end, and say so with a traceback."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except AttributeError:  # A stream that was closed from the beginning is None.
        pass


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="domino-lab")
def main() -> None:
    """Domino rules that explain themselves: replay hand files, read rules, open the course."""
    for stream in (sys.stdout, sys.stderr):
        # Names and notes may hold letters that a terminal cannot show: they are escaped, nothing breaks off.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


for command in (replay, games, rules, settle, picture, simulate, lab, new_hand):
    main.add_command(command)
