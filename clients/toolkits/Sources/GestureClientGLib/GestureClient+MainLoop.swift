internal import CGLib
// One import is enough for an app.
@_exported public import GestureClient

extension GestureClient {
    /// Calls ``GestureClient/GestureClient/process(at:)`` in GLib's main loop whenever it has work, for GTK. The loop keeps the
    /// client.
    ///
    /// Call it once, on the thread that runs the default main context.
    public func runInMainLoop() {
        g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, fileDescriptor, G_IO_IN,
            { _, _, client in
                Unmanaged<GestureClient>.fromOpaque(client!).takeUnretainedValue().process()
                return 1
            }, Unmanaged.passRetained(self).toOpaque(), { Unmanaged<GestureClient>.fromOpaque($0!).release() })
    }
}
