// A compositor without a screen. It shows every client's surface at (0, 0), and sends it the touches and touchpad gestures
// that it reads from standard input:
//
//     down ID TIME X Y      motion ID TIME X Y     up ID TIME      frame      cancel
//     swipe begin TIME FINGERS X Y      swipe update TIME DX DY      swipe end TIME CANCELLED
//     pinch begin TIME FINGERS X Y      pinch update TIME DX DY SCALE DEGREES      pinch end TIME CANCELLED
//     hold begin TIME FINGERS X Y       hold end TIME CANCELLED
//     press TIME X Y       pointer TIME X Y       release TIME       leave
//
// and tells it how large its window is, and on which of two screens, of 160 and of 320 dots per inch:
//
//     resize WIDTH HEIGHT       screen NUMBER
//
// It prints the name of its socket, "mapped" when a client has a surface and listens to touches, and "drawn WIDTH HEIGHT" when the
// window's picture has another size.

#include <linux/sockios.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wayland-server.h>

#include "pointer-gestures-unstable-v1-server-protocol.h"
#include "xdg-shell-server-protocol.h"

static struct wl_display *display;
static struct wl_resource *surface, *touch, *pointer, *swipe, *pinch, *hold, *toplevel, *xdg_surface, *outputs[2];
static int screen = -1;
static int32_t drawn_width, drawn_height;
static bool is_window, has_buffer, is_committed, is_announced;
static uint32_t serial;

static void forget(struct wl_resource *resource)
{
    struct wl_resource **known[] = { &surface, &touch, &pointer, &swipe, &pinch, &hold, &toplevel, &xdg_surface, &outputs[0],
                                     &outputs[1] };
    for (size_t index = 0; index < sizeof known / sizeof *known; index++)
        if (*known[index] == resource)
            *known[index] = NULL;
}

static void destroy(struct wl_client *client, struct wl_resource *resource)
{
    (void)client;
    wl_resource_destroy(resource);
}

static void end_pointer_frame(void)
{
    if (wl_resource_get_version(pointer) >= WL_POINTER_FRAME_SINCE_VERSION)
        wl_pointer_send_frame(pointer);
}

static void enter(void)
{
    if (!is_announced || !pointer || !surface)
        return;
    wl_pointer_send_enter(pointer, ++serial, surface, 0, 0);
    end_pointer_frame();
}

static void announce(void)
{
    if (is_announced || !is_committed || !surface || !touch)
        return;
    is_announced = true;
    enter();
    puts("mapped");
    fflush(stdout);
}

// Requests of one argument or more that have no effect here.
static void ignore() {}

static struct wl_resource *create(struct wl_client *client, const struct wl_interface *interface, uint32_t version,
                                  uint32_t id, const void *implementation)
{
    struct wl_resource *resource = wl_resource_create(client, interface, (int)version, id);
    wl_resource_set_implementation(resource, implementation, NULL, forget);
    return resource;
}

// MARK: - Surfaces

static void attach(struct wl_client *client, struct wl_resource *resource, struct wl_resource *buffer, int32_t x, int32_t y)
{
    (void)client, (void)x, (void)y;
    struct wl_shm_buffer *pixels = buffer ? wl_shm_buffer_get(buffer) : NULL;
    if (resource == surface && pixels &&
        (wl_shm_buffer_get_width(pixels) != drawn_width || wl_shm_buffer_get_height(pixels) != drawn_height)) {
        drawn_width = wl_shm_buffer_get_width(pixels);
        drawn_height = wl_shm_buffer_get_height(pixels);
        printf("drawn %d %d\n", drawn_width, drawn_height);
        fflush(stdout);
    }
    if (buffer)
        wl_buffer_send_release(buffer);
    if (resource == surface)
        has_buffer = buffer != NULL;
}

static void send_frame(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
    (void)resource;
    struct wl_resource *callback = wl_resource_create(client, &wl_callback_interface, 1, id);
    wl_callback_send_done(callback, 0);
    wl_resource_destroy(callback);
}

