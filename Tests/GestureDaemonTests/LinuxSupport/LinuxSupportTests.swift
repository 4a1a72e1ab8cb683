import GestureModel
import Glibc
import LinuxSupport
import Testing

@Suite("Linux support")
struct LinuxSupportTests {
    @Test func `an errno is described by its text and its name`() {
        #expect("\(Errno(EACCES))" == "Permission denied (EACCES)")
        #expect("\(Errno(4711))" == "Unknown error 4711 (4711)")
    }

    @Test func `a failed call is described by what was tried and why it failed`() {
        #expect(throws: SystemError(operation: "create the loop", code: Errno(EMFILE))) {
            try SystemError.check(-EMFILE, "create the loop")
        }
        let error = #expect(throws: SystemError.self) { try SystemError.check(-ENOENT, "open the door") }
        #expect(error.map { "\($0)" } == "cannot open the door: No such file or directory (ENOENT)")
    }

    @Test func `the delay doubles after each failure up to the limit`() {
        var backoff = Backoff(from: .milliseconds(100), to: .milliseconds(500))
        #expect(backoff.isReset)
        #expect((0..<4).map { _ in backoff.nextDelay().count } == [100_000, 200_000, 400_000, 500_000])
        #expect(!backoff.isReset)
        backoff.reset()
        #expect(backoff.isReset)
        #expect(backoff.nextDelay() == .milliseconds(100))
    }

    @Test func `control characters are escaped, and other text stays`() {
        let name = "Ünïcode 中 👆🏽 \"x\""
        #expect(name.escapingControls == name)
        #expect("\u{1b}[2J\na\u{9b}\u{2028}".escapingControls == #"\u{1b}[2J\u{a}a\u{9b}\u{2028}"#)
        let json = Array("{\"name\":\"é\u{9b}2J\u{202e}\u{7f}\"}".utf8)
        #expect(String(decoding: json.escapingControlsInJSON, as: UTF8.self) == #"{"name":"é\u009b2J\u202e\u007f"}"#)
    }

    @Test func `the clock does not go backwards`() {
        let start = MonotonicClock.now
        #expect(start.microseconds > 0)
        #expect(MonotonicClock.now >= start)
    }

    @Test func `bytes written to a pipe are readable until its end`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(try !ReadyDescriptors.wait(for: ends[0], until: MonotonicClock.now + .milliseconds(1)))
        try [7, 8, 9].withUnsafeBytes { try writeAll($0, to: ends[1]) }
        #expect(try ReadyDescriptors.wait(for: ends[0], until: MonotonicClock.now + .milliseconds(10_000)))
        close(ends[1])
        #expect(try FileContents.read(from: ends[0]) == [7, 8, 9].withUnsafeBytes { Array($0) })
    }

    @Test func `a wait tells which descriptors are ready, and ignores negative ones`() throws {
        var pipes: [[Int32]] = [[-1, -1], [-1, -1]]
        for index in pipes.indices { try #require(pipe(&pipes[index]) == 0) }
        defer { for descriptor in pipes.joined() { close(descriptor) } }
        try [1].withUnsafeBytes { try writeAll($0, to: pipes[1][1]) }
        let ready = ReadyDescriptors.wait(for: [pipes[0][0], -1, pipes[1][0]])
        #expect(!ready.contains(pipes[0][0]) && !ready.contains(-1) && ready.contains(pipes[1][0]))
        #expect(ReadyDescriptors.wait(for: [pipes[0][0], -1], until: MonotonicClock.now).isEmpty)
        let writable = pollfd(fd: pipes[0][1], events: Int16(POLLOUT), revents: 0)
        #expect(ReadyDescriptors.wait(for: [], [writable]).contains(pipes[0][1]))
    }

    @Test func `files are read whole, up to a limit`() throws {
        #expect(try FileContents.read("/proc/self/comm").last == UInt8(ascii: "\n"))
        #expect(throws: FileContents.Failure.tooLarge(limit: 1)) { try FileContents.read("/proc/self/comm", limit: 1) }
        #expect(throws: FileContents.Failure.cannotOpen(Errno(ENOENT))) { try FileContents.read("/no/such/file") }
        #expect(throws: FileContents.Failure.cannotRead(Errno(EISDIR))) { try FileContents.read("/tmp") }
        #expect("\(FileContents.Failure.cannotRead(Errno(EISDIR)))" == "cannot be read: Is a directory (EISDIR)")
    }
}
