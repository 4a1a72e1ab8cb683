package import GestureModel
internal import TOML

/// The gesture of an action, as the short words of the actions file name it: `swipe left`, `pinch in`, `edge right`.
package enum ActionGesture: Hashable, Sendable {
    case tap
    case longPress
    /// Fingers that have moved some distance, fast or slowly, when they lift.
    case swipe(ActionDirection?)
    /// Fingers that lift while moving fast.
    case flick(ActionDirection?)
    case drag(ActionDirection?)
    case pinch(Pinch?)
    case rotate(Turn?)
    /// Fingers that swipe and then rest. The direction is straight.
    case swipeHold(ActionDirection?)
    /// Fingers that circle.
    case dial(Turn?)
    /// Fingers that tap and come down again to drag. One finger that does so up and down makes a quick zoom.
    case tapDrag(ActionDirection?)
    /// Fingers that come in from an edge.
    case edge(Edge)
    /// Fingers that come in from a corner.
    case corner(Corner)
    /// Fingers that move along an edge. The direction is straight.
    case slide(ActionDirection)
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

    /// The word, or the two words, with which a gesture begins in the file.
    package enum Word: String, Hashable, Sendable, CaseIterable {
        case tap
        case longPress = "long press"
        case swipe
        case flick
        case drag
        case pinch
        case rotate = "turn"
        case swipeHold = "swipe hold"
        case dial
        case tapDrag = "tap drag"
        case edge
        case corner
        case slide
        case stroke
    }

    /// nil for an expression.
    package var word: Word? {
        switch self {
        case .tap: .tap
        case .longPress: .longPress
        case .swipe: .swipe
        case .flick: .flick
        case .drag: .drag
        case .pinch: .pinch
        case .rotate: .rotate
        case .swipeHold: .swipeHold
        case .dial: .dial
        case .tapDrag: .tapDrag
        case .edge: .edge
        case .corner: .corner
        case .slide: .slide
        case .stroke: .stroke
        case .expression: nil
        }
    }

    /// The minimum for a rule that sets none; nil for a gesture whose motion is not measured, such as a tap.
    var usualMinimum: Action.Amount? {
        switch self {
        // Recorded swipes of three fingers go 7.3 to 13 mm.
        case .swipe, .tapDrag: .distance(Action.Amount.points(millimetres: 7))
        case .swipeHold: .distance(Action.Amount.points(millimetres: 12))
        case .flick: .distance(Action.Amount.points(millimetres: 5))
        case .edge, .corner: .distance(Edge.inwardDistance)
        case .slide: .distance(Edge.slideDistance)
        // The slop of the standard sets. So a rule for a drag without a direction or a distance runs whenever the
        // standard set recognises a drag.
        case .drag: .distance(10)
        case .pinch: .scale(4.0 / 3)
        case .rotate, .dial: .angle(.pi / 9)
        case .tap, .longPress, .stroke, .expression: nil
        }
    }

    /// The least speed of a flick when the fingers lift, in points per second: that of Android's page turn.
    package static let flickSpeed = 400.0

    /// The numbers of fingers of a rule without `fingers`.
    var usualFingers: FingerCounts {
        switch self {
        case .pinch, .rotate: .twoOrMore
        default: .one
        }
    }

    /// The direction of a movement; nil if any direction will do, and for other gestures.
    var direction: ActionDirection? {
        switch self {
        case .swipe(let direction), .flick(let direction), .drag(let direction), .swipeHold(let direction),
            .tapDrag(let direction):
            direction
        case .slide(let direction): direction
        default: nil
        }
    }

    /// The direction of forward steps. The steps of an edge gesture go along the edge.
    var stepDirection: ActionDirection? {
        if case .edge(let edge) = self { return edge == .left || edge == .right ? .up : .right }
        return direction
    }

    /// True if the fingers come down at an edge.
    var isFromEdge: Bool {
        switch self {
        case .edge, .corner, .slide: true
        default: false
        }
    }

    /// True for movements of all fingers in a direction that may begin anywhere.
    var isSwipe: Bool {
        switch self {
        case .swipe, .flick, .drag: true
        default: false
        }
    }

    /// -1 if forward means that fingers move together or turn counterclockwise; otherwise 1.
    var stepSign: Double {
        [.pinch(.in), .rotate(.counterclockwise), .dial(.counterclockwise)].contains(self) ? -1 : 1
    }

    /// Returns a corner as the file spells it: `top-left`.
    static func words(of corner: Corner) -> String { corner.edges.words.map(\.rawValue).joined(separator: "-") }

    static func corner(words: String) -> Corner? { Corner.allCases.first { Self.words(of: $0) == words } }
}

extension ActionGesture {
    /// The nearest expression of the protocol. It may recognise more than this gesture: for example, a magnification of
    /// the protocol has no direction. nil for a stroke, whose template is not known here.
    package var expression: GestureExpression? {
        switch self {
        case .tap: .tap(.init())
        case .longPress: .longPress(.init())
        case .swipe(let direction): .swipe(.init(directions: Self.directions(direction)))
        case .flick(let direction):
            .swipe(.init(directions: Self.directions(direction), minimumLiftVelocity: Self.flickSpeed))
        case .drag: .drag(.init())
        case .pinch: .magnify(.init())
        case .rotate: .rotate(.init())
        case .swipeHold(let direction): .swipeHold(.init(directions: Self.directions(direction)))
        case .dial: .dial(.init())
        case .tapDrag: Self.tapThenDrag(.one)
        case .edge(let edge): .drag(.init(edges: Edge.Set(edge)))
        case .corner(let corner): .drag(.init(edges: corner.edges))
        case .slide(let direction): .drag(.init(edges: direction.edgesAlong))
        case .stroke: nil
        case .expression(let expression): expression
        }
    }

