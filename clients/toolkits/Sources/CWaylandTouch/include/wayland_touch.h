// Touches and touchpad gestures of a Wayland surface.
#pragma once

#include "touch_event.h"

#pragma clang assume_nonnull begin

struct wl_display;
struct wl_surface;
struct wayland_touch;

/// Reports the events of every seat on a surface, while the app dispatches the display's default queue. The app's own
/// listeners are not affected. Returns NULL if there is no memory.
struct wayland_touch *_Nullable wayland_touch_new(
    struct wl_display *display, struct wl_surface *surface, touch_event_callback callback, void *_Nullable context);
void wayland_touch_free(struct wayland_touch *touch);

#pragma clang assume_nonnull end
