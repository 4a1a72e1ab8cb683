// A white window, for an example that has no toolkit.
#pragma once

#include <wayland-client.h>

/// Shows a window on every compositor that has xdg-shell. It fills the size that the compositor gives to it.
///
/// Returns the window's surface, which exists as long as the process; NULL if the compositor lacks what a window needs.
struct wl_surface *_Nullable wayland_window_show(struct wl_display *_Nonnull display);