static void commit(struct wl_client *client, struct wl_resource *resource)
{
    (void)client;
    // A window's first commit has no buffer: the toolkit is not ready for touches yet.
    if (resource == surface && (has_buffer || !is_window))
        is_committed = true;
    announce();
}

static const struct wl_surface_interface surface_requests = {
    .destroy = destroy, .attach = attach, .damage = (void *)ignore, .frame = send_frame,
    .set_opaque_region = (void *)ignore, .set_input_region = (void *)ignore, .commit = commit,
    .set_buffer_transform = (void *)ignore, .set_buffer_scale = (void *)ignore, .damage_buffer = (void *)ignore,
    .offset = (void *)ignore,
};

static const struct wl_region_interface region_requests = {
    .destroy = destroy, .add = (void *)ignore, .subtract = (void *)ignore,
};

static void create_surface(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
    struct wl_resource *created =
        create(client, &wl_surface_interface, wl_resource_get_version(resource), id, &surface_requests);
    // The first one; GTK makes others for its cursor.
    if (!surface)
        surface = created;
}

static void create_region(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
    create(client, &wl_region_interface, wl_resource_get_version(resource), id, &region_requests);
}

static const struct wl_compositor_interface compositor_requests = { create_surface, create_region };

static void get_subsurface(struct wl_client *client, struct wl_resource *resource, uint32_t id,
                           struct wl_resource *child, struct wl_resource *parent)
{
    (void)child, (void)parent;
    static const struct wl_subsurface_interface requests = {
        destroy, (void *)ignore, (void *)ignore, (void *)ignore, (void *)ignore, (void *)ignore,
    };
    create(client, &wl_subsurface_interface, wl_resource_get_version(resource), id, &requests);
}

static const struct wl_subcompositor_interface subcompositor_requests = { destroy, get_subsurface };

// MARK: - Windows

static const struct xdg_toplevel_interface toplevel_requests = {
    .destroy = destroy, .set_parent = (void *)ignore, .set_title = (void *)ignore, .set_app_id = (void *)ignore,
    .show_window_menu = (void *)ignore, .move = (void *)ignore, .resize = (void *)ignore,
    .set_max_size = (void *)ignore, .set_min_size = (void *)ignore, .set_maximized = (void *)ignore,
    .unset_maximized = (void *)ignore, .set_fullscreen = (void *)ignore, .unset_fullscreen = (void *)ignore,
    .set_minimized = (void *)ignore,
};

/// 0 × 0 leaves the size to the client.
static void resize(int32_t width, int32_t height)
{
    struct wl_array states;
    wl_array_init(&states);
    if (!toplevel || !xdg_surface)
        return;
    xdg_toplevel_send_configure(toplevel, width, height, &states);
    xdg_surface_send_configure(xdg_surface, ++serial);
}

static void get_toplevel(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
    toplevel = create(client, &xdg_toplevel_interface, wl_resource_get_version(resource), id, &toplevel_requests);
    xdg_surface = resource;
    resize(0, 0);
}

static const struct xdg_surface_interface xdg_surface_requests = {
    .destroy = destroy, .get_toplevel = get_toplevel, .get_popup = (void *)ignore,
    .set_window_geometry = (void *)ignore, .ack_configure = (void *)ignore,
};

static void get_xdg_surface(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *of)
{
    // A window is what is touched.
    surface = of;
    is_window = true;
    is_committed = false;
    create(client, &xdg_surface_interface, wl_resource_get_version(resource), id, &xdg_surface_requests);
}

static const struct xdg_wm_base_interface base_requests = {
    .destroy = destroy, .create_positioner = (void *)ignore, .get_xdg_surface = get_xdg_surface, .pong = (void *)ignore,
};

// MARK: - Data devices, which GTK needs

