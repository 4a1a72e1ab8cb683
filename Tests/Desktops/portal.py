#!/usr/bin/env python3
"""A stand-in for xdg-desktop-portal with the RemoteDesktop portal, for tests: the user is a file.

    portal.py FOLDER

FOLDER/answer holds what the user does in the dialog: consent, refuse, or nothing, which leaves it open; or that the desktop is
unable to have sessions. A session with the last
token needs no dialog. FOLDER/log gets a line for each dialog and each key: `dialog`, `restored`, `key 65363 1`.
"""
import sys
from typing import Any

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

Options = dict[str, Any]

PATH = "/org/freedesktop/portal/desktop"
REMOTE = "org.freedesktop.portal.RemoteDesktop"


class Request(dbus.service.Object):
    @dbus.service.signal("org.freedesktop.portal.Request", signature="ua{sv}")
    def Response(self, code: Any, results: Any) -> None:
        pass


class Session(dbus.service.Object):
    @dbus.service.signal("org.freedesktop.portal.Session")
    def Closed(self) -> None:
        pass


class Portal(dbus.service.Object):
    def __init__(self, bus: dbus.bus.BusConnection, folder: str) -> None:
        super().__init__(bus, PATH)
        self.bus, self.folder, self.tokens = bus, folder, 0
        self.sessions: dict[str, Session] = {}
        self.is_restored = False

    def log(self, line: str) -> None:
        with open(f"{self.folder}/log", "a") as file:
            file.write(f"{line}\n")

    def answer(self) -> str:
        with open(f"{self.folder}/answer") as file:
            return file.read().strip()

    def token(self) -> str:
        try:
            with open(f"{self.folder}/token") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def request(self, sender: str, options: Options, code: int, results: Options) -> str:
        name = sender[1:].replace(".", "_")
        path = f"{PATH}/request/{name}/{options['handle_token']}"
        request = Request(self.bus, path)

        def respond() -> bool:
            request.Response(dbus.UInt32(code), dbus.Dictionary(results, signature="sv"))
            request.remove_from_connection()
            return False

        GLib.timeout_add(10, respond)
        return path

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface: str, name: str) -> dbus.UInt32:
        return dbus.UInt32({"version": 2, "AvailableDeviceTypes": 7}[name], variant_level=1)

    @dbus.service.method(REMOTE, in_signature="a{sv}", out_signature="o", sender_keyword="sender")
    def CreateSession(self, options: Options, sender: str = "") -> str:
        if self.answer() == "unable":
            self.log("unable")
            return self.request(sender, options, 2, {})
        path = f"{PATH}/session/{sender[1:].replace('.', '_')}/{options['session_handle_token']}"
        self.sessions[path] = Session(self.bus, path)
        return self.request(sender, options, 0, {"session_handle": dbus.String(path)})

    @dbus.service.method(REMOTE, in_signature="oa{sv}", out_signature="o", sender_keyword="sender")
    def SelectDevices(self, session: str, options: Options, sender: str = "") -> str:
        assert session in self.sessions and options["types"] == 1 and options["persist_mode"] == 2
        self.is_restored = bool(self.token()) and options.get("restore_token") == self.token()
        return self.request(sender, options, 0, {})

    @dbus.service.method(REMOTE, in_signature="osa{sv}", out_signature="o", sender_keyword="sender")
    def Start(self, session: str, window: str, options: Options, sender: str = "") -> str:
        self.log("restored" if self.is_restored else "dialog")
        if not self.is_restored and self.answer() == "nothing":
            return f"{PATH}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        if not self.is_restored and self.answer() == "refuse":
            return self.request(sender, options, 1, {})
        # Valid once.
        self.tokens += 1
        with open(f"{self.folder}/token", "w") as file:
            file.write(f"{id(self)}-{self.tokens}")
        return self.request(sender, options, 0, {
            "devices": dbus.UInt32(1), "restore_token": dbus.String(self.token()),
            "clipboard_enabled": dbus.Boolean(False), "streams": dbus.Array([], signature="(ua{sv})")})

    @dbus.service.method(REMOTE, in_signature="oa{sv}iu", out_signature="")
    def NotifyKeyboardKeysym(self, session: str, options: Options, keysym: int, state: int) -> None:
        assert session in self.sessions
        self.log(f"key {keysym} {state}")

    @dbus.service.method("org.gestured.Test", in_signature="", out_signature="")
    def CloseSessions(self) -> None:
        for session in self.sessions.values():
            session.Closed()
            session.remove_from_connection()
        self.sessions = {}


def main() -> None:
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    name = dbus.service.BusName("org.freedesktop.portal.Desktop", bus)
    portal = Portal(bus, sys.argv[1])
    portal.log("started")
    GLib.MainLoop().run()
    del name


main()
