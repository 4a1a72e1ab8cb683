// Touch and touchpad events of a GTK 4 widget.
#pragma once

#include <stdint.h>
#include "touch_event.h"

#pragma clang assume_nonnull begin

struct gtk_touch;

/// Reports the touch and touchpad events of a GtkWidget and its children, in the widget's coordinates, until
/// `gtk_touch_free` is called. The events go on to other controllers as before.
struct gtk_touch *gtk_touch_new(void *widget, touch_event_callback callback, void *_Nullable context);
void gtk_touch_free(struct gtk_touch *touch);

/// Calls `callback` once: after a number of milliseconds, and when no events wait. Returns the source, for
/// `gtk_touch_cancel_timer`.
uint32_t gtk_touch_start_timer(uint32_t milliseconds, void (*callback)(void *_Nullable context), void *_Nullable context);
void gtk_touch_cancel_timer(uint32_t source);

/// The time on the clock of the events, in microseconds.
int64_t gtk_touch_now(void);

struct gtk_touch_size {
    double width, height;
};

/// The size of the widget in logical pixels.
struct gtk_touch_size gtk_touch_widget_size(void *widget);
/// The size of the widget's monitor in logical pixels, or in millimetres; 0 if it is not known.
struct gtk_touch_size gtk_touch_monitor_size(void *widget);
struct gtk_touch_size gtk_touch_monitor_millimetres(void *widget);

#pragma clang assume_nonnull end
