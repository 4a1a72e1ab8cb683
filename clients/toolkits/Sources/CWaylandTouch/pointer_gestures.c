#include "pointer_gestures.h"

// Arguments: u unsigned, i signed, f fixed, o object, n new object; a leading number is the version that added the message.
static const struct wl_interface *no_types[5];
static const struct wl_interface *begin_types[] = { NULL, NULL, &wl_surface_interface, NULL };
static const struct wl_interface *swipe_types[] = { &swipe_interface, &wl_pointer_interface };
static const struct wl_interface *pinch_types[] = { &pinch_interface, &wl_pointer_interface };
static const struct wl_interface *hold_types[] = { &hold_interface, &wl_pointer_interface };

static const struct wl_message gestures_requests[] = {
    { "get_swipe_gesture", "no", swipe_types },
    { "get_pinch_gesture", "no", pinch_types },
    { "release", "2", no_types },
    { "get_hold_gesture", "3no", hold_types },
};
static const struct wl_message destroy_request[] = { { "destroy", "", no_types } };
static const struct wl_message destroy_hold_request[] = { { "destroy", "3", no_types } };
static const struct wl_message swipe_events[] = {
    { "begin", "uuou", begin_types },
    { "update", "uff", no_types },
    { "end", "uui", no_types },
};
static const struct wl_message pinch_events[] = {
    { "begin", "uuou", begin_types },
    { "update", "uffff", no_types },
    { "end", "uui", no_types },
};
static const struct wl_message hold_events[] = {
    { "begin", "3uuou", begin_types },
    { "end", "3uui", no_types },
};

const struct wl_interface pointer_gestures_interface = { "zwp_pointer_gestures_v1", 3, 4, gestures_requests, 0, NULL };
const struct wl_interface swipe_interface = { "zwp_pointer_gesture_swipe_v1", 2, 1, destroy_request, 3, swipe_events };
const struct wl_interface pinch_interface = { "zwp_pointer_gesture_pinch_v1", 2, 1, destroy_request, 3, pinch_events };
const struct wl_interface hold_interface = { "zwp_pointer_gesture_hold_v1", 3, 1, destroy_hold_request, 2, hold_events };
