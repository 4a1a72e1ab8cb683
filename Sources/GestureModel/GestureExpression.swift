/// A gesture to recognise. The Swift library creates it, JSON spells it, and the daemon runs it. Equal expressions over the
/// same device and region are run once.
///
/// Parameters that are nil take the daemon's configured threshold.
public enum GestureExpression: Hashable, Sendable {
    /// Fingers that touch and lift again, once or several times in a row.
    case tap(Tap)
    /// Fingers that stay where they are for a time.
    case longPress(LongPress)
    /// Fingers that move together.
    case drag(Drag)
    /// Fingers that move fast in one direction.
    case swipe(Swipe)
    /// Two or more fingers that move apart or together.
    case magnify(Magnify)
    /// Two or more fingers that turn about their centre.
    case rotate(Rotate)
    /// A shape that one contact draws.
    case stroke(Stroke)
    /// Several gestures that make one: at the same time, one after the other, or one of them.
    case composition(Composition)
    /// Every common gesture of one kind of surface, each motion classified as one of them.
    case standard(Standard)
}

/// A gesture that is neither a composition nor a standard set.
public enum GestureName: String, Hashable, Sendable, CaseIterable {
    /// ``GestureExpression/Tap``.
    case tap
    /// ``GestureExpression/LongPress``.
    case longPress
    /// ``GestureExpression/Drag``.
    case drag
    /// ``GestureExpression/Swipe``.
    case swipe
    /// ``GestureExpression/Magnify``.
    case magnify
    /// ``GestureExpression/Rotate``.
    case rotate
    /// ``GestureExpression/Stroke``.
    case stroke

    package var gesture: any SingleGesture.Type {
        switch self {
        case .tap: GestureExpression.Tap.self
        case .longPress: GestureExpression.LongPress.self
        case .drag: GestureExpression.Drag.self
        case .swipe: GestureExpression.Swipe.self
        case .magnify: GestureExpression.Magnify.self
        case .rotate: GestureExpression.Rotate.self
        case .stroke: GestureExpression.Stroke.self
        }
    }
}

extension GestureExpression {
    /// nil for a composition and for a standard set.
    package var single: (any SingleGesture)? {
        switch self {
        case .tap(let tap): tap
        case .longPress(let press): press
        case .drag(let drag): drag
        case .swipe(let swipe): swipe
        case .magnify(let magnify): magnify
        case .rotate(let rotate): rotate
        case .stroke(let stroke): stroke
        case .composition, .standard: nil
        }
    }

    /// nil for a composition and for a standard set.
    public var name: GestureName? { single.map { type(of: $0).name } }

    /// True if one of its gestures must begin at an edge of the surface.
    public var asksForEdges: Bool {
        if case .composition(let composition) = self { return composition.parts.contains { $0.asksForEdges } }
        return single?.has("edges") ?? false
    }

    /// How many gestures an expression has at most, without the compositions that hold them.
    public static let maximumLeaves = 16

    /// How many gestures this one is made of, without the compositions that hold them; 1 for a single gesture.
    public var leafCount: Int {
        guard case .composition(let composition) = self else { return 1 }
        return composition.parts.reduce(0) { $0 + $1.leafCount }
    }

    /// The number of recognisers on one device that counts against the limits of a client.
    package var recognisers: Int {
        guard case .composition(let composition) = self else { return single?.recognisers ?? 1 }
        return composition.parts.reduce(0) { $0 + $1.recognisers }
    }

    /// The bytes of its names and templates.
    package var memory: Int {
        guard case .composition(let composition) = self else { return single?.memory ?? 0 }
        return composition.parts.reduce(0) { $0 + $1.memory }
    }

    /// This expression with every parameter it leaves open taken from `thresholds`, so that two that mean the same are
    /// equal.
    public func resolved(with thresholds: Thresholds) -> GestureExpression {
        if case .composition(let composition) = self {
            return .composition(Composition(composition.kind, composition.parts.map { $0.resolved(with: thresholds) }))
        }
        return single.map { $0.resolved(with: thresholds).expression } ?? self
    }
}

extension Thresholds {
    /// These thresholds, overridden by the numbers of `gesture`. A composition overrides nothing, since each of its parts
    /// does so for itself; neither does a standard set.
    package func overridden(by gesture: GestureExpression) -> Thresholds {
        var own = self
        gesture.single?.override(&own)
        return own
    }
}

extension GestureExpression {
    /// Gestures that make one together. SwiftUI's three compositions of two, here of any number, and the race.
    public struct Composition: Hashable, Sendable {
        /// How the parts make one gesture.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// All of them at the same time; it is over when every one is.
            case simultaneous
            /// One after the other: a part receives touches once the part before it has ended.
            case sequence
            /// The first that succeeds, in the order of the parts: a later part counts when those before it have failed,
            /// or while none of them has begun.
            case exclusive
            /// The part that is recognised first; the others are `outcompeted`.
            case race
        }

        /// How the parts make one gesture.
        public var kind: Kind
        /// Two or more, in the order that `sequence` and `exclusive` go by.
        public var parts: [GestureExpression]

        /// Creates a composition of `parts`, which are two or more.
        public init(_ kind: Kind, _ parts: [GestureExpression]) {
            self.kind = kind
            self.parts = parts
        }
    }

    /// Every gesture on one kind of surface, classified so that each motion is one gesture: two fingers that scroll are a
    /// drag and nothing else, a pinch is a magnification and a rotation together, and a tap is reported at once.
    ///
    /// Its values are `tap`, `longPress`, `drag`, and for two fingers or more that move apart, together or around each
    /// other a `simultaneous` of `magnify` and `rotate`.
    public enum Standard: String, Hashable, Sendable, CaseIterable {
        /// One finger drags.
        case touchscreen
        /// One finger moves the pointer, which is no gesture. It drags right after a tap.
        case touchpad
    }
}
