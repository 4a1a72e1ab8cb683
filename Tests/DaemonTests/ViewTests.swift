import FakeEvdev
import Glibc
import Testing

@Suite("gesturectl view") struct ViewTests {
    private let daemon: DaemonProcess

    init() throws {
        daemon = try .withTouchscreen()
        // gesturectl does not wait for a daemon that is starting.
        _ = try daemon.client()
        // The tests hold more connections than the usual limit of a process.
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, 4096)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private struct View {
        let program: Program
        let port: UInt16
        let token: String

        func browser(_ request: String) throws -> BrowserStub {
            let browser = try #require(BrowserStub(port), "nothing listens on port \(port)")
            browser.send(request)
            return browser
        }

        func get(_ path: String, _ fields: String...) -> String {
            (["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields + ["", ""]).joined(separator: "\r\n")
        }

        func lines() throws -> BrowserStub { try browser(get("/lines", "Authorization: Bearer \(token)")) }
    }

    private func view(_ arguments: String..., shell: String = "") throws -> View {
        let program = Program("gesturectl", ["view", "--socket", daemon.socket] + arguments, shell: shell)
        let address = try #require(eventually { program.outputLines.first }, "\(program.errors)")
        let match = try #require(address.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#([0-9a-f]{32})/), "\(address)")
        return View(program: program, port: try #require(UInt16(match.1)), token: String(match.2))
    }

    @Test func `the page is served to every browser, and the lines to those with the token`() throws {
        let view = try view()
        #expect(try view.browser(view.get("/")).status == "HTTP/1.1 200 OK")
        #expect(try view.browser(view.get("/lines")).status == "HTTP/1.1 403 Forbidden")
        let browsers = [try view.lines(), try view.lines()]
        for browser in browsers { #expect(browser.reads { $0.received.contains(#"{"type":"hello""#) }) }
        try daemon.devices.tap("event5")
        for browser in browsers {
            #expect(browser.reads { $0.received.contains(#"{"type":"contacts""#) })
            #expect(browser.reads { $0.received.contains(#""value":{"tap""#) })
        }
    }

    @Test(arguments: ["127.0.0.1:80@evil", "example.org", "localhost"])
    func `a request for another host is refused`(_ host: String) throws {
        let view = try view()
        let browser = try view.browser(
            "GET /lines HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer \(view.token)\r\n\r\n")
        #expect(browser.status == "HTTP/1.1 403 Forbidden")
    }

    @Test func `many connections neither end the view nor keep a browser out`() throws {
        let view = try view()
        var held: [BrowserStub] = []
        for number in 0..<1100 {
            let browser = try #require(BrowserStub(view.port), "connection \(number)")
            browser.send("GET / HT")
            held.append(browser)
        }
        #expect(try view.browser(view.get("/")).status == "HTTP/1.1 200 OK")
        #expect(try view.lines().reads { $0.received.contains(#"{"type":"hello""#) })
        #expect(view.program.descriptors < 100)
        #expect(held[0].reads { $0.hasEnded })
    }

    @Test func `a view without descriptors goes on when there are some again`() throws {
        let view = try view()
        view.program.allowDescriptors(more: 3)
        var held = (0..<40).compactMap { _ in BrowserStub(view.port) }
        #expect(held.count == 40)
        #expect(try view.browser(view.get("/")).status == "HTTP/1.1 200 OK")
        held = []
        #expect(try view.lines().reads { $0.received.contains(#"{"type":"hello""#) })
    }

    @Test func `streams are bounded, and the newest is served`() throws {
        let view = try view()
        let browsers = try (0..<40).map { _ in try view.lines() }
        #expect(browsers.last?.reads { $0.received.contains(#"{"type":"hello""#) } == true)
        #expect(browsers[0].reads { $0.hasEnded })
    }

    @Test(arguments: ["Transfer-Encoding: chunked", "Content-Length: 1000000000000"])
    func `an endless body is refused at once`(_ field: String) throws {
        let view = try view()
        for method in ["POST", "GET"] {
            let browser = try view.browser("\(method) / HTTP/1.1\r\nHost: 127.0.0.1:\(view.port)\r\n\(field)\r\n\r\n")
            let piece = String(repeating: "x", count: 65_536)
            // The kernel holds some megabytes of what the view does not read.
            #expect((0..<1000).contains { _ in !browser.send(piece) }, "64 MB were accepted")
        }
        #expect(try view.browser(view.get("/")).status == "HTTP/1.1 200 OK")
    }

    @Test func `a head that does not end is refused when it is too long, and closed when it is too slow`() throws {
        let view = try view()
        let long = try view.browser("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 20_000))
        let many = try view.browser("GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 200) + "\r\n")
        let slow = try view.browser("GET / HTTP/1.1\r\nHost")
        for browser in [long, many] {
            #expect(browser.status == "HTTP/1.1 431 Request Header Fields Too Large")
        }
        #expect(slow.reads { $0.hasEnded })
        #expect(slow.received.isEmpty)
    }

    @Test func `an interrupt ends the view, and its browsers receive what waits`() throws {
        let view = try view()
        let browser = try view.lines()
        #expect(browser.reads { $0.received.contains(#"{"type":"hello""#) })
        view.program.signal(SIGINT)
        #expect(view.program.exit() == .exited(0))
        #expect(browser.reads { $0.hasEnded })
        #expect(view.program.errors.isEmpty, "\(view.program.errors)")
    }

    @Test func `the end of the daemon is reported to browsers and on the terminal`() throws {
        let view = try view()
        let browser = try view.lines()
        #expect(browser.reads { $0.received.contains(#"{"type":"hello""#) })
        daemon.program.signal(SIGTERM)
        #expect(browser.reads { $0.hasEnded })
        #expect(browser.received.hasSuffix(#"{"type":"ended"}"# + "\n"))
        #expect(view.program.exit() == .exited(1))
        #expect(view.program.errors == "gesturectl: the daemon closed the connection\n")
    }

    @Test func `a port in use is named, and what to do`() throws {
        let first = try view()
        let second = Program("gesturectl", ["view", "--socket", daemon.socket, "--port", "\(first.port)"])
        #expect(second.exit() == .exited(1))
        #expect(
            second.errors
                == "gesturectl: cannot serve port \(first.port): Address already in use (EADDRINUSE); --port 0 takes a free one\n"
        )
        #expect(second.output.isEmpty)
    }
}
