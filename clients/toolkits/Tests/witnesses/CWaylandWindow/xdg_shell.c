#include "xdg_shell.h"

// The signatures are the protocol's, also of requests that are not used: a request's number is its place.
static const struct wl_interface *no_types[4];
static const struct wl_interface *get_xdg_surface_types[] = { &xdg_surface_interface, &wl_surface_interface };
static const struct wl_interface *get_toplevel_types[] = { &toplevel_interface };

static const struct wl_message base_requests[] = {
    { "destroy", "", no_types },
    { "create_positioner", "n", no_types },
    { "get_xdg_surface", "no", get_xdg_surface_types },
    { "pong", "u", no_types },
};
static const struct wl_message base_events[] = { { "ping", "u", no_types } };
static const struct wl_message xdg_surface_requests[] = {
    { "destroy", "", no_types },
    { "get_toplevel", "n", get_toplevel_types },
    { "get_popup", "n?oo", no_types },
    { "set_window_geometry", "iiii", no_types },
    { "ack_configure", "u", no_types },
};
static const struct wl_message xdg_surface_events[] = { { "configure", "u", no_types } };
static const struct wl_message toplevel_requests[] = {
    { "destroy", "", no_types },
    { "set_parent", "?o", no_types },
    { "set_title", "s", no_types },
    { "set_app_id", "s", no_types },
};
static const struct wl_message toplevel_events[] = { { "configure", "iia", no_types }, { "close", "", no_types } };

const struct wl_interface base_interface = { "xdg_wm_base", 1, 4, base_requests, 1, base_events };
const struct wl_interface xdg_surface_interface = { "xdg_surface", 1, 5, xdg_surface_requests, 1, xdg_surface_events };
const struct wl_interface toplevel_interface = { "xdg_toplevel", 1, 4, toplevel_requests, 2, toplevel_events };
