internal import GestureConfiguration
package import GestureModel

/// The gesture of an action, as the short words of the actions file name it: `swipe left`, `pinch in`, `edge right`.
package enum ActionGesture: Hashable, Sendable {
    case tap
    case longPress
    case swipe(ActionDirection?)
    case drag(ActionDirection?)
    case pinch(Pinch?)
    case rotate(Turn?)
    /// Fingers that come in from an edge.
    case edge(Edge)
    /// Fingers that come in from a corner.
    case corner(Corner)
    /// The name of a template.
    case stroke(String)
    /// A gesture in the protocol's words.
    case expression(GestureExpression)

    package enum Pinch: String, Hashable, Sendable, CaseIterable {
        case `in`
        case out
    }

    package enum Turn: String, Hashable, Sendable, CaseIterable {
        case clockwise
        case counterclockwise
    }

    /// A corner as the file spells it: `top-left`.
    static func words(of corner: Corner) -> String {
        switch corner {
        case .topLeft: "top-left"
        case .topRight: "top-right"
        case .bottomLeft: "bottom-left"
        case .bottomRight: "bottom-right"
        }
    }

    static func corner(words: String) -> Corner? { Corner.allCases.first { Self.words(of: $0).exact == words.exact } }

    static let corners = Corner.allCases.map(words).joined(separator: ", ")

    /// All words that ``init(words:)`` takes, for errors.
    static let forms = """
        "tap", "long press", "swipe", "swipe left", "drag", "drag up", "pinch in", "rotate clockwise", "edge right", \
        "corner top-left", "stroke NAME" or an expression such as { tap = { count = 2 } }
        """

    /// - Throws: What would be right.
    init(words text: String) throws(ActionProblem) {
        let words = text.exactParts(separatedBy: " ", omittingEmpty: true)
        let (first, rest) = (words.first ?? "", Array(words.dropFirst()))
        switch first.exact {
        case "tap" where rest.isEmpty: self = .tap
        case "long" where rest.map(\.exact) == ["press"]: self = .longPress
        case "swipe": self = .swipe(try Self.word(rest, after: first, isRequired: false))
        case "drag": self = .drag(try Self.word(rest, after: first, isRequired: false))
        case "pinch": self = .pinch(try Self.word(rest, after: first, isRequired: false))
        case "rotate": self = .rotate(try Self.word(rest, after: first, isRequired: false))
        case "edge": self = .edge(try Self.required(rest, after: first))
        case "corner":
            guard rest.count == 1, let corner = Self.corner(words: rest[0]) else {
                throw ActionProblem(
                    "expected one of \(Self.corners) after corner, found \(rest.joined(separator: " ").shown)")
            }
            self = .corner(corner)
        // The name as it is, with its blanks.
        case "stroke" where !rest.isEmpty:
            self = .stroke(String(Substring(text.utf8.drop { $0 == UInt8(ascii: " ") }.dropFirst(7))))
        default: throw ActionProblem("expected \(Self.forms), found \(text.shown)")
        }
    }

    private static func required<Word: CaseIterable & RawRepresentable<String>>(
        _ words: [String], after first: String
    ) throws(ActionProblem) -> Word {
        guard let word: Word = try word(words, after: first, isRequired: true) else { preconditionFailure() }
        return word
    }

    private static func word<Word: CaseIterable & RawRepresentable<String>>(
        _ words: [String], after first: String, isRequired: Bool
    ) throws(ActionProblem) -> Word? {
        if words.isEmpty, !isRequired { return nil }
        if words.count == 1, let word = Word(exactly: words[0]) { return word }
        let choice = Word.allCases.map(\.rawValue).joined(separator: ", ")
        let found = words.isEmpty ? "nothing" : words.joined(separator: " ").shown
        throw ActionProblem("expected one of \(choice) after \(first), found \(found)")
    }
}

