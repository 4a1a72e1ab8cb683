// xdg-shell, version 1: what a plain window needs of it. Written by hand, so that the package needs no code generator.
#pragma once

#include <wayland-client.h>

extern const struct wl_interface base_interface, xdg_surface_interface, toplevel_interface;

enum { BASE_GET_XDG_SURFACE = 2, BASE_PONG = 3 };
enum { XDG_SURFACE_GET_TOPLEVEL = 1, XDG_SURFACE_ACK_CONFIGURE = 4 };
enum { TOPLEVEL_SET_TITLE = 2, TOPLEVEL_SET_APP_ID = 3 };

struct base_listener {
    void (*ping)(void *data, struct wl_proxy *base, uint32_t serial);
};
struct xdg_surface_listener {
    void (*configure)(void *data, struct wl_proxy *xdg_surface, uint32_t serial);
};
struct toplevel_listener {
    void (*configure)(void *data, struct wl_proxy *toplevel, int32_t width, int32_t height, struct wl_array *states);
    void (*close)(void *data, struct wl_proxy *toplevel);
};
