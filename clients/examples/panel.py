#!/usr/bin/env python3
"""A panel that follows the finger from the left edge of a touchscreen, and settles with its velocity. GTK 3 on wlroots."""
import sys

import gi
from gestured import DEFAULT_PATH, Drag, DragValue, Event, SyncClient
from gestured.glib import run_in_main_loop

gi.require_version("Gtk", "3.0")
gi.require_version("GtkLayerShell", "0.1")
from gi.repository import Gdk, GLib, Gtk, GtkLayerShell  # noqa: E402

WIDTH = 300
panel = Gtk.Window()
panel.set_default_size(WIDTH, -1)
GtkLayerShell.init_for_window(panel)
GtkLayerShell.set_layer(panel, GtkLayerShell.Layer.OVERLAY)
for edge in (GtkLayerShell.Edge.LEFT, GtkLayerShell.Edge.TOP, GtkLayerShell.Edge.BOTTOM):
    GtkLayerShell.set_anchor(panel, edge, True)
panel.override_background_color(Gtk.StateFlags.NORMAL, Gdk.RGBA(0.1, 0.4, 0.9, 1))
position, target = 0.0, 0.0


def show() -> None:
    GtkLayerShell.set_margin(panel, GtkLayerShell.Edge.LEFT, round(position) - WIDTH)


def settle() -> bool:
    """A critically damped spring would do as well; each step leaves a quarter of the way."""
    global position
    position = target if abs(target - position) < 1 else position + (target - position) / 4
    show()
    return position != target


def on_drag(drag: Event[DragValue]) -> None:
    global position, target
    position = min(max(drag.value.translation.x, 0), WIDTH)
    show()
    if drag.is_over:
        lands = drag.phase == "ended" and drag.value.predicted_end_translation.x > WIDTH / 2
        target = WIDTH if lands else 0
        GLib.timeout_add(16, settle)


show()
panel.show_all()
client = SyncClient(sys.argv[1] if len(sys.argv) > 1 else DEFAULT_PATH)
client.attach(Drag(edges="left"), on_drag, scope="session")
run_in_main_loop(client)
Gtk.main()
