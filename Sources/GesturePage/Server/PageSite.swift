/// The two addresses of the view: the page, and its lines.
///
/// The page has no data. The lines are for those who know the token, which is in the part of the address that a browser
/// sends to no server; another user of the machine, or another site in the browser, does not know it.
struct PageSite {
    enum Answer: Hashable {
        case page
        case lines
        /// With a sentence for the person who reads it.
        case refusal(Status, String)
    }

    enum Status: Int, Hashable {
        case ok = 200
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case contentTooLarge = 413
        case headerFieldsTooLarge = 431

        fileprivate var phrase: String {
            switch self {
            case .ok: "OK"
            case .badRequest: "Bad Request"
            case .forbidden: "Forbidden"
            case .notFound: "Not Found"
            case .methodNotAllowed: "Method Not Allowed"
            case .contentTooLarge: "Content Too Large"
            case .headerFieldsTooLarge: "Request Header Fields Too Large"
            }
        }
    }

    let token: ViewToken
    /// The two ways to name the server in an address. Browsers omit the port 80.
    private let hosts: [String]

    init(port: UInt16, token: ViewToken) {
        self.token = token
        let names = ["127.0.0.1", "localhost"]
        hosts = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
    }

    func answer(to request: RequestHead) -> Answer {
        guard isOwn(request) else {
            return .refusal(.forbidden, "This address is for the page of gesturectl view on this machine alone.")
        }
        guard request.method == "GET" else { return .refusal(.methodNotAllowed, "Only GET is answered here.") }
        guard !request.hasBody else { return .refusal(.contentTooLarge, "A request has no body here.") }
        switch request.path {
        case "/": return .page
        case "/lines":
            guard hasToken(request) else {
                return .refusal(
                    .forbidden, "The token is wrong or missing: open the address that gesturectl view has printed.")
            }
            return .lines
        default: return .refusal(.notFound, "There is nothing at this address.")
        }
    }

    /// Returns the answer to bytes that are not a request; nil while the request is incomplete.
    func answer(to result: RequestReader.Result) -> Answer? {
        switch result {
        case .incomplete: nil
        case .head(let head): answer(to: head)
        case .invalid: .refusal(.badRequest, "This is no request of HTTP/1.1.")
        case .tooLong:
            .refusal(
                .headerFieldsTooLarge,
                "The head of a request has at most \(RequestReader.limit) bytes and \(RequestReader.lineLimit) lines here."
            )
        }
    }

    /// False for a request that another site makes the browser send, also under a name that leads to this machine.
    private func isOwn(_ request: RequestHead) -> Bool {
        guard let host = request.host, hosts.contains(host) else { return false }
        guard let origin = request.origin else { return true }
        return origin == "http://\(host)"
    }

    private func hasToken(_ request: RequestHead) -> Bool {
        let scheme = "Bearer "
        guard let given = request.authorization, given.hasPrefix(scheme) else { return false }
        return token.matches(given.dropFirst(scheme.count))
    }

    /// Returns the head of a response, and its body if it is a refusal. Every response ends with its connection.
    static func head(_ answer: Answer, page: [UInt8]) -> [UInt8] {
        switch answer {
        case .page: head(.ok, "text/html; charset=utf-8", length: page.count)
        case .lines: head(.ok, "application/x-ndjson", length: nil)
        case .refusal(let status, let text):
            head(status, "text/plain; charset=utf-8", length: text.utf8.count + 1) + Array("\(text)\n".utf8)
        }
    }

    private static func head(_ status: Status, _ type: String, length: Int?) -> [UInt8] {
        var fields = [
            "HTTP/1.1 \(status.rawValue) \(status.phrase)", "Content-Type: \(type)", "Connection: close",
            "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
            "X-Frame-Options: DENY", "Cross-Origin-Resource-Policy: same-origin",
        ]
        if let length { fields.append("Content-Length: \(length)") }
        if status == .methodNotAllowed { fields.append("Allow: GET") }
        return Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
