import CSystemd
import Glibc
import Testing

@testable import GestureDaemon

@Suite struct SystemBusTests {
    private let loop = try! EventLoop()
    private let folder: String
    private let listener: Int32

    init() {
        var template = Array("/tmp/gestured-bus-XXXXXX".utf8CString)
        folder = String(cString: mkdtemp(&template))
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        _ = SocketAddress(path: folder + "/socket")!.withPointer { bind(listener, $0, $1) }
        listen(listener, 8)
    }

    /// What speaks here ends every connection; the third is tried 0.3 s after the first.
    @Test(arguments: ["", "REJECTED\r\n", "OK nonsense\r\nAGREE_UNIX_FD\r\nl\u{4}garbage garbage garbage"])
    func `a bus that talks nonsense is told of once, and tried again`(_ words: String) throws {
        defer {
            close(listener)
            unlink(folder + "/socket")
            rmdir(folder)
        }
        var log: [String] = []
        let bus = SystemBus(on: loop, at: "unix:path=\(folder)/socket") { log.append("\($0): \($1)") }
        var losses = 0
        bus.onLoss = { losses += 1 }
        bus.open()
        for connection in 1...3 {
            let peer = accept(listener, nil, nil)
            try #require(peer >= 0)
            write(peer, words, words.utf8.count)
            close(peer)
            while losses < connection { try #require(sd_event_run(loop.event, 10_000_000) > 0) }
            if connection < 3 { try #require(sd_event_run(loop.event, 10_000_000) > 0) }
        }
        #expect(
            log == ["warning: the system bus is gone; screen locks and sleep are not seen until it is there"])
    }

    @Test func `an address that is none is told of`() {
        defer {
            close(listener)
            unlink(folder + "/socket")
            rmdir(folder)
        }
        var log: [String] = []
        let bus = SystemBus(on: loop, at: "nonsense") { log.append("\($0): \($1)") }
        bus.open()
        #expect(
            log == [
                "warning: the system bus cannot be reached (Connection refused); "
                    + "screen locks and sleep are not seen until it is there"
            ])
    }
}