static void create_source(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
    static const struct wl_data_source_interface requests = { (void *)ignore, destroy, (void *)ignore };
    create(client, &wl_data_source_interface, wl_resource_get_version(resource), id, &requests);
}

static void get_data_device(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *seat)
{
    (void)seat;
    static const struct wl_data_device_interface requests = { (void *)ignore, (void *)ignore, destroy };
    create(client, &wl_data_device_interface, wl_resource_get_version(resource), id, &requests);
}

static const struct wl_data_device_manager_interface data_requests = { create_source, get_data_device };

// MARK: - Seat

static const struct wl_touch_interface touch_requests = { destroy };
static const struct wl_pointer_interface pointer_requests = { (void *)ignore, destroy };
static const struct wl_keyboard_interface keyboard_requests = { destroy };

static void get_pointer(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
    pointer = create(client, &wl_pointer_interface, wl_resource_get_version(resource), id, &pointer_requests);
    enter();
}

static void get_keyboard(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
    create(client, &wl_keyboard_interface, wl_resource_get_version(resource), id, &keyboard_requests);
}

static void get_touch(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
    touch = create(client, &wl_touch_interface, wl_resource_get_version(resource), id, &touch_requests);
    announce();
}

static const struct wl_seat_interface seat_requests = { get_pointer, get_keyboard, get_touch, destroy };

static const struct zwp_pointer_gesture_swipe_v1_interface swipe_requests = { destroy };
static const struct zwp_pointer_gesture_pinch_v1_interface pinch_requests = { destroy };
static const struct zwp_pointer_gesture_hold_v1_interface hold_requests = { destroy };

static void get_swipe(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *of)
{
    (void)of;
    swipe = create(client, &zwp_pointer_gesture_swipe_v1_interface, 2, id, &swipe_requests);
    (void)resource;
}

static void get_pinch(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *of)
{
    (void)of, (void)resource;
    pinch = create(client, &zwp_pointer_gesture_pinch_v1_interface, 2, id, &pinch_requests);
}

static void get_hold(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *of)
{
    (void)of, (void)resource;
    hold = create(client, &zwp_pointer_gesture_hold_v1_interface, 3, id, &hold_requests);
}

static const struct zwp_pointer_gestures_v1_interface gestures_requests = { get_swipe, get_pinch, destroy, get_hold };

// MARK: - Globals

