public import GestureModel

/// All contacts of a device in one frame, as a subscription to contacts receives them.
public struct ContactsMessage: Hashable, Sendable {
    /// One contact. A phase, state or cause that only a newer daemon knows is kept as text.
    public struct Contact: Hashable, Sendable {
        /// The contact's number among those that the client may receive.
        public var id: Int
        /// What the contact did in this frame.
        public var phase: Reported<ContactReport.Phase>
        /// In the units of the subscription.
        public var position: Point
        /// In the device's units; nil if the device reports no pressure.
        public var pressure: Int32?
        /// The longer diameter, in the device's units; nil if the device reports no size.
        public var size: Int32?
        /// The daemon's classification of the contact.
        public var state: Reported<ContactReport.State>
        /// Why the contact is held or was rejected; nil for a finger, or if the state alone is the reason.
        public var cause: Reported<ContactReport.Cause>?

        /// Creates the contact that a daemon of this version reports.
        public init(_ report: ContactReport) {
            id = report.id
            phase = .known(report.phase)
            position = report.position
            pressure = report.pressure
            size = report.size
            state = .known(report.state)
            cause = report.cause.map { .known($0) }
        }
    }

    /// The subscription's number.
    public var subscription: Int
    /// The kernel's time of the frame, or the deadline at which a held contact became a finger.
    public var time: Timestamp
    /// The device's id.
    public var device: String
    /// The contacts of the frame. Their order has no meaning.
    public var contacts: [Contact]

    public init(subscription: Int, time: Timestamp, device: String, contacts: [Contact]) {
        self.subscription = subscription
        self.time = time
        self.device = device
        self.contacts = contacts
    }
}

extension ContactsMessage.Contact {
    /// True while the contact is on the surface.
    public var isDown: Bool { phase != .known(.ended) }
}

extension ContactsMessage: ProtocolObject {
    static var blank: ContactsMessage {
        ContactsMessage(subscription: 0, time: Timestamp(microseconds: 0), device: "", contacts: [])
    }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("contacts", "All contacts of a device in one frame.")
        visitor.origin(&subscription, &time, &device)
        visitor.key("contacts", &contacts, List(Object(Contact.blank), "an array of contacts"))
    }
}

extension ContactsMessage.Contact: ProtocolObject {
    fileprivate static var blank: ContactsMessage.Contact {
        ContactsMessage.Contact(ContactReport(id: 0, phase: .began, position: .zero, state: .finger))
    }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.key("id", &id, Count(), "Numbers the device's contacts.")
        visitor.key("phase", &phase, OpenWord())
        visitor.key("position", &position, ContactPosition(), "In the subscription's units.")
        visitor.optional("pressure", &pressure, DeviceNumber(), "In the device's units.")
        visitor.optional("size", &size, DeviceNumber(), "The longer diameter, in the device's units.")
        visitor.key("state", &state, OpenWord(), "What the contact is taken for.")
        visitor.optional("cause", &cause, OpenWord(), "Why it is held or was rejected.")
    }
}

extension ObjectVisitor {
    /// Visits the keys that every line of a subscription has.
    mutating func origin(_ subscription: inout Int, _ time: inout Timestamp, _ device: inout String) {
        key("subscription", &subscription, Count(from: 1))
        key("time", &time, .time, "Microseconds of CLOCK_MONOTONIC.")
        key("device", &device, Text(), "The id of the device.")
    }
}

/// Writes `contacts` lines for one device in one unit. It allocates nothing once the buffer has grown.
///
/// The keys of a contact are those of its `visit(_:)`, in the same order. They are written by hand: through a visitor, a
/// line took a fifth more instructions.
public struct ContactsEncoder: Hashable, Sendable {
    private let scale: Vector
    private let decimals: Decimals
    /// The device's id as JSON, quotes included.
    private let device: [UInt8]

    /// - Parameters:
    ///   - device: The device's id.
    ///   - surface: The device's surface, on which the units may depend.
    ///   - units: The units of every position.
    public init(device: String, surface: Surface, units: ValueUnits) {
        scale = units.scale(on: surface)
        decimals = units == .normalized ? .six : .three
        var quoted: [UInt8] = []
        quoted.append(quoted: device)
        self.device = quoted
    }

    /// The most bytes of a line without its contacts and its device: two whole numbers, the keys and the type.
    private static let headCapacity = 128
    /// The most bytes of one contact: keys and words, three whole numbers, and a position.
    private static let contactCapacity = 160 + 3 * 20 + 2 * LineWriter.numberCapacity

    /// Appends the line of one frame, newline included.
    public func append(
        _ contacts: some Collection<ContactReport>, at time: Timestamp, subscription: Int, to bytes: inout [UInt8]
    ) {
        let room = ContactsEncoder.headCapacity + device.count + contacts.count * ContactsEncoder.contactCapacity
        bytes.append(room: room) { line in
            line.write(#"{"type":"contacts","subscription":"#)
            line.write(subscription)
            line.write(#","time":"#)
            line.write(time.microseconds)
            line.write(#","device":"#)
            line.write(device)
            line.write(#","contacts":["#)
            var isFirst = true
            for contact in contacts {
                if !isFirst { line.write(",") }
                isFirst = false
                write(contact, to: &line)
            }
            line.write("]}\n")
        }
    }

    private func write(_ contact: ContactReport, to line: inout LineWriter) {
        line.write(#"{"id":"#)
        line.write(contact.id)
        line.write(#","phase":"#)
        line.write(word: contact.phase.rawValue)
        line.write(#","position":["#)
        line.write(contact.position.x * scale.dx, decimals)
        line.write(",")
        line.write(contact.position.y * scale.dy, decimals)
        line.write("]")
        if let pressure = contact.pressure {
            line.write(#","pressure":"#)
            line.write(pressure)
        }
        if let size = contact.size {
            line.write(#","size":"#)
            line.write(size)
        }
        line.write(#","state":"#)
        line.write(word: contact.state.rawValue)
        if let cause = contact.cause {
            line.write(#","cause":"#)
            line.write(word: cause.rawValue)
        }
        line.write("}")
    }
}
