import GestureModel
import GestureProtocol
import Testing

@Suite struct FailureTextsTests {
    private static let encoder = GestureEncoder(
        device: "event3", surface: Surface(size: Vector(dx: 1000, dy: 500)), units: .points)

    private func tail(_ failure: FailureReason, _ failures: inout FailureTexts) -> [UInt8] {
        let nodes = [
            GestureTree.Node(kind: .simultaneous, descendants: 2, phase: .active),
            GestureTree.Node(phase: .failed(.failed(failure))), GestureTree.Node(phase: .active),
        ]
        let event = GestureEvent(
            gesture: 7, phase: .changed, time: Timestamp(microseconds: 5), value: .composition(.init(nodes: nodes)))
        var bytes: [UInt8] = []
        Self.encoder.appendTail(of: event, to: &bytes, &failures)
        return bytes
    }

    @Test func `a failure that is written again reads the same, after any number of others`() {
        var kept = FailureTexts()
        for round in 0..<3 {
            for count in 0..<200 {
                let failure = FailureReason.movedTooFar(by: Double(count) + 0.1, limit: 10)
                var fresh = FailureTexts()
                #expect(tail(failure, &kept) == tail(failure, &fresh), "round \(round)")
            }
        }
    }

    @Test func `failures that differ in one number have texts of their own`() {
        var kept = FailureTexts()
        let first = tail(.tooFewTaps(1, needed: 2), &kept)
        #expect(tail(.tooFewTaps(1, needed: 3), &kept) != first)
        #expect(tail(.tooFewTaps(1, needed: 2), &kept) == first)
    }
}