#define BIND(name, type, requests, greet) \
    static void bind_##name(struct wl_client *client, void *data, uint32_t version, uint32_t id) \
    { \
        struct wl_resource *resource = create(client, &type##_interface, version, id, requests); \
        (void)data, (void)resource; \
        greet; \
    }

/// The second screen is next to the first one, and half as wide in millimetres.
static void greet_output(struct wl_resource *output, int number)
{
    outputs[number] = output;
    wl_output_send_geometry(output, number * 4500, 0, number == 0 ? 714 : 357, number == 0 ? 413 : 206, 0, "gestured", "test", 0);
    wl_output_send_mode(output, WL_OUTPUT_MODE_CURRENT, 4500, 2600, 60000);
    wl_output_send_scale(output, 1);
    wl_output_send_done(output);
}

static const struct wl_output_interface output_requests = { destroy };

BIND(compositor, wl_compositor, &compositor_requests, )
BIND(subcompositor, wl_subcompositor, &subcompositor_requests, )
BIND(base, xdg_wm_base, &base_requests, )
BIND(data, wl_data_device_manager, &data_requests, )
BIND(output, wl_output, &output_requests, greet_output(resource, 0))
BIND(second_output, wl_output, &output_requests, greet_output(resource, 1))
BIND(seat, wl_seat, &seat_requests,
     wl_seat_send_capabilities(resource, WL_SEAT_CAPABILITY_TOUCH | WL_SEAT_CAPABILITY_POINTER))
BIND(gestures, zwp_pointer_gestures_v1, &gestures_requests, )

// MARK: - Commands

#define FIXED wl_fixed_from_double

/// Waits until the client has read most of what was sent. libwayland disconnects a client whose socket is full.
static void wait_for_client(struct wl_resource *resource)
{
    static const int enough = 1 << 15;
    int descriptor = wl_client_get_fd(wl_resource_get_client(resource)), unread = 0;
    do {
        wl_display_flush_clients(display);
    } while (ioctl(descriptor, SIOCOUTQ, &unread) == 0 && unread > enough && usleep(1000) == 0);
}

static void touch_command(const char *name, const char *rest)
{
    int id = 0;
    uint32_t time = 0;
    double x = 0, y = 0;
    sscanf(rest, "%d %u %lf %lf", &id, &time, &x, &y);
    if (!touch || !surface)
        return;
    if (strcmp(name, "down") == 0)
        wl_touch_send_down(touch, ++serial, time, surface, id, FIXED(x), FIXED(y));
    else if (strcmp(name, "motion") == 0)
        wl_touch_send_motion(touch, time, id, FIXED(x), FIXED(y));
    else if (strcmp(name, "up") == 0)
        wl_touch_send_up(touch, ++serial, time, id);
    else if (strcmp(name, "frame") == 0) {
        wl_touch_send_frame(touch);
        wait_for_client(touch);
    }
    else if (strcmp(name, "cancel") == 0)
        wl_touch_send_cancel(touch);
}

static void pointer_command(const char *name, const char *rest)
{
    /// linux/input-event-codes.h: BTN_LEFT.
    enum { LEFT_BUTTON = 0x110 };
    uint32_t time = 0;
    double x = 0, y = 0;
    bool moves = sscanf(rest, "%u %lf %lf", &time, &x, &y) == 3;
    if (!pointer || !surface)
        return;
    if (moves)
        wl_pointer_send_motion(pointer, time, FIXED(x), FIXED(y));
    if (strcmp(name, "press") == 0)
        wl_pointer_send_button(pointer, ++serial, time, LEFT_BUTTON, WL_POINTER_BUTTON_STATE_PRESSED);
    else if (strcmp(name, "release") == 0)
        wl_pointer_send_button(pointer, ++serial, time, LEFT_BUTTON, WL_POINTER_BUTTON_STATE_RELEASED);
    else if (strcmp(name, "leave") == 0)
        wl_pointer_send_leave(pointer, ++serial, surface);
    end_pointer_frame();
    if (strcmp(name, "leave") == 0)
        enter();
}

static void window_command(const char *name, const char *rest)
{
    int first = 0, second = 0;
    sscanf(rest, "%d %d", &first, &second);
    if (strcmp(name, "resize") == 0) {
        resize(first, second);
    } else if (surface && (first == 0 || first == 1) && outputs[first]) {
        if (screen >= 0 && outputs[screen])
            wl_surface_send_leave(surface, outputs[screen]);
        wl_surface_send_enter(surface, outputs[first]);
        screen = first;
    }
}

static void begin_gesture(char kind, uint32_t time, const char *rest)
{
    uint32_t fingers = 0;
    double x = 0, y = 0;
    sscanf(rest, "%u %lf %lf", &fingers, &x, &y);
    wl_pointer_send_motion(pointer, time, FIXED(x), FIXED(y));
    end_pointer_frame();
    if (kind == 's' && swipe)
        zwp_pointer_gesture_swipe_v1_send_begin(swipe, ++serial, time, surface, fingers);
    if (kind == 'p' && pinch)
        zwp_pointer_gesture_pinch_v1_send_begin(pinch, ++serial, time, surface, fingers);
    if (kind == 'h' && hold)
        zwp_pointer_gesture_hold_v1_send_begin(hold, ++serial, time, surface, fingers);
}

static void update_gesture(char kind, uint32_t time, const char *rest)
{
    double dx = 0, dy = 0, scale = 1, degrees = 0;
    sscanf(rest, "%lf %lf %lf %lf", &dx, &dy, &scale, &degrees);
    if (kind == 's' && swipe)
        zwp_pointer_gesture_swipe_v1_send_update(swipe, time, FIXED(dx), FIXED(dy));
    if (kind == 'p' && pinch)
        zwp_pointer_gesture_pinch_v1_send_update(pinch, time, FIXED(dx), FIXED(dy), FIXED(scale), FIXED(degrees));
}

static void end_gesture(char kind, uint32_t time, const char *rest)
{
    int cancelled = atoi(rest);
    if (kind == 's' && swipe)
        zwp_pointer_gesture_swipe_v1_send_end(swipe, ++serial, time, cancelled);
    if (kind == 'p' && pinch)
        zwp_pointer_gesture_pinch_v1_send_end(pinch, ++serial, time, cancelled);
    if (kind == 'h' && hold)
        zwp_pointer_gesture_hold_v1_send_end(hold, ++serial, time, cancelled);
}

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t index = 0; index < count; index++)
        if (strcmp(name, names[index]) == 0)
            return true;
    return false;
}

