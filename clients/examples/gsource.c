/* A client in GLib's main loop. cc gsource.c $(pkg-config --cflags --libs gestured glib-2.0) */
#include <gestured.h>
#include <glib-unix.h>

static gboolean process(gint descriptor, GIOCondition condition, gpointer client)
{
    (void)descriptor, (void)condition;
    return gestured_process(client) == 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void on_tap(struct gestured_subscription *subscription, const struct gestured_event *event, void *data)
{
    (void)subscription, (void)data;
    if (event->phase == GESTURED_ENDED)
        g_print("%u fingers tapped\n", event->value.tap.fingers);
}

int main(int count, char **arguments)
{
    struct gestured *client = gestured_new(count > 1 ? arguments[1] : NULL);
    gestured_subscribe(client, "{\"tap\":{\"fingers\":[1,2,3]}}", NULL, on_tap, NULL);
    g_unix_fd_add(gestured_fd(client), G_IO_IN, process, client);
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
