internal import GestureModel

/// The touches that an X server holds for this client, and when each may be given to the app.
///
/// A server (Xorg 21.1) offers a rejected touch that moves the pointer to the window manager as a click, and freezes the pointer
/// until the manager has looked at it. Touches that are rejected meanwhile can end all touches:
/// - It handles a rejection that arrives while the pointer is frozen later, and then takes the manager's answer for older than the
///   click, ignores it, and the pointer stays frozen.
/// - A touch that is given to a program which grabs the pointer, such as an open menu, never ends.
/// - A touch that is rejected before an older one is decided is forgotten, if that one is accepted, until the next is rejected.
///
/// So touches that move the pointer are given in the order in which they began, and only while no other program holds the pointer.
struct TouchOrder {
    enum Step: Hashable {
        case give(UInt32)
        /// Another program has held the pointer for too long: no app receives the touch.
        case drop(UInt32)
        /// Another program holds the pointer.
        case wait(until: Timestamp)
        /// No touch waits, or the first waits for an older one to be decided.
        case nothing
    }

    private struct Touch {
        let id: UInt32
        let movesPointer: Bool
        var isGiven = false
    }

    private struct Wait {
        /// When the window manager had handled all that came before; nil while it has not.
        var answered: Timestamp?
        var pause = Self.shortest
        var next: Timestamp

        static let shortest = Microseconds.milliseconds(1)
        static let longest = Microseconds.milliseconds(64)
    }

    private var touches: [Touch] = []
    private var waiting: Wait?

    /// How long a program other than the window manager may hold the pointer until a touch that waits for it is dropped: one that is
    /// given later would press what is there by then. A window manager that does not answer is waited for: without it no
    /// touch reaches anyone.
    static let limit = Microseconds.milliseconds(1000)

    /// True while a touch that is the app's is still held.
    var isWaiting: Bool { touches.contains(where: \.isGiven) }
    /// When ``next(at:isPointerHeld:)`` should be asked again; nil if only events change anything.
    var deadline: Timestamp? { waiting?.next }
    /// True if the window manager is to be asked for an answer.
    private(set) var needsAnswer = false

    mutating func begin(_ id: UInt32, movesPointer: Bool) { touches.append(Touch(id: id, movesPointer: movesPointer)) }

    /// The touch is the app's.
    mutating func give(_ id: UInt32) {
        guard let index = touches.firstIndex(where: { $0.id == id }) else { return }
        touches[index].isGiven = true
    }

    /// The touch is taken from the app.
    mutating func take(_ id: UInt32) { touches.removeAll { $0.id == id } }

    /// Called when the window manager has handled all that came before it was asked.
    mutating func answer(at now: Timestamp) {
        guard waiting?.answered == nil else { return }
        waiting?.answered = now
        waiting?.next = now
    }

    /// Returns what to do next.
    mutating func next(at now: Timestamp, isPointerHeld: () -> Bool) -> Step {
        needsAnswer = false
        var isBehind = false
        for (index, touch) in touches.enumerated() {
            guard touch.isGiven else {
                isBehind = isBehind || touch.movesPointer
                continue
            }
            guard touch.movesPointer else { return end(index, .give(touch.id)) }
            // Fingers of its hand come after it.
            guard !isBehind else { break }
            if let waiting, now < waiting.next { return .wait(until: waiting.next) }
            guard isPointerHeld() else { return end(index, .give(touch.id)) }
            if let answered = waiting?.answered, answered + Self.limit <= now { return end(index, .drop(touch.id)) }
            return wait(from: now)
        }
        waiting = nil
        return .nothing
    }

    private mutating func end(_ index: Int, _ step: Step) -> Step {
        if touches.remove(at: index).movesPointer { waiting = nil }
        return step
    }

    private mutating func wait(from now: Timestamp) -> Step {
        needsAnswer = waiting == nil
        var wait = waiting ?? Wait(next: now)
        wait.next = now + wait.pause
        wait.pause = min(Microseconds(wait.pause.count * 2), Wait.longest)
        waiting = wait
        return .wait(until: wait.next)
    }
}
