internal import GestureModel
internal import TouchInput
public import TouchRecordings

/// The strokes that the examples are shown with, each a recording of its own. A hundred points are 15.9 mm.
public enum ExampleStroke: String, CaseIterable, Sendable {
    /// 100 points to the left in 180 ms.
    case flick
    /// 100 points to the left in 1.5 s, at rest in the end.
    case slowDrag = "slow-drag"
    /// A finger that stays for 1.2 s.
    case hold
    /// A finger that stays for 300 ms.
    case shortPress = "short-press"
    /// 60 points to the right and 30 down, and the device is gone with the finger on it.
    case cutOffDrag = "cut-off-drag"

    public var fileName: String { "\(rawValue).evemu" }

    /// 100 Hz are enough to see, and make small files.
    public var script: StrokeScript {
        var script = StrokeScript(on: .touchscreen, seed: 3, frameInterval: .milliseconds(10))
        switch self {
        case .flick: script.flick(from: Self.start, to: Self.end(-100, 0), duration: .milliseconds(180))
        case .slowDrag: script.drag(from: Self.start, to: Self.end(-100, 0), duration: .milliseconds(1500))
        case .hold: script.longPress(at: Self.start, duration: .milliseconds(1200))
        case .shortPress: script.longPress(at: Self.start, duration: .milliseconds(300))
        case .cutOffDrag: script.drag(from: Self.start, to: Self.end(60, 30), duration: .milliseconds(400))
        }
        return script
    }

    public var recording: Recording {
        var recording = script.recording
        if self == .cutOffDrag {
            let lift = recording.events.last?.time
            recording.events.removeAll { $0.time == lift }
        }
        return recording
    }

    /// In the middle of the surface.
    private static let start = Point(x: 172, y: 97)

    private static func end(_ width: Double, _ height: Double) -> Point {
        start + Vector(dx: width, dy: height) * Surface.millimetresPerPoint
    }
}
