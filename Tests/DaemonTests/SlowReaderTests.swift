import FakeEvdev
import GestureModel
import Glibc
import Testing

@Suite("Slow readers") struct SlowReaderTests {
    private static let limits = "[limits]\noutbox = 16384\n"

    /// Drags until more is queued for a client that does not read than the limit allows.
    private func flood(_ daemon: DaemonProcess, _ steady: TestClient, drags: Int32) throws {
        for id in 1...drags {
            try daemon.devices.flick("event5", id: id)
            #expect(try steady.gesture().transitions == ["began", "ended"])
        }
    }

    /// Drags until the kernel's buffer for a client is full, and the daemon's queue as well. Then the client has a second
    /// to read why it is disconnected.
    private func overrun(_ slow: TestClient, _ daemon: DaemonProcess, _ steady: TestClient) throws {
        var before = -1
        while slow.waiting > before {
            before = slow.waiting
            try flood(daemon, steady, drags: 2)
        }
        // At most three lines of each drag are queued, which have more than 600 bytes.
        try flood(daemon, steady, drags: 16384 / 600 + 1)
    }

    /// A drag of more lines than the kernel can buffer: the newest is queued in the daemon.
    private func dragFar(_ daemon: DaemonProcess, _ steady: TestClient) throws {
        try daemon.devices.drag("event5", id: 1)
        for step in 1...600 as ClosedRange<Int32> {
            try daemon.devices.emit("event5", at: monotonicMicroseconds(), .x(1320 + step))
        }
        _ = try steady.next { $0.numbers("value", "drag", "location")?[0] == 1209.449 }
    }

    @Test func `a client that reads too slowly is disconnected with an error, and the others miss nothing`() throws {
        let daemon = try DaemonProcess.withTouchscreen(configuration: Self.limits)
        let steady = try daemon.client(#"{"drag":{}}"#)
        let slow = try daemon.client(#"{"drag":{}}"#)
        try overrun(slow, daemon, steady)
        let received = try slow.readToEnd()
        let last = try #require(received.last)
        #expect(last.type == "error" && last.text("code") == "overrun")
        #expect(last.text("message") == "limits.outbox: a client has at most 16384 bytes waiting to be read")
        // Every gesture that it received has ended.
        let transitions = received.transitions
        #expect(transitions.filter { $0 == "began" }.count == transitions.filter { $0 != "began" }.count)
        #expect(transitions.dropLast(1).allSatisfy { $0 == "began" || $0 == "ended" })
        try flood(daemon, steady, drags: 3)
    }

    @Test(arguments: [ENOBUFS, ENOMEM, EINTR, EAGAIN])
    func `a send that fails for now loses no byte and joins no two lines`(_ code: Int32) throws {
        let daemon = try DaemonProcess {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.allowFailures()
        }
        let client = try daemon.client(#"{"drag":{}}"#)
        var messages: [Message] = []
        for id in 1...5 as ClosedRange<Int32> {
            try daemon.devices.failNext(.send, with: code)
            try daemon.devices.flick("event5", id: id)
            // Each line that is not JSON is an error of the test's client.
            messages += try client.gesture()
            #expect(daemon.devices.hasFailed())
        }
        #expect(messages.transitions == Array(repeating: ["began", "ended"], count: 5).flatMap { $0 })
        let numbers = messages.compactMap { $0.number("gesture") }
        #expect(numbers.count == messages.count && numbers == numbers.sorted())
    }

    @Test func `a client that never reads costs a bounded amount of memory and is disconnected`() throws {
        let daemon = try DaemonProcess.withTouchscreen(configuration: Self.limits)
        let steady = try daemon.client(#"{"drag":{}}"#)
        try flood(daemon, steady, drags: 5)
        let (descriptors, memory) = (daemon.program.descriptors, daemon.program.anonymousMemory)
        let deaf = try daemon.client(#"{"drag":{}}"#)
        try flood(daemon, steady, drags: 150)
        #expect(eventually { daemon.program.descriptors == descriptors })
        #expect(daemon.program.anonymousMemory < memory + 1024)
        withExtendedLifetime(deaf) {}
    }

    @Test func `a slow reader receives the daemon's stop`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let steady = try daemon.client(#"{"drag":{}}"#)
        let slow = try daemon.client(#"{"drag":{}}"#)
        try dragFar(daemon, steady)
        daemon.program.signal(SIGTERM)
        #expect(try slow.readToEnd().phases.last == "cancelled shutdown")
        #expect(daemon.program.exit() == .exited(0))
    }

    @Test func `a reader that has stopped does not keep the daemon from stopping`() throws {
        let daemon = try DaemonProcess.withTouchscreen(configuration: Self.limits)
        let steady = try daemon.client(#"{"drag":{}}"#)
        let dead = try daemon.client(#"{"drag":{}}"#)
        try dragFar(daemon, steady)
        daemon.program.signal(SIGTERM)
        #expect(daemon.program.exit() == .exited(0))
        withExtendedLifetime(dead) {}
    }
}
