public import GestureModel

/// What one finger does, at a position in points.
public enum Touch: Sendable {
    case down(Int, Double, Double)
    case move(Int, Double, Double)
    case lift(Int)
    /// It turned out to be a palm.
    case palm(Int)
    /// Its data turned out to be faulty.
    case faulty(Int)
}

/// Fingers on a surface. Converts what they do to the frames that a device would send.
public struct Hand: Sendable {
    private var contacts: [Contact] = []

    public init() {}

    /// One frame with every finger that is down or has just lifted; fingers that are not given keep their positions.
    public mutating func frame(at time: Timestamp, _ touches: [Touch]) -> TouchFrame {
        contacts.removeAll { !$0.isDown }
        for index in contacts.indices { contacts[index].phase = .stationary }
        for touch in touches {
            switch touch {
            case .down(let id, let x, let y):
                contacts.append(Contact(id: id, phase: .began, position: Point(x: x, y: y)))
            case .move(let id, let x, let y): change(id, .moved) { $0.position = Point(x: x, y: y) }
            case .lift(let id): change(id, .ended) { _ in }
            case .palm(let id): change(id, .palm) { _ in }
            case .faulty(let id): change(id, .faulty) { _ in }
            }
        }
        return TouchFrame(time: time, contacts: contacts)
    }

    private mutating func change(_ id: Int, _ phase: Contact.Phase, _ body: (inout Contact) -> Void) {
        guard let index = contacts.firstIndex(where: { $0.id == id && $0.isDown }) else {
            preconditionFailure("finger \(id) is not down")
        }
        contacts[index].phase = phase
        body(&contacts[index])
    }
}
