"""Sharing: the position to take away, as a record or as a picture."""

from __future__ import annotations

from dataclasses import replace

import ipywidgets

from domino_lab.actions import Play
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.play.timeline import Timeline
from domino_lab.record import write
from domino_lab.record.compact import packed_text
from domino_lab.widgets.part import in_row
from domino_lab.widgets.sandbox.folded import Folded
from domino_lab.words import phrase


class Sharing(Folded):
    """Buttons that copy or save the position: one short line, its record (TOML), its picture as SVG, and as PNG."""

    css = "dlab-sharing"
    label = "scenarios.share"

    def _inside(self) -> tuple[ipywidgets.Widget, ...]:
        acts = {"copy_record": self._copy, "save_record": self._save, "save_svg": self._picture,
                "save_png": self._image}
        short = self.button("branch.copy_line", self._copy_line, "dlab-quiet")
        rest = [self.button(f"scenarios.{name}", act, "dlab-quiet") for name, act in acts.items()]
        self.row = in_row(short, *rest)
        return (self.row,)

    def _copy_line(self) -> None:
        self.frame.copy(packed_text(record(self.here.position)))

    def _copy(self) -> None:
        self.frame.copy(record(self.here.position))

    def _save(self) -> None:
        self.frame.download("position.toml", record(self.here.position), "application/toml")

    def _picture(self) -> None:
        self.frame.download("position.svg", self._svg(), "image/svg+xml")

    def _image(self) -> None:
        self.frame.download("position.png", self._svg(), "image/png")

    def _svg(self) -> str:
        return svg(scene(self.here.snapshot.captioned))


def record(position: LayoutStudy) -> str:
    """The position as a record that `dl.load` reads: a layout study.

    A record of a study knows no stacked tiles and no holding; they are named in a comment.
    """
    state = position.state
    asides = {"stacked": [top.tile for top in state.stacks], "holding": list(position.holding)}
    told = [f"# {phrase(f'scenarios.{key}', tiles=tiles)}\n" for key, tiles in asides.items() if tiles]
    return write(_laid(position.line)) + "".join(told)


def _laid(line: Timeline) -> Timeline:
    steps = tuple(step for step in line.steps if step.action is None or isinstance(step.action, Play))
    return replace(line, steps=steps, text="", line="", asked=None)
