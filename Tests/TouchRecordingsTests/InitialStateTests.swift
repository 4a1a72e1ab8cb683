import GestureModel
import Testing

@testable import TouchRecordings

/// The coordinates that a recording's slots have before its first event.
@Suite struct InitialStateTests {
    private static func recording(_ events: [(UInt16, Int32)?], minimum: Int32 = -100) -> Recording {
        let axes = [
            (AbsoluteCode.slot, 0, 4), (AbsoluteCode.positionX, minimum, 1000), (AbsoluteCode.positionY, minimum, 1000),
            (AbsoluteCode.trackingID, 0, 65535),
        ].map { DeviceDescription.Axis(code: $0.0, minimum: $0.1, maximum: $0.2) }
        var time: Int64 = 1_000_000
        let input = events.map { event in
            guard let (code, value) = event else {
                time += 8000
                return InputEvent(
                    time: Timestamp(microseconds: time - 8000), type: EventType.synchronization,
                    code: SynchronizationCode.report, value: 0)
            }
            return InputEvent(time: Timestamp(microseconds: time), type: EventType.absolute, code: code, value: value)
        }
        return Recording(description: DeviceDescription(name: "pad", axes: axes), kind: .touchpad, events: input)
    }

    private static let (id, x, y) = (AbsoluteCode.trackingID, AbsoluteCode.positionX, AbsoluteCode.positionY)

    /// The slots that start at 0.
    private static func slots(_ events: [(UInt16, Int32)?], minimum: Int32 = -100) -> [Int32] {
        let state = recording(events, minimum: minimum).initialState.compactMap { event -> InputEvent? in
            if case .state(let event) = event { event } else { nil }
        }
        return state.dropLast().filter { $0.code == AbsoluteCode.slot }.map(\.value)
    }

    /// libinput's bcm5974, whose axis goes from -4824 to 4824: a touch in the middle.
    @Test func `a first contact without x is at 0`() {
        #expect(Self.slots([(Self.id, 1), (Self.y, 500), nil, nil, (Self.id, -1), nil]) == [0])
        #expect(Self.slots([(AbsoluteCode.slot, 2), (Self.id, 1), (Self.x, 500), nil, (Self.id, -1), nil]) == [2])
        #expect(Self.slots([(Self.id, 1), (Self.y, 500), nil, (Self.x, 4), nil, (Self.x, 900), nil]) == [])
        #expect(
            Self.slots([(Self.id, 1), (Self.y, 500), nil, (Self.x, 4), nil, (Self.x, 9), nil, (Self.id, -1)]) == [0])
    }

    @Test func `a first contact whose x comes later is not at 0`() {
        #expect(Self.slots([(Self.id, 1), (Self.y, 500), nil, (Self.x, 600), nil, (Self.id, -1), nil]) == [])
    }

    @Test func `after a first contact with both coordinates, no contact is at 0`() {
        let both: [(UInt16, Int32)?] = [(Self.id, 1), (Self.x, 5), (Self.y, 500), nil, (Self.id, -1), nil]
        #expect(Self.slots(both + [(Self.id, 2), (Self.y, 300), nil]) == [])
    }

    @Test func `on an axis without 0, no contact is at 0`() {
        #expect(Self.slots([(Self.id, 1), (Self.y, 500), nil, (Self.id, -1), nil], minimum: 100) == [])
    }
}
