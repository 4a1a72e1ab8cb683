internal import ExampleViews
internal import GestureModel
internal import Glibc

/// Writes a view's lines to standard output: redrawn in place in a terminal, otherwise one line per change.
final class Screen {
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var drawn: [String] = []
    private var startTime: Timestamp?

    /// The time between two drawings: a display's refresh in a terminal, otherwise 50 ms to keep the output readable.
    var interval: Microseconds { .milliseconds(isTerminal ? 16 : 50) }

    /// Sets the time from which the times in front of lines are counted. Only the first call has an effect.
    func start(at time: Timestamp) { startTime = startTime ?? time }

    func draw(_ lines: [String], at time: Timestamp) {
        guard lines != drawn else { return }
        if isTerminal {
            write(cursorToFirstLine + terminalText(lines))
        } else {
            for (index, line) in lines.enumerated() where index >= drawn.count || line != drawn[index] {
                write("\(elapsed(time))  \(line)\n")
            }
        }
        drawn = lines
    }

    /// Writes a line that stays, in a terminal above the view.
    func print(_ text: String, at time: Timestamp) {
        guard isTerminal else { return write("\(elapsed(time))  \(text)\n") }
        write("\(cursorToFirstLine)\u{1B}[J\(text)\n" + terminalText(drawn))
    }

    private var cursorToFirstLine: String { drawn.isEmpty ? "" : "\u{1B}[\(drawn.count)A" }

    /// Without automatic wrapping: a line that is wider than the terminal is cut off and still takes one row.
    private func terminalText(_ lines: [String]) -> String {
        "\u{1B}[?7l" + lines.map { "\u{1B}[2K\($0)\n" }.joined() + "\u{1B}[?7h"
    }

    /// Seconds since the start.
    private func elapsed(_ time: Timestamp) -> String {
        let milliseconds = max(0, (time - (startTime ?? time)).count / 1000)
        return Text.number(Double(milliseconds) / 1000, digits: 3)
    }

    /// Unbuffered, so that a reader of a pipe sees each line at once.
    private func write(_ text: String) {
        var remaining = Array(text.utf8)[...]
        while !remaining.isEmpty {
            let count = remaining.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { exit(1) }
            remaining = remaining.dropFirst(count)
        }
    }
}
