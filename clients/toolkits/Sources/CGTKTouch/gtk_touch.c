#include "gtk_touch.h"

#include <gtk/gtk.h>

static uint32_t now(void);

struct gtk_touch {
    GtkWidget *widget;
    GtkEventController *controller;
    touch_event_callback callback;
    void *context;
    uint32_t last_time;
    /// True while the left button is down.
    gboolean is_pressed;
};

/// Converts from the surface's coordinates to the widget's.
static void locate(GtkWidget *widget, double *x, double *y)
{
    GtkNative *native = gtk_widget_get_native(widget);
    double left = 0, top = 0;
    if (!native)
        return;
    gtk_native_get_surface_transform(native, &left, &top);
    gtk_widget_translate_coordinates(GTK_WIDGET(native), widget, *x - left, *y - top, x, y);
}

static gboolean read_touch(GdkEvent *event, struct touch_event *touch)
{
    switch (gdk_event_get_event_type(event)) {
    case GDK_TOUCH_BEGIN: touch->kind = TOUCH_EVENT_DOWN; break;
    case GDK_TOUCH_UPDATE: touch->kind = TOUCH_EVENT_MOVED; break;
    case GDK_TOUCH_END: touch->kind = TOUCH_EVENT_UP; break;
    case GDK_TOUCH_CANCEL: touch->kind = TOUCH_EVENT_CANCELLED; break;
    default: return FALSE;
    }
    touch->id = (intptr_t)gdk_event_get_event_sequence(event);
    return TRUE;
}

/// Touches come with pointer events that GDK makes of them.
static gboolean read_mouse(GdkEvent *event, struct gtk_touch *touch, struct touch_event *report)
{
    GdkEventType type = gdk_event_get_event_type(event);
    if ((type != GDK_BUTTON_PRESS && type != GDK_BUTTON_RELEASE && type != GDK_MOTION_NOTIFY) ||
        gdk_event_get_pointer_emulated(event))
        return FALSE;
    if (type != GDK_MOTION_NOTIFY && gdk_button_event_get_button(event) != GDK_BUTTON_PRIMARY)
        return FALSE;
    if (type == GDK_MOTION_NOTIFY && !touch->is_pressed)
        return FALSE;
    // The release went elsewhere, such as to drag and drop, if the button is not down while the pointer moves.
    gboolean is_down = type == GDK_BUTTON_PRESS || gdk_event_get_modifier_state(event) & GDK_BUTTON1_MASK;
    touch->is_pressed = type != GDK_BUTTON_RELEASE && is_down;
    if (type == GDK_MOTION_NOTIFY)
        report->kind = is_down ? TOUCH_EVENT_MOVED : TOUCH_EVENT_CANCELLED;
    else
        report->kind = type == GDK_BUTTON_PRESS ? TOUCH_EVENT_DOWN : TOUCH_EVENT_UP;
    report->id = -1;
    report->is_mouse = TRUE;
    return TRUE;
}

static gboolean read_touchpad(GdkEvent *event, struct touch_event *touch)
{
    GdkEventType type = gdk_event_get_event_type(event);
    if (type != GDK_TOUCHPAD_SWIPE && type != GDK_TOUCHPAD_PINCH && type != GDK_TOUCHPAD_HOLD)
        return FALSE;
    switch (gdk_touchpad_event_get_gesture_phase(event)) {
    case GDK_TOUCHPAD_GESTURE_PHASE_BEGIN: touch->kind = TOUCHPAD_EVENT_BEGIN; break;
    case GDK_TOUCHPAD_GESTURE_PHASE_UPDATE: touch->kind = TOUCHPAD_EVENT_UPDATE; break;
    case GDK_TOUCHPAD_GESTURE_PHASE_END: touch->kind = TOUCHPAD_EVENT_END; break;
    default: touch->kind = TOUCHPAD_EVENT_CANCELLED; break;
    }
    touch->fingers = gdk_touchpad_event_get_n_fingers(event);
    touch->scale = 1;
    if (type == GDK_TOUCHPAD_HOLD)
        return TRUE;
    gdk_touchpad_event_get_deltas(event, &touch->dx, &touch->dy);
    if (type == GDK_TOUCHPAD_PINCH) {
        touch->scale = gdk_touchpad_event_get_pinch_scale(event);
        touch->rotation = gdk_touchpad_event_get_pinch_angle_delta(event);
    }
    return TRUE;
}

