import GestureModel

/// Checks the events of a standard set, and records violations of the event grammar.
struct EventGrammar {
    private(set) var violations: [String] = []
    private var open: GestureEvent?
    private var lastGesture: UInt64 = 0
    private var lastTime = Timestamp(microseconds: .min)
    private var lastTap: GestureValue.Tap?

    /// - Parameters:
    ///   - down: How many contacts are on the surface, those that left in this frame among them.
    ///   - isClicked: Whether the button is pressed.
    mutating func check(_ event: GestureEvent, down: Int, isClicked: Bool) {
        if event.time < lastTime { report("\(event.time) after \(lastTime)", event) }
        lastTime = event.time
        if !(1...10).contains(event.value.fingers) { report("\(event.value.fingers) fingers", event) }
        if !event.value.isFinite { report("not finite", event) }
        switch event.phase {
        case .began:
            begin(event, down: down, isClicked: isClicked)
            open = event
        case .changed:
            checkNext(event)
            open = event
        case .ended, .cancelled:
            checkNext(event)
            open = nil
        }
        checkValue(event)
    }

    /// Taps start a new row.
    mutating func resetTaps() { lastTap = nil }

    private mutating func begin(_ event: GestureEvent, down: Int, isClicked: Bool) {
        if open != nil { report("begins within another", event) }
        if event.gesture <= lastGesture { report("a number used before", event) }
        lastGesture = event.gesture
        if isClicked { report("begins while the button is pressed", event) }
        if let tap = event.value.tap {
            let isNext = tap.fingers == lastTap?.fingers && tap.count == (lastTap?.count ?? 0) + 1
            if tap.count != 1, !isNext { report("tap \(tap.count) after \(lastTap?.count ?? 0)", event) }
            lastTap = tap
        } else if event.value.fingers > down {
            report("\(event.value.fingers) fingers, and \(down) are down", event)
        }
    }

    private mutating func checkNext(_ event: GestureEvent) {
        guard let last = open, last.gesture == event.gesture else { return report("not in progress", event) }
        if last.value.kind != event.value.kind { report("a \(last.value.kind) turns into another kind", event) }
        if last.value.fingers != event.value.fingers { report("another number of fingers", event) }
        if event.value.start != last.value.start { report("another start", event) }
        guard event.value.tap != nil else { return }
        if event.phase != .ended || event.time != last.time || event.value != last.value {
            report("a tap lasts", event)
        }
    }

    private mutating func checkValue(_ event: GestureEvent) {
        if let hold = event.value.hold {
            if !hold.completed { report("not completed", event) }
            if hold.pressing == (event.phase == .ended) { report("pressing \(hold.pressing)", event) }
        }
        let phases = Set(event.value.nodes.map(\.phase))
        let isTree = event.value.magnification != nil && event.value.rotation != nil
        if event.value.kind == "pinch", !isTree || phases != [event.phase == .ended ? .ended : .active] {
            report("a tree of \(phases)", event)
        }
        guard case .cancelled(let reason) = event.phase else { return }
        switch reason {
        case .outcompeted, .failed(.clicked), .palm, .resynchronised: break
        default: report("an unexpected reason", event)
        }
    }

    private mutating func report(_ text: String, _ event: GestureEvent) { violations.append("\(text): \(event)") }
}

extension GestureValue {
    fileprivate var kind: String {
        switch self {
        case .tap: "tap"
        case .longPress: "hold"
        case .drag: "drag"
        case .composition: "pinch"
        default: "not a gesture of a standard set"
        }
    }

    fileprivate var fingers: Int {
        tap?.fingers ?? hold?.fingers ?? drag?.fingers ?? magnification?.fingers ?? 0
    }

    fileprivate var start: [Point?] {
        [hold?.startLocation, drag?.startLocation, magnification?.startLocation, rotation?.startLocation]
    }

    fileprivate var isFinite: Bool {
        let drags = drag.map { [$0.location.x, $0.location.y, $0.velocity.dx, $0.velocity.dy] } ?? []
        let scales = magnification.map { [$0.magnification, $0.velocity, $0.location.x, $0.location.y] } ?? []
        let angles = rotation.map { [$0.rotation, $0.velocity] } ?? []
        return (drags + scales + angles).allSatisfy(\.isFinite) && (magnification?.magnification ?? 1) > 0
    }
}
