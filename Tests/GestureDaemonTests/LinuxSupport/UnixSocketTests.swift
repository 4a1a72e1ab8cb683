import Glibc
import LinuxSupport
import Testing

@Suite("Unix sockets")
struct UnixSocketTests {
    private let path = "/tmp/gestured-socket-\(getpid())-\(UInt32.random(in: 0 ... .max))"

    @Test func `a client and a listener exchange bytes until the client closes`() throws {
        let listener = try UnixSocket(listeningAt: path, mode: 0o660)
        defer { unlink(path) }
        let noClient = try listener.accept() == nil
        #expect(noClient)
        let client = try UnixSocket(connectingTo: path, blocking: .never)
        guard let server = try listener.accept() else {
            Issue.record("the listener accepted no client")
            return
        }
        var buffer = [UInt8](repeating: 0, count: 8)
        let nothing = try server.receive(into: &buffer)
        #expect(nothing == .nothing)
        let sent = try client.send([1, 2, 3])
        #expect(sent == 3)
        let received = try server.receive(into: &buffer)
        #expect(received == .bytes(3))
        #expect(buffer.prefix(3) == [1, 2, 3])
        _ = consume client
        let end = try server.receive(into: &buffer)
        #expect(end == .end)
        var failure: Errno?
        do throws(Errno) { _ = try server.send([1]) } catch { failure = error }
        #expect(failure == Errno(EPIPE))
    }

    // In a storm of connections, a client that did not block was refused.
    @Test func `a client that does not block waits in turn while the listener has no place`() async throws {
        let listener = try UnixSocket(listeningAt: path, mode: 0o660, backlog: 1)
        defer { unlink(path) }
        // A client that has closed stays in the queue until it is accepted.
        for _ in 0..<2 { _ = try UnixSocket(connectingTo: path, blocking: .never) }
        #expect(throws: UnixSocketError.system(Errno(EAGAIN))) {
            _ = try UnixSocket(connectingTo: path, blocking: .never)
        }
        let place = path
        let connecting = Task.detached {
            // It waits for 50 ms only, in which a busy machine may not accept.
            for _ in 0..<1000 {
                guard let client = try? UnixSocket(connectingTo: place, blocking: .never) else { continue }
                return fcntl(client.descriptor, F_GETFL) & O_NONBLOCK != 0
            }
            return false
        }
        var count = 0
        while count < 3 { if try listener.accept() != nil { count += 1 } else { await Task.yield() } }
        #expect(await connecting.value)
    }

    @Test func `a socket that does not block sends what fits and then nothing`() throws {
        let listener = try UnixSocket(listeningAt: path, mode: 0o660)
        defer { unlink(path) }
        let client = try UnixSocket(connectingTo: path, blocking: .never)
        let chunk = [UInt8](repeating: 0, count: 1 << 20)
        var total = 0
        while case let count = try client.send(chunk[...]), count > 0 { total += count }
        #expect(total > 0)
        withExtendedLifetime(listener.descriptor) {}
    }

    @Test func `a receive with a time limit gives up`() throws {
        let listener = try UnixSocket(listeningAt: path, mode: 0o660)
        defer { unlink(path) }
        let client = try UnixSocket(connectingTo: path, blocking: .upTo(seconds: 1))
        var buffer = [UInt8](repeating: 0, count: 8)
        let received = try client.receive(into: &buffer)
        #expect(received == .nothing)
        withExtendedLifetime(listener.descriptor) {}
    }

    @Test func `a listener's path has the mode that was asked for`() throws {
        let listener = try UnixSocket(listeningAt: path, mode: 0o640)
        defer { unlink(path) }
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
        withExtendedLifetime(listener.descriptor) {}
    }

    @Test(arguments: ["", "/tmp/" + String(repeating: "x", count: 103), "/tmp/a\0b"])
    func `a path that no socket can have is refused`(path: String) {
        #expect(throws: UnixSocketError.invalidPath) { _ = try UnixSocket(connectingTo: path, blocking: .never) }
        #expect(throws: UnixSocketError.invalidPath) { _ = try UnixSocket(listeningAt: path, mode: 0o660) }
    }

    @Test func `the longest path can be bound`() throws {
        let path = "/tmp/\(getpid())-".padding(to: UnixSocket.maximumPathLength)
        let listener = try UnixSocket(listeningAt: path, mode: 0o660)
        defer { unlink(path) }
        withExtendedLifetime(listener.descriptor) {}
    }

    @Test func `errors name the system's reason`() {
        #expect(throws: UnixSocketError.system(Errno(ENOENT))) {
            _ = try UnixSocket(connectingTo: path, blocking: .never)
        }
        #expect(throws: UnixSocketError.system(Errno(ENOENT))) {
            _ = try UnixSocket(listeningAt: path + "/no/folder", mode: 0o660)
        }
        #expect("\(UnixSocketError.system(Errno(ENOENT)))" == "No such file or directory (ENOENT)")
        #expect("\(UnixSocketError.invalidPath)" == "a socket's path has 1 to 107 bytes and no NUL")
    }
}

extension String {
    fileprivate func padding(to count: Int) -> String { self + String(repeating: "x", count: count - utf8.count) }
}
