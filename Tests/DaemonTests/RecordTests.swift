import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput
import TouchRecordings

@Suite("gesturectl record") struct RecordTests {
    let devices: FakeDeviceTree
    let directory: TemporaryDirectory

    init() throws {
        devices = try FakeDeviceTree()
        directory = try TemporaryDirectory()
        try devices.add(.touchscreen, as: "event5", .touchscreen)
    }

    private func record(_ device: String, shell: String = "") -> Program {
        Program("gesturectl", ["record", device], environment: devices.environment, shell: shell)
    }

    @Test(arguments: ["event5", "/dev/input/event5"])
    func `writes a recording that reads back unchanged`(_ name: String) throws {
        let recorder = record(name)
        #expect(eventually { recorder.output.contains("\nA: 39 ") })
        let end = Int64(9_000_000)
        let frames: Frames = [
            (end - 50_000, [.slot(0), .trackingID(1), .x(1500), .y(850)]), (end, [.slot(0), .trackingID(-1)]),
        ]
        try devices.play("event5", frames)
        #expect(eventually { recorder.outputLines.filter { $0.hasSuffix(" 0000 0000 0000") }.count == 2 })
        recorder.signal(SIGINT)
        #expect(recorder.exit() == .signalled(SIGINT))
        let recording = try Recording(parsing: Array(recorder.output.utf8))
        var description = DeviceDescription.touchscreen
        // The types follow from the codes of each.
        description.capabilities.removeFirst()
        #expect(recording.description == description)
        #expect(recording.kind == .touchscreen)
        #expect(recording.events.map(\.value) == [0, 1, 1500, 850, 0, 0, -1, 0])
        #expect(recording.events.last?.time.microseconds == end)
    }

    @Test func `leaves whole lines if it is interrupted while writing`() throws {
        let path = directory.path("out")
        mkfifo(path, 0o600)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let recorder = record("event5", shell: "exec >\(path)")
        // Far more than a pipe can buffer: the recorder is still writing when the first bytes arrive.
        let frames: Frames = (0..<1000).map { (Int64($0) * 8000, [.x($0 % 3000), .y($0 % 1700)]) }
        try devices.play("event5", frames)
        var text = ""
        #expect(eventually { read(reader, into: &text) && text.contains("\nE: ") })
        recorder.signal(SIGINT)
        #expect(eventually { read(reader, into: &text) == false && recorder.exit(within: 0) != nil })
        #expect(text.last == "\n")
        let recording = try Recording(parsing: Array(text.utf8))
        #expect(recording.events.last?.type == EventType.synchronization)
    }

    /// Appends some of the available bytes; false at the end.
    private func read(_ descriptor: Int32, into text: inout String) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        text += String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
        return count > 0
    }

    @Test func `names a device that is unplugged, and ends`() throws {
        let recorder = record("event5")
        #expect(eventually { recorder.output.contains("\nA: 39 ") })
        devices.remove("event5")
        #expect(recorder.exit() == .exited(1))
        #expect(recorder.errors == "gesturectl: /dev/input/event5: cannot read: No such device (ENODEV)\n")
    }

    @Test func `names a device that cannot be opened in one line`() throws {
        try devices.refuseOpening("event5", with: EACCES)
        let recorder = record("event5")
        #expect(recorder.exit() == .exited(1))
        #expect(recorder.errors == "gesturectl: /dev/input/event5: cannot open: Permission denied (EACCES)\n")
        let other = record("/dev/null")
        #expect(other.exit() == .exited(1))
        #expect(other.errors == "gesturectl: /dev/null: not an input device, such as /dev/input/event5\n")
    }
}
