import Glibc
import Testing

@Suite("gesturectl touchegg") struct ToucheggTests {
    private let name = "gestured-tests-\(getpid())-\(UInt32.random(in: 0 ... .max))"

    /// A socket of this process with the abstract name, bound or connected; -1 if that fails.
    private func open(_ attach: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: [0] + Array(name.utf8)) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let isAttached = withUnsafeBytes(of: address) { bytes in
            attach(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, length) == 0
        }
        if isAttached { return descriptor }
        close(descriptor)
        return -1
    }

    @Test func `a name that another program has bound is waited for, with one line`() throws {
        let directory = try TemporaryDirectory()
        let daemon = FakeDaemon(directory.path("socket"))
        let squatter = open { bind($0, $1, $2) }
        try #require(squatter >= 0 && listen(squatter, 8) == 0)
        let service = Program("gesturectl", ["touchegg", "--name", name, "--socket", daemon.path])
        let line =
            "gesturectl: touchegg: the abstract socket \(name) is served by another program of this user: tried again "
            + "until it ends; is it Touchégg's daemon?"
        #expect(eventually { service.errorLines == [line] }, "\(service.errors)")
        // It connects to see whose program it is: once for the line above.
        var connections = 0
        var polled = pollfd(fd: squatter, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, 1000) > 0 {
            close(accept(squatter, nil, nil))
            connections += 1
        }
        #expect(connections == 1)
        close(squatter)
        #expect(
            eventually { service.errorLines.last?.hasSuffix("is free again, and served") == true }, "\(service.errors)")
        #expect(service.errorLines.count == 2)
        let client = open { connect($0, $1, $2) }
        #expect(client >= 0)
        close(client)
        #expect(service.exit(within: 0) == nil)
    }
}
