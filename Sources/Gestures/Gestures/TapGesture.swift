public import GestureModel

/// Fingers that touch and lift without moving. SwiftUI's gesture, for any number of fingers.
///
///     TapGesture(count: 2).onEnded { picture.zoom() }
///
/// For example, a finger taps from 0 to 50 ms and from 250 to 300 ms. At 300 ms, `onEnded` runs. If the second tap
/// starts at 401 ms, which is 351 ms after the end of the first, the first tap is lost. The second tap can then be the
/// first of another double tap.
///
/// The fingers move less than 45 pt and are down for less than 0.75 s, which are SwiftUI's limits. On a touchpad they
/// must also keep to the limits of ``StandardGesture``, which are stricter. With several taps, each starts at most 0.35
/// s (SwiftUI) after the end of the previous one, and at most 100 pt (Android) from the first. A recogniser's
/// thresholds and the daemon's configuration can change these limits.
///
/// It is discrete: it ends without becoming active, so `onChanged` and `updating` do not run.
public struct TapGesture: Gesture, Sendable {
    public typealias Value = Void
    public typealias Body = Never

    /// The number of taps in a row, 1…10.
    public var count: Int { spatial.count }
    /// The accepted numbers of fingers, each 1…10.
    public var fingers: FingerCounts { spatial.fingers }

    private let spatial: SpatialTapGesture

    /// - Parameters:
    ///   - count: The number of taps in a row, 1…10; any other number traps. With 1 every tap ends a gesture, including
    ///     each tap of a double tap.
    ///   - fingers: The accepted numbers of fingers, each 1…10; an empty set or any other number traps.
    public init(count: Int = 1, fingers: FingerCounts = .one) {
        spatial = SpatialTapGesture(count: count, fingers: fingers)
    }

    public func _makePlan() -> _GesturePlan<Void> { spatial._makePlan().map { _ in } }
}

/// A ``TapGesture`` with the location of the tap.
public struct SpatialTapGesture: Gesture, Sendable {
    public struct Value: Hashable, Sendable {
        /// The centre of the last tap's fingers, just before the first of them lifted, in points.
        @_disfavoredOverload public var location: Point
        /// If withheld, ``location`` is zero.
        public var positions: PositionAccess

        /// ``location``, which GesturesFoundation shadows with a CGPoint.
        package var point: Point { location }

        public init(location: Point, positions: PositionAccess = .granted) {
            self.location = location
            self.positions = positions
        }
    }

    public typealias Body = Never

    /// The number of taps in a row, 1…10.
    public let count: Int
    /// The accepted numbers of fingers, each 1…10.
    public let fingers: FingerCounts

    /// See ``TapGesture/init(count:fingers:)``.
    public init(count: Int = 1, fingers: FingerCounts = .one) {
        self.count = count
        self.fingers = fingers
        requireParameters(expression)
    }

    private var expression: GestureExpression.Tap { .init(fingers: fingers, count: count) }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.tap(expression)) { value, context in
            guard case .tap(let tap) = value else { return nil }
            return Value(location: tap.location, positions: context.positions)
        }
    }
}
