import CSystemd
import GestureModel
import Glibc
import LinuxSupport
import Testing

@testable import GestureDaemon

@Suite("The system bus") final class SystemBusTests {
    private let loop = try! EventLoop()
    private let folder: String
    private let listener: UnixSocket
    private var log: [String] = []

    init() throws {
        var template = Array("/tmp/gestured-bus-XXXXXX".utf8CString)
        folder = String(cString: mkdtemp(&template))
        listener = try UnixSocket(listeningAt: folder + "/socket", mode: 0o600)
    }

    deinit {
        unlink(folder + "/socket")
        rmdir(folder)
    }

    /// The listener ends every connection. The third attempt is made 0.3 s after the first.
    @Test(arguments: ["", "REJECTED\r\n", "OK nonsense\r\nAGREE_UNIX_FD\r\nl\u{4}garbage garbage garbage"])
    func `is reported lost once if it sends nonsense, and connected to again`(_ words: String) throws {
        let bus = SystemBus(on: loop, at: "unix:path=\(folder)/socket") { [unowned self] in log.append("\($0): \($1)") }
        var losses = 0
        bus.onLoss = { losses += 1 }
        bus.open()
        for connection in 1...3 {
            try answer(words)
            while losses < connection { try #require(sd_event_run(loop.event, 60_000_000) > 0) }
            if connection < 3 { try #require(sd_event_run(loop.event, 60_000_000) > 0) }
        }
        #expect(
            log == ["warning: system bus: disconnected; screen locks and sleep are not followed until it is back"])
    }

    /// Any program may send signals to the daemon.
    @Test func `does not keep devices waiting while it is flooded with messages`() throws {
        let bus = SystemBus(on: loop, at: "unix:path=\(folder)/socket") { [unowned self] in log.append("\($0): \($1)") }
        bus.open()
        guard let peer = try listener.accept() else { throw SystemError(operation: "accept the bus", code: .current) }
        let signals = (1...200).flatMap { BusBytes.signal(serial: 100 + $0) }
        let bytes = Array("OK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8) + BusBytes.helloAnswer
        #expect(try peer.send((bytes + signals)[...]) == bytes.count + signals.count)
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        #expect(write(ends[1], "x", 1) == 1)
        var received: [Int] = [0]
        let slot = bus.match("type='signal',interface='org.example.Flood'", onRefusal: { _ in }) { _ in
            received[received.count - 1] += 1
        }
        let device = try loop.watch(ends[0], for: EPOLLIN.rawValue) { _ in received.append(0) }
        while received.reduce(0, +) < 200 { try #require(sd_event_run(loop.event, 60_000_000) > 0) }
        #expect(received.count > 2, "the device was served \(received.count - 1) times")
        #expect(log == [])
        withExtendedLifetime((slot, device)) {}
        for end in ends { close(end) }
    }

    @Test func `comes before devices again after one message of a burst has waited`() {
        var burst = MessageBurst()
        let now = Timestamp(microseconds: 1_000_000)
        for _ in 1..<MessageBurst.limit { #expect(burst.count(at: now, handled: 7) == nil) }
        #expect(burst.count(at: now, handled: 7) == .client)
        #expect(burst.count(at: now, handled: 7) == .access)
        // Another handler ran, or time has passed: no burst.
        for number in 0..<100 { #expect(burst.count(at: now, handled: UInt64(8 + number)) == nil) }
        for number in 1...100 { #expect(burst.count(at: now + .milliseconds(Int64(11 * number)), handled: 107) == nil) }
    }

    @Test func `is reported unreachable if its address is invalid`() {
        let bus = SystemBus(on: loop, at: "nonsense") { [unowned self] in log.append("\($0): \($1)") }
        bus.open()
        #expect(
            log == [
                "warning: system bus: cannot connect: Connection refused (ECONNREFUSED); "
                    + "screen locks and sleep are not followed until it is back"
            ])
    }

    /// Messages as they are on the wire (the D-Bus specification), little-endian.
    private enum BusBytes {
        /// The answer to the first call, with a unique name.
        static let helloAnswer = message(
            2, serial: 1, [field(5, "u", number(1)), field(8, "g", [1, 0x73, 0])], string(":1.7"))

        static func signal(serial: Int) -> [UInt8] {
            let texts = [(1, "o", "/"), (2, "s", "org.example.Flood"), (3, "s", "Flood")] as [(UInt8, String, String)]
            return message(4, serial: serial, texts.map { field($0, $1, string($2)) }, [])
        }

        private static func message(_ type: UInt8, serial: Int, _ fields: [[UInt8]], _ body: [UInt8]) -> [UInt8] {
            // Each field begins at a multiple of eight; the last is not padded in the array's length.
            let array = fields.dropLast().flatMap(padded) + (fields.last ?? [])
            return padded([0x6c, type, 0, 1] + number(body.count) + number(serial) + number(array.count) + array) + body
        }

        private static func field(_ code: UInt8, _ type: String, _ value: [UInt8]) -> [UInt8] {
            [code, 1] + Array(type.utf8) + [0] + value
        }

        private static func string(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) + [0] }
        private static func number(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xff) } }
        private static func padded(_ bytes: [UInt8]) -> [UInt8] {
            bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
        }
    }

    /// Accepts a connection, sends it the words and ends it.
    private func answer(_ words: String) throws {
        guard let peer = try listener.accept() else {
            Issue.record("there is no connection")
            return
        }
        _ = try peer.send(Array(words.utf8)[...])
    }
}
