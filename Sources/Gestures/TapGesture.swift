public import GestureModel

/// Fingers that touch and lift again without going anywhere. SwiftUI's, and any number of fingers.
///
/// They move less than 45 pt and are down for less than 0.75 s, SwiftUI's limits. The next tap of several touches at most
/// 0.35 s after the end of the last, SwiftUI's, and 100 pt from the first, Android's. A recogniser's thresholds and the
/// daemon's configuration may say otherwise.
///
/// It is discrete: it ends and was never active, so that neither `onChanged` nor `updating` hears of it.
public struct TapGesture: Gesture {
    public typealias Value = Void
    public typealias Body = Never

    public var count: Int { placed.count }
    public var fingers: FingerCounts { placed.fingers }

    private let placed: SpatialTapGesture

    /// - Parameters:
    ///   - count: how many taps in a row end the gesture, 1…10; anything else traps. With 1 every tap ends one, those of
    ///     a double tap too.
    ///   - fingers: the numbers of fingers that will do, each 1…10; none, or any other, traps.
    public init(count: Int = 1, fingers: FingerCounts = .one) {
        placed = SpatialTapGesture(count: count, fingers: fingers)
    }

    public func makePlan() -> GesturePlan<Void> { placed.makePlan().map { _ in } }
}

/// A ``TapGesture`` that tells where.
public struct SpatialTapGesture: Gesture {
    public struct Value: Hashable, Sendable {
        /// The centre of the fingers when they were all down; of several taps in a row, the last one's.
        public var location: Point
        /// Withheld, ``location`` is zero.
        public var positions: PositionAccess

        public init(location: Point, positions: PositionAccess = .granted) {
            self.location = location
            self.positions = positions
        }
    }

    public typealias Body = Never

    public let count: Int
    public let fingers: FingerCounts

    /// As for ``TapGesture/init(count:fingers:)``.
    public init(count: Int = 1, fingers: FingerCounts = .one) {
        precondition((1...10).contains(count), "a tap gesture is of 1…10 taps, not \(count)")
        requireFingers(fingers)
        self.count = count
        self.fingers = fingers
    }

    public func makePlan() -> GesturePlan<Value> {
        GesturePlan(.tap(.init(fingers: fingers, count: count))) { value, occurrence in
            guard case .tap(let tap) = value else { return nil }
            return Value(location: tap.location, positions: occurrence.positions)
        }
    }
}

func requireFingers(_ fingers: FingerCounts) {
    precondition(fingers.most > 0, "a gesture needs at least one number of fingers")
}
