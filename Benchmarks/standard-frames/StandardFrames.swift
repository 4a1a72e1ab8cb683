import GestureModel
import GestureRecognition

/// Feeds frames of one thing that a hand does to a standard set, over and over, to be counted from outside:
///
///     standard-frames scroll|pinch|hold|taps|drumRoll FRAMES
@main struct StandardFrames {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let kind = arguments.first, let count = arguments.last.flatMap({ Int($0) }),
            let fingers = motions[kind]
        else { fatalError("usage: standard-frames \(motions.keys.sorted().joined(separator: "|")) FRAMES") }
        for standard in GestureExpression.Standard.allCases { feed(standard, count, fingers) }
    }

    /// Where fingers are in a frame: each with its number, which is a new one each time it comes.
    private static let motions: [String: (Int) -> [(id: Int, x: Double, y: Double)]] = [
        "scroll": { frame in [(1, 200, Double(frame % 500)), (2, 300, Double(frame % 500))] },
        "pinch": { frame in [(1, 200 - Double(frame % 150), 200), (2, 300 + Double(frame % 150), 200)] },
        // A rest of 0.8 s, again and again.
        "hold": { frame in frame % 125 < 100 ? [(frame / 125, 200, 200)] : [] },
        "taps": { frame in frame % 20 < 8 ? [(frame / 20, 200, 200)] : [] },
        // Each finger for 96 ms, the next 72 ms after it.
        "drumRoll": { frame in
            let beat = frame / 9
            let newest = (beat, 200 + Double(beat % 2) * 60, 200.0)
            return beat > 0 && frame % 9 < 3 ? [(beat - 1, 260 - Double(beat % 2) * 60, 200.0), newest] : [newest]
        },
    ]

    private static func feed(
        _ standard: GestureExpression.Standard, _ count: Int, _ fingers: (Int) -> [(id: Int, x: Double, y: Double)]
    ) {
        let surface = Surface(size: Vector(dx: 600, dy: 400))
        var arena = Arena(.standard(standard), thresholds: Thresholds(), surface: surface)
        var gestures: UInt64 = 0
        var frame = TouchFrame(time: Timestamp(microseconds: 0))
        for number in 0..<count {
            frame.time = Timestamp(microseconds: Int64(number) * 8000)
            move(&frame, to: fingers(number))
            while let deadline = arena.deadline, deadline < frame.time {
                arena.expire(at: deadline, gestures: &gestures)
            }
            arena.update(frame, gestures: &gestures)
        }
        guard gestures > 0 else { fatalError("nothing was recognised") }
    }

    private static func move(_ frame: inout TouchFrame, to fingers: [(id: Int, x: Double, y: Double)]) {
        frame.contacts.removeAll { !$0.isDown }
        for index in frame.contacts.indices { frame.contacts[index].phase = .ended }
        for finger in fingers {
            let place = Point(x: finger.x, y: finger.y)
            if let index = frame.contacts.firstIndex(where: { $0.id == finger.id }) {
                frame.contacts[index].phase = .moved
                frame.contacts[index].position = place
            } else {
                frame.contacts.append(Contact(id: finger.id, phase: .began, position: place))
            }
        }
    }
}
