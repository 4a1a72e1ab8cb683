internal import GestureModel
internal import GestureProtocol
internal import Glibc

/// The gestures on one device, or of one hand on it, from the beginning of the first until all are over. At most one rule
/// without `continue` runs for them.
///
/// Several subscriptions may report the same fingers: for example, a drag of the standard set may also be reported as a
/// drag from an edge.
struct TouchSequence {
    /// One gesture of one subscription.
    struct Part {
        let gesture: UInt64
        let source: ActionSource
        private(set) var account: GestureAccount
        private(set) var reach = Reach()

        var message: GestureMessage { account.message }
        var start: Timestamp { account.start }
        var value: GestureValue { message.value }
        /// The number of fingers; 0 for an expression that does not report it.
        var fingers: Int { Transform(value)?.fingers ?? value.fingers ?? 0 }
        var isOver: Bool { message.phase.isTerminal }

        init(_ message: GestureMessage, _ source: ActionSource) {
            (gesture, self.source, account) = (message.gesture, source, GestureAccount(message))
            reach.extend(message.value)
        }

        mutating func update(_ message: GestureMessage) {
            account.update(message)
            reach.extend(message.value)
        }
    }

    /// Where a sequence is: sequences at several places are in progress at the same time.
    struct Place: Hashable, Sendable {
        /// The device's id.
        let device: String
        /// The number of the hand; nil for all fingers together.
        let hand: Int?

        init(_ message: GestureMessage) { (device, hand) = (message.device, message.hand) }
        init(device: String, hand: Int?) { (self.device, self.hand) = (device, hand) }

        /// True if the same fingers are in both: one is of all fingers, and the other of a hand.
        func overlaps(_ other: Place) -> Bool { device == other.device && (hand == nil) != (other.hand == nil) }
    }

    let device: TouchDevice
    /// nil for all fingers together.
    let hand: Int?
    /// The window in which the sequence began.
    let window: ActionWindow
    /// True if the apps did not receive its touches.
    let isShielded: Bool
    private(set) var parts: [Part] = []
    /// Whether a rule may still start. Rules that have already made a step can make more steps in any case.
    enum Progress {
        case open
        /// A rule without `continue` has run.
        case won
        /// A rule without `continue` has run for the same fingers in another sequence: for all of them, or for a hand.
        case excluded
    }

    var progress = Progress.open
    /// True if the sequence is of all fingers, and a hand's sequence has the same fingers.
    var hasHands = false
    /// The rules with `every` that have made a step, each with its gesture and the number of its steps.
    var steps: [(rule: Int, gesture: UInt64, count: Int)] = []
    /// The rules that have run, in the order in which they ran.
    var performed: [Int] = []

    init(on device: TouchDevice, hand: Int? = nil, in window: ActionWindow, isShielded: Bool = false) {
        (self.device, self.hand, self.window, self.isShielded) = (device, hand, window, isShielded)
    }

    var place: Place { Place(device: device.id, hand: hand) }

    /// True if a rule may be for this sequence: for that of all fingers, or of a hand.
    func isOf(_ action: Action) -> Bool { (action.filter.hands == .apart) == (hand != nil) }

    /// True if all gestures of the sequence are over. Another gesture may still begin in the same frame.
    var isOver: Bool { parts.allSatisfy(\.isOver) }

    /// True if the last gesture was outcompeted and was not a long press. Its fingers may then still move, and other
    /// fingers may begin a new movement, for example next to a resting thumb.
    var isReplaced: Bool {
        guard let last = parts.last, last.message.phase == .cancelled(.outcompeted) else { return false }
        if case .longPress = last.value { return false }
        return true
    }

    /// The time of the last event of the sequence.
    var end: Timestamp { parts.map(\.message.time).max() ?? Timestamp(microseconds: 0) }

    /// The most fingers that made a gesture of the standard set; 0 without one. If they are several, the finger that
    /// lifts last is no gesture of one finger.
    var standardFingers: Int {
        parts.reduce(0) { most, part in if case .standard = part.source { max(most, part.fingers) } else { most } }
    }

    func part(_ gesture: UInt64) -> Int? { parts.firstIndex { $0.gesture == gesture } }

    /// - Returns: The index of the message's gesture.
    mutating func add(_ message: GestureMessage, from source: ActionSource) -> Int {
        if let index = part(message.gesture) {
            parts[index].update(message)
            return index
        }
        parts.append(Part(message, source))
        return parts.count - 1
    }
}

/// The farthest values of a gesture so far: its distance in each direction, its scale, and its rotation. A gesture that
/// ends far from these values was reversed, and triggers no rule at its end.
struct Reach: Hashable, Sendable {
    /// In points, in each of the eight directions.
    private var distances = [Double](repeating: 0, count: ActionDirection.allCases.count)
    /// The natural logarithms of the least and the greatest scale.
    private(set) var logScale = 0.0...0.0
    /// The farthest rotations counterclockwise and clockwise, in radians.
    private(set) var rotation = 0.0...0.0

    func distance(_ direction: ActionDirection) -> Double {
        ActionDirection.allCases.firstIndex(of: direction).map { distances[$0] } ?? 0
    }

    mutating func extend(_ value: GestureValue) {
        if let movement = value.movement {
            for (index, direction) in ActionDirection.allCases.enumerated() {
                distances[index] = max(distances[index], direction.distance(of: movement.translation))
            }
        }
        guard let transform = Transform(value) else { return }
        logScale = min(logScale.lowerBound, transform.logScale)...max(logScale.upperBound, transform.logScale)
        rotation = min(rotation.lowerBound, transform.rotation)...max(rotation.upperBound, transform.rotation)
    }
}

/// The pinch and the rotation of the same fingers.
struct Transform: Hashable, Sendable {
    var fingers: Int
    var scale: Double
    /// Radians, clockwise.
    var rotation: Double
    /// Per second.
    var scaleVelocity: Double
    var rotationVelocity: Double

    var logScale: Double { log(max(scale, 1e-6)) }
    /// True if the fingers have turned more than they pinched. A contact at distance r from the centre moves r · angle
    /// around it, and r · ln(scale) away from it.
    var isTurn: Bool { abs(rotation) > abs(logScale) }

    /// nil unless the value is a magnification, a rotation or a dial, or a composition that contains one of them.
    init?(_ value: GestureValue) {
        (fingers, scale, rotation, scaleVelocity, rotationVelocity) = (0, 1, 0, 0, 0)
        switch value {
        case .magnify(let magnify): add(magnify)
        case .rotate(let rotate): add(rotate)
        case .dial(let dial): (fingers, rotation, rotationVelocity) = (dial.fingers, dial.rotation, dial.velocity)
        case .composition(let tree):
            for node in tree.nodes {
                switch node.value {
                case .magnify(let magnify)?: add(magnify)
                case .rotate(let rotate)?: add(rotate)
                default: break
                }
            }
            if fingers == 0 { return nil }
        default: return nil
        }
    }

    private mutating func add(_ magnify: GestureValue.Magnify) {
        (fingers, scale, scaleVelocity) = (magnify.fingers, magnify.magnification, magnify.velocity)
    }

    private mutating func add(_ rotate: GestureValue.Rotate) {
        (fingers, rotation, rotationVelocity) = (rotate.fingers, rotate.rotation, rotate.velocity)
    }
}
