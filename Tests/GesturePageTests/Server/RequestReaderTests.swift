import Testing

@testable import GesturePage

@Suite struct RequestReaderTests {
    private func read(_ text: String) -> RequestReader.Result {
        var reader = RequestReader()
        return reader.append(Array(text.utf8)[...])
    }

    private func parsed(_ text: String) -> RequestHead? {
        guard case .head(let head) = read(text) else { return nil }
        return head
    }

    @Test func `a browser's request is read, with the fields that are needed`() throws {
        let head = try #require(
            parsed(
                "GET /lines HTTP/1.1\r\nhost: 127.0.0.1:8000\r\nConnection: keep-alive\r\nOrigin:http://127.0.0.1:8000\r\n"
                    + "AUTHORIZATION: \t Bearer 00 \r\nCookie: a=é; b=c\r\n\r\n"))
        #expect(head.method == "GET" && head.path == "/lines")
        #expect(head.host == "127.0.0.1:8000" && head.origin == "http://127.0.0.1:8000")
        #expect(head.authorization == "Bearer 00")
        #expect(!head.hasBody)
    }

    @Test func `a request that arrives byte by byte is the same request`() {
        let text = "GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n"
        var reader = RequestReader()
        let results = text.utf8.map { reader.append([$0]) }
        #expect(results.dropLast().allSatisfy { $0 == .incomplete })
        #expect(results.last == read(text))
    }

    @Test(arguments: [
        "GET / HTTP/2\r\n\r\n", "GET /  HTTP/1.1\r\n\r\n", "GET HTTP/1.1\r\n\r\n", " GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1 \r\n\r\n", "\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n", "GET / HTTP/1.1\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\nOrigin: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\n: a\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n continued: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nOrigin: a\r\nOrigin: b\r\n\r\n",
        "GET / HTTP/1.1\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
    ])
    func `what is no request is invalid`(_ text: String) { #expect(read(text) == .invalid) }

    @Test(arguments: [
        "Content-Length: 1", "content-length: +0", "Content-Length: 18446744073709551616", "Transfer-Encoding: chunked",
    ])
    func `a body is noticed before it is read`(_ field: String) throws {
        #expect(try #require(parsed("GET / HTTP/1.1\r\n\(field)\r\n\r\n")).hasBody)
    }

    @Test func `a request without bytes in its body has none`() throws {
        #expect(try #require(parsed("GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n")).hasBody == false)
    }

    @Test func `a head is bounded in bytes and in lines`() {
        let start = "GET / HTTP/1.1\r\nHost: localhost:1\r\n"
        func padded(_ size: Int) -> String {
            start + "X: " + String(repeating: "x", count: size - start.utf8.count - 7) + "\r\n\r\n"
        }
        #expect(parsed(padded(RequestReader.limit)) != nil)
        #expect(read(padded(RequestReader.limit + 1)) == .tooLong)
        #expect(read(String(repeating: "x", count: RequestReader.limit)) == .incomplete)
        #expect(read(String(repeating: "x", count: 10_000_000)) == .tooLong)
        let fields = { (count: Int) in String(repeating: "X: y\r\n", count: count) }
        #expect(parsed(start + fields(RequestReader.lineLimit - 2) + "\r\n") != nil)
        #expect(read(start + fields(RequestReader.lineLimit - 1) + "\r\n") == .tooLong)
    }
}