static gboolean handle(GtkEventController *controller, GdkEvent *event, struct gtk_touch *touch)
{
    struct touch_event report = { .time = gdk_event_get_time(event) };
    (void)controller;
    if (!read_touch(event, &report) && !read_touchpad(event, &report) && !read_mouse(event, touch, &report))
        return GDK_EVENT_PROPAGATE;
    if (gdk_event_get_position(event, &report.x, &report.y))
        locate(touch->widget, &report.x, &report.y);
    // GDK cancels touches of Wayland at the time 0, GDK_CURRENT_TIME.
    if (report.time == GDK_CURRENT_TIME)
        report.time = touch->last_time;
    touch->last_time = report.time;
    touch->callback(&report, touch->context);
    return GDK_EVENT_PROPAGATE;
}

static void unmapped(GtkWidget *widget, struct gtk_touch *touch)
{
    struct touch_event report = { .kind = TOUCH_EVENT_LOST, .time = now() };
    (void)widget;
    touch->callback(&report, touch->context);
}

struct gtk_touch *gtk_touch_new(void *widget, touch_event_callback callback, void *context)
{
    struct gtk_touch *touch = g_new0(struct gtk_touch, 1);
    touch->widget = g_object_ref(widget);
    touch->callback = callback;
    touch->context = context;
    touch->last_time = now();
    touch->controller = gtk_event_controller_legacy_new();
    // Before children, which may claim a touch.
    gtk_event_controller_set_propagation_phase(touch->controller, GTK_PHASE_CAPTURE);
    g_signal_connect(touch->controller, "event", G_CALLBACK(handle), touch);
    gtk_widget_add_controller(widget, touch->controller);
    g_signal_connect(widget, "unmap", G_CALLBACK(unmapped), touch);
    return touch;
}

void gtk_touch_free(struct gtk_touch *touch)
{
    g_signal_handlers_disconnect_by_data(touch->widget, touch);
    gtk_widget_remove_controller(touch->widget, touch->controller);
    g_object_unref(touch->widget);
    g_free(touch);
}

struct timer {
    void (*callback)(void *context);
    void *context;
};

static gboolean fire(void *data)
{
    struct timer *timer = data;
    timer->callback(timer->context);
    return G_SOURCE_REMOVE;
}

uint32_t gtk_touch_start_timer(uint32_t milliseconds, void (*callback)(void *context), void *context)
{
    struct timer *timer = g_new0(struct timer, 1);
    timer->callback = callback;
    timer->context = context;
    // After events that wait, before layout and drawing.
    return g_timeout_add_full(G_PRIORITY_HIGH_IDLE + 5, milliseconds, fire, timer, g_free);
}

void gtk_touch_cancel_timer(uint32_t source) { g_source_remove(source); }

int64_t gtk_touch_now(void) { return g_get_monotonic_time(); }

static uint32_t now(void) { return (uint32_t)(gtk_touch_now() / 1000); }

static GdkMonitor *monitor_of(GtkWidget *widget)
{
    GtkNative *native = gtk_widget_get_native(widget);
    GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;
    return surface ? gdk_display_get_monitor_at_surface(gtk_widget_get_display(widget), surface) : NULL;
}

struct gtk_touch_size gtk_touch_widget_size(void *widget)
{
    return (struct gtk_touch_size){ gtk_widget_get_width(widget), gtk_widget_get_height(widget) };
}

struct gtk_touch_size gtk_touch_monitor_size(void *widget)
{
    GdkMonitor *monitor = monitor_of(widget);
    GdkRectangle geometry = { 0 };
    if (monitor)
        gdk_monitor_get_geometry(monitor, &geometry);
    return (struct gtk_touch_size){ geometry.width, geometry.height };
}

struct gtk_touch_size gtk_touch_monitor_millimetres(void *widget)
{
    GdkMonitor *monitor = monitor_of(widget);
    if (!monitor)
        return (struct gtk_touch_size){ 0 };
    return (struct gtk_touch_size){ gdk_monitor_get_width_mm(monitor), gdk_monitor_get_height_mm(monitor) };
}
