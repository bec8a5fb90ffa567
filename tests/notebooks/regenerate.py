"""Run notebooks and save them with fresh outputs, so that a change of output is seen as a diff.

    python -m tests.notebooks.regenerate notebooks    a folder, or single files
    python -m tests.notebooks.regenerate --paper notebooks    run nothing: only draw the PNGs that are missing

A picture has a PNG for LaTeX beside it. Fonts differ from one machine to the next, so the PNG of a picture that has
not changed stays as it is.

For the folder of the course, or its first notebook, also draw the picture at the top of that notebook.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from domino_lab.io.notebook_files import forget_widgets, outputs_of
from domino_lab.io.paper import PNG, picture_on_paper, picture_on_screen
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.sessions.playhead import Playhead

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}

OPENING = Path("pictures/start.svg")
"""The picture that a newcomer sees before any cell is run: beside the first notebook, which shows it as Markdown."""
OPENS_WITH = "00_start_here.ipynb"


def opening_picture() -> str:
    """The hand of the first lesson at the step that its first cell shows, small enough for the first screen."""
    return svg(scene(Playhead("all-fives-worked-example", step=3).snapshot.tabletop, 480))


def found(places: list[str]) -> Iterator[Path]:
    for place in map(Path, places):
        if place.is_dir():
            yield from sorted(p for p in place.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
        else:
            yield place


def on_paper(notebook: nbformat.NotebookNode) -> dict[str, str]:
    """The PNGs of a notebook, by the SVG that they show."""
    return {picture_on_screen(data): data[PNG] for _, data in outputs_of(notebook) if PNG in data}


def settle(notebook: nbformat.NotebookNode, drawn: Mapping[str, str]) -> None:
    """Drop what differs from one machine to the next, and all that names a live widget; keep PNGs that were drawn."""
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": {"name": "python"}})
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        cell.metadata.pop("collapsed", None)
    add_paper(notebook, drawn)
    forget_widgets(notebook)


def add_paper(notebook: nbformat.NotebookNode, drawn: Mapping[str, str]) -> None:
    """Give each picture its PNG: that which was drawn before, or that of its kernel, or a new one."""
    for _, data in outputs_of(notebook):
        picture = picture_on_screen(data)
        if picture in drawn:
            data[PNG] = drawn[picture]
        elif picture and PNG not in data:
            data.update(picture_on_paper(picture))


def rerun(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    drawn = on_paper(notebook)
    client = NotebookClient(
        notebook, timeout=120, kernel_name="python3", record_timing=False, store_widget_state=False,
        coalesce_streams=True,      # how a cell's lines arrive depends on how quickly they were printed
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute(env={**os.environ, "TQDM_DISABLE": "1"})     # A bar would be saved with the time that it took.
    settle(notebook, drawn)
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def draw(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    add_paper(notebook, on_paper(notebook))
    nbformat.write(notebook, path)


def main(places: list[str]) -> int:
    failed = 0
    for path in found([place for place in places if place != "--paper"]):
        print(path, flush=True)
        if "--paper" in places:
            draw(path)
            continue
        if path.name == OPENS_WITH:
            (path.parent / OPENING).write_text(opening_picture(), encoding="utf-8")
        try:
            rerun(path)
        except CellExecutionError as error:
            failed += 1
            print(f"{path} was left as it is: {error}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
