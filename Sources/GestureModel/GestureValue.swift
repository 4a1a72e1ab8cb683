/// The value of a gesture in progress. Every value is cumulative, so a skipped `changed` loses nothing.
public enum GestureValue: Hashable, Sendable {
    /// How many fingers tapped, how often, and where.
    case tap(Tap)
    /// Where fingers press, and whether they have pressed long enough.
    case longPress(LongPress)
    /// How far and how fast fingers have moved.
    case drag(Drag)
    /// In which direction and how far fingers swiped, and how fast they were before the lift.
    case swipe(Swipe)
    /// By how much fingers have moved apart or together.
    case magnify(Magnify)
    /// How far fingers have turned.
    case rotate(Rotate)
    /// Which template a drawn shape is most like, and where it was drawn.
    case stroke(Stroke)
    /// In which direction fingers swiped before they rested, and where they are.
    case swipeHold(SwipeHold)
    /// How far fingers have circled.
    case dial(Dial)
    /// How many fingers are down, and whether they may be tapping.
    case touch(Touch)
    /// The phase and value of every part. A pinch of a standard set is a composition, too.
    case composition(GestureTree)

    /// The value of a tap.
    public struct Tap: Hashable, Sendable {
        /// How many fingers tapped together.
        public var fingers: Int
        /// The number of this tap in a row: 2 for the second tap of a double tap.
        public var count: Int
        /// The centre of the fingers before the first of them lifted.
        public var location: Point

        public init(fingers: Int, count: Int, location: Point) {
            self.fingers = fingers
            self.count = count
            self.location = location
        }

        @inlinable
        package mutating func visit(_ visitor: inout some ValueVisitor) {
            visitor.count("fingers", &fingers)
            visitor.count("count", &count)
            visitor.position("location", &location)
        }
    }

    /// The value of a long press, until the fingers lift.
    public struct LongPress: Hashable, Sendable {
        /// How many fingers came down for the press. A finger that lifts early does not change the number.
        public var fingers: Int
        /// The centre of the fingers, without the jump that a lift would make.
        public var location: Point
        /// The centre of the positions at which the fingers came down. It changes when another finger joins.
        public var startLocation: Point
        /// Whether the fingers are down; false only in the `ended` at the lift.
        public var pressing: Bool
        /// Whether the minimum duration was met.
        public var completed: Bool
        /// When the minimum duration is met; nil if it never is. Progress is (now − began) / (deadline − began),
        /// clamped.
        public var deadline: Timestamp?

        public init(
            fingers: Int, location: Point, startLocation: Point, pressing: Bool, completed: Bool, deadline: Timestamp?
        ) {
            self.fingers = fingers
            self.location = location
            self.startLocation = startLocation
            self.pressing = pressing
            self.completed = completed
            self.deadline = deadline
        }

        @inlinable
        package mutating func visit(_ visitor: inout some ValueVisitor) {
            visitor.count("fingers", &fingers)
            visitor.position("location", &location)
            visitor.position("startLocation", &startLocation)
            visitor.flag("pressing", &pressing)
            visitor.flag("completed", &completed)
            visitor.time("deadline", &deadline)
        }
    }

    /// The value of a drag.
    public struct Drag: Hashable, Sendable {
        /// How many fingers the drag was recognised with. A finger that lifts early does not change the number.
        public var fingers: Int
        /// The centre of the fingers, without the jump that a lift would make.
        public var location: Point
        /// The centre of the fingers when the last of them came down. Never changes during the gesture.
        public var startLocation: Point
        /// Points per second.
        public var velocity: Vector
        /// The edge at which the fingers came down; nil if the gesture may begin anywhere.
        public var edge: Edge?
        /// The third of the edge at which the fingers came down; nil without ``edge``.
        public var part: EdgePart?
        /// The corner if a finger came down near both of its edges; nil otherwise, and without ``edge``.
        public var corner: Corner?

        public init(
            fingers: Int, location: Point, startLocation: Point, velocity: Vector, edge: Edge? = nil,
            part: EdgePart? = nil, corner: Corner? = nil
        ) {
            self.fingers = fingers
            self.location = location
            self.startLocation = startLocation
            self.velocity = velocity
            self.edge = edge
            self.part = part
            self.corner = corner
        }

        /// `location - startLocation`.
        public var translation: Vector { location - startLocation }
        /// Where the drag would come to rest: `location + 0.25 s · velocity`, SwiftUI's projection.
        public var predictedEndLocation: Point { location + velocity * Drag.projection }
        /// `translation + 0.25 s · velocity`.
        public var predictedEndTranslation: Vector { translation + velocity * Drag.projection }

