#define _GNU_SOURCE
#include "include/wayland_window.h"

#include "xdg_shell.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct screen {
    struct wl_output *output;
    int32_t width, height, width_mm, height_mm, scale;
    struct screen *next;
};

struct window {
    struct wl_compositor *compositor;
    struct wl_shm *shm;
    struct wl_proxy *base, *xdg_surface, *toplevel;
    struct wl_surface *surface;
    /// What the compositor wants, and what is shown; in logical pixels.
    int32_t width, height, shown_width, shown_height;
    struct screen *screens;
    /// The last one that the window has come to, and has not left.
    struct wl_output *screen;
};

/// Where the compositor leaves the size to the window.
enum { DEFAULT_WIDTH = 800, DEFAULT_HEIGHT = 600 };

static void release(void *data, struct wl_buffer *buffer) { (void)data, wl_buffer_destroy(buffer); }

static const struct wl_buffer_listener buffer_listener = { release };

/// NULL if there is no memory.
static struct wl_buffer *white(struct wl_shm *shm, int32_t width, int32_t height)
{
    int32_t stride = width * 4, size = stride * height;
    int file = memfd_create("window", MFD_CLOEXEC);
    if (file < 0)
        return NULL;
    void *pixels = ftruncate(file, size) == 0 ? mmap(NULL, (size_t)size, PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (pixels == MAP_FAILED) {
        close(file);
        return NULL;
    }
    memset(pixels, 0xFF, (size_t)size);
    munmap(pixels, (size_t)size);
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, size);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, width, height, stride, WL_SHM_FORMAT_XRGB8888);
    wl_buffer_add_listener(buffer, &buffer_listener, NULL);
    wl_shm_pool_destroy(pool);
    close(file);
    return buffer;
}

static void draw(struct window *window)
{
    int32_t width = window->width > 0 ? window->width : DEFAULT_WIDTH;
    int32_t height = window->height > 0 ? window->height : DEFAULT_HEIGHT;
    if (width == window->shown_width && height == window->shown_height)
        return;
    struct wl_buffer *buffer = white(window->shm, width, height);
    if (!buffer)
        return;
    window->shown_width = width;
    window->shown_height = height;
    wl_surface_attach(window->surface, buffer, 0, 0);
    wl_surface_damage(window->surface, 0, 0, width, height);
}

static void ping(void *data, struct wl_proxy *base, uint32_t serial)
{
    (void)data;
    wl_proxy_marshal_flags(base, BASE_PONG, NULL, 1, 0, serial);
}

static void configure(void *data, struct wl_proxy *xdg_surface, uint32_t serial)
{
    struct window *window = data;
    wl_proxy_marshal_flags(xdg_surface, XDG_SURFACE_ACK_CONFIGURE, NULL, 1, 0, serial);
    draw(window);
    wl_surface_commit(window->surface);
}

static void resize(void *data, struct wl_proxy *toplevel, int32_t width, int32_t height, struct wl_array *states)
{
    struct window *window = data;
    (void)toplevel, (void)states;
    window->width = width;
    window->height = height;
}

static void close_window(void *data, struct wl_proxy *toplevel)
{
    (void)data, (void)toplevel;
    exit(0);
}

static const struct base_listener base_listener = { ping };
static const struct xdg_surface_listener xdg_surface_listener = { configure };
static const struct toplevel_listener toplevel_listener = { resize, close_window };

static void enter(void *data, struct wl_surface *surface, struct wl_output *output)
{
    (void)surface;
    ((struct window *)data)->screen = output;
}

static void leave(void *data, struct wl_surface *surface, struct wl_output *output)
{
    struct window *window = data;
    (void)surface;
    if (window->screen == output)
        window->screen = NULL;
}

static const struct wl_surface_listener surface_listener = { .enter = enter, .leave = leave };

