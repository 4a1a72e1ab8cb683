public import GestureModel

/// Everything that a hand does on one kind of surface, with one meaning for each thing it does. (SwiftUI has none: its
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
/// Two fingers that scroll are a drag and nothing beside it, and a pinch is a magnification and a rotation together. One
/// such gesture may follow another without a lift: it is cancelled `outcompeted` where a finger that comes, or fingers
/// that move after all, make another one of it.
///
/// - A *tap* ends, once, and was never active. Each one is told when it is over, and none waits for the next.
/// - A *long press* is active once the fingers have rested for half a second, until they lift, as UIKit's. (A
///   ``LongPressGesture`` is active before that, and ends then.)
/// - A *drag* and a *pinch* are active from when their fingers mean it until the last one lifts.
///
/// On a touchpad one finger alone moves the pointer: it taps and presses, and drags only right after a tap.
///
/// It is a whole of its own: as part of a composition it traps.
public struct StandardGesture: Gesture {
    public typealias Body = Never

    public let surface: GestureExpression.Standard

    /// - Parameter surface: what the fingers are on. On a touchpad thumbs that rest are known by where they are, which
    ///   needs a ``GestureRecogniser`` that is told of the surface; of the daemon's devices it is known.
    public init(_ surface: GestureExpression.Standard) { self.surface = surface }

    public func makePlan() -> GesturePlan<Value> {
        var gesture: UInt64 = 0
        var last: StandardReading?
        var phase: PartPhase?
        var update = GestureUpdate<Value>(step: .possible(nil), isNews: false, hasBegun: true)
        return GesturePlan(.standard(surface)) { occurrence, _ in
            let event = occurrence.event
            if gesture != event.gesture { (gesture, phase) = (event.gesture, nil) }
            let (own, reading) = (event.standardPhase, StandardReading(event.value))
            // What is over stays so; what only the time has changed of is nothing new.
            update.isNews = (own != phase || reading != last) && !(phase?.isTerminal ?? false)
            guard update.isNews else { return update }
            (phase, last) = (own, reading)
            update.step = GestureStep(own, reading.flatMap { Value($0, occurrence) })
            return update
        }
    }
}

/// What an event of a standard set says, in the steps of the wire.
enum StandardReading: Equatable {
    case tap(GestureValue.Tap)
    case longPress(GestureValue.LongPress)
    case drag(GestureValue.Drag)
    case pinch(GestureValue.Magnify, GestureValue.Rotate)

    /// nil for what a standard set does not bring.
    init?(_ value: GestureValue) {
        switch value.rounded {
        case .tap(let tap): self = .tap(tap)
        case .longPress(let press): self = .longPress(press)
        case .drag(let drag): self = .drag(drag)
        case .composition(let tree):
            guard tree.nodes.count == 3, case .magnify(let magnify)? = tree.nodes[1].value?.rounded,
                case .rotate(let rotate)? = tree.nodes[2].value?.rounded
            else { return nil }
            self = .pinch(magnify, rotate)
        case .swipe, .magnify, .rotate: return nil
        }
    }
}

extension GestureEvent {
    /// The gesture's own phase, whatever the parts of a pinch are at, and however long a press is complete.
    fileprivate var standardPhase: PartPhase {
        if case .tap = value, !phase.isTerminal { return .possible }
        return switch phase {
        case .began, .changed: .active
        case .ended: .ended
        case .cancelled(let reason): .failed(reason)
        }
    }
}
