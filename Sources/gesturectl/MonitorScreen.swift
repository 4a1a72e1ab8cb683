// Swift 6.2 finds the type winsize here, Swift 6.3 in Glibc.
internal import CSystemd
internal import GestureModel
internal import GesturePage
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// The output of `monitor` on a terminal: a line for each gesture, which is rewritten while the gesture lasts. With
/// explanations, also a line for each touch that was no gesture.
///
/// The lines of gestures in progress are at the bottom. The lines above are fixed: they are not rewritten again. The
/// line of an ended gesture becomes fixed when no gesture of a line above it is in progress.
struct MonitorScreen {
    private struct Line {
        let key: Key
        var text: String
        var phase: GesturePhase
        /// True if the line is not rewritten again, apart from those above it.
        var isOver: Bool
    }

    private enum Key: Hashable {
        case gesture(subscription: Int, UInt64)
        case touch(Touch)
    }

    /// A touch without a gesture so far.
    private struct Touch: Hashable {
        let device: String
        /// When its first finger came down.
        let start: Timestamp
    }

    private let hasColour: Bool
    private let explains: Bool
    /// The latest touch of each device that made a gesture.
    private var touches: [String: Timestamp] = [:]
    /// The latest contact of each device that turned out to be no finger. It comes before the gestures that it cancels.
    private var rejected: [String: ExplanationMessage] = [:]
    private var start: Timestamp?
    /// The lines that may still change, from the top.
    private var lines: [Line] = []
    private var counts = GestureCounts()
    private var cancelled = 0
    /// The gestures in progress.
    private var accounts: [GestureAccount] = []

    /// nil if standard output is not a terminal that can move its cursor.
    init?(explains: Bool) {
        let variables = ProcessEnvironment.variables
        guard StandardOutput.isTerminal, let terminal = variables["TERM"], terminal != "dumb" else { return nil }
        // https://no-color.org
        hasColour = (variables["NO_COLOR"] ?? "").isEmpty
        self.explains = explains
    }

    func begin(_ devices: [TouchDevice]) {
        for device in devices { StandardOutput.line(fitted(DeviceText.line(device))) }
        StandardOutput.line(
            fitted(
                "  seconds  gesture    fingers   what they do (mm)  … now  ✓ ended  ✗ cancelled"
                    + (explains ? "  · none" : "")))
    }

    mutating func add(_ message: GestureMessage) {
        let start = start ?? message.time
        self.start = start
        let rows = lines.count
        accounts.add(message, scale: Vector(dx: 1, dy: 1))
        let noun = accounts.last { $0.message == message }?.noun ?? message.value.noun
        write(
            Line(
                key: .gesture(subscription: message.subscription, message.gesture),
                text: text(message, noun, since: start), phase: message.phase, isOver: message.phase.isTerminal)
        )
        if message.phase.isTerminal {
            count(message, noun)
            accounts.removeAll { $0.message == message }
        }
        redraw(over: rows)
    }

    /// Adds an explanation: a touch in which no gesture was recognised has a line with the reasons.
    mutating func add(_ explanation: ExplanationMessage) {
        let touch = Touch(device: explanation.device, start: explanation.touch)
        if explanation.contact != nil { rejected[touch.device] = explanation }
        let rows = lines.count
        // An earlier touch is over.
        for index in lines.indices {
            if case .touch(let other) = lines[index].key, other != touch { lines[index].isOver = true }
        }
        if explanation.outcome == .known(.recognised) {
            touches[touch.device] = touch.start
            lines.removeAll { $0.key == .touch(touch) }
        } else if touches[touch.device] != touch.start, let reason = self.reason(explanation) {
            add(reason, touch, fingers: explanation.contact == nil ? explanation.fingers : 0)
        }
        redraw(over: rows)
    }

    private mutating func add(_ reason: String, _ touch: Touch, fingers: Int) {
        let start = start ?? touch.start
        self.start = start
        let head = MonitorScreen.head(
            max(touch.start - start, .zero), "no gesture", fingers > 0 ? Wording.fingers(fingers) : "no finger")
        let known = lines.first { $0.key == .touch(touch) }
        write(
            Line(
                key: .touch(touch), text: known.map { "\($0.text); \(reason)" } ?? head + reason,
                phase: .cancelled(.outcompeted), isOver: false))
    }

    private mutating func write(_ line: Line) {
        if let index = lines.firstIndex(where: { $0.key == line.key }) {
            lines[index] = line
        } else {
            lines.append(line)
        }
    }

    /// Writes all lines over the rows of the previous ones, and fixes those that are over.
    private mutating func redraw(over rows: Int) {
        var text = rows == 0 ? "" : "\u{1B}[\(rows)F"
        for line in lines { text += "\u{1B}[2K" + inOneRow(painted(line)) + "\n" }
        if lines.count < rows { text += "\u{1B}[0J" }
        while let first = lines.first, first.isOver { lines.removeFirst() }
        StandardOutput.write(Array(text.utf8))
    }

    /// Adds a line between the gestures, such as for an added device. The lines above it become fixed.
    mutating func add(_ text: String) {
        fixLines()
        StandardOutput.line(fitted(text))
    }

    /// Fixes all lines: they stay as they are, and a gesture in progress continues on a new line. Called before other
    /// output.
    mutating func fixLines() { lines = [] }

    private mutating func count(_ message: GestureMessage, _ noun: String) {
        if case .cancelled = message.phase {
            cancelled += 1
            return
        }
        counts.add(noun)
    }