        /// SwiftUI's projection time in seconds: its public `velocity` is 4 × (predicted − current).
        public static let projection = 0.25

        @inlinable
        package mutating func visit(_ visitor: inout some ValueVisitor) {
            visitor.count("fingers", &fingers)
            visitor.position("location", &location)
            visitor.position("startLocation", &startLocation)
            visitor.translation("translation", from: startLocation, to: &location)
            visitor.vector("velocity", &velocity)
            visitor.derived("predictedEndLocation", position: predictedEndLocation)
            visitor.derived("predictedEndTranslation", vector: predictedEndTranslation)
            visitor.word("edge", &edge)
            visitor.word("part", &part)
            visitor.word("corner", &corner)
        }
    }

    /// The value of a swipe, which is reported once, at the lift.
    public struct Swipe: Hashable, Sendable {
        /// How many fingers came down for the swipe.
        public var fingers: Int
        /// The direction of ``translation`` along its larger axis.
        public var direction: SwipeDirection
        /// The centre of the fingers when the last of them lifted, without the jump that a lift would make.
        public var location: Point
        /// The centre of the positions at which the fingers came down.
        public var startLocation: Point
        /// Points per second, just before the first of the fingers lifted.
        public var velocity: Vector
        /// The edge at which the fingers came down; nil if the gesture may begin anywhere.
        public var edge: Edge?
        /// The third of the edge at which the fingers came down; nil without ``edge``.
        public var part: EdgePart?
        /// The corner if a finger came down near both of its edges; nil otherwise, and without ``edge``.
        public var corner: Corner?

        public init(
            fingers: Int, direction: SwipeDirection, location: Point, startLocation: Point, velocity: Vector,
            edge: Edge? = nil, part: EdgePart? = nil, corner: Corner? = nil
        ) {
            self.fingers = fingers
            self.direction = direction
            self.location = location
            self.startLocation = startLocation
            self.velocity = velocity
            self.edge = edge
            self.part = part
            self.corner = corner
        }

        /// `location - startLocation`.
        public var translation: Vector { location - startLocation }

        @inlinable
        package mutating func visit(_ visitor: inout some ValueVisitor) {
            visitor.count("fingers", &fingers)
            visitor.word("direction", &direction)
            visitor.position("location", &location)
            visitor.position("startLocation", &startLocation)
            visitor.translation("translation", from: startLocation, to: &location)
            visitor.vector("velocity", &velocity)
            visitor.word("edge", &edge)
            visitor.word("part", &part)
            visitor.word("corner", &corner)
        }
    }

    /// The value of a magnification.
    public struct Magnify: Hashable, Sendable {
        /// How many fingers the gesture was recognised with. A finger that lifts early does not change the number.
        public var fingers: Int
        /// The centre of the fingers, without the jump that a lift would make.
        public var location: Point
        /// The centre of the fingers when the last of them came down. Never changes during the gesture.
        public var startLocation: Point
        /// The scale since the fingers came down: 1 at first, 2 when they are twice as far apart. Above 0.
        public var magnification: Double
        /// Magnification per second.
        public var velocity: Double

        public init(fingers: Int, location: Point, startLocation: Point, magnification: Double, velocity: Double) {
            self.fingers = fingers
            self.location = location
            self.startLocation = startLocation
            self.magnification = magnification
            self.velocity = velocity
        }

        @inlinable
        package mutating func visit(_ visitor: inout some ValueVisitor) {
            visitor.count("fingers", &fingers)
            visitor.position("location", &location)
            visitor.position("startLocation", &startLocation)
            visitor.ratio("magnification", &magnification)
            visitor.ratio("velocity", &velocity)
        }
    }

    /// The value of a rotation.
    public struct Rotate: Hashable, Sendable {
        /// How many fingers the gesture was recognised with. A finger that lifts early does not change the number.
        public var fingers: Int
        /// The centre of the fingers, without the jump that a lift would make.
        public var location: Point
        /// The centre of the fingers when the last of them came down. Never changes during the gesture.
        public var startLocation: Point
        /// Radians turned since the fingers came down, clockwise as seen by the user (y points down, as in SwiftUI).
        /// Not limited to half a turn: two whole turns are 4π.
        public var rotation: Double
        /// Radians per second.
        public var velocity: Double

        public init(fingers: Int, location: Point, startLocation: Point, rotation: Double, velocity: Double) {
            self.fingers = fingers
            self.location = location
            self.startLocation = startLocation
            self.rotation = rotation
            self.velocity = velocity
        }

