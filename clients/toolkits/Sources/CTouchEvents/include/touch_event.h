// What a toolkit reports of touches and touchpad gestures.
#pragma once

#include <stdint.h>

enum touch_event_kind {
    TOUCH_EVENT_DOWN,
    TOUCH_EVENT_MOVED,
    TOUCH_EVENT_UP,
    /// One contact is not a finger.
    TOUCH_EVENT_CANCELLED,
    /// No more events of this frame.
    TOUCH_EVENT_FRAME,
    /// The compositor took all fingers away.
    TOUCH_EVENT_ALL_CANCELLED,
    /// The window or the device is gone.
    TOUCH_EVENT_LOST,
    TOUCHPAD_EVENT_BEGIN,
    TOUCHPAD_EVENT_UPDATE,
    TOUCHPAD_EVENT_END,
    TOUCHPAD_EVENT_CANCELLED,
};

struct touch_event {
    enum touch_event_kind kind;
    /// In milliseconds; wraps around.
    uint32_t time;
    /// The touch; not set for a touchpad gesture.
    intptr_t id;
    /// The position of the touch, or of the pointer when a touchpad gesture begins, in the toolkit's logical pixels.
    double x, y;
    /// Set for a touchpad gesture: the movement since the last event.
    double dx, dy;
    /// Set for a touchpad gesture: the scale since its beginning, and the radians since the last event, clockwise.
    double scale, rotation;
    uint32_t fingers;
    /// Not 0 if the finger is the left mouse button.
    int is_mouse;
};

typedef void (*touch_event_callback)(const struct touch_event *_Nonnull event, void *_Nullable context);
