internal import GestureModel
internal import GestureProtocol

/// A gesture message as one line of text. A terminal shows the words for people, `pinch`; a pipe receives the protocol's,
/// `magnify`, because programs look for them.
///
///     81.233 event3 drag      #7 changed    3 fingers at 812.0, 401.5  moved 44.1, -3.0  310 pt/s → 889.6, 398.2
struct GestureLine {
    /// The units of the values.
    let units: ValueUnits
    private let isForPeople = StandardOutput.isTerminal

    init(units: ValueUnits) { self.units = units }

    func text(_ message: GestureMessage) -> String {
        head(message, word(message.value), message.phase.name) + detail(message.value) + reason(message)
    }

    /// Returns what a gesture became, in the columns of its events: `9.639 event3 drag       #7   became    3 fingers, 37 mm
    /// right in 0.43 s`.
    func text(_ account: GestureAccount) -> String {
        head(account.message, word(account.message.value, account), "became") + account.headline
            + (account.cancellation.map { ", cancelled: \($0)" } ?? "")
    }

    private func head(_ message: GestureMessage, _ word: String, _ phase: String) -> String {
        "\(Self.seconds(message.time)) \(message.device) \(Self.padded(word, 10)) "
            + "\(Self.padded("#\(message.gesture)", 4)) \(Self.padded(phase, 9)) "
    }

    private func word(_ value: GestureValue, _ account: GestureAccount? = nil) -> String {
        if isForPeople { return account?.noun ?? value.noun }
        if case .composition(let tree) = value { return tree.nodes[0].kind?.rawValue ?? "" }
        return value.name?.rawValue ?? ""
    }

    private func word(_ phase: PartPhase) -> String {
        switch phase {
        case .possible: "possible"
        case .active: "active"
        case .ended: "ended"
        case .failed(let reason?): "failed (\(isForPeople ? reason.phrase : reason.name))"
        case .failed(nil): "failed"
        }
    }

    private func detail(_ value: GestureValue) -> String {
        switch value {
        case .tap(let tap):
            "\(fingers(tap.fingers)) at \(position(tap.location))\(tap.count > 1 ? "  tap \(tap.count) in a row" : "")"
        case .longPress(let press):
            "\(fingers(press.fingers)) at \(position(press.location))  "
                + (press.completed ? "completed" : "not completed") + (press.pressing ? "" : ", lifted")
        case .drag(let drag):
            "\(fingers(drag.fingers)) at \(position(drag.location))  moved \(fixed(drag.translation.dx)), "
                + "\(fixed(drag.translation.dy))  \(speed(drag.velocity)) → \(position(drag.predictedEndLocation))\(origin(drag.edge))"
        case .swipe(let swipe):
            "\(fingers(swipe.fingers)) at \(position(swipe.location))  \(swipe.direction)  moved "
                + "\(position(.zero + swipe.translation))  \(speed(swipe.velocity))\(origin(swipe.edge))"
        case .magnify(let magnify):
            "\(fingers(magnify.fingers)) at \(position(magnify.location))  × \(rounded(magnify.magnification, 1000))  "
                + "\(signed(rounded(magnify.velocity, 100)))/s"
        case .rotate(let rotate):
            "\(fingers(rotate.fingers)) at \(position(rotate.location))  \(degrees(rotate.rotation))  "
                + "\(degrees(rotate.velocity))/s"
        case .stroke(let stroke):
            "\(stroke.template)  \(rounded(stroke.score, 100)) alike  \(fixed(stroke.size.dx)) × \(fixed(stroke.size.dy))"
                + "  from \(position(stroke.startLocation))"
        case .swipeHold(let hold):
            "\(fingers(hold.fingers)) at \(position(hold.location))  \(hold.direction)  moved "
                + "\(position(.zero + hold.translation))  holds"
        case .dial(let dial):
            "\(fingers(dial.fingers)) at \(position(dial.location))  \(degrees(dial.rotation))  \(degrees(dial.velocity))/s"
        case .touch(let touch): fingers(touch.fingers) + (touch.tapping ? "  tapping" : "")
        case .composition(let tree): tree.nodes.dropFirst().filter { $0.kind == nil }.map(part).joined(separator: " | ")
        }
    }

    /// Returns the text of one gesture of a composition, with the gesture's value if it has one.
    private func part(_ node: GestureTree.Node) -> String {
        guard let value = node.value else { return word(node.phase) }
        return "\(word(value)) \(word(node.phase)) \(detail(value))"
    }

    private func reason(_ message: GestureMessage) -> String {
        message.reason.map { "  \(isForPeople ? $0.phrase : "\($0)")" } ?? ""
    }

    private func fingers(_ count: Int) -> String { Wording.fingers(count) + (count == 1 ? " " : "") }
    private func position(_ point: Point) -> String { "\(fixed(point.x)), \(fixed(point.y))" }

    private func origin(_ edge: Edge?) -> String { edge.map { "  from the \($0) edge" } ?? "" }

    static func seconds(_ time: Timestamp) -> String {
        let milliseconds = time.microseconds / 1000
        return "\(milliseconds / 1000).\(String(String(1000 + milliseconds % 1000).dropFirst()))"
    }

    /// Rounds lengths to one decimal, and fractions of the surface to four.
    private func fixed(_ number: Double) -> String {
        let factor = units == .normalized ? 10_000.0 : 10.0
        return "\(rounded(number, factor))"
    }

    private func rounded(_ number: Double, _ factor: Double) -> Double {
        let rounded = (number * factor).rounded() / factor
        return rounded == 0 ? 0 : rounded
    }

    /// Returns the number with a sign: positive for growth and for a clockwise turn.
    private func signed(_ number: Double) -> String { number > 0 ? "+\(number)" : "\(number)" }
    private func degrees(_ radians: Double) -> String { signed(rounded(radians * 180 / .pi, 10)) + "°" }

    private func speed(_ velocity: Vector) -> String {
        switch units {
        case .points: "\(Self.whole(velocity.length)) pt/s"
        case .millimetres: "\(Self.whole(velocity.length)) mm/s"
        case .normalized: "\(fixed(velocity.length))/s"
        case .mapped: "\(Self.whole(velocity.length))/s"
        }
    }

    /// Returns the number without decimals, unless it is too large for an `Int`: a server that is not the daemon may
    /// send such a number.
    static func whole(_ number: Double) -> String {
        Int(exactly: number.rounded()).map(String.init) ?? "\(number)"
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension Double {
    var tenths: String { "\((self * 10).rounded() / 10)" }
    var hundredths: String { "\((self * 100).rounded() / 100)" }
}