        @inlinable
        package mutating func visit(_ visitor: inout some ValueVisitor) {
            visitor.count("fingers", &fingers)
            visitor.position("location", &location)
            visitor.position("startLocation", &startLocation)
            visitor.ratio("rotation", &rotation)
            visitor.ratio("velocity", &velocity)
        }
    }

    /// The value of a stroke.
    public struct Stroke: Hashable, Sendable {
        /// The name of the template that the path is most like.
        public var template: String
        /// 0…1: how much the path is like the template; 1 is the same shape.
        public var score: Double
        /// The width and height of ``boundingBox``.
        public var size: Vector
        /// The position at which the contact came down.
        public var startLocation: Point
        /// The smallest rectangle that contains the path.
        public var boundingBox: Region

        public init(template: String, score: Double, size: Vector, startLocation: Point, boundingBox: Region) {
            self.template = template
            self.score = score
            self.size = size
            self.startLocation = startLocation
            self.boundingBox = boundingBox
        }

        @inlinable
        package mutating func visit(_ visitor: inout some ValueVisitor) {
            visitor.text("template", &template)
            visitor.ratio("score", &score)
            visitor.vector("size", &size)
            visitor.position("startLocation", &startLocation)
            visitor.rectangle("boundingBox", &boundingBox)
        }
    }

    /// The value of a swipe whose fingers rest, until they lift.
    public struct SwipeHold: Hashable, Sendable {
        /// How many fingers swiped.
        public var fingers: Int
        /// The direction of the way to where the fingers rested, along its larger axis.
        public var direction: SwipeDirection
        /// The centre of the fingers, without the jump that a lift would make.
        public var location: Point
        /// The centre of the positions at which the fingers came down.
        public var startLocation: Point

        public init(fingers: Int, direction: SwipeDirection, location: Point, startLocation: Point) {
            self.fingers = fingers
            self.direction = direction
            self.location = location
            self.startLocation = startLocation
        }

        /// `location - startLocation`.
        public var translation: Vector { location - startLocation }

        @inlinable
        package mutating func visit(_ visitor: inout some ValueVisitor) {
            visitor.count("fingers", &fingers)
            visitor.word("direction", &direction)
            visitor.position("location", &location)
            visitor.position("startLocation", &startLocation)
            visitor.translation("translation", from: startLocation, to: &location)
        }
    }

    /// The value of a dial.
    public struct Dial: Hashable, Sendable {
        /// How many fingers the gesture was recognised with. A finger that lifts early does not change the number.
        public var fingers: Int
        /// The centre of the fingers, without the jump that a lift would make.
        public var location: Point
        /// The centre of the fingers when the last of them came down. Never changes during the gesture.
        public var startLocation: Point
        /// Radians circled since the gesture began, clockwise as seen by the user (y points down). Not limited to a whole
        /// turn.
        public var rotation: Double
        /// Radians per second.
        public var velocity: Double

        public init(fingers: Int, location: Point, startLocation: Point, rotation: Double, velocity: Double) {
            self.fingers = fingers
            self.location = location
            self.startLocation = startLocation
            self.rotation = rotation
            self.velocity = velocity
        }

        @inlinable
        package mutating func visit(_ visitor: inout some ValueVisitor) {
            visitor.count("fingers", &fingers)
            visitor.position("location", &location)
            visitor.position("startLocation", &startLocation)
            visitor.ratio("rotation", &rotation)
            visitor.ratio("velocity", &velocity)
        }
    }

    /// The value of a touch.
    public struct Touch: Hashable, Sendable {
        /// How many fingers are down; 0 between the taps of a row, and at the end.
        public var fingers: Int
        /// Whether the touch may still be a tap or, once the fingers have lifted, may be followed by the next tap of
        /// its row.
        public var tapping: Bool

        public init(fingers: Int, tapping: Bool) {
            self.fingers = fingers
            self.tapping = tapping
        }

        @inlinable
        package mutating func visit(_ visitor: inout some ValueVisitor) {
            visitor.count("fingers", &fingers)
            visitor.flag("tapping", &tapping)
        }
    }
}

