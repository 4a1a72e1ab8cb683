internal import GestureModel
public import Strokes
internal import TouchInput
public import TouchRecordings

/// The events of one device: strokes with the statistics of real ones, and the errors of faulty devices.
public struct RandomTouches {
    public private(set) var recording: Recording
    private var random: SplitMix64
    private var frames: ArraySlice<ArraySlice<InputEvent>>
    /// Added to every time after a jump of the clock.
    private var jump: Int64 = 0
    private var lastID: Int32 = 40_000

    public init(on device: ModelDevice, seed: UInt64, strokes: Int) {
        random = SplitMix64(seed: seed)
        var script = StrokeScript(on: device, seed: seed, frameInterval: .milliseconds(16))
        for _ in 0..<strokes { RandomTouches.stroke(&script, device, &random) }
        recording = script.recording
        frames =
            recording.events.split(
                omittingEmptySubsequences: true,
                whereSeparator: { $0.type == EventType.synchronization && $0.code == SynchronizationCode.report })[...]
    }

    var nextTime: Timestamp? { frames.first?.first.map { Timestamp(microseconds: $0.time.microseconds + jump) } }

    /// The events of the next frame, complete or with errors.
    mutating func next(breaking: Bool) -> [DeviceEvent] {
        guard let frame = frames.popFirst(), let time = frame.first?.time else { return [] }
        let report = InputEvent(
            time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)
        var events = (frame + [report]).map { event in
            var event = event
            event.time = Timestamp(microseconds: event.time.microseconds + jump)
            return event
        }
        guard breaking, random.next() % 12 == 0 else { return events.map(DeviceEvent.event) }
        return broken(&events, at: events[0].time)
    }

    private mutating func broken(_ events: inout [InputEvent], at time: Timestamp) -> [DeviceEvent] {
        switch random.next() % 12 {
        case 0: return []
        case 1: events += events
        case 2: events.swapAt(0, Int(random.next() % UInt64(events.count)))
        case 3:
            for index in events.indices { events[index].time = time + Microseconds(-Int64(random.next() % 2_000_000)) }
        case 4: if random.next() % 8 == 0 { jump += 3_600_000_000 }
        case 5: events.insert(dropped(at: time), at: Int(random.next() % UInt64(events.count)))
        case 6: return resynchronisation(at: time) + events.map(DeviceEvent.event)
        case 7, 8: events.insert(contentsOf: flicker(at: time), at: 0)
        case 9: events.insert(contentsOf: hand(at: time), at: 0)
        case 10: events.insert(contentsOf: (0..<8).map { _ in noise(at: time) }, at: 0)
        default: events.insert(contentsOf: [absolute(AbsoluteCode.positionX, 3, time)], at: 0)
        }
        return events.map(DeviceEvent.event)
    }

    /// Another tracking id in a slot, without -1 between them.
    private mutating func flicker(at time: Timestamp) -> [InputEvent] {
        lastID += 1
        return [
            absolute(AbsoluteCode.slot, Int32(random.next() % 2), time),
            absolute(AbsoluteCode.trackingID, random.next() % 4 == 0 ? -1 : lastID, time),
        ]
    }

    /// Ten fingers touch or lift at once.
    private mutating func hand(at time: Timestamp) -> [InputEvent] {
        let leaves = random.next() % 2 == 0
        return (Int32(0)..<10).flatMap { slot in
            lastID += 1
            return [
                absolute(AbsoluteCode.slot, slot, time), absolute(AbsoluteCode.trackingID, leaves ? -1 : lastID, time),
                absolute(AbsoluteCode.positionX, slot * 200, time), absolute(AbsoluteCode.positionY, slot * 50, time),
            ]
        }
    }

    private mutating func resynchronisation(at time: Timestamp) -> [DeviceEvent] {
        var events: [DeviceEvent] = [.stateLost(time)]
        if random.next() % 4 == 0 { events.append(.stateLost(time)) }
        for event in random.next() % 2 == 0 ? hand(at: time) : flicker(at: time) { events.append(.state(event)) }
        if random.next() % 2 == 0 {
            events.append(.state(.init(time: time, type: EventType.synchronization, code: 0, value: 0)))
        }
        return events + [.stateKnown]
    }

    private mutating func noise(at time: Timestamp) -> InputEvent {
        let code = [AbsoluteCode.slot, AbsoluteCode.trackingID, AbsoluteCode.positionX, AbsoluteCode.positionY, 0x3a]
        let value = [Int32(truncatingIfNeeded: random.next()), -1, 0, 1, 2, 700]
        return absolute(
            code[Int(random.next() % UInt64(code.count))], value[Int(random.next() % UInt64(value.count))], time)
    }

    private func dropped(at time: Timestamp) -> InputEvent {
        InputEvent(time: time, type: EventType.synchronization, code: SynchronizationCode.dropped, value: 0)
    }

    private func absolute(_ code: UInt16, _ value: Int32, _ time: Timestamp) -> InputEvent {
        InputEvent(time: time, type: EventType.absolute, code: code, value: value)
    }

    /// A stroke of a random kind and number of fingers, with a pause after it.
    public static func stroke(_ script: inout StrokeScript, _ device: ModelDevice, _ random: inout SplitMix64) {
        func position() -> Point { Point(x: device.size.dx * random.fraction(), y: device.size.dy * random.fraction()) }
        let fingers = [1, 1, 1, 2, 2, 3, 4, 5, 10][Int(random.next() % 9)]
        switch random.next() % 7 {
        case 0: script.tap(fingers: fingers, at: position())
        case 1: script.doubleTap(fingers: fingers, at: position())
        case 2: script.longPress(fingers: fingers, at: position(), duration: .milliseconds(600))
        case 3: script.drag(fingers: fingers, from: position(), to: position(), duration: .milliseconds(300))
        case 4: script.flick(fingers: fingers, from: position(), to: position())
        case 5: script.turn(at: position(), span: 40, by: random.fraction() * 8 - 4, duration: .milliseconds(300))
        default: script.pinch(at: position(), spans: (from: 20, to: 60), duration: .milliseconds(200))
        }
        script.pause(.milliseconds(Int64(random.next() % 300)))
    }
}
