"""A real sway without a screen, in a folder of its own, as a user without rights."""
from __future__ import annotations

import glob
import json
import os
import shutil
import subprocess
import tempfile
from typing import Any

import following
from following import eventually


class Sway:
    """sway with outputs of its own. Programs that it starts belong to its user."""

    def __init__(self, config: str, **environment: str) -> None:
        self.folder = tempfile.mkdtemp()
        # sway does not run as root.
        self.user: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "XDG_RUNTIME_DIR": self.folder, "WLR_BACKENDS": "headless",
            "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "XDG_CURRENT_DESKTOP": "sway", **environment}
        self.write("config", config)
        if self.user:
            shutil.chown(self.folder, "nobody", "nogroup")
        os.chmod(self.folder, 0o755)
        self.process = self.start("sway", "--config", f"{self.folder}/config")
        display = eventually(lambda: glob.glob(f"{self.folder}/wayland-?"), "sway starts")[0]
        self.environment["WAYLAND_DISPLAY"] = os.path.basename(display)
        self.environment["SWAYSOCK"] = eventually(lambda: glob.glob(f"{self.folder}/sway-ipc.*"), "sway's IPC")[0]

    def start(self, *words: str, **options: Any) -> subprocess.Popen[Any]:
        return following.start(*words, env=self.environment, cwd="/", **options, **self.user)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, **self.user)

    def message(self, *words: str) -> str:
        return self.run("swaymsg", *words).stdout

    def query(self, kind: str) -> Any:
        return json.loads(self.message("-t", kind, "-r") or "[]")

    def program(self, path: str) -> str:
        """A copy that the user can run: the build folder may not be accessible."""
        return shutil.copy(path, self.folder)

    def write(self, name: str, text: str) -> str:
        path = f"{self.folder}/{name}"
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o644)
        return path

    def open_terminal(self, app: str, *command: str) -> subprocess.Popen[Any]:
        terminal = self.start("foot", "--app-id", app, *command)
        eventually(lambda: f'"{app}"' in self.message("-t", "get_tree"), f"the terminal {app} opens")
        return terminal
