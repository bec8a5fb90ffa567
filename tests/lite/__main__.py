"""Runs `calls.py` in Pyodide and in this Python, and compares what they say: `make lite`. Needs node and npm.

Pyodide comes from its npm package, once; what the package requires is copied from this environment, without anything
that is compiled, so that it is what a browser would have.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

import domino_lab

HERE = Path(__file__).parent
CACHE = HERE.parents[1] / "artefacts" / "pyodide"
THERE = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "extra": "",
         "python_version": "3.13", "python_full_version": "3.13.0"}
NEEDS = "MissingPackageError: this needs {0}, which is not installed; install it with: %pip install {0}"
ASKS = {"table": NEEDS.format("pandas"), "count": NEEDS.format("numpy"), "exercise": NEEDS.format("numpy")}
"""What asks for a package, and how."""

SCRIPT = """
import { loadPyodide } from %(module)s;
const python = await loadPyodide({ stdout: text => console.log(text) });
python.FS.mkdir("/site");
python.FS.mount(python.FS.filesystems.NODEFS, { root: %(site)s }, "/site");
python.runPython("import sys; sys.path.insert(0, '/site')");
await python.runPythonAsync(%(calls)s);
"""


def fetched() -> Path:
    """The module of Pyodide's npm package; it is fetched when it is not there yet."""
    module = CACHE / "package" / "pyodide.mjs"
    if not module.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        name = subprocess.run(["npm", "pack", "--silent", "pyodide@latest"], cwd=CACHE, check=True, capture_output=True,
                              text=True).stdout.split()[-1]
        with tarfile.open(CACHE / name) as archive:
            archive.extractall(CACHE, filter="data")
    return module


def gathered(folder: Path) -> list[str]:
    """Copy the package and what it requires there to a folder, without compiled modules; return their names."""
    waits, taken = ["anywidget", "click", "ipywidgets", "tomlkit"], set()
    while waits:
        found = distribution(waits.pop())
        if found.name in taken:
            continue
        taken.add(found.name)
        for file in found.files or ():
            source = Path(str(found.locate_file(file)))
            if file.suffix in (".so", ".pyd", ".pyc") or ".." in file.parts or not source.is_file():
                continue
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
        wanted = (Requirement(line) for line in found.requires or ())
        waits += [one.name for one in wanted if one.marker is None or one.marker.evaluate(THERE)]
    shutil.copytree(Path(domino_lab.__file__).parent, folder / "domino_lab",
                    ignore=shutil.ignore_patterns("__pycache__"))
    return sorted(taken)


def main() -> None:
    if not all(map(shutil.which, ("node", "npm"))):
        sys.exit("node and npm are needed for this: https://nodejs.org/")
    calls = (HERE / "calls.py").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        site, script = Path(folder, "site"), Path(folder, "run.mjs")
        site.mkdir()
        print("with", ", ".join(gathered(site)))
        facts = {"module": fetched().as_uri(), "site": str(site), "calls": calls}
        script.write_text(SCRIPT % {name: json.dumps(fact) for name, fact in facts.items()}, encoding="utf-8")
        done = subprocess.run(["node", str(script)], check=True, capture_output=True, text=True)
    said = json.loads(done.stdout.strip().splitlines()[-1])
    here = json.loads(subprocess.run([sys.executable, str(HERE / "calls.py")], check=True, capture_output=True,
                                     text=True).stdout.strip().splitlines()[-1])
    wrong = [name for name in here if said[name] != ASKS.get(name, here[name])]
    for name in here:
        told = said[name] if name in ASKS else "as here"
        print(f"{name}: {f'other than here: {said[name][:200]}' if name in wrong else told}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
