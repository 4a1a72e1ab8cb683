public import FlyingFox
internal import FlyingSocks
public import Foundation

/// The two addresses of the view: the page, and its lines.
///
/// The page holds no data. The lines are for those who know the token, which is in the part of the address that a browser
/// sends to no server; another user of the machine, or another site in the browser, does not know it.
public struct Site: HTTPHandler {
    private let page: Data
    private let lines: Lines
    private let token: Token

    public init(page: Data, lines: Lines, token: Token) {
        self.page = page
        self.lines = lines
        self.token = token
    }

    public func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard isOwn(request) else {
            return answer(.forbidden, "This address is for the page of gesturectl view on this machine alone.")
        }
        guard request.method == .GET else { return answer(.methodNotAllowed, "Only GET is answered here.") }
        switch request.path {
        case "/":
            return response(.ok, "text/html; charset=utf-8", HTTPBodySequence(data: page, suggestedBufferSize: 65536))
        case "/lines":
            guard hasToken(request) else {
                return answer(
                    .forbidden, "The token is wrong or missing: open the address that gesturectl view has printed.")
            }
            return response(.ok, "application/x-ndjson", HTTPBodySequence(from: LineStream(lines: lines)))
        default: return answer(.notFound, "There is nothing at this address.")
        }
    }

    /// False for a request that another site makes the browser send, also under a name that leads to this machine.
    private func isOwn(_ request: HTTPRequest) -> Bool {
        guard let host = request.headers[.host] else { return false }
        let name = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first
        guard name == "127.0.0.1" || name == "localhost" else { return false }
        guard let origin = request.headers[HTTPHeader("Origin")] else { return true }
        return origin == "http://\(host)"
    }

    private func hasToken(_ request: HTTPRequest) -> Bool {
        let scheme = "Bearer "
        guard let given = request.headers[.authorization], given.hasPrefix(scheme) else { return false }
        return token.matches(given.dropFirst(scheme.count))
    }

    private func answer(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
        response(status, "text/plain; charset=utf-8", HTTPBodySequence(data: Data((text + "\n").utf8)))
    }

    private func response(_ status: HTTPStatusCode, _ type: String, _ body: HTTPBodySequence) -> HTTPResponse {
        let headers: HTTPHeaders = [
            .contentType: type, HTTPHeader("Cache-Control"): "no-store",
            HTTPHeader("X-Content-Type-Options"): "nosniff",
            HTTPHeader("Referrer-Policy"): "no-referrer", HTTPHeader("X-Frame-Options"): "DENY",
            HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
        ]
        return HTTPResponse(statusCode: status, headers: headers, body: body)
    }
}
