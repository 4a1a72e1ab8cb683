import GestureModel
import GestureProtocol
import Strokes
import Testing

@Suite struct ContactsCodingTests {
    private static let reports = [
        ContactReport(id: 7, phase: .moved, position: Point(x: 10.5, y: -0.25), pressure: 48, size: 6),
        ContactReport(
            id: 8, phase: .began, position: Point(x: 1, y: 2), state: .palm, cause: .nearPalm),
    ]

    private func line(_ units: ValueUnits = .points, _ reports: [ContactReport]) -> String {
        let encoder = ContactsEncoder(
            device: "event\"5", surface: Surface(size: Vector(dx: 100, dy: 50)), units: units)
        var bytes: [UInt8] = []
        encoder.append(reports, at: Timestamp(microseconds: 1000), subscription: 3, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a line, byte for byte`() {
        #expect(
            line(.points, ContactsCodingTests.reports) == """
                {"type":"contacts","subscription":3,"time":1000,"device":"event\\"5","contacts":[\
                {"id":7,"phase":"moved","position":[10.5,-0.25],"pressure":48,"size":6,"state":"finger"},\
                {"id":8,"phase":"began","position":[1,2],"state":"palm","cause":"nearPalm"}]}

                """)
    }

    @Test func `a line reads back, and is written the same again`() throws {
        let text = line(.points, ContactsCodingTests.reports)
        let message = try ServerMessage(line: text.utf8.dropLast())
        guard case .contacts(let contacts) = message else { return #expect(Bool(false)) }
        #expect(contacts.contacts == ContactsCodingTests.reports.map { ContactsMessage.Contact($0) })
        #expect(
            contacts
                == ContactsMessage(
                    subscription: 3, time: Timestamp(microseconds: 1000), device: "event\"5",
                    contacts: contacts.contacts))
        var bytes: [UInt8] = []
        message.append(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test func `positions are in the requested units`() {
        #expect(line(.normalized, ContactsCodingTests.reports).contains(#""position":[0.105,-0.005]"#))
    }

    @Test func `a contact of the largest numbers has room`() {
        let report = ContactReport(
            id: .min, phase: .stationary, position: Point(x: -1e300, y: -1e300), pressure: .min, size: .min,
            state: .duplicate, cause: .bothSides)
        let reports = Array(repeating: report, count: 10_000)
        #expect(throws: Never.self) { try ServerMessage(line: line(.points, reports).utf8.dropLast()) }
    }

    @Test func `words of a newer daemon are kept as text`() throws {
        let text =
            #"{"type":"contacts","subscription":1,"time":2,"device":"e","contacts":[{"id":1,"phase":"hovering","#
            + #""position":[1,2],"state":"knuckle","cause":"sound","new":1}]}"#
        guard case .contacts(let message) = try ServerMessage(line: text.utf8) else { return #expect(Bool(false)) }
        #expect(message.contacts.map(\.phase.word) == ["hovering"] && message.contacts[0].state.value == nil)
        #expect(message.contacts[0].cause?.word == "sound" && message.contacts[0].isDown)
    }

    @Test func `requests are written and read`() throws {
        let text =
            #"{"type":"subscribe","id":4,"contacts":true,"device":{"kind":"touchpad"},"units":"millimetres","#
            + #""scope":"session"}"#
        let request = ContactsRequest(id: 4, device: .kind(.touchpad), units: .millimetres, scope: .session)
        #expect(try Request(line: text.utf8) == .subscribeToContacts(request))
        #expect(String(decoding: Request.subscribeToContacts(request).encoded, as: UTF8.self) == text + "\n")
        #expect(Request.subscribeToContacts(request).id == 4)
        #expect(
            try Request(line: #"{"type":"subscribe","id":1,"contacts":true}"#.utf8)
                == .subscribeToContacts(ContactsRequest(id: 1)))
    }

    @Test(arguments: [
        (#""contacts":false"#, "contacts: expected true, or no such key, found false"),
        (#""contacts":1"#, "contacts: expected true or false, found 1"),
        (
            #""contacts":true,"gesture":{"tap":{}}"#,
            "gesture: a subscription to contacts has none; subscribe to gestures apart from it"
        ),
        (
            #""contacts":true,"region":{"x":0,"y":0,"width":1,"height":1}"#,
            "region: a subscription to contacts has none; subscribe to gestures apart from it"
        ),
        (
            #""contacts":true,"colour":1"#,
            "colour: unknown key; subscribe to contacts takes type, id, contacts, device, units, scope"
        ),
    ])
    func `a request that is wrong is refused with the reason`(_ keys: String, _ message: String) {
        let error = #expect(throws: RequestError.self) {
            try Request(line: #"{"type":"subscribe","id":1,\#(keys)}"#.utf8)
        }
        #expect(error?.message == message && error?.id == 1)
    }
}
