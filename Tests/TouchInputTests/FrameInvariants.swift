import GestureModel

@testable import TouchInput

/// Checks the invariants of frames, which hold for any events.
struct FrameInvariants {
    let surface: Surface
    private(set) var violations: [String] = []
    private(set) var began = 0
    private(set) var ended = 0
    private(set) var frames = 0
    private(set) var down: Set<Int> = []
    private var seen: Set<Int> = []
    private var time = Timestamp(microseconds: .min)
    /// After a resynchronisation contacts may appear without `began` and vanish without `ended`.
    private var isResynchronised = false

    init(surface: Surface) { self.surface = surface }

    mutating func resynchronise() { isResynchronised = true }

    mutating func check(_ frame: TouchFrame) {
        frames += 1
        check(frame.time >= time, "time went back", frame)
        time = frame.time
        check(!frame.contacts.isEmpty, "no contact", frame)
        check(Set(frame.contacts.map(\.id)).count == frame.contacts.count, "a contact twice", frame)
        if isResynchronised { down.formIntersection(frame.contacts.map(\.id)) }
        for contact in frame.contacts {
            check(surface.bounds.contains(contact.position), "outside of the surface", frame)
            check(contact, in: frame)
        }
        check(down == Set(frame.contacts.filter(\.isDown).map(\.id)), "a contact neither down nor ended", frame)
        isResynchronised = false
    }

    private mutating func check(_ contact: Contact, in frame: TouchFrame) {
        switch contact.phase {
        case .began:
            began += 1
            check(!seen.contains(contact.id), "\(contact.id) began again", frame)
            down.insert(contact.id)
        case .moved, .stationary:
            if isResynchronised, !seen.contains(contact.id) { down.insert(contact.id) }
            check(down.contains(contact.id), "\(contact.id) is not down", frame)
        case .ended, .palm, .faulty:
            ended += 1
            check(down.remove(contact.id) != nil || isResynchronised, "\(contact.id) ended without being down", frame)
        }
        seen.insert(contact.id)
    }

    private mutating func check(_ condition: Bool, _ violation: String, _ frame: TouchFrame) {
        guard !condition, violations.count < 5 else { return }
        violations.append(
            "frame \(frames) at \(frame.time.microseconds): \(violation): \(frame.contacts.map(\.summary))")
    }
}
