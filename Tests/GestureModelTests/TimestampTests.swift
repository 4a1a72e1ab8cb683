import GestureModel
import Testing

@Suite struct TimestampTests {
    @Test func `differences are exact in microseconds`() {
        let start = Timestamp(microseconds: 81_233_012_345)
        #expect((start + .milliseconds(40)) - start == .milliseconds(40))
        #expect(start + .milliseconds(40) > start)
    }

    @Test func `arithmetic saturates where a hostile stamp would overflow`() {
        let last = Timestamp(microseconds: .max)
        #expect(last + .milliseconds(1) == last)
        #expect(last - Timestamp(microseconds: -1) == .never)
        #expect(Timestamp(microseconds: .min) + Microseconds(-1) == Timestamp(microseconds: .min))
    }

    @Test(arguments: [(0.5, 500_000), (0.000_000_4, 0), (-1, -1_000_000), (Double.nan, 0)] as [(Double, Int64)])
    func `seconds become whole microseconds`(_ seconds: Double, _ expected: Int64) {
        #expect(Microseconds.seconds(seconds) == Microseconds(expected))
    }

    @Test func `infinity is never`() {
        #expect(Microseconds.seconds(.infinity) == .never)
        #expect(Microseconds.seconds(1e300) == .never)
        #expect(Microseconds.never.seconds == .infinity)
    }

    @Test func `durations are added, saturate, and convert to Swift's`() {
        #expect(Microseconds.milliseconds(3) + .milliseconds(4) - .milliseconds(2) == .milliseconds(5))
        #expect(
            Microseconds.never + .seconds(1) == .never && Microseconds(.min) - Microseconds(1) == Microseconds(.min))
        #expect(Microseconds.milliseconds(.max) == .never && Microseconds.milliseconds(.min) == Microseconds(.min))
        #expect(Microseconds(Duration.seconds(1.5)) == .milliseconds(1500))
        #expect(Microseconds(Duration.seconds(Int64.max)) == .never)
        #expect(Duration(Microseconds(250)) == .microseconds(250))
        var time = Timestamp(microseconds: 2_000_000)
        time += .milliseconds(500)
        #expect(time - .seconds(1) == Timestamp(microseconds: 1_500_000))
        #expect(time + Duration.milliseconds(1) - Duration.milliseconds(2) == Timestamp(microseconds: 2_499_000))
        #expect("\(time) \(Microseconds.milliseconds(250))" == "2.5 s 0.25 s")
    }
}
