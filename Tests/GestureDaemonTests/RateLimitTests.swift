import GestureModel
import Testing

@testable import GestureDaemon

@Suite struct RateLimitTests {
    private var limit = RateLimit(burst: 2, interval: .milliseconds(30))

    private mutating func pass(at milliseconds: Int64) -> Int? {
        limit.pass(at: Timestamp(microseconds: milliseconds * 1000))
    }

    @Test mutating func `a burst passes and the rest of the interval is held back`() {
        #expect([0, 1, 2, 29].map { pass(at: $0) } == [0, 0, nil, nil])
        #expect(limit.heldBack == 2)
    }

    @Test mutating func `the next burst tells how many were held back`() {
        #expect([5, 5, 5, 5, 34, 35, 36, 37].map { pass(at: $0) } == [0, 0, nil, nil, nil, 3, 0, nil])
    }

    @Test mutating func `an interval begins with its first, not when the last one ended`() {
        #expect([0, 100, 129, 129].map { pass(at: $0) } == [0, 0, 0, nil])
    }
}
