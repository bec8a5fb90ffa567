"""Pyodide on this machine: what its servers give a browser, but for the packages that are compiled.

Its core comes from its npm package, the wheels of pure Python from the index of Python packages: once, into artefacts.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path

from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION
from packaging.utils import canonicalize_name

from domino_lab.site.live import PYODIDE_HAS

CACHE = Path(__file__).parents[2] / "artefacts" / "pyodide"
LOCK = "pyodide-lock.json"


def fetched() -> Path:
    """The folder with the Pyodide that JupyterLite asks for."""
    folder = CACHE / PYODIDE_VERSION
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        name = subprocess.run(["npm", "pack", "--silent", f"pyodide@{PYODIDE_VERSION}"], cwd=CACHE, check=True,
                              capture_output=True, text=True).stdout.split()[-1]
        with tarfile.open(CACHE / name) as archive:
            archive.extractall(CACHE, filter="data")
        _add_pure_wheels(CACHE / "package")
        (CACHE / "package").rename(folder)
    return folder


def _add_pure_wheels(folder: Path) -> None:
    """Pyodide has built them itself: other bytes, so the sums that it compares are written anew."""
    lock = json.loads((folder / LOCK).read_text(encoding="utf-8"))
    waits, pure = [*PYODIDE_HAS], {}
    while waits:
        package = lock["packages"][canonicalize_name(waits.pop())]
        if package["file_name"].endswith("-none-any.whl") and package["name"] not in pure:
            pure[package["name"]] = package
            waits += package["depends"]
    if find_spec("pip") is None:        # an environment that uv made has none
        subprocess.run([sys.executable, "-m", "ensurepip"], check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
                    "--python-version=3.14", f"--dest={folder}",
                    *(f"{name}=={package['version']}" for name, package in pure.items())], check=True)
    for package in pure.values():
        package["sha256"] = hashlib.sha256((folder / package["file_name"]).read_bytes()).hexdigest()
    (folder / LOCK).write_text(json.dumps(lock), encoding="utf-8")
