#!/usr/bin/env python3
"""A photo that two fingers turn and scale: photo.py PHOTO [SOCKET]. Debian: gir1.2-gtk-4.0 python3-gi-cairo"""
import sys
from typing import Any

import gi

gi.require_versions({"Gdk": "4.0", "Gtk": "4.0"})
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk
from gestured import Event, Magnify, PinchValue, Rotate, Simultaneous, SyncClient, glib

picture = GdkPixbuf.Pixbuf.new_from_file(sys.argv[1])
# Now, and before the gesture: a factor and radians, clockwise.
now = before = (1.0, 0.0)


def draw(_: Any, cairo: Any, width: int, height: int) -> None:
    scale, angle = now
    cairo.translate(width / 2, height / 2)
    cairo.rotate(angle)
    cairo.scale(scale, scale)
    Gdk.cairo_set_source_pixbuf(cairo, picture, -picture.get_width() / 2, -picture.get_height() / 2)
    cairo.paint()


def on_pinch(event: Event[PinchValue]) -> None:
    global now, before
    first, second = event.value.parts
    magnify, rotate = first.value, second.value
    scale, angle = before
    now = (scale * magnify.magnification if magnify else scale, angle + rotate.rotation if rotate else angle)
    if event.phase == "cancelled":
        now = before
    elif event.phase == "ended":
        before = now
    area.queue_draw()


window, area = Gtk.Window(), Gtk.DrawingArea()
area.set_draw_func(draw)
window.set_child(area)
window.present()
client = SyncClient(*sys.argv[2:])
client.attach(Simultaneous(Magnify(), Rotate()), on_pinch)
glib.run_in_main_loop(client)
GLib.MainLoop().run()
