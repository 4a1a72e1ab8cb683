// The protocol pointer-gestures-unstable-v1, as far as this package uses it: requests by number, and events.
#pragma once

#include <wayland-client.h>

extern const struct wl_interface pointer_gestures_interface, swipe_interface, pinch_interface, hold_interface;

enum { GET_SWIPE = 0, GET_PINCH = 1, RELEASE_GESTURES = 2, GET_HOLD = 3, DESTROY_GESTURE = 0 };
enum { RELEASE_GESTURES_SINCE = 2, GET_HOLD_SINCE = 3 };

struct swipe_listener {
    void (*begin)(void *data, struct wl_proxy *swipe, uint32_t serial, uint32_t time, struct wl_surface *surface,
                  uint32_t fingers);
    void (*update)(void *data, struct wl_proxy *swipe, uint32_t time, wl_fixed_t dx, wl_fixed_t dy);
    void (*end)(void *data, struct wl_proxy *swipe, uint32_t serial, uint32_t time, int32_t cancelled);
};

struct pinch_listener {
    void (*begin)(void *data, struct wl_proxy *pinch, uint32_t serial, uint32_t time, struct wl_surface *surface,
                  uint32_t fingers);
    void (*update)(void *data, struct wl_proxy *pinch, uint32_t time, wl_fixed_t dx, wl_fixed_t dy, wl_fixed_t scale,
                   wl_fixed_t rotation);
    void (*end)(void *data, struct wl_proxy *pinch, uint32_t serial, uint32_t time, int32_t cancelled);
};

struct hold_listener {
    void (*begin)(void *data, struct wl_proxy *hold, uint32_t serial, uint32_t time, struct wl_surface *surface,
                  uint32_t fingers);
    void (*end)(void *data, struct wl_proxy *hold, uint32_t serial, uint32_t time, int32_t cancelled);
};
