import GestureModel
import GestureRecognition
import Glibc

/// Frames of one thing that a hand does, fed to both standard sets, or to one gesture, over and over.
enum StandardFrames {
    static var kinds: [String] { motions.keys.sorted() }

    /// Returns false if a hand does no such thing, or if there is no such gesture.
    static func run(_ kind: String, _ count: Int, gesture name: String?) -> Bool {
        guard let motion = motions[kind] else { return false }
        if let name {
            guard let gesture = gestures[name] else { return false }
            feed(gesture, count, motion)
            return true
        }
        for standard in GestureExpression.Standard.allCases { feed(.standard(standard), count, motion) }
        return true
    }

    private static let gestures: [String: GestureExpression] = [
        "tap": .tap(.init()), "longPress": .longPress(.init()), "drag": .drag(.init(fingers: .init(1...10))),
        "swipe": .swipe(.init(fingers: .init(1...10))), "magnify": .magnify(.init()), "rotate": .rotate(.init()),
        "swipeHold": .swipeHold(.init(fingers: .init(1...10))), "dial": .dial(.init(fingers: .init(1...10))),
        "touch": .touch(.init()),
    ]

    private struct Finger {
        let id: Int
        let x: Double
        let y: Double
    }

    /// Fills in where fingers are in a frame: each with its number, which is a new one each time it comes.
    private static let motions: [String: @Sendable (Int, inout [Finger]) -> Void] = [
        "scroll": { frame, fingers in
            for id in 1...2 { fingers.append(Finger(id: id, x: Double(id) * 100, y: Double(frame % 500))) }
        },
        "pinch": { frame, fingers in
            fingers.append(Finger(id: 1, x: 200 - Double(frame % 150), y: 200))
            fingers.append(Finger(id: 2, x: 300 + Double(frame % 150), y: 200))
        },
        // A rest of 0.8 s, again and again.
        "hold": { frame, fingers in
            if frame % 125 < 100 { fingers.append(Finger(id: frame / 125, x: 200, y: 200)) }
        },
        "taps": { frame, fingers in
            if frame % 20 < 8 { fingers.append(Finger(id: frame / 20, x: 200, y: 200)) }
        },
        // A circle in 1.6 s, again and again, by the same finger.
        "circle": { frame, fingers in
            let angle = Double(frame % 200) / 100 * .pi
            fingers.append(Finger(id: frame / 1000, x: 300 + 100 * cos(angle), y: 200 + 100 * sin(angle)))
        },
        // Three fingers that go 32 mm in 0.16 s and rest for 0.8 s.
        "swipeAndRest": { frame, fingers in
            let step = min(frame % 125, 20)
            guard frame % 125 < 120 else { return }
            for id in 0..<3 {
                fingers.append(Finger(id: frame / 125 * 3 + id, x: 100 + Double(step * 10), y: 150 + Double(id * 60)))
            }
        },
        // Each finger for 96 ms, the next 72 ms after it.
        "drumRoll": { frame, fingers in
            for beat in (frame / 9 - 1)...(frame / 9) where beat == frame / 9 || frame % 9 < 3 {
                fingers.append(Finger(id: beat, x: 200 + Double(beat & 1) * 60, y: 200))
            }
        },
    ]

    private static func feed(
        _ gesture: GestureExpression, _ count: Int, _ motion: (Int, inout [Finger]) -> Void
    ) {
        let surface = Surface(size: Vector(dx: 600, dy: 400))
        var emitter = GestureEmitter(gesture, thresholds: Thresholds(), surface: surface)
        var gestures: UInt64 = 0
        var fingers: [Finger] = []
        var frame = TouchFrame(time: Timestamp(microseconds: 0))
        for number in 0..<count {
            frame.time = Timestamp(microseconds: Int64(number) * 8000)
            fingers.removeAll(keepingCapacity: true)
            motion(number, &fingers)
            move(&frame, to: fingers)
            while let deadline = emitter.deadline, deadline < frame.time {
                emitter.expire(at: deadline, gestures: &gestures)
            }
            emitter.update(frame, gestures: &gestures)
        }
        // A single gesture may not be in what the hand does: what it costs to find that out counts.
        if case .standard = gesture, gestures == 0 { fatalError("nothing was recognised") }
    }

    private static func move(_ frame: inout TouchFrame, to fingers: [Finger]) {
        frame.contacts.removeAll { !$0.isDown }
        for index in frame.contacts.indices { frame.contacts[index].phase = .ended }
        for finger in fingers {
            let position = Point(x: finger.x, y: finger.y)
            if let index = frame.contacts.firstIndex(where: { $0.id == finger.id }) {
                frame.contacts[index].phase = .moved
                frame.contacts[index].position = position
            } else {
                frame.contacts.append(Contact(id: finger.id, phase: .began, position: position))
            }
        }
    }
}
