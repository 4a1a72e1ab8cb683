import Testing

@testable import GesturePage

@Suite struct PageSiteTests {
    private static let host = "127.0.0.1:8000"
    private let site = PageSite(port: 8000, token: ViewToken())

    private func answer(
        _ path: String, method: String = "GET", _ fields: String..., site: PageSite? = nil
    ) -> PageSite.Answer? {
        var reader = RequestReader()
        let text = ["\(method) \(path) HTTP/1.1"] + fields + ["", ""]
        let result = reader.append(Array(text.joined(separator: "\r\n").utf8)[...])
        return (site ?? self.site).answer(to: result)
    }

    private func lines(_ fields: String...) -> PageSite.Answer? {
        answer("/lines", (["Authorization: Bearer \(site.token.text)"] + fields).joined(separator: "\r\n"))
    }

    private func isForbidden(_ answer: PageSite.Answer?) -> Bool {
        if case .refusal(.forbidden, _)? = answer { true } else { false }
    }

    @Test func `the page needs no token, and has none`() {
        #expect(answer("/", "Host: \(Self.host)") == .page)
        let head = String(decoding: PageSite.head(.page, page: Array("page".utf8)), as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))
        for field in ["Cache-Control: no-store", "X-Frame-Options: DENY", "Content-Length: 4", "Connection: close"] {
            #expect(head.contains("\r\n\(field)\r\n"))
        }
        #expect(!head.contains(site.token.text))
    }

    @Test func `the lines need the token`() {
        #expect(lines("Host: \(Self.host)") == .lines)
        #expect(isForbidden(answer("/lines", "Host: \(Self.host)")))
    }

    @Test(arguments: ["", "Bearer ", "Bearer 0", "Bearer " + String(repeating: "0", count: 32), "Basic x", "bearer é"])
    func `a wrong token is forbidden, with what to do`(_ authorization: String) {
        let refused = answer("/lines", "Host: \(Self.host)", "Authorization: \(authorization)")
        guard case .refusal(.forbidden, let text)? = refused else {
            Issue.record("\(authorization): \(refused.debugDescription)")
            return
        }
        #expect(text.contains("open the address that gesturectl view has printed"))
    }

    @Test(arguments: [
        "example.org", "127.0.0.1.example.org:8000", "example.org:127.0.0.1", "[::1]:8000", "", "127.0.0.1:80@evil",
        "127.0.0.1:8000@evil", "127.0.0.1:8001", "127.0.0.1:08000", "127.0.0.1", "localhost", "localhost:",
        "localhost:80",
        "evil@127.0.0.1:8000", "localhost:8000.", "localhost:8000/", "127.0.0.1:8000, evil", "127.1:8000",
        "0.0.0.0:8000",
    ])
    func `another host is forbidden`(_ host: String) {
        #expect(isForbidden(lines("Host: \(host)")))
        #expect(isForbidden(answer("/", "Host: \(host)")))
    }

    @Test func `a missing host is forbidden`() { #expect(isForbidden(lines())) }

    @Test func `the port 80 may be omitted, as browsers omit it`() {
        let site = PageSite(port: 80, token: ViewToken())
        for host in ["127.0.0.1", "localhost", "127.0.0.1:80", "localhost:80"] {
            #expect(answer("/", "Host: \(host)", "Origin: http://\(host)", site: site) == .page)
        }
        #expect(isForbidden(answer("/", "Host: 127.0.0.1:80@evil", site: site)))
    }

    @Test(arguments: [
        "http://example.org", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000", "http://localhost:8000", "",
    ])
    func `another origin is forbidden`(_ origin: String) {
        #expect(isForbidden(lines("Host: \(Self.host)", "Origin: \(origin)")))
        #expect(isForbidden(answer("/", "Host: \(Self.host)", "Origin: \(origin)")))
    }

    @Test func `the page's own origin is answered, under both names`() {
        #expect(lines("Host: localhost:8000", "Origin: http://localhost:8000") == .lines)
        #expect(lines("Host: \(Self.host)", "Origin: http://\(Self.host)") == .lines)
    }

    @Test(arguments: ["POST", "HEAD", "PUT", "OPTIONS", "CONNECT", "get"])
    func `other methods are refused`(_ method: String) {
        let refused = answer("/", method: method, "Host: \(Self.host)")
        #expect(refused == .refusal(.methodNotAllowed, "Only GET is answered here."))
        let head = refused.map { String(decoding: PageSite.head($0, page: []), as: UTF8.self) }
        #expect(
            head?.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n") == true
                && head?.contains("\r\nAllow: GET\r\n") == true)
    }

    @Test(arguments: ["/etc/passwd", "/lines/", "//", "/lines?token=0", "*", "http://127.0.0.1:8000/"])
    func `other addresses are not found`(_ path: String) {
        #expect(answer(path, "Host: \(Self.host)") == .refusal(.notFound, "There is nothing at this address."))
    }

    @Test func `a body is refused before it is read`() {
        let refused = answer("/", "Host: \(Self.host)", "Content-Length: 1000000000000")
        #expect(refused == .refusal(.contentTooLarge, "A request has no body here."))
        #expect(lines("Host: \(Self.host)", "Transfer-Encoding: chunked") == refused)
    }

    @Test func `what is no request is answered with what is wrong`() {
        #expect(site.answer(to: .incomplete) == nil)
        #expect(site.answer(to: .invalid) == .refusal(.badRequest, "This is no request of HTTP/1.1."))
        #expect(
            site.answer(to: .tooLong)
                == .refusal(
                    .headerFieldsTooLarge, "The head of a request has at most 16384 bytes and 100 lines here."))
    }
}
