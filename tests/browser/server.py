"""JupyterLab and Voila as a test needs them: on a free port, in folders of their own, gone at the end."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Self

import psutil

from domino_lab.cli import CONTENTS, SETTINGS

STARTS_WITHIN = 180     # seconds; 5 to 7 on two idle cores
ANSWERS_WITHIN = 60     # seconds; a kernel that is shut down may take its time


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def _private_folders(home: Path) -> dict[str, str]:
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")
    folders = {name: home / name.lower() for name in names}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    return {name: str(folder) for name, folder in folders.items()}


class Server:
    """A server in a process of its own; its words are kept in `log` and shown when it does not start."""

    ready = "/"

    def __init__(self, folder: Path, home: Path, *, cwd: Path) -> None:
        self.folder, self.home, self.cwd = folder, home, cwd
        self.port, self.token = _free_port(), secrets.token_hex(16)
        self.log = home / "server.log"
        # The package of this checkout, whatever folder the notebook is in.
        paths = os.pathsep.join(filter(None, [str(cwd), os.environ.get("PYTHONPATH")]))
        # Kernels talk over files: two that start in the same moment may be given one port. Their names must be short.
        self.talk = tempfile.mkdtemp(prefix="lab-")
        self.environment = {
            **os.environ, **_private_folders(home), "JUPYTER_RUNTIME_DIR": self.talk, "PYTHONPATH": paths,
        }

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        raise NotImplementedError

    def prepare(self) -> None:
        """What must lie in the private folders before the start."""

    def __enter__(self) -> Self:
        self.prepare()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                self.command(), env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
            )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.talk, ignore_errors=True)

    def _wait(self) -> None:
        until = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < until:
            if self.process.poll() is not None:
                break
            try:
                self.ask(self.ready)
                return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.2)
        said = self.log.read_text(errors="replace")[-4000:]
        raise RuntimeError(f"{self.command()[2]} does not start:\n{said}")

    def ask(self, path: str, method: str = "GET") -> bytes:
        request = urllib.request.Request(
            self.url + path, method=method, headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.urlopen(request, timeout=ANSWERS_WITHIN) as answer:
            return answer.read()

    def stop(self) -> None:
        """With all that it started: a kernel that outlives its server would keep a core busy for the next test.

        Nothing is asked to end by itself: a kernel in the middle of a cell takes a quarter of a minute for that.
        """
        server = psutil.Process(self.process.pid)
        for process in [*server.children(recursive=True), server]:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()


class LabServer(Server):
    ready = "/api/status"
    contents: tuple[str, ...] = (CONTENTS,)

    def prepare(self) -> None:
        """The settings with which `domino-lab lab` starts it: no question about news lies over the first table."""
        self.environment["JUPYTER_CONFIG_PATH"] = str(SETTINGS)

    def command(self) -> list[str]:
        return [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
            f"--ServerApp.port={self.port}", "--ServerApp.port_retries=0", "--expose-app-in-browser",
            "--KernelManager.transport=ipc", f"--IdentityProvider.token={self.token}",
            f"--ServerApp.root_dir={self.folder}", *self.contents,
        ]

    def page_url(self, workspace: str) -> str:
        return f"{self.url}/lab/workspaces/{workspace}?token={self.token}"

    def shut_down_kernels_of(self, name: str) -> None:
        for session in json.loads(self.ask("/api/sessions")):
            if session["path"] == name:
                self.ask(f"/api/sessions/{session['id']}", "DELETE")


class OwnLabServer(LabServer):
    """The JupyterLab of a reader who has installed the package, and starts it without `domino-lab lab`."""

    contents = ()

    def prepare(self) -> None:
        """No setting of the package but those that it was installed with; only the news are switched off."""
        shutil.copytree(SETTINGS / "labconfig", Path(self.environment["JUPYTER_CONFIG_DIR"], "labconfig"))


class VoilaServer(Server):
    ready = "/"

    def command(self) -> list[str]:
        return [
            sys.executable, "-m", "voila", "--no-browser", f"--port={self.port}", "--Voila.ip=127.0.0.1",
            "--token=", str(self.folder),
            # Those of nbgrader and JupyterLite want parts of JupyterLab that Voila does not have.
            *(f"--VoilaConfiguration.extension_denylist={name}"
              for name in ("@jupyter-notebook/lab-extension", "@jupyter/nbgrader",
                           "@jupyterlite/pyodide-kernel-extension")),
        ]

    def notebook_url(self, name: str) -> str:
        return f"{self.url}/voila/render/{name}"
