internal import FlyingFox
internal import FlyingSocks
internal import Foundation
@testable internal import PageServer
internal import Testing

struct SiteTests {
    private let lines = Lines()
    private let token = Token()

    private func response(
        _ path: String, method: HTTPMethod = .GET, _ headers: HTTPHeaders = [.host: "127.0.0.1:8000"]
    ) async throws -> HTTPResponse {
        let request = HTTPRequest(
            method: method, version: .http11, path: path, query: [], headers: headers, body: HTTPBodySequence())
        return try await Site(page: Data("page".utf8), lines: lines, token: token).handleRequest(request)
    }

    private func linesResponse(_ headers: HTTPHeaders) async throws -> HTTPResponse {
        var headers = headers
        headers[.authorization] = "Bearer \(token.text)"
        return try await response("/lines", headers)
    }

    @Test func pageNeedsNoToken() async throws {
        let page = try await response("/")
        #expect(page.statusCode == .ok)
        #expect(try await page.bodyData == Data("page".utf8))
        #expect(page.headers[HTTPHeader("Cache-Control")] == "no-store")
        #expect(page.headers[HTTPHeader("X-Frame-Options")] == "DENY")
    }

    @Test func linesNeedTheToken() async throws {
        #expect(try await linesResponse([.host: "127.0.0.1:8000"]).statusCode == .ok)
        #expect(try await response("/lines").statusCode == .forbidden)
    }

    @Test(arguments: ["", "Bearer ", "Bearer 0", "Bearer " + String(repeating: "0", count: 32), "Basic x", "bearer é"])
    func wrongTokenIsForbidden(authorization: String) async throws {
        let answer = try await response("/lines", [.host: "127.0.0.1:8000", .authorization: authorization])
        #expect(answer.statusCode == .forbidden)
        let text = String(decoding: try await answer.bodyData, as: UTF8.self)
        #expect(text.contains("open the address that gesturectl view has printed"))
    }

    @Test(arguments: ["example.org", "127.0.0.1.example.org:8000", "example.org:127.0.0.1", "[::1]:8000", ""])
    func otherHostIsForbidden(host: String) async throws {
        #expect(try await linesResponse([.host: host]).statusCode == .forbidden)
        #expect(try await response("/", [.host: host]).statusCode == .forbidden)
    }

    @Test func missingHostIsForbidden() async throws {
        #expect(try await linesResponse([:]).statusCode == .forbidden)
    }

    @Test(arguments: ["http://example.org", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000"])
    func otherOriginIsForbidden(origin: String) async throws {
        let headers: HTTPHeaders = [.host: "127.0.0.1:8000", HTTPHeader("Origin"): origin]
        #expect(try await linesResponse(headers).statusCode == .forbidden)
    }

    @Test func ownOriginIsAnswered() async throws {
        let headers: HTTPHeaders = [.host: "localhost:8000", HTTPHeader("Origin"): "http://localhost:8000"]
        #expect(try await linesResponse(headers).statusCode == .ok)
    }

    @Test func otherMethodsAndAddressesAreRefused() async throws {
        #expect(try await response("/", method: .POST).statusCode == .methodNotAllowed)
        #expect(try await response("/etc/passwd").statusCode == .notFound)
    }

    @Test func tokensDiffer() {
        #expect(Token().text != Token().text)
        #expect(token.text.count == 32)
        #expect(token.matches(token.text))
        #expect(!token.matches(token.text.dropLast()))
    }
}
