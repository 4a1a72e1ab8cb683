#!/usr/bin/env python3
"""A panel that a finger pulls in from the screen's left edge, and back from the right one: panel.py [SOCKET].

A finger that presses on the panel closes it. A ring shows how long it still has to hold.
Debian: gir1.2-gtklayershell-0.1 python3-gi-cairo"""
import math
import sys
from typing import Any

import gi

gi.require_versions({"Gdk": "3.0", "Gtk": "3.0", "GtkLayerShell": "0.1"})
from gi.repository import Gdk, GLib, Gtk, GtkLayerShell
from gestured import Drag, DragValue, Event, LongPress, LongPressValue, SyncClient, glib

WIDTH, GRIP, RATE = 320, 8, 18  # pixels, and those that stay visible; how fast it settles, per second
RING = 50  # pixels, wider than a fingertip


def show(pixels: float) -> None:
    panel.shown = min(max(pixels, GRIP), WIDTH)
    GtkLayerShell.set_margin(panel, GtkLayerShell.Edge.LEFT, round(panel.shown) - WIDTH)


def on_drag(event: Event[DragValue]) -> None:
    if event.phase == "began":
        panel.start, panel.gesture = panel.shown, event.gesture
    show(panel.start + event.value.translation.x)
    if event.is_over:
        settle(WIDTH if panel.start + event.value.predicted_end_translation.x > WIDTH / 2 else GRIP, event.value.velocity.x)


def settle(end: float, velocity: float = 0) -> None:
    release, distance, gesture = GLib.get_monotonic_time(), panel.shown - end, panel.gesture

    def step(*_: object) -> object:
        """A critically damped spring, which starts with the finger's velocity."""
        time = (GLib.get_monotonic_time() - release) / 1e6
        if panel.gesture == gesture:
            show(end + (distance + (velocity + RATE * distance) * time) * math.exp(-RATE * time))
        return panel.gesture == gesture and time < 1

    panel.add_tick_callback(step)


def on_press(event: Event[LongPressValue]) -> None:
    location = event.value.location
    is_held = not event.is_over and location is not None and location.x < panel.shown
    panel.press = event if is_held and not event.value.completed else None
    if is_held and event.value.completed:
        panel.gesture = event.gesture
        settle(GRIP)
    panel.queue_draw()


def draw_ring(_: object, picture: Any) -> None:
    """Closes at the press's deadline."""
    if panel.press is None:
        return
    now, value = GLib.get_monotonic_time(), panel.press.value
    share = min((now - panel.press.time) / (value.deadline - panel.press.time), 1)
    picture.set_line_width(6)
    picture.arc(value.location.x - panel.shown + WIDTH, value.location.y, RING, -math.pi / 2, (2 * share - 0.5) * math.pi)
    picture.stroke()
    panel.queue_draw()


screen = Gdk.Display.get_default().get_monitor(0).get_geometry()
panel = Gtk.Window(width_request=WIDTH, height_request=screen.height)
GtkLayerShell.init_for_window(panel)
GtkLayerShell.set_anchor(panel, GtkLayerShell.Edge.LEFT, True)
panel.press = panel.gesture = None
panel.connect_after("draw", draw_ring)
show(GRIP)
panel.show_all()
client = SyncClient(*sys.argv[1:])
client.attach(Drag(edges=["left", "right"]), on_drag, units=(screen.width, screen.height), scope="session")
client.attach(LongPress(), on_press, units=(screen.width, screen.height), scope="session")
glib.run_in_main_loop(client)
Gtk.main()
