#include "wayland_touch.h"

#include "pointer_gestures.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    /// linux/input-event-codes.h: BTN_LEFT.
    LEFT_BUTTON = 0x110,
    /// Of the mouse: Wayland's own ids of fingers are not negative.
    MOUSE = -1,
};

struct seat {
    struct wayland_touch *touch;
    struct wl_seat *seat;
    uint32_t name;
    struct wl_touch *fingers;
    struct wl_pointer *pointer;
    struct wl_proxy *swipe, *pinch, *hold;
    /// The pointer's position on the surface.
    double x, y;
    /// True while the pointer is on the surface, and while the left button is down that was pressed there.
    bool inside, pressed;
    /// True while a touchpad gesture is in progress that began on the surface.
    bool gesturing;
    struct seat *next;
};

struct wayland_touch {
    struct wl_registry *registry;
    struct wl_proxy *gestures;
    struct wl_surface *surface;
    touch_event_callback callback;
    void *context;
    struct seat *seats;
    uint32_t last_time;
};

/// Compositors stamp events with CLOCK_MONOTONIC.
static uint32_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint32_t)(time.tv_sec * 1000 + time.tv_nsec / 1000000);
}

/// The app may free `touch` and its seats in the callback: this is the last that a caller does.
static void report(struct wayland_touch *touch, struct touch_event event)
{
    if (event.time == 0)
        event.time = touch->last_time;
    touch->last_time = event.time;
    touch->callback(&event, touch->context);
}

// MARK: - Touches

/// Seats number their fingers on their own.
static intptr_t finger(struct seat *seat, int32_t id) { return ((intptr_t)seat->name << 32) | (uint32_t)id; }

static void down(void *data, struct wl_touch *wl_touch, uint32_t serial, uint32_t time, struct wl_surface *surface,
                 int32_t id, wl_fixed_t x, wl_fixed_t y)
{
    struct seat *seat = data;
    (void)wl_touch, (void)serial;
    // The other events of a finger on another surface have an id that is not down, and no effect.
    if (surface == seat->touch->surface)
        report(seat->touch, (struct touch_event){ .kind = TOUCH_EVENT_DOWN, .time = time, .id = finger(seat, id),
                                                  .x = wl_fixed_to_double(x), .y = wl_fixed_to_double(y) });
}

static void up(void *data, struct wl_touch *wl_touch, uint32_t serial, uint32_t time, int32_t id)
{
    struct seat *seat = data;
    (void)wl_touch, (void)serial;
    report(seat->touch, (struct touch_event){ .kind = TOUCH_EVENT_UP, .time = time, .id = finger(seat, id) });
}

static void motion(void *data, struct wl_touch *wl_touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y)
{
    struct seat *seat = data;
    (void)wl_touch;
    report(seat->touch, (struct touch_event){ .kind = TOUCH_EVENT_MOVED, .time = time, .id = finger(seat, id),
                                              .x = wl_fixed_to_double(x), .y = wl_fixed_to_double(y) });
}

static void frame(void *data, struct wl_touch *wl_touch)
{
    struct seat *seat = data;
    (void)wl_touch;
    report(seat->touch, (struct touch_event){ .kind = TOUCH_EVENT_FRAME });
}

static void cancel(void *data, struct wl_touch *wl_touch)
{
    struct seat *seat = data;
    (void)wl_touch;
    report(seat->touch, (struct touch_event){ .kind = TOUCH_EVENT_ALL_CANCELLED });
}

static void shape(void *data, struct wl_touch *wl_touch, int32_t id, wl_fixed_t major, wl_fixed_t minor)
{
    (void)data, (void)wl_touch, (void)id, (void)major, (void)minor;
}

static void orientation(void *data, struct wl_touch *wl_touch, int32_t id, wl_fixed_t angle)
{
    (void)data, (void)wl_touch, (void)id, (void)angle;
}

static const struct wl_touch_listener touch_listener = { down, up, motion, frame, cancel, shape, orientation };

// MARK: - Touchpad gestures

static void begin(void *data, struct wl_proxy *proxy, uint32_t serial, uint32_t time, struct wl_surface *surface,
                  uint32_t fingers)
{
    struct seat *seat = data;
    (void)proxy, (void)serial;
    seat->gesturing = surface == seat->touch->surface;
    if (seat->gesturing)
        report(seat->touch, (struct touch_event){ .kind = TOUCHPAD_EVENT_BEGIN, .time = time, .fingers = fingers,
                                                  .x = seat->x, .y = seat->y, .scale = 1 });
}

static void update(struct seat *seat, uint32_t time, wl_fixed_t dx, wl_fixed_t dy, double scale, double degrees)
{
    if (seat->gesturing)
        report(seat->touch,
               (struct touch_event){ .kind = TOUCHPAD_EVENT_UPDATE, .time = time, .dx = wl_fixed_to_double(dx),
                                     .dy = wl_fixed_to_double(dy), .scale = scale, .rotation = degrees * M_PI / 180 });
}

