import GestureModel
import RandomLives
import Strokes
import TouchInput
import TouchRecordings

/// Touches spelled out, on a touchscreen of 20 units a millimetre.
extension Recording {
    static var touchscreen: Recording { StrokeScript(on: .touchscreen, seed: 1).recording }
}

extension Action {
    static func send(client: Int = 0, _ line: String) -> Action { .send(client: client, Array("\(line)\n".utf8)) }

    /// What a touchscreen sends in one frame, by ABS_MT code and value.
    static func frame(at milliseconds: Int64, device: Int = 0, _ values: (code: UInt16, value: Int32)...) -> [Action] {
        let time = Timestamp(microseconds: milliseconds * 1000)
        let events = values.map { InputEvent(time: time, type: EventType.absolute, code: $0.code, value: $0.value) }
        let report = InputEvent(
            time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)
        return (events + [report]).map { .take(device: device, .event($0)) }
    }

    static func down(_ id: Int32, x: Int32, y: Int32, at milliseconds: Int64) -> [Action] {
        frame(
            at: milliseconds, (AbsoluteCode.trackingID, id), (AbsoluteCode.positionX, x), (AbsoluteCode.positionY, y))
    }

    static func move(x: Int32, at milliseconds: Int64) -> [Action] {
        frame(at: milliseconds, (AbsoluteCode.positionX, x))
    }

    static func up(at milliseconds: Int64) -> [Action] { frame(at: milliseconds, (AbsoluteCode.trackingID, -1)) }

    static func expire(at milliseconds: Int64) -> Action { .expire(Timestamp(microseconds: milliseconds * 1000)) }
}