static void execute(const char *line)
{
    static const char *pointer_names[] = { "press", "pointer", "release", "leave" }, *window_names[] = { "resize", "screen" };
    char name[8] = "", step[8] = "";
    uint32_t time = 0;
    int length = 0;
    if (sscanf(line, "%7s %7s %u %n", name, step, &time, &length) == 3 && strchr("beu", step[0]) && pointer && surface) {
        if (step[0] == 'b')
            begin_gesture(name[0], time, line + length);
        else if (step[0] == 'u')
            update_gesture(name[0], time, line + length);
        else
            end_gesture(name[0], time, line + length);
    } else if (is_one_of(name, pointer_names, 4)) {
        pointer_command(name, line + strlen(name));
    } else if (is_one_of(name, window_names, 2)) {
        window_command(name, line + strlen(name));
    } else {
        touch_command(name, line + strlen(name));
    }
}

static int read_commands(int descriptor, uint32_t mask, void *data)
{
    static char buffer[1 << 16];
    static size_t used;
    ssize_t count = read(descriptor, buffer + used, sizeof buffer - used - 1);
    (void)mask, (void)data;
    if (count <= 0) {
        wl_display_terminate(display);
        return 0;
    }
    used += (size_t)count;
    char *start = buffer, *end;
    while ((end = memchr(start, '\n', used - (size_t)(start - buffer)))) {
        *end = 0;
        execute(start);
        start = end + 1;
    }
    used -= (size_t)(start - buffer);
    memmove(buffer, start, used);
    return 0;
}

int main(void)
{
    display = wl_display_create();
    const char *name = wl_display_add_socket_auto(display);
    if (!name) {
        fputs("compositor: no socket; XDG_RUNTIME_DIR must be a folder of the user\n", stderr);
        return 1;
    }
    wl_display_init_shm(display);
    wl_global_create(display, &wl_compositor_interface, 4, NULL, bind_compositor);
    wl_global_create(display, &wl_subcompositor_interface, 1, NULL, bind_subcompositor);
    wl_global_create(display, &xdg_wm_base_interface, 3, NULL, bind_base);
    wl_global_create(display, &wl_data_device_manager_interface, 3, NULL, bind_data);
    wl_global_create(display, &wl_output_interface, 3, NULL, bind_output);
    wl_global_create(display, &wl_output_interface, 3, NULL, bind_second_output);
    wl_global_create(display, &wl_seat_interface, 7, NULL, bind_seat);
    wl_global_create(display, &zwp_pointer_gestures_v1_interface, 3, NULL, bind_gestures);
    wl_event_loop_add_fd(wl_display_get_event_loop(display), STDIN_FILENO, WL_EVENT_READABLE, read_commands, NULL);
    puts(name);
    fflush(stdout);
    wl_display_run(display);
    wl_display_destroy(display);
    return 0;
}
