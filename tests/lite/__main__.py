"""Runs `calls.py` in Pyodide and in this Python, and compares what they say: `make lite`. Needs node and npm.

The packages are those that a live lesson is given, without the compiled ones of Pyodide.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from domino_lab.site import live
from domino_lab.words import phrase
from tests.lite.pyodide import fetched

HERE = Path(__file__).parent
NEEDS = "MissingPackageError: this needs {0}, which is not installed; install it with: %pip install {0}"
OTHERWISE = {"processes": f"True {[phrase('chance.no_workers')]}", "count": NEEDS.format("numpy"),
             "table": NEEDS.format("pandas")}
"""What goes otherwise there: no process starts, and some calls ask for a package."""

SCRIPT = """
import { loadPyodide } from %(module)s;
const python = await loadPyodide({ stdout: text => console.log(text), packages: %(packages)s });
await python.runPythonAsync(%(calls)s);
"""
PURE = ["ipython", "traitlets"]


def main() -> None:
    if not all(map(shutil.which, ("node", "npm"))):
        sys.exit("node and npm are needed for this: https://nodejs.org/")
    calls = (HERE / "calls.py").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        script, wheels = Path(folder, "run.mjs"), live.wheels(Path(folder))
        print("with", ", ".join(wheel.name for wheel in wheels))
        facts = {"module": (fetched() / "pyodide.mjs").as_uri(), "calls": calls,
                 "packages": [*PURE, *(wheel.as_uri() for wheel in wheels)]}
        script.write_text(SCRIPT % {name: json.dumps(fact) for name, fact in facts.items()}, encoding="utf-8")
        done = subprocess.run(["node", str(script)], check=True, capture_output=True, text=True)
    said = json.loads(done.stdout.strip().splitlines()[-1])
    here = json.loads(subprocess.run([sys.executable, str(HERE / "calls.py")], check=True, capture_output=True,
                                     text=True).stdout.strip().splitlines()[-1])
    wrong = [name for name in here if said[name] != OTHERWISE.get(name, here[name])]
    for name in here:
        told = said[name] if name in OTHERWISE else "as here"
        print(f"{name}: {f'other than here: {said[name][:200]}' if name in wrong else told}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
