/// The guarantees of the protocol, one case for each kind of violation.
public enum Promise: String, Sendable, CaseIterable {
    /// Every line is one JSON object of a known type with the members that its type needs.
    case wholeLines
    /// `hello` is the first line and the only hello.
    case helloFirst
    /// Each request is answered once, in order.
    case answers
    /// A subscription sends nothing before its `ok` and after that of its unsubscribe.
    case subscriptionLifetime
    /// `began`, `changed`*, and one of `ended` and `cancelled`.
    case grammar
    /// The number of a gesture is used once.
    case freshNumbers
    /// A subscription receives the requested gesture, from the requested devices and region.
    case requested
    /// Time does not decrease within a gesture; a tap has one time.
    case time
    /// `cancelled` has a known reason at a moment when it can be true; `failed` has the failure.
    case reasons
    /// The numbers of one value are consistent.
    case arithmetic
    /// Members that do not change within a gesture: fingers, start, deadline, completion.
    case constancy
    /// The number of fingers is a requested one.
    case fingers
    /// Pressing, completion and deadline of a press agree with its phase and time.
    case press
    /// The value of a composition has the requested parts in order, with the members of their phases.
    case shape
    /// A part goes from possible through active to ended or failed, never back, and keeps its last value.
    case partPhase
    /// The phase of a composition follows from those of its parts.
    case phaseTable
    /// Phases that parts may have together: one of the competing parts is active; those of a sequence follow each other.
    case simultaneousPhases
    /// A composition begins with its first part and ends with its last.
    case compositionLifetime
    /// An explanation was requested, and its sentence agrees with its numbers.
    case explanations
    /// A client receives no gestures while inactive, locked or suspended; open gestures were cancelled before.
    case access
    /// Gestures come from present devices, and end before their device is removed.
    case devices
    /// Nothing is open when the daemon closes the stream.
    case nothingOpen
    /// Nothing follows the error that closes a connection.
    case silenceAfterError
    /// Contacts that were down before the subscription, or during a cancel from outside, start no gesture.
    case freshContacts
}

/// One broken promise and the line that broke it.
public struct Violation: Sendable, CustomStringConvertible {
    public let promise: Promise
    /// The number of the line that the client received, from 1.
    public let line: Int
    public let text: String

    public var description: String { "line \(line): \(promise.rawValue): \(text)" }
}
