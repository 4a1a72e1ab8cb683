#!/usr/bin/env python3
"""A panel that a finger pulls in from the screen's left edge, and back from the right one: panel.py [SOCKET].

A ring (ring.py) shows how long a finger on it still has to hold. Debian: gir1.2-gtklayershell-0.1 python3-gi-cairo"""
import math
import sys

import gi

gi.require_versions({"Gdk": "3.0", "Gtk": "3.0", "GtkLayerShell": "0.1"})
from gi.repository import Gdk, GLib, Gtk, GtkLayerShell
from gestured import Drag, DragValue, Event, LongPress, SyncClient, glib
from ring import Ring

WIDTH, GRIP, RATE = 320, 8, 18  # pixels, and those that stay visible; how fast it settles, per second


def show(pixels: float) -> None:
    panel.shown = min(max(pixels, GRIP), WIDTH)
    ring.left = round(panel.shown) - WIDTH
    GtkLayerShell.set_margin(panel, GtkLayerShell.Edge.LEFT, ring.left)


def on_drag(event: Event[DragValue]) -> None:
    if event.phase == "began":
        panel.start, panel.gesture = panel.shown, event.gesture
    show(panel.start + event.value.translation.x)
    if event.is_over:
        end = WIDTH if panel.start + event.value.predicted_end_translation.x > WIDTH / 2 else GRIP
        release, distance, velocity = GLib.get_monotonic_time(), panel.shown - end, event.value.velocity.x

        def settle(*_: object) -> object:
            """A critically damped spring, which starts with the finger's velocity."""
            time = (GLib.get_monotonic_time() - release) / 1e6
            if panel.gesture == event.gesture:
                show(end + (distance + (velocity + RATE * distance) * time) * math.exp(-RATE * time))
            return panel.gesture == event.gesture and time < 1

        panel.add_tick_callback(settle)


screen = Gdk.Display.get_default().get_monitor(0).get_geometry()
panel = Gtk.Window(width_request=WIDTH, height_request=screen.height)
GtkLayerShell.init_for_window(panel)
GtkLayerShell.set_anchor(panel, GtkLayerShell.Edge.LEFT, True)
ring = Ring(panel)
show(GRIP)
panel.show_all()
client = SyncClient(*sys.argv[1:])
client.attach(Drag(edges=["left", "right"]), on_drag, units=(screen.width, screen.height), scope="session")
client.attach(LongPress(), ring, units=(screen.width, screen.height), scope="session")
glib.run_in_main_loop(client)
Gtk.main()
