import CGTK4
import GestureClientGLib

/// A photo that two fingers turn and scale: photo PHOTO [SOCKET]. Debian: libgtk-4-dev
@main final class Photo {
    let client = GestureClient(path: CommandLine.arguments.dropFirst(2).first ?? GestureClient.defaultPath)
    let picture = gdk_pixbuf_new_from_file(CommandLine.arguments[1], nil)
    let area = gtk_drawing_area_new()!
    var scale = 1.0
    var angle = 0.0
    @GestureState var pinch = (magnification: 1.0, rotation: 0.0)

    static func main() {
        gtk_init()
        Photo().open()
        g_main_loop_run(g_main_loop_new(nil, 0))
    }

    func open() {
        let window = UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
        gtk_drawing_area_set_draw_func(
            UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkDrawingArea.self),
            { _, cairo, width, height, photo in
                Unmanaged<Photo>.fromOpaque(photo!).takeUnretainedValue().draw(cairo, Double(width), Double(height))
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        gtk_window_set_child(window, area)
        gtk_window_present(window)
        let gesture = MagnifyGesture().simultaneously(with: RotateGesture())
            .updating($pinch) { value, pinch, _ in
                pinch = (value.first?.magnification ?? 1, value.second?.rotation.radians ?? 0)
            }
            .onEnded { value in
                self.scale *= value.first?.magnification ?? 1
                self.angle += value.second?.rotation.radians ?? 0
            }
        $pinch.onChange { [area] _ in gtk_widget_queue_draw(area) }
        client.attach(gesture)
        client.runInMainLoop()
    }

    func draw(_ cairo: OpaquePointer?, _ width: Double, _ height: Double) {
        cairo_translate(cairo, width / 2, height / 2)
        cairo_rotate(cairo, angle + pinch.rotation)
        cairo_scale(cairo, scale * pinch.magnification, scale * pinch.magnification)
        let (wide, high) = (Double(gdk_pixbuf_get_width(picture)), Double(gdk_pixbuf_get_height(picture)))
        gdk_cairo_set_source_pixbuf(cairo, picture, -wide / 2, -high / 2)
        cairo_paint(cairo)
    }
}
