internal import GestureModel
internal import Glibc

/// Standard output. A terminal shows a view in place; what is no terminal gets a line whenever one has changed.
final class Screen {
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var shown: [String] = []
    private var start: Timestamp?

    /// How long to wait from one drawing to the next: a display's refresh, or what can be read.
    var interval: Microseconds { .milliseconds(isTerminal ? 16 : 50) }

    /// Begins the times that lines are printed with.
    func begin(at time: Timestamp) { start = start ?? time }

    func draw(_ lines: [String], at time: Timestamp) {
        guard lines != shown else { return }
        if isTerminal {
            write(up() + lines.map { "\($0)\u{1B}[K\n" }.joined())
        } else {
            for (index, line) in lines.enumerated() where index >= shown.count || line != shown[index] {
                write("\(stamp(time))  \(line)\n")
            }
        }
        shown = lines
    }

    /// A line that stays.
    func note(_ text: String, at time: Timestamp) {
        guard isTerminal else { return write("\(stamp(time))  \(text)\n") }
        write(up() + "\u{1B}[J\(text)\n" + shown.map { "\($0)\n" }.joined())
    }

    /// The cursor to the first of the lines that are shown.
    private func up() -> String { shown.isEmpty ? "" : "\u{1B}[\(shown.count)A" }

    /// Seconds since the beginning.
    private func stamp(_ time: Timestamp) -> String {
        let milliseconds = max(0, (time - (start ?? time)).count / 1000)
        let (seconds, rest) = ("\(milliseconds / 1000)", "\(milliseconds % 1000)")
        return String(repeating: " ", count: max(0, 3 - seconds.count)) + seconds + "."
            + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// At once, so that a reader at the other end of a pipe sees it.
    private func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { exit(1) }
            rest = rest.dropFirst(count)
        }
    }
}
