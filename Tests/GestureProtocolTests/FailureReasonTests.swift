import GestureModel
import GestureProtocol
import Strokes
import Testing

/// `onCancelled` receives the same through the daemon as without.
@Suite struct FailureReasonTests {
    @Test(arguments: FailureReason.every)
    func `a failure reads back as the very value`(_ failure: FailureReason) throws {
        #expect(try read(FailureReasonTests.sent(failure)) == .cancelled(.failed(failure)))
    }

    @Test func `distances keep every digit`() throws {
        var random = SplitMix64(seed: 11)
        let numbers = (0..<500).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
        for number in numbers + [0, -0.0, 10.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
            let failure = FailureReason.movedTooFar(by: number, limit: 10)
            guard case .cancelled(.failed(.movedTooFar(let back, _))) = try read(FailureReasonTests.sent(failure))
            else {
                Issue.record("\(number) is not read")
                continue
            }
            #expect(back.bitPattern == number.bitPattern)
        }
    }

    @Test func `a failure of a newer daemon is kept as its sentence`() throws {
        let known = FailureReasonTests.sent(.tooFewTaps(1, needed: 2))
        for later in [#"{"tooCrooked":{"by":3}}"#, "{}", "null"] {
            let line = known.replacing(#"{"tooFewTaps":{"taps":1,"needed":2}}"#, with: later)
            #expect(try message(line)?.phase == .cancelled(.requested))
            #expect(try message(line)?.reason == .unknown("failed (1 tap < 2)"))
        }
        let older = known.replacing(/,"failureReason":\{.*\}\}/, with: "}")
        #expect(try message(older)?.reason == .unknown("failed (1 tap < 2)"))
    }

    @Test func `a reason of a newer daemon is kept by its name`() throws {
        let line = FailureReasonTests.sent(.tooFewTaps(1, needed: 2))
            .replacing(#""reason":"failed""#, with: #""reason":"earthquake""#)
        #expect(try message(line)?.phase == .cancelled(.requested))
        #expect(try message(line)?.reason == .unknown("earthquake"))
        #expect(try message(line)?.reason?.value == nil)
        #expect(try message(line)?.unknownReason == "earthquake")
    }

    @Test(arguments: [
        #"{"tooFewTaps":{"taps":1}}"#, #"{"tooFewTaps":1}"#, #"{"tooFewFingers":{"fingers":1,"accepted":[11]}}"#,
        #"{"tooSlow":{"limit":400}}"#, #"{"wrongDirection":{"direction":"north","accepted":["up"]}}"#,
        #"{"wrongDirection":{"direction":"down","accepted":["up","north"]}}"#, #"{"startedFarFromEdge":{"by":1}}"#,
    ])
    func `a known failure without its numbers is an error`(_ failure: String) {
        let line = FailureReasonTests.sent(.tooFewTaps(1, needed: 2))
            .replacing(#"{"tooFewTaps":{"taps":1,"needed":2}}"#, with: failure)
        #expect(throws: RequestError.self) { try read(line) }
    }

    /// The daemon's line for a tap that failed so.
    static func sent(_ failure: FailureReason) -> String {
        let encoder = GestureEncoder(device: "event3", surface: Surface(size: Vector(dx: 1, dy: 1)), units: .normalized)
        let event = GestureEvent(
            gesture: 1, phase: .cancelled(.failed(failure)), time: Timestamp(microseconds: 5),
            value: .tap(GestureValue.Tap(fingers: 1, count: 1, location: .zero)))
        var line: [UInt8] = []
        encoder.append(event, subscription: 1, to: &line)
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    private func read(_ line: String) throws -> GesturePhase? { try message(line)?.phase }

    private func message(_ line: String) throws -> GestureMessage? {
        guard case .gesture(let message) = try ServerMessage(line: line.utf8) else { return nil }
        return message
    }
}

extension FailureReason {
    /// All that recognisers have; a new one does not compile before it is in this chain.
    static var every: [FailureReason] {
        Array(sequence(first: .movedTooFar(by: 14.213562373095, limit: 10)) { $0.next })
    }

    private var next: FailureReason? {
        switch self {
        case .movedTooFar: .movedTooLittle(by: 0.1 + 0.2, limit: 10)
        case .movedTooLittle: .tooSlow(399.9999999999999, limit: 400)
        case .tooSlow: .liftedSlowly(0.30000000000000004, limit: 400)
        case .liftedSlowly: .wrongDirection(.left, accepted: [.up, .down])
        case .wrongDirection: .startedFarFromEdge(by: 30.000000000000004, limit: 30)
        case .startedFarFromEdge: .deformedTooLittle(by: 3.1000000000000001, limit: 16)
        case .deformedTooLittle: .deformedTooFar(by: 12.000000000000002, limit: 12)
        case .deformedTooFar: .scaledTooLittle(by: 0.001, limit: 0.01)
        case .scaledTooLittle: .turnedTooLittle(by: 0.01, limit: 0.017453292519943295)
        case .turnedTooLittle: .matchedPoorly(score: 0.8499999999999999, limit: 0.85)
        case .matchedPoorly: .heldTooLong(for: Microseconds(750_001), limit: Microseconds(750_000))
        case .heldTooLong: .liftedEarly(after: Microseconds(3), limit: .never)
        case .liftedEarly: .tooManyFingers(11, limit: 10)
        case .tooManyFingers: .tooFewFingers(1, accepted: [2, 4, 10])
        case .tooFewFingers: .joinedTooLate(after: Microseconds(200_001), limit: Microseconds(200_000))
        case .joinedTooLate: .tooFewTaps(1, needed: 2)
        case .tooFewTaps: .didNotMove
        case .didNotMove: .nothingFollowed(limit: Microseconds(350_000))
        case .nothingFollowed: .clicked
        case .clicked: nil
        }
    }
}
