internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import PageServer

/// Serves the page of `gesturectl view`, which starts this program and writes to its standard input: the size of the page and
/// a newline, the page, then the daemon's lines.
///
///     gesture-view PORT        0 is a free port
///
/// It listens on 127.0.0.1 alone, and ends with its standard input.
@main
struct GestureView {
    static func main() async {
        guard CommandLine.arguments.count == 2, let port = UInt16(CommandLine.arguments[1]) else {
            fail("started by gesturectl view, with a port from 0 to 65535", EX_USAGE)
        }
        signal(SIGPIPE, SIG_IGN)
        // The terminal sends its interrupt to gesturectl too, whose end this program sees.
        signal(SIGINT, SIG_IGN)
        var input = StandardInput()
        guard let size = input.line().flatMap({ Int(String(decoding: $0, as: UTF8.self)) }), size > 0,
            let page = input.bytes(size)
        else { fail("the page is missing on standard input", EX_USAGE) }
        let lines = Lines()
        let token = Token()
        do {
            let server = HTTPServer(
                config: .init(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled),
                handler: Site(page: Data(page), lines: lines, token: token))
            Task {
                do {
                    try await server.run()
                } catch {
                    fail("cannot serve port \(port): \(error); --port 0 takes a free one", EXIT_FAILURE)
                }
            }
            try await server.waitUntilListening()
            guard case .ip4(_, let port)? = await server.listeningAddress else { return }
            print("http://127.0.0.1:\(port)/#\(token.text)")
            fflush(nil)
        } catch {
            fail("cannot listen: \(error)", EXIT_FAILURE)
        }
        await withCheckedContinuation { ended in
            // Reading blocks, so it has a thread.
            Thread.detachNewThread { [input] in
                var input = input
                while let line = input.line() { lines.append(line + [UInt8(ascii: "\n")]) }
                ended.resume()
            }
        }
        lines.end()
        // What waits is still sent, unless a browser does not read.
        for _ in 0..<50 where lines.hasReaders { try? await Task.sleep(for: .milliseconds(20)) }
    }

    private static func fail(_ message: String, _ status: Int32) -> Never {
        FileHandle.standardError.write(Data("gesture-view: \(message)\n".utf8))
        exit(status)
    }
}
