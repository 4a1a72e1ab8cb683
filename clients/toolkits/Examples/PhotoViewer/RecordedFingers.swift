public import Gestures
internal import Glibc

/// Reads finger events from standard input and plays them into a window, so that pictures of the display can be compared.
///
/// Each line is an event, as `recorded-touches events` prints it, or `picture TIME`. For `picture TIME`, the frame for that time is
/// drawn and `shown` is printed. The next line arrives when the display has been photographed.
public struct RecordedFingers {
    private let window: WindowGestures

    public init(_ window: WindowGestures) { self.window = window }

    /// - Parameter draw: Shows the frame of a time, and returns when the display has it.
    public func play(draw: (Timestamp) -> Void) {
        while let words = readLine()?.split(separator: " ") {
            if words.count == 2, words[0] == "picture", let milliseconds = Int64(words[1]) {
                let time = Timestamp(microseconds: milliseconds * 1000)
                window.expire(at: time)
                draw(time)
                print("shown")
                fflush(nil)
                continue
            }
            guard words.count > 2, let id = Int(words[1]), let milliseconds = Int64(words[2]) else {
                window.touches.flush()
                continue
            }
            let time = Timestamp(microseconds: milliseconds * 1000)
            guard words.count > 4, let x = Double(words[3]), let y = Double(words[4]) else {
                window.touches.touchUp(id, time: time)
                continue
            }
            words[0] == "down"
                ? window.touches.touchDown(id, at: Point(x: x, y: y), time: time)
                : window.touches.touchMoved(id, to: Point(x: x, y: y), time: time)
        }
    }
}
