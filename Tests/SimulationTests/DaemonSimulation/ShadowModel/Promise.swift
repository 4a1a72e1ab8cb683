/// What a client may rely on, one word for each way to break it.
public enum Promise: String, Sendable, CaseIterable {
    /// Every line is one JSON object of a known type that holds what its type needs.
    case wholeLines
    /// `hello` comes first, and once.
    case helloFirst
    /// Requests are answered in their order, each once.
    case answers
    /// A subscription is silent before its `ok` and after that of its unsubscribe.
    case subscriptionLife
    /// `began`, `changed`*, and one of `ended` and `cancelled`.
    case grammar
    /// A gesture's number is used once.
    case freshNumbers
    /// A subscription hears the gesture it asked for, on the devices and in the region it asked for.
    case asked
    /// Time does not go back within a gesture, and a tap takes none.
    case time
    /// `cancelled` tells one of the known reasons at a moment when it can be true; `failed` tells what failed.
    case reasons
    /// The numbers of one value agree with each other.
    case arithmetic
    /// What a gesture keeps for its life: fingers, start, deadline, completion.
    case constancy
    /// The number of fingers is one that was asked for.
    case fingers
    /// What a press says of pressing, completion and deadline is true at its phase and time.
    case press
    /// A composition's value has the parts that were asked for, in their places, with what belongs to their phases.
    case shape
    /// A part goes from possible by active to ended or failed, never back, and keeps what it ended with.
    case partPhase
    /// A composition's phase follows from its parts'.
    case phaseTable
    /// What parts of a composition may be at the same time: one of those that compete, one after the other of a sequence.
    case togetherness
    /// A composition begins with a part, goes on while one may have more to tell, and ends with the last.
    case compositionLife
    /// An explanation is asked for, and its sentence says what its numbers do.
    case explanations
    /// Who is not active, or locked out, or asleep hears nothing, and what was open was cancelled before.
    case access
    /// Gestures come from devices that are present, and none outlives its device.
    case devices
    /// Nothing is open when the daemon closes the stream.
    case nothingOpen
    /// Nothing follows the error that closes a connection.
    case lastWord
    /// Contacts that were down before the subscription, or during an outside cancel, start nothing.
    case freshContacts
}

/// One broken promise and the line that broke it.
public struct Violation: Sendable, CustomStringConvertible {
    public let promise: Promise
    /// The number of the line in what the client received, from 1.
    public let line: Int
    public let text: String

    public var description: String { "line \(line): \(promise.rawValue): \(text)" }
}
