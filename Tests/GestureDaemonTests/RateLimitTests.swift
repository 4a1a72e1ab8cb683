import GestureModel
import Testing

@testable import GestureDaemon

@Suite("A rate limit") struct RateLimitTests {
    private var limit = RateLimit(burst: 2, interval: .milliseconds(30))

    private mutating func pass(at milliseconds: Int64) -> Int? {
        limit.pass(at: Timestamp(microseconds: milliseconds * 1000))
    }

    @Test mutating func `lets a burst through and suppresses the rest of the interval`() {
        #expect([0, 1, 2, 29].map { pass(at: $0) } == [0, 0, nil, nil])
        #expect(limit.suppressed == 2)
    }

    @Test mutating func `reports the number of suppressed messages with the next burst`() {
        #expect([5, 5, 5, 5, 34, 35, 36, 37].map { pass(at: $0) } == [0, 0, nil, nil, nil, 3, 0, nil])
    }

    @Test mutating func `starts an interval with its first message, not at the end of the last interval`() {
        #expect([0, 100, 129, 129].map { pass(at: $0) } == [0, 0, 0, nil])
    }
}
