"""The stubs of dl, dl.chance and dl.rules, written from their tables of public names: `python -m tests.typing.stub`."""

from __future__ import annotations

from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType

import domino_lab
from domino_lab import chance, rules

WIDTH = 120
ROOMS = (domino_lab, chance, rules)


def file_of(room: ModuleType) -> Path:
    """The file of a package's stub."""
    return Path(str(room.__file__)).with_suffix(".pyi")


def stub(room: ModuleType) -> str:
    """Return the text of the stub of a package: each public name, imported from its module."""
    lines = ['"""The public names for type checkers and editors, from the table in __init__.py (`make stub`)."""', "",
             *([f"from domino_lab import {', '.join(f'{name} as {name}' for name in room._ROOMS)}"]
               if hasattr(room, "_ROOMS") else [])]
    modules: dict[str, list[str]] = {}
    for name, module in room._WHERE.items():
        modules.setdefault(resolve_name(f".{module}", room.__name__), []).append(f"{name} as {name}")
    for module, names in sorted(modules.items()):
        line = f"from {module} import {', '.join(sorted(names))}"
        lines += [line] if len(line) <= WIDTH else [line[: line.index("import")] + "import (",
                                                    *(f"    {name}," for name in sorted(names)), ")"]
    version = ["__version__: str"] if hasattr(room, "__version__") else []
    return "\n".join((*lines, "", *version, "__all__: list[str]", ""))


if __name__ == "__main__":
    for package in ROOMS:
        file_of(package).write_text(stub(package), encoding="utf-8")
