internal import GestureModel
internal import TouchInput
public import TouchRecordings

/// The recordings that come with the project: every gesture once, for a first look and for tests that want them all.
public enum Tour: String, CaseIterable, Sendable {
    case touchscreen = "touchscreen-tour"
    case touchpad = "touchpad-tour"

    public var fileName: String { "\(rawValue).evemu" }

    public var recording: Recording {
        var script = StrokeScript(on: self == .touchscreen ? .touchscreen : .touchpad, seed: 7)
        let size = (self == .touchscreen ? ModelDevice.touchscreen : .touchpad).size
        for stroke in Self.strokes {
            stroke(&script, { x, y in Point(x: x * size.dx, y: y * size.dy) })
            script.pause(.milliseconds(420))
        }
        return script.recording
    }

    private typealias Stroke = @Sendable (_ script: inout StrokeScript, _ at: (Double, Double) -> Point) -> Void

    /// Positions are shares of the surface's width and height.
    private static let strokes: [Stroke] = [
        { script, at in script.tap(at: at(0.5, 0.5)) },
        { script, at in script.doubleTap(at: at(0.4, 0.6)) },
        { script, at in script.longPress(at: at(0.6, 0.4), duration: .milliseconds(800)) },
        { script, at in script.drag(from: at(0.2, 0.4), to: at(0.7, 0.6), duration: .milliseconds(600)) },
        { script, at in script.flick(from: at(0.6, 0.8), to: at(0.5, 0.4)) },
        { script, at in script.tap(fingers: 2, at: at(0.5, 0.5)) },
        { script, at in
            script.drag(fingers: 2, from: at(0.5, 0.3), to: at(0.5, 0.7), duration: .milliseconds(700))
        },
        { script, at in script.pinch(at: at(0.5, 0.5), spans: (from: 24, to: 48)) },
        { script, at in script.turn(at: at(0.5, 0.5), span: 40, by: 0.8) },
        { script, at in
            script.drag(fingers: 3, from: at(0.3, 0.5), to: at(0.65, 0.5), duration: .milliseconds(500))
        },
    ]
}