extension GestureValue {
    /// Visits the fields of the value. A composition has none: its parts are separate values.
    @inlinable
    package mutating func visit(_ visitor: inout some ValueVisitor) {
        switch self {
        case .tap(var tap):
            tap.visit(&visitor)
            self = .tap(tap)
        case .longPress(var press):
            press.visit(&visitor)
            self = .longPress(press)
        case .drag(var drag):
            drag.visit(&visitor)
            self = .drag(drag)
        case .swipe(var swipe):
            swipe.visit(&visitor)
            self = .swipe(swipe)
        case .magnify(var magnify):
            magnify.visit(&visitor)
            self = .magnify(magnify)
        case .rotate(var rotate):
            rotate.visit(&visitor)
            self = .rotate(rotate)
        case .stroke(var stroke):
            stroke.visit(&visitor)
            self = .stroke(stroke)
        case .swipeHold(var hold):
            hold.visit(&visitor)
            self = .swipeHold(hold)
        case .dial(var dial):
            dial.visit(&visitor)
            self = .dial(dial)
        case .touch(var touch):
            touch.visit(&visitor)
            self = .touch(touch)
        case .composition: break
        }
    }

    /// Creates a value of the gesture `name`, whose fields `visitor` sets.
    package init(_ name: GestureName, fields visitor: inout some ValueVisitor) {
        let zero = Point.zero
        self =
            switch name {
            case .tap: .tap(Tap(fingers: 0, count: 0, location: zero))
            case .longPress:
                .longPress(
                    LongPress(
                        fingers: 0, location: zero, startLocation: zero, pressing: false, completed: false,
                        deadline: nil))
            case .drag: .drag(Drag(fingers: 0, location: zero, startLocation: zero, velocity: .zero))
            case .swipe:
                .swipe(Swipe(fingers: 0, direction: .up, location: zero, startLocation: zero, velocity: .zero))
            case .magnify:
                .magnify(Magnify(fingers: 0, location: zero, startLocation: zero, magnification: 1, velocity: 0))
            case .rotate:
                .rotate(Rotate(fingers: 0, location: zero, startLocation: zero, rotation: 0, velocity: 0))
            case .stroke:
                .stroke(
                    Stroke(
                        template: "", score: 0, size: .zero, startLocation: zero,
                        boundingBox: Region(x: 0, y: 0, width: 0, height: 0)))
            case .swipeHold: .swipeHold(SwipeHold(fingers: 0, direction: .up, location: zero, startLocation: zero))
            case .dial: .dial(Dial(fingers: 0, location: zero, startLocation: zero, rotation: 0, velocity: 0))
            case .touch: .touch(Touch(fingers: 0, tapping: false))
            }
        visit(&visitor)
    }

    /// The gesture's name; nil for a composition.
    @inlinable
    public var name: GestureName? {
        switch self {
        case .tap: .tap
        case .longPress: .longPress
        case .drag: .drag
        case .swipe: .swipe
        case .magnify: .magnify
        case .rotate: .rotate
        case .stroke: .stroke
        case .swipeHold: .swipeHold
        case .dial: .dial
        case .touch: .touch
        case .composition: nil
        }
    }

    /// How many fingers make the gesture; nil for a composition.
    package var fingers: Int? {
        switch self {
        case .tap(let tap): tap.fingers
        case .longPress(let press): press.fingers
        case .drag(let drag): drag.fingers
        case .swipe(let swipe): swipe.fingers
        case .magnify(let magnify): magnify.fingers
        case .rotate(let rotate): rotate.fingers
        case .stroke: 1
        case .swipeHold(let hold): hold.fingers
        case .dial(let dial): dial.fingers
        case .touch(let touch): touch.fingers
        case .composition: nil
        }
    }

    /// How far and how fast fingers have moved together, in points and points per second, and the edge from which they
    /// came.
    package struct Movement {
        package let translation: Vector
        package let velocity: Vector
        package let edge: Edge?
        package let part: EdgePart?
        package let corner: Corner?

        /// True if the fingers came down at an edge and have come in from it.
        package var isFromEdge: Bool { edge?.isOrigin(of: translation, isInCorner: corner != nil) ?? false }
    }

    /// The movement of a drag, a swipe or a swipe with a hold; nil for other gestures.
    package var movement: Movement? {
        switch self {
        case .drag(let drag):
            Movement(
                translation: drag.translation, velocity: drag.velocity, edge: drag.edge, part: drag.part,
                corner: drag.corner)
        case .swipe(let swipe):
            Movement(
                translation: swipe.translation, velocity: swipe.velocity, edge: swipe.edge, part: swipe.part,
                corner: swipe.corner)
        case .swipeHold(let hold):
            Movement(translation: hold.translation, velocity: .zero, edge: nil, part: nil, corner: nil)
        case .tap, .longPress, .magnify, .rotate, .stroke, .dial, .touch, .composition: nil
        }
    }
}
