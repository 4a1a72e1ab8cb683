internal import GestureModel
internal import GestureRecognition

/// The fingers of one touch, to see what they would have made with other thresholds.
struct TouchReplay {
    private let frames: [TouchFrame]
    private let fingers: Int
    private let standard: GestureExpression.Standard
    private let surface: Surface

    /// nil while a finger is down, and for a touch so long that its course is not known exactly.
    init?(_ touch: TrackedTouch, on device: TouchDevice) {
        guard !touch.isDown, !touch.fingers.isEmpty, touch.fingers.allSatisfy(\.path.isComplete) else { return nil }
        (standard, surface) = (device.kind == .touchpad ? .touchpad : .touchscreen, device.surface)
        fingers = touch.extent.fingers
        var frames: [Timestamp: TouchFrame] = [:]
        for (index, finger) in touch.fingers.enumerated() {
            let end = finger.end ?? touch.end
            func add(_ phase: Contact.Phase, _ position: Point, at time: Timestamp) {
                var contact = Contact(id: index + 1, phase: phase, position: position)
                contact.age = UInt32(clamping: (time - finger.start).count)
                frames[time, default: TouchFrame(time: time, kind: device.kind)].contacts.append(contact)
            }
            for (number, step) in finger.path.steps.enumerated() where step.time < end {
                add(number == 0 ? .began : .moved, number == 0 ? finger.origin : step.position, at: step.time)
            }
            add(.ended, finger.position, at: end)
        }
        self.frames = frames.values.sorted { $0.time < $1.time }
    }

    /// True if the fingers make a gesture of the standard set with these thresholds: all of them, if they tap or press.
    func makes(_ gesture: GestureName, _ thresholds: Thresholds) -> Bool {
        var emitter = GestureEmitter(.standard(standard), thresholds: thresholds, surface: surface)
        var (gestures, isMade) = (UInt64(0), false)
        func expire(before time: Timestamp) {
            while let deadline = emitter.deadline, deadline < time {
                emitter.expire(at: deadline, gestures: &gestures)
                isMade = isMade || emitter.events.contains { made($0, gesture) }
            }
        }
        for frame in frames {
            expire(before: frame.time)
            emitter.update(frame, gestures: &gestures)
            isMade = isMade || emitter.events.contains { made($0, gesture) }
        }
        expire(before: Timestamp(microseconds: .max))
        return isMade
    }

    private func made(_ event: GestureEvent, _ gesture: GestureName) -> Bool {
        guard event.phase == .ended else { return false }
        switch (gesture, event.value) {
        case (.tap, .tap(let tap)): return tap.fingers == fingers
        case (.longPress, .longPress(let press)): return press.fingers == fingers
        case (.drag, .drag): return true
        // The standard set recognises pinch and turn as one composition.
        case (.magnify, .composition): return PinchAndTurn(event.value)?.isTurn == false
        case (.rotate, .composition): return PinchAndTurn(event.value)?.isTurn == true
        default: return false
        }
    }
}
