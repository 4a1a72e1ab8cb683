public import GestureModel

/// What a person with unsteady hands has configured for the touches of a device.
public struct AccommodationSettings: Hashable, Sendable {
    /// Which place of a touch counts for a tap.
    public enum TapAssistance: String, Hashable, Sendable, CaseIterable {
        /// The touch counts where it is.
        case off
        /// Where the finger came down.
        case initial
        /// Where the finger lifts, or is after half a second.
        case final
    }

    /// How long a touch lasts before it counts.
    public var holdDuration = Microseconds.zero
    /// A touch that comes down within this time of a lift does not count.
    public var ignoreRepeat = Microseconds.zero
    public var tapAssistance = TapAssistance.off
    /// Points; a finger that stays within this distance of where it counts from does not move.
    public var stillness = 0.0
    /// The user while whose session is active it applies; nil for every user.
    public var user: UInt32?

    public init() {}

    /// True if touches pass unchanged.
    public var isOff: Bool {
        holdDuration == .zero && ignoreRepeat == .zero && stillness == 0 && tapAssistance != .final
    }
}

/// Makes the touches of unsteady hands those of steady ones, for everything that is recognised. Apps and the desktop below
/// see the touches as they are.
///
///     landed ──holdDuration──► still ──left the circle of stillness──► moving
///       │ within ignoreRepeat, or lifted before
///       ▼
///     ignored
///
/// A moving finger continues from where it was still, without a jump.
///
/// A class, so that a device whose user needs none carries a reference instead of its two frames.
public final class TouchAccommodation {
    private enum State: Sendable {
        /// Not shown so far. It counts from `shown` on.
        case waiting(until: Timestamp)
        case still(at: Point)
        case moving(offset: Vector)
        case ignored
    }

    private struct Touch: Sendable {
        let id: Int
        let start: Point
        var position: Point
        var state: State

        var counts: Bool { if case .ignored = state { false } else { true } }

        /// Where it is recognised; nil if it is not.
        var shownPosition: Point? {
            switch state {
            case .waiting, .ignored: nil
            case .still(let place): place
            case .moving(let offset): position + offset
            }
        }
    }

    /// With `final` assistance, how long a finger may look for its place.
    static let searchTime = Microseconds.milliseconds(500)

    private let settings: AccommodationSettings
    private var touches: [Touch] = []
    /// When the last touch that counted was over.
    private var lastLift: Timestamp?
    /// The frame to recognise.
    public private(set) var frame: TouchFrame
    /// What comes before ``frame``: a touch that counts from its lift comes down in it; nil if there is none.
    public private(set) var earlier: TouchFrame?
    private var storage: TouchFrame

    public init(_ settings: AccommodationSettings, kind: TouchDeviceKind) {
        self.settings = settings
        frame = TouchFrame(time: Timestamp(microseconds: .min), kind: kind)
        storage = frame
    }

    /// When a touch has lasted long enough; nil if none waits.
    public var deadline: Timestamp? {
        touches.lazy.compactMap { if case .waiting(let time) = $0.state { time } else { nil } }.min()
    }

    private var delay: Microseconds {
        settings.tapAssistance == .final ? max(settings.holdDuration, Self.searchTime) : settings.holdDuration
    }

    /// Drops all touches: those that are down start nothing.
    public func reset() {
        touches.removeAll(keepingCapacity: true)
        lastLift = nil
    }

    /// Sets ``frame`` to what the person means by a frame of the device.
    public func update(_ frame: borrowing TouchFrame) {
        self.frame.clear(for: frame)
        storage.clear(for: frame)
        for contact in frame.contacts { update(contact, at: frame.time) }
        earlier = storage.contacts.isEmpty ? nil : storage
        if earlier != nil {
            for contact in self.frame.contacts where contact.isDown { storage.contacts.append(contact) }
        }
    }

    /// Sets ``frame`` to the touches after those that have waited until `deadline` count.
    public func expire(at deadline: Timestamp) {
        frame.time = deadline
        frame.contacts.removeAll(keepingCapacity: true)
        earlier = nil
        for index in touches.indices {
            guard case .waiting(let time) = touches[index].state, time <= deadline else {
                if let position = touches[index].shownPosition {
                    frame.contacts.append(Contact(id: touches[index].id, phase: .stationary, position: position))
                }
                continue
            }
            frame.contacts.append(show(index))
        }
    }

    /// Lets a touch count from now on.
    private func show(_ index: Int) -> Contact {
        let touch = touches[index]
        let place = settings.tapAssistance == .final ? touch.position : touch.start
        touches[index].state = .still(at: place)
        return Contact(id: touch.id, phase: .began, position: place)
    }

    private func update(_ contact: Contact, at time: Timestamp) {
        if contact.phase == .began { land(contact, at: time) }
        guard let index = touches.firstIndex(where: { $0.id == contact.id }) else { return }
        if contact.phase != .began {
            touches[index].position = contact.position
            guard contact.isDown else { return lift(contact, index, at: time) }
        }
        switch touches[index].state {
        case .ignored, .waiting: return
        case .still(let place):
            let way = contact.position - place
            guard contact.phase != .began, settings.stillness == 0 || way.length >= settings.stillness else {
                return append(contact, contact.phase == .began ? .began : .stationary, at: place)
            }
            let offset = settings.stillness == 0 ? Vector.zero : Vector(dx: -way.dx, dy: -way.dy)
            touches[index].state = .moving(offset: offset)
            append(contact, contact.phase, at: contact.position + offset)
        case .moving(let offset): append(contact, contact.phase, at: contact.position + offset)
        }
    }

    private func append(_ contact: Contact, _ phase: Contact.Phase, at position: Point) {
        var shown = contact
        (shown.phase, shown.position) = (phase, position)
        frame.contacts.append(shown)
    }

    private func land(_ contact: Contact, at time: Timestamp) {
        touches.removeAll { $0.id == contact.id }
        let isRepeated = lastLift.map { time - $0 < settings.ignoreRepeat } ?? false
        var state = State.still(at: contact.position)
        if isRepeated, !touches.contains(where: \.counts) {
            state = .ignored
        } else if delay > .zero {
            state = .waiting(until: time + delay)
        }
        touches.append(Touch(id: contact.id, start: contact.position, position: contact.position, state: state))
    }

    private func lift(_ contact: Contact, _ index: Int, at time: Timestamp) {
        let touch = touches[index]
        defer { touches.removeAll { $0.id == contact.id } }
        switch touch.state {
        case .ignored: return
        case .still(let place): append(contact, contact.phase, at: place)
        case .moving(let offset): append(contact, contact.phase, at: contact.position + offset)
        case .waiting(let end):
            // Of the wait, only holdDuration decides whether the touch counts at all.
            let held = time - (end + Microseconds(-delay.count))
            guard contact.phase == .ended, held >= settings.holdDuration else { return }
            storage.contacts.append(Contact(id: contact.id, phase: .began, position: contact.position))
            append(contact, .ended, at: contact.position)
        }
        if contact.phase == .ended { lastLift = time }
    }
}
