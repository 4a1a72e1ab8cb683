internal import GestureProtocol

/// The JSON Schema of the protocol: of the requests and messages on the socket for clients, and of those on the socket
/// for focus sources.
///
/// All of it comes from the tables with which the daemon reads and writes gestures, their values, requests and messages.
/// Requests are closed, because the daemon rejects unknown keys. Messages are open, because a client ignores unknown
/// keys and words.
package enum ProtocolSchema {
    private static let dialect = "https://json-schema.org/draft/2020-12/schema"

    static var json: JSONValue {
        let kinds = ["request", "message", "focusRequest", "focusMessage"]
        let note =
            "What the daemon sends. A later version may send other types, keys and words, which a client ignores."
        let definitions =
            kind("request", Request.schemas, "What a client sends.") + Request.definitions
            + kind("focusRequest", FocusRequest.schemas, "What a focus source sends.") + FocusRequest.definitions
            + GestureSchema.expressions + kind("message", ServerMessage.schemas, note) + ServerMessage.definitions
            + kind("focusMessage", FocusMessage.schemas, "What the daemon sends to a focus source.")
            + GestureSchema.values
        return [
            "$schema": .string(dialect), "title": "The protocol of gestured",
            "description": .string(
                "A line in either direction. #/$defs/request and #/$defs/message describe the socket for clients, "
                    + "#/$defs/focusRequest and #/$defs/focusMessage the one for focus sources. What a schema cannot state "
                    + "is listed in docs/CLIENTS.md."),
            "anyOf": .array(kinds.map(JSONValue.reference)), "$defs": .members(definitions.map { ($0.0, $0.1) }),
        ]
    }

    /// Returns the definition of each line, preceded by the definition of the choice between them.
    private static func kind(
        _ name: String, _ lines: [(String, JSONValue)], _ description: String
    ) -> [(String, JSONValue)] {
        let named = lines.map { ("\(name).\($0.0)", $0.1) }
        return [(name, .any(of: named.map { .reference($0.0) }).described(description))] + named
    }

    /// The text of the file, with a newline at its end.
    package static var text: String { json.text() + "\n" }
}