    /// Writes `11 gestures: 3 taps, 2 drags`, and suggestions.
    func end() {
        var words = counts.total > 0 ? [counts.text] : []
        if cancelled > 0 { words.append("\(cancelled) cancelled") }
        StandardOutput.line("")
        StandardOutput.line(
            fitted(
                "\(counts.total) \(counts.total == 1 ? "gesture" : "gestures")"
                    + (words.isEmpty ? "" : ": \(words.joined(separator: ", "))")))
        if explains {
            StandardOutput.line(fitted("next: gesturectl record DEVICE > FILE, gesturectl explain FILE   every reason"))
        } else {
            StandardOutput.line(fitted("next: gesturectl monitor --explain   why each was recognised, or was not"))
        }
        StandardOutput.line(fitted("      gesturectl report FILE -o a.html   a recording as a picture with reasons"))
    }

    // MARK: - Text

    private func text(_ message: GestureMessage, _ noun: String, since start: Timestamp) -> String {
        let fingers = (message.value.fingers ?? PinchAndTurn(message.value)?.fingers).map(Wording.fingers) ?? ""
        return Self.head(message.time - start, noun, fingers) + Self.detail(message.value)
            + reason(message)
    }

    private static func head(_ time: Microseconds, _ name: String, _ fingers: String) -> String {
        let seconds = GestureLine.seconds(Timestamp(microseconds: time.count))
        let blanks = String(repeating: " ", count: max(0, 7 - seconds.count))
        return "\(blanks)\(seconds)  \(GestureLine.padded(name, 10)) \(GestureLine.padded(fingers, 9)) "
    }

    /// Returns why a tap or another gesture was not recognised, or a contact is no finger; nil for what is no reason: a
    /// finger alone is no pinch.
    private func reason(_ explanation: ExplanationMessage) -> String? {
        switch (explanation.outcome, explanation.reason) {
        case (.known(.dropped), _), (.known(.rejected), _): break
        case (.known(.lost), .known(.failed(.tooFewFingers))?): return nil
        case (.known(.lost), _): break
        default: return nil
        }
        return explanation.sentence(
            cancelledBy: cause(explanation.reason, at: explanation.time, on: explanation.device))
    }

    private func reason(_ message: GestureMessage) -> String {
        guard let reason = message.reason else { return "" }
        return "  \(cause(reason, at: message.time, on: message.device) ?? reason.phrase)"
    }

    private func cause(_ reason: Reported<CancellationReason>?, at time: Timestamp, on device: String) -> String? {
        rejected[device].map { [$0] }?.cause(of: reason, at: time, on: device)
    }

    private static func detail(_ value: GestureValue) -> String {
        switch value {
        case .tap(let tap): tap.count > 1 ? "tap \(tap.count) in a row" : ""
        case .longPress(let press): press.completed ? "held long enough" : "pressing"
        case .drag(let drag): "moved \(length(drag.translation)), \(speed(drag.velocity))" + edge(drag.edge)
        case .swipe(let swipe): "\(swipe.direction), \(speed(swipe.velocity))" + edge(swipe.edge)
        case .magnify(let magnify): "× \(magnify.magnification.hundredths)"
        case .rotate(let rotate): "\(Int(clamping: Int64((rotate.rotation * 180 / .pi).rounded())))°"
        case .stroke(let stroke): "\(stroke.template.escapingControls)"
        case .swipeHold(let hold): "\(hold.direction), holds"
        case .dial(let dial): "\(Int(clamping: Int64((dial.rotation * 180 / .pi).rounded())))°"
        case .touch(let touch): touch.tapping ? "may be tapping" : ""
        case .composition(let tree):
            tree.nodes.compactMap(\.value).map(detail).filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }

    private static func edge(_ edge: Edge?) -> String { edge.map { ", from the \($0) edge" } ?? "" }

    private static func length(_ vector: Vector) -> String {
        let (right, down) = (vector.dx, vector.dy)
        var words: [String] = []
        if abs(right) >= 0.5 { words.append("\(abs(right).tenths) \(right < 0 ? "left" : "right")") }
        if abs(down) >= 0.5 { words.append("\(abs(down).tenths) \(down < 0 ? "up" : "down")") }
        return words.isEmpty ? "0" : words.joined(separator: " ")
    }

    private static func speed(_ velocity: Vector) -> String { "\(GestureLine.whole(velocity.length)) mm/s" }

    /// The terminal's columns, at least 40; read for each line, because a window may change its size.
    private var columns: Int {
        var size = winsize()
        let known = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return known ? max(Int(size.ws_col), 40) : 80
    }

    /// Makes the terminal cut the line off at its edge (DECAWM), because the cursor moves up by one row per line. With
    /// characters of two columns, or in a very narrow window, the line could otherwise take two rows.
    private func inOneRow(_ text: String) -> String { "\u{1B}[?7l\(text)\u{1B}[?7h" }

    /// Shortens the line to one row of characters that are one column wide.
    private func fitted(_ text: String, _ width: Int? = nil) -> String {
        let width = (width ?? columns) - 1
        return text.count > width ? String(text.prefix(width - 1)) + "…" : text
    }

    private func painted(_ line: Line) -> String {
        let (sign, colour) =
            switch line.phase {
            case .began, .changed: ("…", "36")
            case .ended: ("✓", "32")
            case .cancelled: if case .touch = line.key { ("·", "33") } else { ("✗", "31") }
            }
        let text = fitted(line.text, columns - 2).escapingControls
        return hasColour ? "\u{1B}[\(colour)m\(sign)\u{1B}[0m \(text)" : "\(sign) \(text)"
    }
}
