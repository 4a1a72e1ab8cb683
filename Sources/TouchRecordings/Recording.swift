public import GestureModel
public import TouchInput

/// A device and what it sent: all that is needed to have the same gestures again.
public struct Recording: Hashable, Sendable {
    public var description: DeviceDescription
    public var kind: TouchDeviceKind
    /// As they were recorded. Times are those of the file, which may start anywhere and, in a file that was mended by
    /// hand, go back.
    public var events: [InputEvent]

    public init(description: DeviceDescription, kind: TouchDeviceKind, events: [InputEvent]) {
        self.description = description
        self.kind = kind
        self.events = events
    }
}

extension Recording {
    /// Reads an evemu, `libinput record` or Android `getevent` file; which of them it is, its first line tells.
    ///
    /// Of several devices it takes the first touch device that sent anything. A half line at the end is an error; a file
    /// that was cut between two lines is a shorter recording.
    public init(parsing bytes: [UInt8]) throws(RecordingError) {
        let devices =
            switch try RecordingFormat(detecting: bytes) {
            case .evemu: [try EvemuReader.read(bytes)]
            case .libinput: try LibinputReader.read(bytes)
            case .getevent: try GeteventReader.read(bytes)
            }
        try self.init(firstTouchDeviceOf: devices)
    }

    init(firstTouchDeviceOf devices: [RecordedDevice]) throws(RecordingError) {
        var refusals: [String] = []
        var hasTouchDevice = false
        for device in devices {
            do {
                let kind = try device.description.touchKind()
                hasTouchDevice = true
                guard device.events.isEmpty else {
                    self.init(description: device.description, kind: kind, events: device.events)
                    return
                }
            } catch {
                refusals.append("\"\(device.description.name)\" \(error.reason)")
            }
        }
        guard !hasTouchDevice else { throw RecordingError(.noEvents, reason: "no events") }
        guard refusals.count > 1 else {
            throw RecordingError(.notATouchDevice, reason: "not a touch device: \(refusals.first ?? "there is none")")
        }
        throw RecordingError(.notATouchDevice, reason: "no touch device: \(refusals.joined(separator: "; "))")
    }
}

/// One device of a recording, before it is known whether it is a touch device.
struct RecordedDevice {
    /// The device node where the format tells it.
    var node = ""
    var description: DeviceDescription
    var events: [InputEvent] = []
}
