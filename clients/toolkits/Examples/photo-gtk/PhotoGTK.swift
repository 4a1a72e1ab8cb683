import CGTK4
import GesturesGTK
import PhotoViewer

/// The photo viewer in a window of GTK: photo-gtk [--recorded]. With the option it plays fingers of standard input.
@main final class PhotoGTK {
    private let area: UnsafeMutablePointer<GtkWidget>
    private let gestures: GTKGestures
    private let viewer = PhotoViewer(size: Vector(width: 600, height: 400))
    /// The time of a recorded frame; nil for the present.
    private var recordedTime: Timestamp?
    private var frames = 0

    static func main() {
        let isRecorded = CommandLine.arguments.contains("--recorded")
        gtk_init()
        let photo = PhotoGTK(isRecorded: isRecorded)
        if isRecorded {
            RecordedFingers(photo.gestures.window).play { time in photo.show(time) }
        } else {
            let loop = g_main_loop_new(nil, 0)
            photo.animate()
            g_main_loop_run(loop)
        }
    }

    private init(isRecorded: Bool) {
        guard let window = gtk_window_new(), let area = gtk_drawing_area_new() else { fatalError("GTK has no display") }
        self.area = area
        gestures = GTKGestures(
            widget: UnsafeMutableRawPointer(area), scale: TouchScale(),
            clock: isRecorded ? { Timestamp(microseconds: 0) } : nil)
        viewer.attach(to: gestures)
        window.withMemoryRebound(to: GtkWindow.self, capacity: 1) { window in
            gtk_window_set_decorated(window, 0)
            gtk_window_set_default_size(window, 600, 400)
            gtk_window_set_child(window, area)
            gtk_window_present(window)
        }
        area.withMemoryRebound(to: GtkDrawingArea.self, capacity: 1) { area in
            gtk_drawing_area_set_draw_func(
                area, { _, cairo, width, height, photo in PhotoGTK.of(photo).draw(cairo, width, height) }, context, nil)
        }
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func of(_ context: UnsafeMutableRawPointer?) -> PhotoGTK {
        guard let context else { fatalError("a callback without context") }
        return Unmanaged<PhotoGTK>.fromOpaque(context).takeUnretainedValue()
    }

    /// Draws again in each frame of the display while something moves.
    private func animate() {
        gtk_widget_add_tick_callback(
            area,
            { area, _, photo in
                let photo = PhotoGTK.of(photo)
                if !photo.viewer.shown.isSettled(at: photo.gestures.now) || photo.frames == 0 {
                    gtk_widget_queue_draw(area)
                }
                return 1
            }, context, nil)
    }

    private func draw(_ cairo: OpaquePointer?, _ width: Int32, _ height: Int32) {
        frames += 1
        viewer.size = Vector(width: Double(width), height: Double(height))
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
        cairo_set_source_rgb(cairo, 1, 1, 1)
        cairo_paint(cairo)
        for tile in viewer.tiles(at: recordedTime ?? gestures.now) {
            cairo_set_source_rgb(cairo, Double(tile.red) / 255, Double(tile.green) / 255, Double(tile.blue) / 255)
            for corner in tile.corners { cairo_line_to(cairo, corner.x, corner.y) }
            cairo_close_path(cairo)
            cairo_fill(cairo)
        }
    }

    private func show(_ time: Timestamp) {
        recordedTime = time
        let before = frames
        gtk_widget_queue_draw(area)
        while frames == before { g_main_context_iteration(nil, 1) }
        // The frame is on its way to the display.
        while g_main_context_iteration(nil, 0) != 0 {}
        gdk_display_sync(gtk_widget_get_display(area))
    }
}
