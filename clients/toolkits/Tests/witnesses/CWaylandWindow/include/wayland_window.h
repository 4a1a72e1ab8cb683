// A white window, for an example that has no toolkit.
#pragma once

#include <wayland-client.h>

/// Shows a window on every compositor that has xdg-shell. It fills the size that the compositor gives to it.
///
/// Returns the window's surface, which exists as long as the process; NULL if the compositor lacks what a window needs.
struct wl_surface *_Nullable wayland_window_show(struct wl_display *_Nonnull display);

struct wayland_window_state {
    /// Of the window in logical pixels; 0 before it is shown.
    int width, height;
    /// Of the screen that it is on, in logical pixels and in millimetres; 0 if it is not known.
    int screen_width, screen_height, screen_width_mm, screen_height_mm;
};

/// What the compositor has said of a window of `wayland_window_show`.
struct wayland_window_state wayland_window_state(struct wl_surface *_Nonnull surface);
