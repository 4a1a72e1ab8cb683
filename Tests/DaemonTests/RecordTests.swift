import FakeEvdev
import Foundation
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

    /// What fingers did on a screen may be what was typed on it.
    @Test func `a new file of a recording is for its user alone`() throws {
        let path = directory.path("new.evemu")
        let recorder = record("event5", shell: "umask 022; exec >'\(path)'")
        #expect(eventually { (try? String(contentsOfFile: path, encoding: .utf8))?.contains("\nA: 39 ") == true })
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        recorder.signal(SIGINT)
        #expect(recorder.exit() == .signalled(SIGINT))
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
        #expect(eventually { recorder.outputLines.filter { $0.hasSuffix(" 0000 0000 0000") }.count == 3 })
        recorder.signal(SIGINT)
        #expect(recorder.exit() == .signalled(SIGINT))
        let recording = try Recording(parsing: Array(recorder.output.utf8))
        var description = DeviceDescription.touchscreen
        // The types follow from the codes of each.
        description.capabilities.removeFirst()
        #expect(recording.description == description)
        #expect(recording.kind == .touchscreen)
        // Before them the values that the axes have at the start.
        #expect(recording.events.suffix(8).map(\.value) == [0, 1, 1500, 850, 0, 0, -1, 0])
        #expect(recording.events.first?.time.microseconds == end - 50_000)
        #expect(recording.events.last?.time.microseconds == end)
    }

    @Test func `a finger that comes down where the last one lifted is in the recording`() throws {
        try devices.silently("event5", .slot(0), .x(900), .y(700))
        let recorder = record("event5")
        #expect(eventually { recorder.output.contains("\nA: 39 ") })
        // A flick to the right, whose first events lack the values that have not changed.
        var frames: Frames = [(9_000_000, [.trackingID(4)])]
        for step in 1...10 as ClosedRange<Int32> {
            frames.append((9_000_000 + Int64(step) * 8000, [.x(900 + step * 60)]))
        }
        frames.append((9_090_000, [.trackingID(-1)]))
        try devices.play("event5", frames)
        #expect(eventually { recorder.output.contains(" 0039 -001\n") || recorder.output.contains(" 0039 -1\n") })
        recorder.signal(SIGINT)
        _ = recorder.exit()
        let path = try directory.file("flick.evemu", recorder.output)
        let explanation = Program("gesturectl", ["explain", path, "--gesture", "swipe"])
        #expect(explanation.exit() == .exited(0))
        #expect(explanation.output.contains("recognised: "), "\(explanation.output)")
    }

    @Test func `a contact that is down at the start of a recording starts nothing`() throws {
        try devices.silently("event5", .slot(0), .trackingID(3), .x(900), .y(700))
        let recorder = record("event5")
        #expect(eventually { recorder.output.contains("\nA: 39 ") })
        try devices.play("event5", [(9_000_000, [.x(950)]), (9_050_000, [.trackingID(-1)])])
        #expect(eventually { recorder.outputLines.filter { $0.hasSuffix(" 0000 0000 0000") }.count == 3 })
        recorder.signal(SIGINT)
        _ = recorder.exit()
        let path = try directory.file("rest.evemu", recorder.output)
        let recognition = Program("gesturectl", ["recognise", path, "--json"])
        #expect(recognition.exit() == .exited(0))
        #expect(!recognition.output.contains(#""type":"gesture""#))
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

    @Test func `names a device that cannot be opened, and what helps`() throws {
        try devices.refuseOpening("event5", with: EACCES)
        let recorder = record("event5")
        #expect(recorder.exit() == .exited(1))
        #expect(
            recorder.errors == """
                gesturectl: /dev/input/event5: cannot open: Permission denied (EACCES)
                gesturectl: run: sudo gesturectl record event5 > recording.evemu

                """)
        let absent = record("event77")
        #expect(absent.exit() == .exited(1))
        #expect(
            absent.errors == """
                gesturectl: /dev/input/event77: cannot open: No such file or directory (ENOENT)
                gesturectl: `gesturectl devices` lists the touch devices, such as event5

                """)
        let other = record("/dev/null")
        #expect(other.exit() == .exited(1))
        #expect(other.errors == "gesturectl: /dev/null: not an input device, such as /dev/input/event5\n")
    }
}