extension ActionGesture: CustomStringConvertible {
    /// As the file spells it.
    package var description: String {
        switch self {
        case .tap: "tap"
        case .longPress: "long press"
        case .swipe(let direction): Self.spelled("swipe", direction?.rawValue)
        case .drag(let direction): Self.spelled("drag", direction?.rawValue)
        case .pinch(let pinch): Self.spelled("pinch", pinch?.rawValue)
        case .rotate(let turn): Self.spelled("rotate", turn?.rawValue)
        case .edge(let edge): "edge \(edge.rawValue)"
        case .corner(let corner): "corner \(Self.words(of: corner))"
        case .stroke(let name): "stroke \(name)"
        case .expression: "an expression"
        }
    }

    private static func spelled(_ word: String, _ detail: String?) -> String { detail.map { "\(word) \($0)" } ?? word }
}

extension ActionGesture {
    /// The gesture that fingers have performed; nil for one that ``recordable`` does not subscribe to.
    init?(_ value: GestureValue) {
        switch value {
        case .tap: self = .tap
        case .longPress: self = .longPress
        case .swipe(let swipe): self = .swipe(ActionDirection(mainAxisOf: swipe.translation))
        case .magnify(let magnify): self = .pinch(magnify.magnification < 1 ? .in : .out)
        case .rotate(let rotate): self = .rotate(rotate.rotation < 0 ? .counterclockwise : .clockwise)
        // Only those of an edge are subscribed to: other drags are swipes if they are fast.
        case .drag(let drag):
            guard let edge = drag.edge, value.movement?.isFromEdge == true else { return nil }
            self = drag.corner.map(ActionGesture.corner) ?? .edge(edge)
        case .stroke, .composition: return nil
        }
    }

    /// The subscriptions of a recording. The first that ends has a value that ``init(_:)`` accepts.
    package static var recordable: [(gesture: GestureExpression, device: DeviceFilter)] {
        let (fingers, many) = (FingerCounts(1...5), FingerCounts(2...5))
        return [
            // Before the swipe that it may be, too. On a touchpad, fingers that come in from an edge mean nothing.
            (.drag(.init(fingers: fingers, edges: .all)), .kind(.touchscreen)),
            (.tap(.init(fingers: fingers)), .any), (.longPress(.init(fingers: fingers)), .any),
            (.swipe(.init(fingers: fingers)), .any), (.magnify(.init(fingers: many, minimumScaleDelta: 0.25)), .any),
            (.rotate(.init(fingers: many, minimumAngleDelta: 0.35)), .any),
        ]
    }
}

/// One of eight directions. A straight one is the main axis of a movement; a diagonal one is within 22.5° of the diagonal.
package enum ActionDirection: String, Hashable, Sendable, CaseIterable {
    case up
    case down
    case left
    case right
    case upLeft = "up-left"
    case upRight = "up-right"
    case downLeft = "down-left"
    case downRight = "down-right"

    /// The main axis of a movement.
    init(mainAxisOf movement: Vector) {
        switch SwipeDirection(movement) {
        case .up: self = .up
        case .down: self = .down
        case .left: self = .left
        case .right: self = .right
        }
    }

    /// nil if the movement is not diagonal.
    init?(diagonalOf movement: Vector) {
        let (dx, dy) = (abs(movement.dx), abs(movement.dy))
        // The tangent of 22.5°.
        guard min(dx, dy) > max(dx, dy) * 0.414_213_562 else { return nil }
        switch (movement.dx < 0, movement.dy < 0) {
        case (true, true): self = .upLeft
        case (false, true): self = .upRight
        case (true, false): self = .downLeft
        case (false, false): self = .downRight
        }
    }

    var isVertical: Bool { self == .up || self == .down }
    var isDiagonal: Bool { ![.up, .down, .left, .right].contains(self) }

    /// For a straight direction: how far a movement goes in it, in points; negative backwards.
    func distance(of movement: Vector) -> Double {
        switch self {
        case .up: -movement.dy
        case .down: movement.dy
        case .left: -movement.dx
        default: movement.dx
        }
    }
}

/// What is wrong with a part of the actions file, and what would be right.
struct ActionProblem: Error, Hashable {
    var message: String

    init(_ message: String) { self.message = message }
}
