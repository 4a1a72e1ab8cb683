import GestureModel
import Testing
import VelocityAccuracy

@Suite struct ErrorStatisticsTests {
    @Test func `errors are parts of the truth's length, whatever their direction`() {
        var statistics = ErrorStatistics()
        let truth = Vector(dx: 30, dy: 40)
        statistics.add(truth, truth: truth)
        statistics.add(truth + Vector(dx: -4, dy: 3), truth: truth)
        statistics.add(truth * 2, truth: truth)
        statistics.add(.zero, truth: truth)
        #expect(statistics.error(0.25) == 0)
        #expect(abs(statistics.error(0.5) - 0.1) < 1e-12)
        #expect(statistics.error(0.75) == 1 && statistics.error(1) == 1)
    }

    @Test func `direction errors are degrees, and a zero estimate has no direction error`() {
        var statistics = ErrorStatistics()
        let truth = Vector(dx: 10, dy: 0)
        for estimate in [Vector(dx: 5, dy: 0), Vector(dx: 7, dy: -7), Vector(dx: -1, dy: 0), .zero] {
            statistics.add(estimate, truth: truth)
        }
        #expect(statistics.direction(0.3) == 0)
        #expect(abs(statistics.direction(0.5) - 45) < 1e-9)
        #expect(statistics.direction(1) == 180)
    }

    @Test func `statistics without estimates have no error`() {
        #expect(ErrorStatistics().error(0.5).isNaN)
    }
}
