"""The stub of the package, written from its table of public names: `python -m tests.typing.stub`, or `make stub`."""

from __future__ import annotations

from pathlib import Path

import domino_lab

STUB = Path(domino_lab.__file__).with_suffix(".pyi")
WIDTH = 120


def stub() -> str:
    """Return the text of the stub: each public name, imported from its module."""
    lines = ['"""The public names for type checkers and editors, from the table in __init__.py (`make stub`)."""', "",
             "from domino_lab import chance as chance"]
    modules: dict[str, list[str]] = {}
    for name, module in domino_lab._WHERE.items():
        modules.setdefault(module, []).append(f"{name} as {name}")
    for module, names in sorted(modules.items()):
        line = f"from domino_lab.{module} import {', '.join(sorted(names))}"
        lines += [line] if len(line) <= WIDTH else [line[: line.index("import")] + "import (",
                                                    *(f"    {name}," for name in sorted(names)), ")"]
    return "\n".join((*lines, "", "__version__: str", "__all__: list[str]", ""))


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