    /// The direction that the gesture has and its ``expression`` lacks, in words; nil if it lacks none.
    package var directionBeyondExpression: String? {
        switch self {
        case .drag, .tapDrag, .slide, .corner, .pinch, .rotate, .dial: detail
        // Its expression has both of its directions.
        case .swipe(let direction?), .flick(let direction?): direction.isDiagonal ? detail : nil
        default: nil
        }
    }

    /// A drag of fingers that have just tapped.
    static func tapThenDrag(_ fingers: FingerCounts) -> GestureExpression {
        .composition(.init(.sequence, [.tap(.init(fingers: fingers)), .drag(.init(fingers: fingers))]))
    }

    /// Returns the directions along the main axes that make up `direction`; all four if it is nil.
    private static func directions(_ direction: ActionDirection?) -> SwipeDirection.Set {
        guard let words = direction?.rawValue.split(separator: "-").map(String.init) else { return .all }
        return words.compactMap(SwipeDirection.init(rawValue:)).reduce(into: []) { $0.formUnion(.init($1)) }
    }
}

extension ActionGesture: CustomStringConvertible {
    /// The gesture as the file spells it.
    package var description: String {
        guard let word else { return "an expression" }
        return detail.map { "\(word.rawValue) \($0)" } ?? word.rawValue
    }

    /// What follows the word of the gesture.
    private var detail: String? {
        switch self {
        case .swipe, .flick, .drag, .swipeHold, .tapDrag, .slide: direction?.rawValue
        case .pinch(let pinch): pinch?.rawValue
        case .rotate(let turn), .dial(let turn): turn?.rawValue
        case .edge(let edge): edge.rawValue
        case .corner(let corner): Self.words(of: corner)
        case .stroke(let name): name
        case .tap, .longPress, .expression: nil
        }
    }
}

/// One of eight directions. A movement always has the straight direction of its main axis. Within 22.5° of a diagonal,
/// it also has the direction of that diagonal.
package enum ActionDirection: String, Hashable, Sendable, CaseIterable {
    case up
    case down
    case left
    case right
    case upLeft = "up-left"
    case upRight = "up-right"
    case downLeft = "down-left"
    case downRight = "down-right"

    init(_ direction: SwipeDirection) {
        switch direction {
        case .up: self = .up
        case .down: self = .down
        case .left: self = .left
        case .right: self = .right
        }
    }

    /// The straight direction of a movement's main axis.
    init(mainAxisOf movement: Vector) { self.init(SwipeDirection(movement)) }

    /// The diagonal that leads in from a corner.
    init(inFrom corner: Corner) {
        let edges = corner.edges
        self.init(nearestTo: Vector(dx: edges.contains(.left) ? 1 : -1, dy: edges.contains(.top) ? 1 : -1))
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

    /// The nearest of the eight directions.
    init(nearestTo movement: Vector) {
        self = ActionDirection(diagonalOf: movement) ?? ActionDirection(mainAxisOf: movement)
    }

    var isVertical: Bool { self == .up || self == .down }
    var isDiagonal: Bool { ![.up, .down, .left, .right].contains(self) }
    static let straight: [ActionDirection] = [.up, .down, .left, .right]

    var opposite: ActionDirection { ActionDirection(nearestTo: -unit) }

    /// The edges along which a straight direction leads.
    var edgesAlong: Edge.Set { isVertical ? [.left, .right] : [.top, .bottom] }

    /// The unit vector.
    private var unit: Vector {
        let half = 0.5.squareRoot()
        return switch self {
        case .up: Vector(dx: 0, dy: -1)
        case .down: Vector(dx: 0, dy: 1)
        case .left: Vector(dx: -1, dy: 0)
        case .right: Vector(dx: 1, dy: 0)
        case .upLeft: Vector(dx: -half, dy: -half)
        case .upRight: Vector(dx: half, dy: -half)
        case .downLeft: Vector(dx: -half, dy: half)
        case .downRight: Vector(dx: half, dy: half)
        }
    }

    /// Returns the distance that a movement covers in this direction, in points; negative if it goes backwards.
    func distance(of movement: Vector) -> Double { movement.dx * unit.dx + movement.dy * unit.dy }

    /// True if this direction is the movement's main axis, or a diagonal within 22.5° of the movement.
    func isDirection(of movement: Vector) -> Bool {
        isDiagonal
            ? ActionDirection(diagonalOf: movement) == self : ActionDirection(mainAxisOf: movement) == self
    }
}

extension Action.Amount {
    static func points(millimetres: Double) -> Double { millimetres * 160 / 25.4 }
}

extension Double {
    /// A number of points, written in millimetres: `30 mm`, `2.5 mm`.
    var millimetres: String { Wording.millimetres(self) }

    /// A number of radians, written in degrees: `34°`.
    var degrees: String { "\((self * 180 / .pi).rounded(to: 0))°" }

    /// Returns the rounded number as text, without `.0`.
    func rounded(to decimals: Int) -> String { Wording.decimal(self, decimals) }
}
