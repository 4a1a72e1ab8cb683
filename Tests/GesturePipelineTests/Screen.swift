import GestureModel
import GesturePipeline
import TouchInput

/// What the finger in a slot does, at a position in millimetres.
enum Touch {
    case down(Int, Double, Double)
    case move(Int, Double, Double)
    case lift(Int)
}

/// A touch device of 100 × 80 mm without hardware: makes the events that the kernel would send.
struct Screen {
    let pipelineDevice: PipelineDevice
    private var lastTrackingID: Int32 = 0

    init(_ pipelineDevice: PipelineDevice) { self.pipelineDevice = pipelineDevice }

    /// The events of one frame.
    mutating func events(at time: Timestamp, _ touches: [Touch]) -> [InputEvent] {
        var events: [InputEvent] = []
        func absolute(_ code: UInt16, _ value: Int32) {
            events.append(InputEvent(time: time, type: EventType.absolute, code: code, value: value))
        }
        func position(_ x: Double, _ y: Double) {
            absolute(AbsoluteCode.positionX, Int32((x * Screen.unitsPerMillimetre).rounded()))
            absolute(AbsoluteCode.positionY, Int32((y * Screen.unitsPerMillimetre).rounded()))
        }
        for touch in touches {
            switch touch {
            case .down(let slot, let x, let y):
                lastTrackingID += 1
                absolute(AbsoluteCode.slot, Int32(slot))
                absolute(AbsoluteCode.trackingID, lastTrackingID)
                position(x, y)
            case .move(let slot, let x, let y):
                absolute(AbsoluteCode.slot, Int32(slot))
                position(x, y)
            case .lift(let slot):
                absolute(AbsoluteCode.slot, Int32(slot))
                absolute(AbsoluteCode.trackingID, -1)
            }
        }
        return events + [Screen.report(at: time)]
    }

    static func report(at time: Timestamp) -> InputEvent {
        InputEvent(time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)
    }

    static func dropped(at time: Timestamp) -> InputEvent {
        InputEvent(time: time, type: EventType.synchronization, code: SynchronizationCode.dropped, value: 0)
    }

    static func description(_ name: String) -> DeviceDescription {
        DeviceDescription(
            name: name, capabilities: [.init(type: EventType.key, codes: [KeyCode.touch])],
            axes: [
                .init(code: AbsoluteCode.slot, minimum: 0, maximum: 9),
                .init(code: AbsoluteCode.positionX, minimum: 0, maximum: 10_000, resolution: 100),
                .init(code: AbsoluteCode.positionY, minimum: 0, maximum: 8000, resolution: 100),
                .init(code: AbsoluteCode.trackingID, minimum: 0, maximum: 65535),
            ])
    }

    private static let unitsPerMillimetre = 100.0
}

extension Timestamp {
    init(_ milliseconds: Double) { self.init(microseconds: Int64((milliseconds * 1000).rounded())) }
}
