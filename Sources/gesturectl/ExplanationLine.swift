internal import GestureProtocol

/// An explanation as one readable line.
///
///     81.233 event3 why       tap: moved 14.2 pt > 10 pt at 92 ms (1 finger)
enum ExplanationLine {
    static func text(_ message: ExplanationMessage) -> String {
        let fingers = message.fingers == 1 ? "1 finger" : "\(message.fingers) fingers"
        let missed = message.missed > 0 ? "; \(message.missed) before it were dropped" : ""
        let head = "\(GestureLine.seconds(message.time)) \(message.device) why"
        return "\(head)       \(message.sentence) (\(fingers)\(missed))"
    }
}
