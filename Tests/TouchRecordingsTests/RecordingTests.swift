import FoundationEssentials
import GestureModel
import Strokes
import Testing
import TouchInput

@testable import TouchRecordings

@Suite struct RecordingTests {
    private static let touchpad = DeviceDescription(
        name: "pad", capabilities: [.init(type: EventType.key, codes: [KeyCode.toolFinger])],
        axes: [.init(code: 0, minimum: 0, maximum: 9), .init(code: 1, minimum: 0, maximum: 9)])
    private static let event = InputEvent(time: Timestamp(microseconds: 1), type: 0, code: 0, value: 0)

    @Test func `a touch device without events is skipped for one with events`() throws {
        var second = Self.touchpad
        second.name = "second"
        let devices = try Recording.touchDevices(of: [
            RecordedDevice(description: DeviceDescription(name: "keys"), events: [Self.event]),
            RecordedDevice(description: Self.touchpad),
            RecordedDevice(description: second, events: [Self.event]),
        ])
        #expect(devices.map(\.description.name) == ["pad", "second"])
        #expect(devices.map(\.events.count) == [0, 1])
        #expect(devices.allSatisfy { $0.kind == .touchpad })
    }

    @Test func `touch devices without events are an error`() {
        let text = """
            N: pad
            I: 0003 0001 0002 0003
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 20 00 00 00 00 00 00 00
            A: 00 0 9 0 0 0
            A: 01 0 9 0 0 0

            """
        #expect(throws: RecordingError(.noEvents, reason: "no events")) {
            try Recording(parsing: Array(text.utf8))
        }
    }

    @Test func `a configuration gives a device its kind, unless it is no touch surface`() throws {
        var pen = Self.touchpad
        pen.capabilities = [.init(type: EventType.key, codes: [KeyCode.toolPen, KeyCode.touch, KeyCode.stylus])]
        let panel = pen.withContacts
        let recorded = [pen, panel].map { RecordedDevice(description: $0, events: [Self.event]) }
        #expect(throws: RecordingError.self) { try Recording.touchDevices(of: recorded) { $0.kind } }
        let devices = try Recording.touchDevices(of: recorded) { _ in .touchscreen }
        #expect(devices.map(\.description) == [panel])
        #expect(devices.map(\.kind) == [.touchscreen])
    }

    @Test func `a prefix of a recording is refused or is a shorter recording`() throws {
        let whole = try RecordedFiles.sample("libinput-record-with-libinput.yml")
        let recording = try Recording(parsing: whole)
        for length in stride(from: 0, to: whole.count, by: 61) {
            guard let cut = try? Recording(parsing: Array(whole[..<length])) else { continue }
            #expect(recording.events.starts(with: cut.events))
        }
    }

    @Test func `a corrupt recording is refused with a reason, or survives a round trip`() throws {
        var generator = SplitMix64(seed: 1)
        let whole = [
            try RecordedFiles.sample("libinput-record.yml"), Array(Tour.touchpad.recording.evemu.prefix(2000)),
        ]
        for round in 0..<300 {
            var bytes = whole[round % whole.count]
            for _ in 0..<4 {
                bytes[Int(generator.fraction() * Double(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            switch Result(catching: { () throws(RecordingError) in try Recording(parsing: bytes) }) {
            case .success(let recording):
                #expect(try Recording(parsing: recording.evemu).events == recording.events)
            case .failure(let error):
                #expect(!error.reason.isEmpty)
            }
        }
    }

    @Test(.enabled(if: !RecordedFiles.shared.isEmpty, "needs ../shared/recordings"))
    func `every published recording is a device of the kind that its folder names`() throws {
        for (index, file) in RecordedFiles.shared.enumerated() {
            let recording = try Recording(parsing: RecordedFiles.bytes(file))
            #expect(recording.kind.rawValue == file.deletingLastPathComponent().lastPathComponent, "\(file)")
            // Only some: all would need seconds in a debug build.
            guard index.isMultiple(of: 10) else { continue }
            #expect(try Recording(parsing: recording.evemu) == recording, "\(file)")
        }
    }
}

/// Names in recordings that mean to cost time, or are no text.
@Suite struct RecordingTextTests {
    @Test(arguments: [
        Array(("a" + String(repeating: "\u{302}\u{316}", count: 15_900)).utf8), [0xC0, 0xAF], [0xED, 0xA0, 0x80],
        [0x61, 0x00, 0x62], [0x1B, 0x5D],
    ])
    func `a name that is no text costs a short error`(_ name: [UInt8]) {
        let start = Array("# EVEMU 1.3\nN: ".utf8)
        let end = Array("\nI: 0003 04f3 0001 0111\nP: 00\nB: 00 0b 00 00 00 00 00 00 00\n".utf8)
        let error = #expect(throws: RecordingError.self) { try Recording(parsing: start + name + end) }
        #expect((error.map { "\($0)".utf8.count } ?? .max) < 500)
    }

    @Test func `an axis of getevent that is one character with thousands of marks is refused, shortened`() {
        let axis = "ABS_MT_P" + String(repeating: "\u{5B0}\u{1D165}", count: 10_000)
        let text = """
            add device 1: /dev/input/event5
              name:     "a"
              events:
                ABS (0003): \(axis) : value 0, min 0, max 4000, fuzz 0, flat 0, resolution 0

            """
        let error = #expect(throws: RecordingError.self) { try Recording(parsing: Array(text.utf8)) }
        #expect((error.map { "\($0)".utf8.count } ?? .max) < 500)
    }
}

extension DeviceDescription {
    fileprivate var withContacts: DeviceDescription {
        var copy = self
        copy.axes += [AbsoluteCode.slot, AbsoluteCode.positionX, AbsoluteCode.positionY, AbsoluteCode.trackingID].map {
            .init(code: $0, minimum: 0, maximum: 9)
        }
        return copy
    }
}
