internal import GestureModel
internal import GestureProtocol

/// The messages of the daemon to a client.
enum MessageSchema {
    static var definitions: [(String, JSONValue)] {
        let messages = [
            hello, ok, error, gesture, explanation, contacts, status,
            message(
                "accessChanged", "What the client may receive has changed.", [.required("access", .reference("access"))]
            ),
            message(
                "subscriptionChanged", "A subscription is silent because positions are withheld, or no longer is.",
                [subscription, .required("positions", .openWords(PositionAccess.self))]),
            message(
                "deviceAdded", "A device is present that was not before.", [.required("device", .reference("device"))]),
            message("deviceChanged", "The whole device as it is now.", [.required("device", .reference("device"))]),
            message(
                "deviceRemoved", "A device is no longer present.",
                [.required("device", .string, "The id of the device.")]),
        ]
        let note =
            "What the daemon sends. A later version may send other types, keys and words, which a client ignores."
        return RequestSchema.kind("message", messages, note) + [
            ("device", device), ("touchOutput", touchOutput), ("access", access), ("resourceUsage", resource),
        ]
    }

    /// The keys that state why a gesture, or a part of a composition, was cancelled or not recognised.
    static var reason: [SchemaKey] {
        [
            .optional("reason", .openWords(reasons), "Why it was cancelled."),
            .optional("failure", .string, "With `failed`: a sentence for people."),
            .optional("failureReason", .reference("failureReason"), "With `failed`: the same for programs."),
        ]
    }

    private static var reasons: [String] {
        CancellationReason.named.map(\.name) + [CancellationReason.failed(.clicked).name]
    }

    static func message(_ type: String, _ description: String, _ keys: [SchemaKey]) -> (String, JSONValue) {
        (type, .object([.required("type", .constant(type))] + keys, isOpen: true).described(description))
    }

    private static let subscription = SchemaKey.required("subscription", .whole(1))
    private static let time = SchemaKey.required("time", .whole(), "Microseconds of CLOCK_MONOTONIC.")
    private static let deviceID = SchemaKey.required("device", .string, "The id of the device.")

    static var greeting: [SchemaKey] {
        [
            .required("protocol", .whole(1), "Changes only if old clients would misread the daemon."),
            .required("server", .string, "Name and version."),
            .required("capabilities", .array(of: .string), "What a client may request."),
        ]
    }

    private static var hello: (String, JSONValue) {
        message(
            "hello", "The first line of a connection.",
            greeting + [
                .required("devices", .array(of: .reference("device"))), .required("access", .reference("access")),
            ])
    }

    static var ok: (String, JSONValue) {
        message(
            "ok", "A request was carried out.",
            [
                .required("id", .reference("requestID")),
                .optional("subscription", .whole(1), "The number of the new subscription."),
            ])
    }

    static var error: (String, JSONValue) {
        message(
            "error", "A request was refused, or the connection is about to be closed.",
            [
                .optional("id", .reference("requestID"), "The request's; absent if it could not be read."),
                .required("code", .openWords(ErrorCode.self), "For programs."),
                .optional("reason", .string, "Which of several causes the code has."),
                .required("message", .string, "For people: the place, what was found, what would be right."),
            ])
    }

    private static var gesture: (String, JSONValue) {
        let phases = [GesturePhase.began, .changed, .ended, .cancelled(.requested)].map(\.name)
        let (type, schema) = message(
            "gesture", "One step of one gesture.",
            [
                subscription, .required("gesture", .whole(0), "Not used again on the connection."),
                .required("phase", .words(phases)), time, deviceID, .required("value", .reference("value")),
            ] + reason)
        return (
            type,
            schema.with("if", ["properties": ["phase": ["const": "cancelled"]]])
                .with("then", ["required": ["reason"]])
        )
    }

