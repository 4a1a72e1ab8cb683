"""Keys of a whole GNOME or KDE: its own portal asks its own user, and what is held is released when the service dies."""

import os

import session
from acting import Actions
from session import AS_USER, FOLDER, HOME, environment, run
from testing import shell
from testing.checks import eventually

STORE = "org.freedesktop.impl.portal.PermissionStore"


def start_portal(desktop: str) -> None:
    """The desktop has to run already, and then its part of the portal: what is missing before is not offered later. The bus
    starts that part when it is asked; a second one would take its name."""
    run("dbus-update-activation-environment", *environment)
    session.start("/usr/libexec/xdg-permission-store", "--replace")
    await_keyboard(f"org.freedesktop.impl.portal.desktop.{desktop}", "org.freedesktop.impl.portal.RemoteDesktop")
    session.start("/usr/libexec/xdg-desktop-portal", "--replace")
    await_keyboard("org.freedesktop.portal.Desktop", "org.freedesktop.portal.RemoteDesktop")


def await_keyboard(service: str, interface: str) -> None:
    def devices() -> str:
        return run("gdbus", "call", "--session", "--dest", service, "--object-path", "/org/freedesktop/portal/desktop",
                   "--method", "org.freedesktop.DBus.Properties.Get", interface, "AvailableDeviceTypes")

    eventually(lambda: devices() not in ("", "(<uint32 0>,)\n"), f"{service} offers a keyboard", devices)


def allow_all() -> None:
    """What KDE asks for in a dialog, a user may allow for good."""
    run("gdbus", "call", "--session", "--dest", STORE, "--object-path", "/" + STORE.replace(".", "/"), "--method",
        f"{STORE}.SetPermission", "kde-authorized", "true", "remote-desktop", "", "['yes']")


def actions() -> Actions:
    return Actions(f"{FOLDER}/bin/gestured", f"{FOLDER}/bin/gesturectl", HOME, begin)


def begin(*words: object, **options: object) -> shell.Process:
    return shell.start(*words, env=environment, cwd="/", **AS_USER, **options)


def write(text: str) -> str:
    path = shell.write(f"{HOME}/held.toml", text)
    os.chown(path, session.USER, session.USER)
    return path