static void locate(void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width_mm, int32_t height_mm,
                   int32_t subpixel, const char *make, const char *model, int32_t transform)
{
    struct screen *screen = data;
    (void)output, (void)x, (void)y, (void)subpixel, (void)make, (void)model, (void)transform;
    screen->width_mm = width_mm;
    screen->height_mm = height_mm;
}

static void set_mode(void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height, int32_t refresh)
{
    struct screen *screen = data;
    (void)output, (void)refresh;
    if (!(flags & WL_OUTPUT_MODE_CURRENT))
        return;
    screen->width = width;
    screen->height = height;
}

static void finish(void *data, struct wl_output *output) { (void)data, (void)output; }

static void set_scale(void *data, struct wl_output *output, int32_t scale)
{
    (void)output;
    ((struct screen *)data)->scale = scale;
}

static const struct wl_output_listener output_listener = { .geometry = locate, .mode = set_mode, .done = finish, .scale = set_scale };

static void add_screen(struct window *window, struct wl_output *output)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen)
        return;
    *screen = (struct screen){ .output = output, .scale = 1, .next = window->screens };
    window->screens = screen;
    wl_output_add_listener(output, &output_listener, screen);
}

struct wayland_window_state wayland_window_state(struct wl_surface *surface)
{
    struct window *window = wl_surface_get_user_data(surface);
    struct wayland_window_state state = { .width = window->shown_width, .height = window->shown_height };
    for (struct screen *screen = window->screens; screen; screen = screen->next)
        if (screen->output == window->screen) {
            state.screen_width = screen->width / screen->scale;
            state.screen_height = screen->height / screen->scale;
            state.screen_width_mm = screen->width_mm;
            state.screen_height_mm = screen->height_mm;
        }
    return state;
}

static void added(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
    struct window *window = data;
    if (strcmp(interface, wl_compositor_interface.name) == 0)
        window->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 1);
    else if (strcmp(interface, wl_shm_interface.name) == 0)
        window->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    else if (strcmp(interface, wl_output_interface.name) == 0 && version >= 2)
        add_screen(window, wl_registry_bind(registry, name, &wl_output_interface, 2));
    else if (strcmp(interface, base_interface.name) == 0)
        window->base = wl_registry_bind(registry, name, &base_interface, 1);
}

static void removed(void *data, struct wl_registry *registry, uint32_t name) { (void)data, (void)registry, (void)name; }

static const struct wl_registry_listener registry_listener = { added, removed };

struct wl_surface *wayland_window_show(struct wl_display *display)
{
    // As the surface, it exists as long as the process.
    struct window *window = calloc(1, sizeof *window);
    if (!window)
        return NULL;
    wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, window);
    wl_display_roundtrip(display);
    if (!window->compositor || !window->shm || !window->base)
        return NULL;
    wl_proxy_add_listener(window->base, (void (**)(void))&base_listener, window);
    window->surface = wl_compositor_create_surface(window->compositor);
    wl_surface_add_listener(window->surface, &surface_listener, window);
    window->xdg_surface = wl_proxy_marshal_flags(window->base, BASE_GET_XDG_SURFACE, &xdg_surface_interface, 1, 0, NULL,
                                                 window->surface);
    wl_proxy_add_listener(window->xdg_surface, (void (**)(void))&xdg_surface_listener, window);
    window->toplevel = wl_proxy_marshal_flags(window->xdg_surface, XDG_SURFACE_GET_TOPLEVEL, &toplevel_interface, 1, 0, NULL);
    wl_proxy_add_listener(window->toplevel, (void (**)(void))&toplevel_listener, window);
    wl_proxy_marshal_flags(window->toplevel, TOPLEVEL_SET_TITLE, NULL, 1, 0, "gestures");
    wl_proxy_marshal_flags(window->toplevel, TOPLEVEL_SET_APP_ID, NULL, 1, 0, "gestures");
    // Shown at the first configuration, which the app's dispatch receives.
    wl_surface_commit(window->surface);
    return window->surface;
}
