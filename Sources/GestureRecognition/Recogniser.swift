package import GestureModel

/// Recognises the gestures of one expression: a value that receives frames and deadlines in the order of their times
/// and reads no clock.
///
/// A recogniser acquires contacts in the frame in which they come down (`Contact.Phase.began`). It ignores contacts
/// that were down before. Whether contacts that come down during a gesture join it depends on the recogniser.
package protocol Recogniser: Sendable {
    /// Handles a frame. Frames arrive in the order of their times; deadlines before a frame's time expire first. If
    /// contacts lift and others come down in one frame, the lifts are handled first.
    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer)
    /// Called when time has reached ``deadline``, and no frame of that time or an earlier one can follow.
    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer)
    /// When ``expire(at:_:)`` is due; nil if only a frame can change anything.
    var deadline: Timestamp? { get }
    /// True if the recogniser follows no contact and does not wait for one.
    var isIdle: Bool { get }
    /// True if the contact is part of the gesture in progress, or of a possible one. A recogniser of a single gesture
    /// also holds the contacts of a failed gesture until they lift.
    func holds(_ contact: Int) -> Bool
    /// Does what ``reset()`` does, for an external reason. If ``VerdictBuffer/explains`` is true, also appends a
    /// finding for each gesture that was possible or in progress. For a single gesture, the ``GestureEmitter`` appends
    /// the finding.
    mutating func cancel(_ reason: CancellationReason, at time: Timestamp, _ verdicts: inout VerdictBuffer)
    /// Removes all state. Contacts that are down start no gesture.
    mutating func reset()
}

extension Recogniser {
    package mutating func cancel(_ reason: CancellationReason, at time: Timestamp, _ verdicts: inout VerdictBuffer) {
        reset()
    }
}

extension GestureExpression {
    /// Makes a recogniser for this expression. Parameters that are nil come from `thresholds`.
    ///
    /// - Parameters:
    ///   - surface: The surface of the contacts; nil if unknown. An expression with `edges` traps without it.
    ///   - isPaired: True for a magnification beside which the same contacts may rotate, and for that rotation.
    package func recogniser(
        _ thresholds: Thresholds, surface: Surface? = nil, isPaired: Bool = false
    ) -> any Recogniser {
        let own = thresholds.overridden(by: self)
        return switch self {
        case .tap(let tap): TapRecogniser(tap, own, surface)
        case .longPress(let press):
            LongPressRecogniser(fingers: press.fingers, isJudged: press.maximumDistance == nil, own)
        case .drag(let drag): DragRecogniser(drag, own, surface)
        case .swipe(let swipe): SwipeRecogniser(swipe, own, surface)
        case .magnify(let magnify):
            MagnifyRecogniser(
                fingers: magnify.fingers, isJudged: magnify.minimumScaleDelta == nil, isPaired: isPaired, own,
                surface)
        case .rotate(let rotate):
            RotateRecogniser(
                fingers: rotate.fingers, isJudged: rotate.minimumAngleDelta == nil, isPaired: isPaired, own,
                surface)
        case .stroke(let stroke): StrokeRecogniser(stroke, own)
        case .swipeHold(let hold): SwipeHoldRecogniser(hold, own, surface)
        case .dial(let dial): DialRecogniser(dial, own)
        case .touch(let touch): TouchRecogniser(touch, own)
        case .standard(let standard): StandardRecogniser(standard, thresholds, surface: surface)
        case .composition(let composition): CompositionRecogniser(composition, thresholds, surface)
        }
    }
}

/// A recogniser of one gesture made by one group of contacts. It handles lifts before touch-downs, because the next
/// gesture may begin in the frame in which the last contact lifts.
protocol GroupRecogniser: Recogniser {
    var group: ContactGroup { get }
    /// Starts with the first contacts, if any came down.
    mutating func begin(with frame: borrowing TouchFrame) -> Verdict?
    /// Handles the lifts and the motion of the gesture's contacts, and the contacts that join them.
    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict?
}

extension GroupRecogniser {
    var isIdle: Bool { group.isEmpty }

    func holds(_ contact: Int) -> Bool { group.contains(contact) }

    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        if !group.isEmpty { verdicts.append(follow(frame)) }
        if group.isEmpty { verdicts.append(begin(with: frame)) }
    }
}
