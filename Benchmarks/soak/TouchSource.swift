internal import GestureModel
internal import DaemonSimulation
internal import Strokes
internal import TouchInput
internal import TouchRecordings

/// A device with the state that the kernel has of it.
struct TouchSource {
    let device: ModelDevice
    private(set) var script: StrokeScript
    private var slots: [Int32: Slot] = [:]
    private var slot: Int32 = 0

    private struct Slot {
        var trackingID: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
    }

    init(_ device: ModelDevice, seed: UInt64, start: Timestamp) {
        self.device = device
        script = StrokeScript(on: device, seed: seed, start: start)
    }

    var recording: Recording { StrokeScript(on: device, seed: 0).recording }

    /// The events of strokes from `time` on, at 125 Hz.
    mutating func strokes(_ count: Int, from time: Timestamp, _ random: inout SplitMix64) -> [InputEvent] {
        script.pause(time - script.now)
        for _ in 0..<count { RandomTouches.stroke(&script, device, &random) }
        return script.dequeueEvents()
    }

    mutating func see(_ event: InputEvent) {
        guard event.type == EventType.absolute else { return }
        switch event.code {
        case AbsoluteCode.slot: slot = event.value
        case AbsoluteCode.trackingID: slots[slot, default: Slot()].trackingID = event.value
        case AbsoluteCode.positionX: slots[slot, default: Slot()].x = event.value
        case AbsoluteCode.positionY: slots[slot, default: Slot()].y = event.value
        default: break
        }
    }

    /// The state that the device reports after an overrun.
    func state(at time: Timestamp) -> [DeviceEvent] {
        func state(_ code: UInt16, _ value: Int32) -> DeviceEvent {
            .state(InputEvent(time: time, type: EventType.absolute, code: code, value: value))
        }
        let known = slots.sorted { $0.key < $1.key }.flatMap { number, slot in
            [
                state(AbsoluteCode.slot, number), state(AbsoluteCode.trackingID, slot.trackingID),
                state(AbsoluteCode.positionX, slot.x), state(AbsoluteCode.positionY, slot.y),
            ]
        }
        return [.stateLost(time)] + known + [state(AbsoluteCode.slot, slot), .stateKnown]
    }
}
