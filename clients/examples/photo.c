/* A photo that two fingers turn and scale: photo PHOTO [SOCKET]. Debian: libgtk-4-dev
   cc photo.c $(pkg-config --cflags --libs gestured gtk4) */
#include <gestured.h>
#include <glib-unix.h>
#include <gtk/gtk.h>

static GdkPixbuf *picture;
static GtkWidget *area;
/* A factor and radians, clockwise; before the gesture, and of the gesture. */
static double scale = 1, angle, magnification = 1, rotation;

static void draw(GtkDrawingArea *unused, cairo_t *cairo, int width, int height, gpointer data)
{
    (void)unused, (void)data;
    cairo_translate(cairo, width / 2.0, height / 2.0);
    cairo_rotate(cairo, angle + rotation);
    cairo_scale(cairo, scale * magnification, scale * magnification);
    gdk_cairo_set_source_pixbuf(cairo, picture, -gdk_pixbuf_get_width(picture) / 2.0, -gdk_pixbuf_get_height(picture) / 2.0);
    cairo_paint(cairo);
}

static void on_pinch(struct gestured_subscription *subscription, const struct gestured_event *event, void *data)
{
    (void)subscription, (void)data;
    const struct gestured_part *magnify = &event->parts[0], *rotate = &event->parts[1];
    magnification = magnify->kind ? magnify->value.magnify.magnification : 1;
    rotation = rotate->kind ? rotate->value.rotate.rotation : 0;
    if (event->phase == GESTURED_ENDED)
        scale *= magnification, angle += rotation;
    if (event->phase >= GESTURED_ENDED)
        magnification = 1, rotation = 0;
    gtk_widget_queue_draw(area);
}

static gboolean process(gint descriptor, GIOCondition condition, gpointer client)
{
    return (void)descriptor, (void)condition, gestured_process(client) == 0;
}

int main(int count, char **arguments)
{
    if (count < 2)
        return g_printerr("usage: photo PHOTO [SOCKET]\n"), 2;
    gtk_init();
    picture = gdk_pixbuf_new_from_file(arguments[1], NULL);
    GtkWidget *window = gtk_window_new();
    area = gtk_drawing_area_new();
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, NULL, NULL);
    gtk_window_set_child(GTK_WINDOW(window), area);
    gtk_window_present(GTK_WINDOW(window));
    struct gestured *client = gestured_new(arguments[2]);
    gestured_subscribe(client, "{\"simultaneous\":[{\"magnify\":{}},{\"rotate\":{}}]}", NULL, on_pinch, NULL);
    g_unix_fd_add(gestured_fd(client), G_IO_IN, process, client);
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
