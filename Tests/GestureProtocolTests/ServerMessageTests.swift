import GestureModel
import GestureProtocol
import Testing

/// A client outlives the daemon's version: what it does not know it passes over.
@Suite struct ServerMessageTests {
    @Test func `a type from a newer daemon is unknown, not an error`() throws {
        #expect(try read(#"{"type":"focus","gained":true}"#) == .unknown(type: "focus"))
    }

    @Test func `a key from a newer daemon is passed over`() throws {
        #expect(try read(#"{"type":"ok","id":1,"subscription":2,"seat":{"a":[]}}"#) == .ok(id: 1, subscription: 2))
    }

    @Test func `a code from a newer daemon keeps its word`() throws {
        let error = ErrorMessage(id: nil, code: "notAllowed", message: "m")
        #expect(try read(#"{"type":"error","code":"notAllowed","message":"m"}"#) == .error(error))
        #expect(error.errorCode == nil)
    }

    @Test func `a device of a newer kind is left out of hello, and unknown by itself`() throws {
        let pen = #"{"id":"event1","name":"Pen","node":"n","kind":"pen","tilt":true}"#
        let hello = #"{"type":"hello","protocol":1,"server":"s","capabilities":["pen"],"devices":[\#(pen)]}"#
        #expect(try read(hello) == .hello(Hello(server: "s", capabilities: ["pen"], devices: [])))
        #expect(try read(#"{"type":"deviceAdded","device":\#(pen)}"#) == .unknown(type: "deviceAdded"))
        #expect(try read(#"{"type":"deviceChanged","device":\#(pen)}"#) == .unknown(type: "deviceChanged"))
    }

    @Test func `a device that is in a newer way not open is unavailable`() throws {
        let line = """
            {"type":"deviceChanged","device":{"id":"e","name":"n","node":"d","kind":"touchpad","size":[1,1],"slots":1,\
            "availability":"asleep"}}
            """
        guard case .deviceChanged(let device) = try read(line) else {
            Issue.record("another message")
            return
        }
        #expect(device.availability == .unavailable(reason: "asleep"))
    }

    @Test(
        arguments: [
            #"{}"#, #"{"type":"ok"}"#, #"{"type":"deviceRemoved"}"#,
            #"{"type":"gesture","subscription":1,"gesture":1,"phase":"began","time":1,"device":"e","value":{"pinch":{}}}"#,
            #"{"type":"gesture","subscription":1,"gesture":1,"phase":"over","time":1,"device":"e","value":{"tap":{}}}"#,
        ])
    func `what is wrong is an error`(_ line: String) {
        #expect(throws: RequestError.self) { try read(line) }
    }

    private func read(_ line: String) throws -> ServerMessage {
        try ServerMessage(line: line.utf8)
    }
}
