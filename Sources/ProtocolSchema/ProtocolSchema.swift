internal import GestureProtocol

/// The JSON Schema of the protocol: of the requests and messages on the socket for clients, and of those on the socket
/// for focus sources.
///
/// Gestures, their parameters and their values come from the tables with which the daemon reads and writes them.
/// Requests are closed, because the daemon rejects unknown keys. Messages are open, because a client ignores unknown
/// keys and words.
package enum ProtocolSchema {
    private static let dialect = "https://json-schema.org/draft/2020-12/schema"

    static var json: JSONValue {
        let kinds = ["request", "message", "focusRequest", "focusMessage"]
        let definitions =
            RequestSchema.definitions + FocusSchema.requests + GestureSchema.expressions + MessageSchema.definitions
            + FocusSchema.messages + GestureSchema.values
        return [
            "$schema": .string(dialect), "title": "The protocol of gestured",
            "description": .string(
                "A line in either direction. #/$defs/request and #/$defs/message describe the socket for clients, "
                    + "#/$defs/focusRequest and #/$defs/focusMessage the one for focus sources. What a schema cannot state "
                    + "is listed in docs/CLIENTS.md."),
            "anyOf": .array(kinds.map(JSONValue.reference)), "$defs": .members(definitions.map { ($0.0, $0.1) }),
        ]
    }

    /// The text of the file, with a newline at its end.
    package static var text: String { json.text() + "\n" }
}