static void update_swipe(void *data, struct wl_proxy *proxy, uint32_t time, wl_fixed_t dx, wl_fixed_t dy)
{
    (void)proxy;
    update(data, time, dx, dy, 1, 0);
}

static void update_pinch(void *data, struct wl_proxy *proxy, uint32_t time, wl_fixed_t dx, wl_fixed_t dy,
                         wl_fixed_t scale, wl_fixed_t rotation)
{
    (void)proxy;
    update(data, time, dx, dy, wl_fixed_to_double(scale), wl_fixed_to_double(rotation));
}

static void end(void *data, struct wl_proxy *proxy, uint32_t serial, uint32_t time, int32_t cancelled)
{
    struct seat *seat = data;
    bool gesturing = seat->gesturing;
    (void)proxy, (void)serial;
    seat->gesturing = false;
    if (gesturing)
        report(seat->touch, (struct touch_event){
                                .kind = cancelled ? TOUCHPAD_EVENT_CANCELLED : TOUCHPAD_EVENT_END, .time = time });
}

static const struct swipe_listener swipe_listener = { begin, update_swipe, end };
static const struct pinch_listener pinch_listener = { begin, update_pinch, end };
static const struct hold_listener hold_listener = { begin, end };

static struct wl_proxy *gesture(struct seat *seat, uint32_t request, const struct wl_interface *interface,
                                const void *listener)
{
    struct wl_proxy *gestures = seat->touch->gestures;
    struct wl_proxy *proxy = wl_proxy_marshal_flags(gestures, request, interface, wl_proxy_get_version(gestures), 0, NULL,
                                                    seat->pointer);
    if (proxy)
        wl_proxy_add_listener(proxy, (void (**)(void))listener, seat);
    return proxy;
}

static void listen_for_gestures(struct seat *seat)
{
    if (!seat->pointer || !seat->touch->gestures || seat->swipe)
        return;
    seat->swipe = gesture(seat, GET_SWIPE, &swipe_interface, &swipe_listener);
    seat->pinch = gesture(seat, GET_PINCH, &pinch_interface, &pinch_listener);
    if (wl_proxy_get_version(seat->touch->gestures) >= GET_HOLD_SINCE)
        seat->hold = gesture(seat, GET_HOLD, &hold_interface, &hold_listener);
}

static void destroy_gesture(struct wl_proxy **proxy)
{
    if (*proxy)
        wl_proxy_marshal_flags(*proxy, DESTROY_GESTURE, NULL, wl_proxy_get_version(*proxy), WL_MARSHAL_FLAG_DESTROY);
    *proxy = NULL;
}

// MARK: - Pointer

static void report_mouse(struct seat *seat, enum touch_event_kind kind, uint32_t time)
{
    report(seat->touch, (struct touch_event){ .kind = kind, .time = time, .id = finger(seat, MOUSE), .x = seat->x,
                                              .y = seat->y, .is_mouse = 1 });
}

static void enter(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface, wl_fixed_t x,
                  wl_fixed_t y)
{
    struct seat *seat = data;
    (void)pointer, (void)serial;
    seat->inside = surface == seat->touch->surface;
    seat->x = wl_fixed_to_double(x);
    seat->y = wl_fixed_to_double(y);
}

static void leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface)
{
    struct seat *seat = data;
    bool pressed = seat->pressed;
    (void)pointer, (void)serial, (void)surface;
    seat->inside = seat->pressed = false;
    // The compositor keeps the pointer on the surface while a button is down: it has taken the mouse for something else.
    if (pressed)
        report_mouse(seat, TOUCH_EVENT_CANCELLED, 0);
}

static void move(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y)
{
    struct seat *seat = data;
    (void)pointer;
    seat->x = wl_fixed_to_double(x);
    seat->y = wl_fixed_to_double(y);
    if (seat->pressed)
        report_mouse(seat, TOUCH_EVENT_MOVED, time);
}

static void button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button, uint32_t state)
{
    struct seat *seat = data;
    bool pressed = state == WL_POINTER_BUTTON_STATE_PRESSED;
    (void)pointer, (void)serial;
    if (button != LEFT_BUTTON || pressed == seat->pressed || (pressed && !seat->inside))
        return;
    seat->pressed = pressed;
    report_mouse(seat, pressed ? TOUCH_EVENT_DOWN : TOUCH_EVENT_UP, time);
}

static void axis(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value)
{
    (void)data, (void)pointer, (void)time, (void)axis, (void)value;
}

// The seat is bound with version 4, before wl_pointer has frames.
static const struct wl_pointer_listener pointer_listener = { .enter = enter, .leave = leave, .motion = move, .button = button, .axis = axis };

// MARK: - Seats

