import GestureModel
import GestureProtocol
import Testing

/// Both sides of the focus socket.
@Suite struct FocusMessageTests {
    @Test(
        arguments: [
            (
                .focus(
                    FocusStatement(
                        id: 1, processes: [7, 8], app: "org.\"x\"",
                        window: Region(x: 0, y: 0.25, width: 0.5, height: 0.75))),
                #"{"type":"focus","id":1,"processes":[7,8],"app":"org.\"x\"","window":{"x":0,"y":0.25,"width":0.5,"#
                    + #""height":0.75}}"#
            ),
            (.focus(FocusStatement(id: -1, processes: [])), #"{"type":"focus","id":-1,"processes":[]}"#),
            (.lock(id: 2, locked: true), #"{"type":"lock","id":2,"locked":true}"#),
            (.cancel(id: 3), #"{"type":"cancel","id":3}"#),
        ] as [(FocusRequest, String)])
    func `a request reads back as it was written`(_ request: FocusRequest, _ line: String) throws {
        #expect(String(decoding: request.encoded, as: UTF8.self) == line + "\n")
        #expect(try FocusRequest(line: line.utf8) == request)
    }

    @Test(
        arguments: [
            (
                .hello(protocol: 1, server: "gestured 0.2.0"),
                #"{"type":"hello","protocol":1,"server":"gestured 0.2.0","#
                    + #""capabilities":["focus","window","outputs","lock","cancel","disabled"]}"#
            ),
            (.subscribers([1, 20]), #"{"type":"subscribers","processes":[1,20]}"#),
            (.ok(id: 4), #"{"type":"ok","id":4}"#),
            (
                .error(ErrorMessage(id: nil, code: "replaced", message: "a newer one")),
                #"{"type":"error","code":"replaced","message":"a newer one"}"#
            ),
        ] as [(FocusMessage, String)])
    func `a message reads back as it was written`(_ message: FocusMessage, _ line: String) throws {
        var bytes: [UInt8] = []
        message.append(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == line + "\n")
        #expect(try FocusMessage(line: line.utf8) == message)
    }

    @Test func `a type from a newer daemon is unknown, and a line that is not a message is an error`() throws {
        #expect(try FocusMessage(line: #"{"type":"pause"}"#.utf8) == .unknown(type: "pause"))
        for line in ["7", "{", #"{"type":"subscribers"}"#, #"{"type":"subscribers","processes":[0]}"#] {
            #expect(throws: RequestError.self) { try FocusMessage(line: line.utf8) }
        }
    }
}
