public import GestureModel

/// All common touches on one kind of surface, each classified as exactly one gesture. (SwiftUI has no such gesture; its
/// views have scrolling, buttons and menus of their own.)
///
///     StandardGesture(.touchscreen)
///         .onChanged { value in
///             switch value {
///             case .drag(let drag): scroll(by: drag.translation)
///             case .pinch(let pinch): zoom(to: pinch.magnify.magnification, turned: pinch.rotate.rotation)
///             case .longPress(let press): showMenu(at: press.location)
///             case .tap: break
///             }
///         }
///         .onEnded { value in if case .tap(let tap) = value { open(at: tap.location, count: tap.count) } }
///
/// Two fingers that scroll are only a drag, and a pinch combines a magnification and a rotation.
///
/// One gesture can replace another without a lift. The gesture in progress is then cancelled as `outcompeted`. This
/// happens when resting fingers move after all, or when another finger joins a long press. It also happens when another
/// finger joins a drag or a pinch soon after its beginning, or when a drag turns out to be a pinch, or a pinch a drag.
///
/// - A *tap* ends without becoming active. Every tap is reported at its end, without waiting for another one.
/// - A *long press* becomes active when the fingers have rested for 0.5 s, and ends when they lift, as in UIKit. (A
///   ``LongPressGesture`` is active before that time, and ends when it has passed.)
/// - A *drag* and a *pinch* become active when the fingers are classified as such, and end when the last finger lifts.
///
/// On a touchpad a single finger moves the pointer. It taps and presses, and drags only directly after a tap. A drag or
/// a pinch of several fingers also ends when only one of them is left.
///
/// A standard gesture cannot be part of a composition: composing it traps.
public struct StandardGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The kind of surface whose gestures are classified.
    public let surface: GestureExpression.Standard

    /// - Parameter surface: The kind of surface. On a touchpad, resting thumbs are recognised by their position. This
    ///   needs a ``GestureRecogniser`` with a surface; the daemon knows the surfaces of its devices.
    public init(_ surface: GestureExpression.Standard) { self.surface = surface }

    public func _makePlan() -> _GesturePlan<Value> {
        var gesture: UInt64 = 0
        var lastValue: Value?
        var lastPhase: PartPhase?
        var update = GestureUpdate<Value>(step: .possible(nil), didChange: false, hasBegun: true)
        return _GesturePlan(.standard(surface)) { context, _ in
            if gesture != context.event.gesture { (gesture, lastPhase) = (context.event.gesture, nil) }
            let phase = context.event.standardPhase
            // A value that differs only in its time counts as unchanged, and a gesture does not change after its end.
            let value = Value(context, at: Timestamp(microseconds: 0))
            update.didChange = (phase != lastPhase || value != lastValue) && !(lastPhase?.isTerminal ?? false)
            guard update.didChange else { return update }
            (lastPhase, lastValue) = (phase, value)
            update.step = GestureStep(phase, Value(context, at: context.event.time))
            return update
        }
    }

    public enum Value: Hashable, Sendable {
        /// Fingers that lifted soon without moving.
        case tap(Tap)
        /// Fingers that rest.
        case longPress(LongPress)
        /// Fingers that move together; on a touchpad at least two, or one directly after a tap.
        case drag(DragGesture.Value)
        /// Two or more fingers that move apart, towards each other, or about their centre.
        case pinch(Pinch)

        init?(_ context: GestureEventContext, at time: Timestamp) {
            let positions = context.positions
            switch context.event.value.rounded {
            case .tap(let tap):
                self = .tap(
                    Tap(fingers: tap.fingers, count: tap.count, location: tap.location, positions: positions))
            case .longPress(let press):
                self = .longPress(LongPress(fingers: press.fingers, location: press.location, positions: positions))
            case .drag(let drag): self = .drag(DragGesture.Value(drag, context, at: time))
            case .composition(let tree):
                guard tree.nodes.count == 3, case .magnify(let magnify)? = tree.nodes[1].value?.rounded,
                    case .rotate(let rotate)? = tree.nodes[2].value?.rounded
                else { return nil }
                self = .pinch(
                    Pinch(magnify: .init(magnify, context, at: time), rotate: .init(rotate, context, at: time)))
            // Not part of the standard set.
            default: return nil
            }
        }
    }

    /// Fingers that tapped.
    public struct Tap: Hashable, Sendable {
        /// The number of fingers that tapped together.
        public var fingers: Int
        /// The number of this tap in a row: 2 for the second tap of a double tap. The first tap is reported, too.
        public var count: Int
        /// The centre of the positions where the fingers touched down, in points.
        @_disfavoredOverload public var location: Point
        /// ``location``, which GesturesFoundation shadows with a CGPoint.
        package var point: Point { location }
        /// If withheld, ``location`` is zero.
        public var positions: PositionAccess

        public init(fingers: Int = 1, count: Int = 1, location: Point, positions: PositionAccess = .granted) {
            self.fingers = fingers
            self.count = count
            self.location = location
            self.positions = positions
        }
    }

    /// Fingers that have rested for 0.5 s.
    public struct LongPress: Hashable, Sendable {
        /// The number of fingers that rest.
        public var fingers: Int
        /// The centre of the fingers when the press was complete, in points.
        @_disfavoredOverload public var location: Point
        /// ``location``, which GesturesFoundation shadows with a CGPoint.
        package var point: Point { location }
        /// If withheld, ``location`` is zero.
        public var positions: PositionAccess

        public init(fingers: Int = 1, location: Point, positions: PositionAccess = .granted) {
            self.fingers = fingers
            self.location = location
            self.positions = positions
        }
    }

    /// A magnification and a rotation of the same fingers.
    public struct Pinch: Hashable, Sendable {
        /// The scale of the fingers since they touched down.
        public var magnify: MagnifyGesture.Value
        /// The angle that the fingers have turned since they touched down.
        public var rotate: RotateGesture.Value

        public init(magnify: MagnifyGesture.Value, rotate: RotateGesture.Value) {
            self.magnify = magnify
            self.rotate = rotate
        }
    }
}

extension GestureEvent {
    /// The phase of the standard gesture, whatever the phases of a pinch's parts. A long press stays active after its
    /// completion.
    fileprivate var standardPhase: PartPhase {
        if case .tap = value, !phase.isTerminal { return .possible }
        return switch phase {
        case .began, .changed: .active
        case .ended: .ended
        case .cancelled(let reason): .failed(reason)
        }
    }
}
