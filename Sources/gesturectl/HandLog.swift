internal import GestureModel

/// The hands of a recording, one after the other.
struct Hands {
    private(set) var all: [HandLog] = []

    /// May be called with the same frame again.
    mutating func follow(_ frame: TouchFrame) {
        for contact in frame.contacts where contact.phase == .began {
            if all.last?.isOver ?? true { all.append(HandLog(start: frame.time)) }
            all[all.count - 1].add(contact)
        }
        guard !all.isEmpty else { return }
        all[all.count - 1].follow(frame)
    }
}

/// What a hand did from its first finger's touch until none was left.
struct HandLog {
    private struct Finger {
        let id: Int
        let start: Point
        var isDown = true
    }

    let start: Timestamp
    private var end: Timestamp
    private var fingers: [Finger] = []
    private var most = 0
    /// Points that the furthest finger was from where it came down.
    private var reach = 0.0
    /// Contacts that turned out to be no fingers, a line each.
    private(set) var rejections: [String] = []

    init(start: Timestamp) {
        self.start = start
        end = start
    }

    var isOver: Bool { !fingers.contains { $0.isDown } }

    /// `12.345 2 fingers for 412 ms, moved up to 64.1 pt`.
    var text: String {
        let count = most == 1 ? "1 finger" : "\(most) fingers"
        let tenths = Int((reach * 10).rounded())
        let rest = isOver ? "for \(since(end))" : "down until the recording's end"
        return "\(GestureLine.seconds(start)) \(count) \(rest), moved up to \(tenths / 10).\(tenths % 10) pt"
    }

    mutating func add(_ contact: Contact) {
        guard !fingers.contains(where: { $0.id == contact.id }) else { return }
        fingers.append(Finger(id: contact.id, start: contact.position))
        most = max(most, fingers.count { $0.isDown })
    }

    mutating func follow(_ frame: TouchFrame) {
        // A frame has every contact that is down. One that left while events were lost never ends.
        for index in fingers.indices where !frame.contacts.contains(where: { $0.id == fingers[index].id }) {
            fingers[index].isDown = false
        }
        for contact in frame.contacts {
            guard let index = fingers.firstIndex(where: { $0.id == contact.id && $0.isDown }) else { continue }
            end = frame.time
            if contact.isRejected {
                reject(contact, at: frame.time)
            } else {
                reach = max(reach, (contact.position - fingers[index].start).length)
            }
            fingers[index].isDown = contact.isDown
        }
    }

    private mutating func reject(_ contact: Contact, at time: Timestamp) {
        let word = contact.phase == .palm ? "a palm" : "faulty, no finger does what it did"
        rejections.append("a contact was \(word) at \(since(time))")
    }

    private func since(_ time: Timestamp) -> String { "\((time - start).count / 1000) ms" }
}
