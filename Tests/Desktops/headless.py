"""A real wlroots compositor without a screen, in a folder of its own, as a user without rights."""
from __future__ import annotations

import glob
import os
import shutil
import subprocess
import tempfile
from typing import Any

import following
from following import eventually


class Compositor:
    """The compositor and programs that it shows. All of them belong to its user."""

    name = ""

    def __init__(self, config: str, *options: str, **environment: str) -> None:
        """An option names the file of the configuration as `{config}`, or its folder as `{folder}`."""
        self.folder = tempfile.mkdtemp()
        # sway does not run as root.
        self.user: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "XDG_RUNTIME_DIR": self.folder, "WLR_BACKENDS": "headless",
            "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "XDG_CURRENT_DESKTOP": self.name, **environment}
        path = self.write("config", config)
        if self.user:
            shutil.chown(self.folder, "nobody", "nogroup")
        os.chmod(self.folder, 0o755)
        self.process = self.start(self.name, *(option.format(config=path, folder=self.folder) for option in options))
        display = eventually(lambda: glob.glob(f"{self.folder}/wayland-?"), f"{self.name} starts")[0]
        self.environment["WAYLAND_DISPLAY"] = os.path.basename(display)

    def start(self, *words: str, **options: Any) -> subprocess.Popen[Any]:
        return following.start(*words, env=self.environment, cwd="/", **options, **self.user)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, **self.user)

    def program(self, path: str) -> str:
        """A copy that the user can run: the build folder may not be accessible."""
        return shutil.copy(path, self.folder)

    def write(self, name: str, text: str) -> str:
        """A file of the user: gesturectl refuses actions of others."""
        path = f"{self.folder}/{name}"
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o644)
        if self.user:
            shutil.chown(path, "nobody", "nogroup")
        return path

    def is_open(self, app: str) -> bool:
        """Whether there is a window of this app."""
        raise NotImplementedError

    def open_terminal(self, app: str, *command: str) -> subprocess.Popen[Any]:
        terminal = self.start("foot", "--app-id", app, *command)
        eventually(lambda: self.is_open(app), f"the terminal {app} opens")
        return terminal