    private static var explanation: (String, JSONValue) {
        let contact: [SchemaKey] = [
            .required("id", .whole(), "Numbers the device's contacts."),
            .optional(
                "position", .array(of: .number, 2...2),
                "Where it came down, in the subscription's units. Absent while positions are withheld."),
            .required("state", .openWords(ContactReport.State.self), "What the contact is taken for."),
            .optional("cause", .openWords(ContactReport.Cause.self), "Why it was held back or rejected."),
        ]
        return message(
            "explanation", "Why a gesture was recognised or not, or a finger is missing in it.",
            [
                subscription, time, deviceID,
                .required("recogniser", .openWords(GestureName.allCases.map(\.rawValue) + ["contact"])),
                .optional("contact", .object(contact, isOpen: true), "Of what was decided about a contact."),
                .optional("part", .whole(1), "Of a composition: the position of the gesture in the request."),
                .required("elapsed", .whole(), "Microseconds since the first finger came down."),
                .required("fingers", .whole(0)),
                .required("outcome", .openWords(ExplanationMessage.Outcome.self)),
            ] + reason + [
                .required("sentence", .string, "All of it, for people."),
                .optional("missed", .whole(1), "Explanations that were dropped before this one."),
            ])
    }

    private static var contacts: (String, JSONValue) {
        let contact: [SchemaKey] = [
            .required("id", .whole(), "Numbers the device's contacts."),
            .required("phase", .openWords(ContactReport.Phase.self)),
            .required("position", .array(of: .number, 2...2), "In the subscription's units."),
            .optional("pressure", .whole(), "In the device's units."),
            .optional("size", .whole(), "The longer diameter, in the device's units."),
            .required("state", .openWords(ContactReport.State.self), "What the contact is taken for."),
            .optional("cause", .openWords(ContactReport.Cause.self), "Why it is held or was rejected."),
        ]
        return message(
            "contacts", "All contacts of a device in one frame.",
            [subscription, time, deviceID, .required("contacts", .array(of: .object(contact, isOpen: true)))])
    }

    private static var status: (String, JSONValue) {
        let usage =
            Resource.allCases.map { SchemaKey.required($0.rawValue, .reference("resourceUsage")) }
            + [.required("requests", .whole(0))]
        return message(
            "status", "What the connection and its user have used.",
            [
                .required("id", .reference("requestID")), .required("connection", .object(usage, isOpen: true)),
                .required(
                    "users", .array(of: .object([.required("user", .whole(0))] + usage, isOpen: true)),
                    "The connection's user; for root, all users."),
            ])
    }

    private static var resource: JSONValue {
        .object([.required("used", .whole(0)), .optional("limit", .whole(0))], isOpen: true)
    }

    private static var access: JSONValue {
        .object(
            [
                .required("session", .openWords(Access.Session.self)), .required("seats", .array(of: .string)),
                .required("focus", .openWords(Access.Focus.self)),
                .required("positions", .openWords(PositionAccess.self)),
            ], isOpen: true)
    }

    private static var device: JSONValue {
        .object(
            [
                .required("id", .string), .required("name", .string), .required("node", .string),
                .required("kind", .openWords(TouchDeviceKind.self)), .required("seat", .string),
                .required("size", .reference("vector"), "Millimetres."), .required("slots", .whole(0)),
                .optional("resolution", .reference("vector"), "Device units per millimetre; absent if assumed."),
                .optional("assumption", .string, "What was overridden, and by which source."),
                .required("availability", .openWords(["open", "grabbed", "unavailable"])),
                .optional("reason", .string, "With `unavailable`."),
                .optional(
                    "off", .openWords(TouchDevice.OffReason.allCases.filter { $0 != .other }.map(\.rawValue)),
                    "Why the device starts nothing although it is open."),
                .optional("pens", .array(of: .string), "The ids of pens near which touches are ignored."),
                .optional("output", .reference("touchOutput")),
            ], isOpen: true)
    }

    private static var touchOutput: JSONValue {
        .object(
            [
                .optional("name", .string, "The connector."), .optional("transform", .openWords(OutputTransform.self)),
                .required("rule", .openWords(TouchOutput.Rule.self), "Why it is this output."),
            ], isOpen: true)
    }
}