/// Returns true if there were any, which is to be reported.
static bool release_fingers(struct seat *seat)
{
    if (!seat->fingers)
        return false;
    wl_touch_release(seat->fingers);
    seat->fingers = NULL;
    return true;
}

/// Returns true if a gesture or a press was in progress, which is to be reported.
static bool release_pointer(struct seat *seat)
{
    bool lost = seat->gesturing || seat->pressed;
    destroy_gesture(&seat->swipe);
    destroy_gesture(&seat->pinch);
    destroy_gesture(&seat->hold);
    if (seat->pointer)
        wl_pointer_release(seat->pointer);
    seat->pointer = NULL;
    seat->gesturing = seat->inside = seat->pressed = false;
    return lost;
}

static void report_loss(struct wayland_touch *touch)
{
    report(touch, (struct touch_event){ .kind = TOUCH_EVENT_LOST });
}

static void capabilities(void *data, struct wl_seat *wl_seat, uint32_t capabilities)
{
    struct seat *seat = data;
    bool lost = false;
    (void)wl_seat;
    if (!(capabilities & WL_SEAT_CAPABILITY_TOUCH)) {
        lost = release_fingers(seat);
    } else if (!seat->fingers) {
        seat->fingers = wl_seat_get_touch(seat->seat);
        wl_touch_add_listener(seat->fingers, &touch_listener, seat);
    }
    if (!(capabilities & WL_SEAT_CAPABILITY_POINTER)) {
        lost = release_pointer(seat) || lost;
    } else if (!seat->pointer) {
        seat->pointer = wl_seat_get_pointer(seat->seat);
        wl_pointer_add_listener(seat->pointer, &pointer_listener, seat);
        listen_for_gestures(seat);
    }
    if (lost)
        report_loss(seat->touch);
}

static void seat_name(void *data, struct wl_seat *seat, const char *name) { (void)data, (void)seat, (void)name; }

static const struct wl_seat_listener seat_listener = { capabilities, seat_name };

/// Returns true if fingers or a gesture were lost with it, which is to be reported.
static bool free_seat(struct seat *seat)
{
    bool lost = release_fingers(seat);
    lost = release_pointer(seat) || lost;
    wl_seat_destroy(seat->seat);
    free(seat);
    return lost;
}

// MARK: - Registry

static void added(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
    struct wayland_touch *touch = data;
    if (strcmp(interface, pointer_gestures_interface.name) == 0 && !touch->gestures) {
        uint32_t bound = version < 3 ? version : 3;
        touch->gestures = wl_registry_bind(registry, name, &pointer_gestures_interface, bound);
        for (struct seat *seat = touch->seats; seat; seat = seat->next)
            listen_for_gestures(seat);
    } else if (strcmp(interface, wl_seat_interface.name) == 0 && version >= 4) {
        struct seat *seat = calloc(1, sizeof *seat);
        if (!seat)
            return;
        seat->touch = touch;
        seat->name = name;
        seat->next = touch->seats;
        touch->seats = seat;
        seat->seat = wl_registry_bind(registry, name, &wl_seat_interface, 4);
        wl_seat_add_listener(seat->seat, &seat_listener, seat);
    }
}

static void removed(void *data, struct wl_registry *registry, uint32_t name)
{
    struct wayland_touch *touch = data;
    (void)registry;
    for (struct seat **place = &touch->seats; *place; place = &(*place)->next) {
        struct seat *seat = *place;
        if (seat->name != name)
            continue;
        *place = seat->next;
        if (free_seat(seat))
            report_loss(touch);
        return;
    }
}

static const struct wl_registry_listener registry_listener = { added, removed };

struct wayland_touch *wayland_touch_new(struct wl_display *display, struct wl_surface *surface,
                                        touch_event_callback callback, void *context)
{
    struct wayland_touch *touch = calloc(1, sizeof *touch);
    if (!touch)
        return NULL;
    touch->surface = surface;
    touch->callback = callback;
    touch->context = context;
    touch->last_time = now();
    touch->registry = wl_display_get_registry(display);
    wl_registry_add_listener(touch->registry, &registry_listener, touch);
    return touch;
}

void wayland_touch_free(struct wayland_touch *touch)
{
    bool lost = false;
    while (touch->seats) {
        struct seat *seat = touch->seats;
        touch->seats = seat->next;
        lost = free_seat(seat) || lost;
    }
    if (lost)
        report_loss(touch);
    if (touch->gestures) {
        uint32_t version = wl_proxy_get_version(touch->gestures);
        if (version >= RELEASE_GESTURES_SINCE)
            wl_proxy_marshal_flags(touch->gestures, RELEASE_GESTURES, NULL, version, WL_MARSHAL_FLAG_DESTROY);
        else
            wl_proxy_destroy(touch->gestures);
    }
    wl_registry_destroy(touch->registry);
    free(touch);
}
