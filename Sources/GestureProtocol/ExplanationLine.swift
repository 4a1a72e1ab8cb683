/// The line of an explanation, encoded once for all subscriptions that receive it.
///
///     {"type":"explanation","subscription":1 ,"time":…,"sentence":"…" ,"missed":3}⏎
///     └──────────────── head ──────────────┘ └───────── body ────────┘ └── end ──┘
public struct ExplanationLine: Sendable {
    /// The members that are the same for every subscription, without braces.
    private var body: [UInt8] = []

    /// - Parameter message: Its subscription and the number of missed explanations have no effect.
    public init(_ message: ExplanationMessage) {
        body.append(json: message.shared)
        body.removeLast()
        body[0] = UInt8(ascii: ",")
    }

    /// Appends the line, newline included.
    ///
    /// - Parameters:
    ///   - subscription: The number of the subscription that requested explanations.
    ///   - missed: The number of explanations that were dropped since the previous one.
    public func append(subscription: Int, missed: Int, to bytes: inout [UInt8]) {
        bytes.append(room: ExplanationLine.room + body.count) { line in
            line.write(#"{"type":"explanation","subscription":"#)
            line.write(subscription)
            line.write(body)
            if missed > 0 {
                line.write(#","missed":"#)
                line.write(missed)
            }
            line.write("}\n")
        }
    }

    private static let room = 128
}
