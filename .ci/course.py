"""Puts the course into the wheel, so that `domino-lab lab` finds it where there is no checkout.

An editable install reads notebooks/ itself: a copy of it in site-packages would only grow old.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Course(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        course = Path(self.root, "notebooks")
        for path in sorted(course.rglob("*")):
            inside = path.relative_to(course)
            if path.is_file() and not any(part.startswith(".") for part in inside.parts):
                build_data["force_include"][str(path)] = f"domino_lab/course/{inside.as_posix()}"
