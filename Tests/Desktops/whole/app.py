"""A client of gestured with a window. It connects to the test, which sends it the lines to send to the daemon, and
receives each line of the daemon with the time at which it arrived.

    app.py NAME DAEMON TEST
"""
import sys
import threading
import time

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, Gtk  # noqa: E402
from testing.client import connected, forward  # noqa: E402

name, daemon_path, test_path = sys.argv[1:]


def pass_on() -> None:
    """From the test to the daemon, and back."""
    requests = test.makefile("rb")
    if requests.readline() != b"connect\n":
        return
    daemon = connected(path=daemon_path)
    threading.Thread(target=forward, args=[requests, daemon], daemon=True).start()
    for line in daemon.makefile("rb"):
        test.sendall(b"%.6f %s" % (time.monotonic(), line))


test = connected(path=test_path)
test.sendall(name.encode() + b"\n")
threading.Thread(target=pass_on, daemon=True).start()
app = Gtk.Application(application_id=name, flags=Gio.ApplicationFlags.NON_UNIQUE)
app.connect("activate", lambda app: Gtk.ApplicationWindow(
    application=app, title=name, default_width=500, default_height=400).present())
app.run()
