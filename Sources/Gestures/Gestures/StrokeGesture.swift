public import GestureModel

/// A shape that one finger draws, such as a letter, compared with templates. SwiftUI has no such gesture.
///
///     StrokeGesture(templates: [.init(name: "check", points: check)])
///         .onEnded { stroke in perform(stroke.template) }
///
/// It is recognised when the finger lifts. The direction of drawing is significant; position and size are not, and a
/// shape may be rotated by up to 22.5°. The method is Protractor: Yang Li, "Protractor: A Fast and Accurate Gesture
/// Recognizer", CHI 2010.
///
/// It is discrete: it ends without becoming active, so `onChanged` and `updating` do not run.
public struct StrokeGesture: Gesture, Sendable {
    public typealias Body = Never
    /// A shape with which a path is compared.
    public typealias Template = GestureExpression.Stroke.Template

    /// 1…64 templates. Those with the same name are drawings of one shape.
    public let templates: [Template]
    /// The least score that counts, 0…1.
    public let minimumScore: Double

    /// - Parameters:
    ///   - templates: 1…64 templates, with names of 1 to 64 bytes. Each has 8…256 points, y downwards, not all equal.
    ///     Anything else traps, and so does a coordinate that is NaN or beyond ±1,000,000,000. Several drawings of one
    ///     shape, best by several people, have the same name: of others' strokes, three find 89 % and one finds 77 %.
    ///     The daemon refuses a request of more than 64 KiB: with all digits of their coordinates, about 1,600 points of
    ///     all templates together.
    ///   - minimumScore: The least score that counts, 0…1; any other number traps.
    public init(templates: [Template], minimumScore: Double = 0.85) {
        let expression = GestureExpression.Stroke(templates: templates, minimumScore: minimumScore)
        if let problem = expression.problem { preconditionFailure(problem) }
        self.templates = templates
        self.minimumScore = minimumScore
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.stroke(.init(templates: templates, minimumScore: minimumScore))) { value, context in
            guard case .stroke(let stroke) = value else { return nil }
            return Value(
                time: context.event.time, template: stroke.template, score: stroke.score, size: stroke.size,
                startLocation: stroke.startLocation, boundingBox: stroke.boundingBox, positions: context.positions)
        }
    }

    /// The template that the path is most like, with the path's position and size. Lengths are in points.
    public struct Value: Hashable, Sendable {
        /// The time at which the finger lifted.
        public var time: Timestamp
        /// The name of the template.
        public var template: String
        /// 0…1; 1 is a path of exactly the template's shape.
        public var score: Double
        /// The width and height of the path.
        @_disfavoredOverload public var size: Vector
        /// The position at which the finger touched down.
        @_disfavoredOverload public var startLocation: Point
        /// The smallest rectangle that contains the path.
        @_disfavoredOverload public var boundingBox: Region
        /// The properties that GesturesFoundation shadows with its own of the same names.
        package var shape: (size: Vector, startLocation: Point, boundingBox: Region) {
            (size, startLocation, boundingBox)
        }
        /// If withheld, ``startLocation`` and ``boundingBox`` are zero.
        public var positions: PositionAccess

        public init(
            time: Timestamp, template: String, score: Double, size: Vector, startLocation: Point, boundingBox: Region,
            positions: PositionAccess = .granted
        ) {
            self.time = time
            self.template = template
            self.score = score
            self.size = size
            self.startLocation = startLocation
            self.boundingBox = boundingBox
            self.positions = positions
        }
    }
}
