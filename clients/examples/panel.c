/* A panel that a finger pulls in from the screen's left edge, and back from the right one: panel [SOCKET].
   Debian: libgtk-layer-shell-dev libgtk-3-dev
   cc panel.c $(pkg-config --cflags --libs gestured gtk-layer-shell-0 gtk+-3.0) -lm */
#include <gestured.h>
#include <glib-unix.h>
#include <gtk-layer-shell.h>
#include <math.h>

/* Pixels, and those that stay visible; how fast it settles, per second. */
enum { WIDTH = 320, GRIP = 8, RATE = 18 };
static GtkWindow *panel;
static double shown, start, end, distance, velocity;
/* 0 while a finger holds it. */
static gint64 release;

static void show(double pixels)
{
    shown = CLAMP(pixels, GRIP, WIDTH);
    gtk_layer_set_margin(panel, GTK_LAYER_SHELL_EDGE_LEFT, (int)lround(shown) - WIDTH);
}

/* A critically damped spring, which starts with the finger's velocity. */
static gboolean settle(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    (void)widget, (void)clock, (void)data;
    double time = (double)(g_get_monotonic_time() - release) / 1e6;
    return release != 0 && (show(end + (distance + (velocity + RATE * distance) * time) * exp(-RATE * time)), time < 1);
}

static void on_drag(struct gestured_subscription *subscription, const struct gestured_event *event, void *data)
{
    (void)subscription, (void)data;
    if (event->phase == GESTURED_BEGAN)
        start = shown, release = 0;
    show(start + event->value.drag.translation.x);
    if (event->phase >= GESTURED_ENDED) {
        end = start + event->value.drag.predicted_end_translation.x > WIDTH / 2 ? WIDTH : GRIP;
        distance = shown - end, velocity = event->value.drag.velocity.x, release = g_get_monotonic_time();
        gtk_widget_add_tick_callback(GTK_WIDGET(panel), settle, NULL, NULL);
    }
}

static gboolean process(gint descriptor, GIOCondition condition, gpointer client)
{
    return (void)descriptor, (void)condition, gestured_process(client) == 0;
}

int main(int count, char **arguments)
{
    gtk_init(&count, &arguments);
    GdkRectangle screen = {0};
    gdk_monitor_get_geometry(gdk_display_get_monitor(gdk_display_get_default(), 0), &screen);
    panel = GTK_WINDOW(gtk_window_new(GTK_WINDOW_TOPLEVEL));
    gtk_widget_set_size_request(GTK_WIDGET(panel), WIDTH, screen.height);
    gtk_layer_init_for_window(panel), gtk_layer_set_anchor(panel, GTK_LAYER_SHELL_EDGE_LEFT, TRUE);
    show(GRIP), gtk_widget_show_all(GTK_WIDGET(panel));
    struct gestured *client = gestured_new(arguments[1]);
    const struct gestured_options options = {.size = sizeof options,
        .units_width = screen.width, .units_height = screen.height, .session_scope = true};
    gestured_subscribe(client, "{\"drag\":{\"edges\":[\"left\",\"right\"]}}", &options, on_drag, NULL);
    g_unix_fd_add(gestured_fd(client), G_IO_IN, process, client);
    gtk_main();
}
