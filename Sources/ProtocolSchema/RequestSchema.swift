internal import GestureModel
internal import GestureProtocol

/// The requests of a client.
enum RequestSchema {
    static let id = SchemaKey.required(
        "id", .reference("requestID"), "A number of the client's choice, which the answer repeats.")

    /// How many values the daemon accepts in an array of a request.
    static let arrayCounts = 1...Request.maximumCount

    static var definitions: [(String, JSONValue)] {
        let requests = [
            ("subscribe", subscribe), ("subscribeToContacts", subscribeToContacts),
            request(
                "unsubscribe", "Ends a subscription. Its open gestures are cancelled before the answer.", [subscription]
            ),
            request(
                "move", "Moves a subscription's region; without `region` to the whole surface.",
                [subscription, .optional("region", .reference("region"), "In the subscription's units.")]),
            request("cancel", "Cancels the gestures in progress of the client's user.", [device]),
            request("status", "Requests what the connection and its user have used.", []),
            request("reload", "Reads the configuration again.", []),
            request(
                "haptic", "Makes a device vibrate once.",
                [.required("feedback", .words(HapticFeedback.self), "What has happened."), device]),
        ]
        return kind("request", requests, "What a client sends.") + [
            ("requestID", .whole(.min, .max)), ("region", .object(rectangle, isOpen: false)),
            ("deviceFilter", deviceFilter), ("units", units),
        ]
    }

    /// Returns the definition of each line, preceded by the definition of the choice between them.
    static func kind(
        _ name: String, _ lines: [(String, JSONValue)], _ description: String
    ) -> [(String, JSONValue)] {
        let named = lines.map { ("\(name).\($0.0)", $0.1) }
        return [(name, .any(of: named.map { .reference($0.0) }).described(description))] + named
    }

    static func request(_ type: String, _ description: String, _ keys: [SchemaKey]) -> (String, JSONValue) {
        (
            type,
            .object([.required("type", .constant(type)), id] + keys, isOpen: false).described(description)
        )
    }

    static var rectangle: [SchemaKey] {
        ["x", "y"].map { .required($0, .number) }
            + ["width", "height"].map { .required($0, GestureSchema.number(.positive)) }
    }

    private static let subscription = SchemaKey.required(
        "subscription", .whole(1, .max), "The number in the answer to `subscribe`.")
    private static let device = SchemaKey.optional("device", name, "The id of a device.")

    /// Names and ids have at most 255 bytes, as in the kernel.
    static var name: JSONValue { .string(atMost: 255) }

    private static var subscribe: JSONValue {
        let origin = SchemaKey.optional("of", .words(RegionOrigin.self), "Where the region's origin is.")
        let (_, schema) = request(
            "subscribe", "Requests the gestures of an expression.",
            [
                .required("gesture", .reference("expression")),
                .optional("device", .reference("deviceFilter"), "The devices; all without it."),
                .optional(
                    "region", .object(rectangle + [origin], isOpen: false),
                    "Only contacts that begin inside count. In the subscription's units."),
                .optional("units", .reference("units"), "Of the region and of every value."),
                .optional("explain", .flag, "Whether to send explanations as well."),
                .optional("scope", .words(SubscriptionScope.self), "Whether the subscription depends on the focus."),
                .optional(
                    "claim", .flag, "Whether the gesture takes its fingers from other clients. Needs the scope session."
                ),
            ])
        return
            schema
            .with("if", ["properties": ["claim": ["const": true]], "required": ["claim"]])
            .with("then", ["properties": ["scope": ["const": "session"]], "required": ["scope"]])
    }

    private static var subscribeToContacts: JSONValue {
        let (_, schema) = request(
            "subscribe", "Requests all contacts of devices.",
            [
                .required("contacts", ["const": true]),
                .optional("device", .reference("deviceFilter"), "The devices; all without it."),
                .optional("units", .reference("units"), "Of every position."),
                .optional("scope", .words(SubscriptionScope.self), "Whether the subscription depends on the focus."),
            ])
        return schema
    }

    private static var deviceFilter: JSONValue {
        .choice([("kind", .words(TouchDeviceKind.self)), ("id", name), ("name", name)])
    }

    private static var units: JSONValue {
        let sides = ["width", "height"].map { SchemaKey.required($0, GestureSchema.number(.mappedLength)) }
        return .any(of: [.words(["points", "millimetres", "normalized"]), .object(sides, isOpen: false)])
    }
}

/// The requests and messages on the socket for focus sources.
enum FocusSchema {
    static var requests: [(String, JSONValue)] {
        let requests = [
            RequestSchema.request(
                "focus", "States which app has the focus.",
                [
                    .required("processes", processes(1024), "Those of the subscribers that have the focus."),
                    .optional("app", .string(atMost: 4096), "The desktop's name for the app."),
                    .optional("window", .reference("region"), "In fractions 0…1 of its output."),
                    .optional("output", RequestSchema.name, "The output that shows the window."),
                ]),
            RequestSchema.request(
                "outputs", "States which outputs are in use.",
                [
                    .required("outputs", few(.reference("output"))),
                    .optional("devices", few(.reference("deviceOutput")), "The desktop's assignments of devices."),
                ]),
            RequestSchema.request(
                "lock", "States whether the screen is locked.", [.required("locked", .flag)]),
            RequestSchema.request("cancel", "Cancels the gestures in progress of the user.", []),
        ]
        return RequestSchema.kind("focusRequest", requests, "What a focus source sends.") + [
            ("output", output), ("deviceOutput", deviceOutput),
        ]
    }

    static var messages: [(String, JSONValue)] {
        RequestSchema.kind(
            "focusMessage",
            [
                MessageSchema.message(
                    "hello", "The first line of a connection.", MessageSchema.greeting),
                MessageSchema.message(
                    "subscribers", "The processes of the user's clients.", [.required("processes", processes(nil))]),
                MessageSchema.ok, MessageSchema.error,
            ], "What the daemon sends to a focus source.")
    }

    private static func processes(_ most: Int?) -> JSONValue {
        .array(of: .whole(1, Int64(Int32.max)), most.map { 0...$0 })
    }

    private static func few(_ items: JSONValue) -> JSONValue { .array(of: items, 0...OutputStatement.maximumCount) }

    private static var output: JSONValue {
        let largest = JSONValue.number(OutputStatement.largestNumber)
        let coordinate: JSONValue = [
            "type": "number", "minimum": .number(-OutputStatement.largestNumber), "maximum": largest,
        ]
        let length: JSONValue = ["type": "number", "minimum": .number(0.001), "maximum": largest]
        return .object(
            [.required("name", .string(1, atMost: 255), "The connector.")]
                + ["x", "y"].map { .required($0, coordinate) } + ["width", "height"].map { .required($0, length) }
                + [
                    .optional("scale", length), .optional("transform", .words(OutputTransform.self)),
                    .optional("builtIn", .flag),
                ], isOpen: false)
    }

    private static var deviceOutput: JSONValue {
        .object(
            [.required("device", .reference("deviceFilter")), .required("output", RequestSchema.name)], isOpen: false)
    }
}
