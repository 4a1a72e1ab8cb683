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
        let ends = touch.fingers.map { $0.end ?? touch.end }
        let times = Set(
            ends
                + zip(touch.fingers, ends).flatMap { finger, end in
                    finger.path.steps.map(\.time).filter { $0 < end }
                })
        // The number of steps that each finger has made.
        var made = [Int](repeating: 0, count: ends.count)
        frames = times.sorted().map { time in
            var frame = TouchFrame(time: time, kind: device.kind)
            for (index, finger) in touch.fingers.enumerated() where time <= ends[index] {
                let (steps, before) = (finger.path.steps, made[index])
                while made[index] < steps.count, steps[made[index]].time <= time { made[index] += 1 }
                guard made[index] > 0 || time == ends[index] else { continue }
                let phase: Contact.Phase =
                    time == ends[index] ? .ended : before == 0 ? .began : made[index] > before ? .moved : .stationary
                let position =
                    phase == .ended
                    ? finger.position : phase == .began ? finger.origin : steps[made[index] - 1].position
                var contact = Contact(id: index + 1, phase: phase, position: position)
                contact.age = UInt32(clamping: (time - finger.start).count)
                frame.contacts.append(contact)
            }
            return frame
        }
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
