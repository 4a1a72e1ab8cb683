#!/usr/bin/env python3
"""A panel that follows the finger from the left edge of a touchscreen, and settles with its velocity: GTK 3 on wlroots."""
import sys

import gi
from gestured import DEFAULT_PATH, Drag, DragValue, Event, SyncClient
from gestured.glib import run_in_main_loop

for name, version in {"Gdk": "3.0", "Gtk": "3.0", "GtkLayerShell": "0.1"}.items():
    gi.require_version(name, version)
from gi.repository import Gdk, GLib, Gtk, GtkLayerShell  # noqa: E402

WIDTH, LEFT = 300, GtkLayerShell.Edge.LEFT
panel = Gtk.Window(width_request=WIDTH)
GtkLayerShell.init_for_window(panel)
GtkLayerShell.set_layer(panel, GtkLayerShell.Layer.OVERLAY)
for edge in (LEFT, GtkLayerShell.Edge.TOP, GtkLayerShell.Edge.BOTTOM):
    GtkLayerShell.set_anchor(panel, edge, True)
panel.override_background_color(Gtk.StateFlags.NORMAL, Gdk.RGBA(0.1, 0.4, 0.9, 1))
state = {"shown": 0.0, "target": 0.0}


def show(width: float) -> None:
    state["shown"] = min(max(width, 0), WIDTH)
    GtkLayerShell.set_margin(panel, LEFT, round(state["shown"]) - WIDTH)


def settle() -> bool:
    rest = state["target"] - state["shown"]
    show(state["target"] if abs(rest) < 1 else state["shown"] + rest / 4)
    return abs(rest) >= 1


def on_drag(drag: Event[DragValue]) -> None:
    show(drag.value.translation.x)
    if drag.is_over:
        lands = drag.phase == "ended" and drag.value.predicted_end_translation.x > WIDTH / 2
        state["target"] = WIDTH if lands else 0
        GLib.timeout_add(16, settle)


show(0)
panel.show_all()
client = SyncClient(sys.argv[1] if len(sys.argv) > 1 else DEFAULT_PATH)
client.attach(Drag(edges="left"), on_drag, scope="session")
run_in_main_loop(client)
Gtk.main()
