"""GNOME Shell with gestured's extension and one that runs the tests' expressions, without a screen."""

import json
import os
import pathlib
import shutil

import session
from session import FOLDER, HOME, environment, run, start
from testing import shell
from testing.checks import eventually, find

VERSION = int(find(r"(\d+)", shell.output("gnome-shell", "--version"))[1])
EXTENSION = "focus-43@gestured" if VERSION < 45 else "focus@gestured"
DRIVER = "driver@gestured"
# The first lines of an extension and its last: modules came with GNOME 45.
HEAD, END = ("""const {Gio, GLib} = imports.gi;
const Main = imports.ui.main;
""", "function init() { return new Driver(); }\n") if VERSION < 45 else ("""import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
""", "export default Driver;\n")


def install_extensions() -> None:
    shutil.copytree(f"{FOLDER}/share/gnome-shell/extensions", "/usr/local/share/gnome-shell/extensions", dirs_exist_ok=True)
    driver = f"{HOME}/.local/share/gnome-shell/extensions/{DRIVER}"
    os.makedirs(driver)
    shell.write(f"{driver}/extension.js", HEAD + pathlib.Path(f"{FOLDER}/whole/driver.js").read_text() + END)
    shell.write(f"{driver}/metadata.json", json.dumps({
        "uuid": DRIVER, "name": "driver", "description": "Test", "shell-version": [str(VERSION)],
        "session-modes": ["user", "unlock-dialog"]}))
    shell.write(f"{HOME}/.config/glib-2.0/settings/keyfile",
                f"[org/gnome/shell]\nenabled-extensions=['{EXTENSION}', '{DRIVER}']\nwelcome-dialog-last-shown-version='99'\n"
                "[org/gnome/desktop/interface]\nenable-animations=false\n")
    shell.run("chown", "-R", session.USER, HOME)
    environment.update(GSETTINGS_BACKEND="keyfile", XDG_CURRENT_DESKTOP="GNOME", WAYLAND_DISPLAY="wayland-0",
                       XDG_DATA_DIRS="/usr/local/share:/usr/share")


def start_shell() -> shell.Process:
    process = start("gnome-shell", "--headless", "--no-x11", "--virtual-monitor", "1280x800")
    eventually(lambda: evaluate("!Main.layoutManager._startingUp"), "GNOME Shell starts")
    # A new session begins in the overview.
    eventually(lambda: evaluate("(Main.overview.hide(), !Main.overview.visible)"), "the overview is closed")
    return process


def evaluate(script: str) -> object:
    """The value of an expression in the Shell; None if there is no answer."""
    answer = run("gdbus", "call", "--session", "--dest", "org.gnome.Shell", "--object-path", "/org/gestured/Driver",
                 "--method", "org.gestured.Driver.Evaluate", script)
    return json.loads(answer.strip()[2:-3].replace("\\'", "'")) if answer else None
