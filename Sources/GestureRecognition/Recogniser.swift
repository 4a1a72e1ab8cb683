public import GestureModel

/// One gesture's recognition: a value that is told of frames and deadlines, in the order of their times, and reads no
/// clock.
///
/// A recogniser takes up fingers as they come down (`Contact.Phase.began`); those that were down before concern it no
/// more than those that come while it is busy with others.
public protocol Recogniser: Sendable {
    /// Frames come in the order of their times, and every deadline before a frame's time is expired first. In no frame
    /// do some fingers leave and others come.
    mutating func update(_ frame: borrowing TouchFrame) -> Verdict
    /// Time has reached ``deadline`` and no frame is left that is stamped so early.
    mutating func expire(at deadline: Timestamp) -> Verdict
    /// The next moment at which something happens without the fingers doing anything.
    var deadline: Timestamp? { get }
    /// Whether nothing that was done so far is of the gesture that may come next: no finger that is down, no first tap of
    /// two.
    var isIdle: Bool { get }
    /// Whether the contact is one of those that the gesture in progress, or the one that may yet come of it, is made of.
    func holds(_ contact: Int) -> Bool
    /// What there is to tell beside the `failed` just said: how far each part of a composition got. nil where the value
    /// is the one reported last, or nothing was.
    var remains: GestureValue? { get }
    /// What the last call decided, of a recogniser that explains itself; of others nothing.
    var findings: [Finding] { get }
    /// As ``reset()``, for a reason from outside: what was open is decided with it.
    mutating func abandon(for reason: CancellationReason, at time: Timestamp)
    /// Forgets everything; fingers that are down now start nothing.
    mutating func reset()
}

extension Recogniser {
    public var remains: GestureValue? { nil }
    public var findings: [Finding] { [] }
    public mutating func abandon(for reason: CancellationReason, at time: Timestamp) { reset() }
}
