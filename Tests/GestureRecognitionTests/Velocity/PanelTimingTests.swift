import GestureModel
import GestureRecognition
import Strokes
import Testing

/// What panels do to the times of their reports, and fingertips to the last of them. Times are milliseconds, positions points.
@Suite struct PanelTimingTests {
    /// Returns the velocity, in points per second, with which a drag along x ends.
    private func velocity(ofReports reports: [(time: Double, x: Double)], lift: Double) throws -> Double {
        var trial = Trial(.drag(.init(fingers: .one)))
        for (index, report) in reports.enumerated() {
            let position = 500 + report.x
            _ = trial.at(report.time, index == 0 ? .down(1, position, 50) : .move(1, position, 50))
        }
        return try #require(trial.at(lift, .lift(1)).last?.drag).velocity.dx
    }

    /// Reports each `interval` of a stroke of a quarter of a second at 2000 points per second.
    private func flick(each interval: Double) -> [(time: Double, x: Double)] {
        stride(from: 0, through: 250, by: interval).map { ($0, 2 * $0) }
    }

    /// Brakes over 350 ms from 2000 points per second to rest.
    private func braking(each interval: Double) -> [(time: Double, x: Double)] {
        stride(from: 0, through: 350, by: interval).map { ($0, 2 * $0 - $0 * $0 / 350) }
    }

    @Test(arguments: [8.0, 16.7, 25, 33.3, 40, 50, 66.7])
    func `a flick on a slow panel leaves with its speed, also if the lift is reported late`(_ interval: Double) throws {
        let reports = flick(each: interval)
        let last = try #require(reports.last)
        for late in [0, 0.4, 0.8] {
            let velocity = try velocity(ofReports: reports, lift: last.time + interval * (1 + late))
            #expect(abs(velocity - 2000) < 20, "\(interval) ms, \(late) late")
        }
    }

    @Test(arguments: [8.0, 16.7, 33.3])
    func `a finger that brakes and rests has no velocity, however often the panel reports`(_ interval: Double) throws {
        let reports = braking(each: interval)
        let last = try #require(reports.last)
        #expect(try velocity(ofReports: reports, lift: last.time + 250) == 0)
        let resting = stride(from: last.time, through: last.time + 120, by: interval).map { (time: $0, x: last.x) }
        #expect(try velocity(ofReports: reports + resting.dropFirst(), lift: last.time + 140) == 0)
    }

    @Test(arguments: [1, 2, 5], [10.0, 16.7, 20])
    func `a panel that repeats its last report before it reports the lift takes no velocity away`(
        _ repeats: Int, _ interval: Double
    ) throws {
        var reports = flick(each: interval)
        let last = try #require(reports.last)
        for index in 1...repeats { reports.append((last.time + interval * Double(index), last.x)) }
        let velocity = try velocity(ofReports: reports, lift: last.time + interval * Double(repeats + 1))
        #expect(abs(velocity - 2000) < 20)
    }

    @Test func `a pause of a fifth of a second is a rest, although the finger did not brake before`() throws {
        let reports = flick(each: 16.7)
        let last = try #require(reports.last)
        #expect(try velocity(ofReports: reports, lift: last.time + 200) == 0)
    }

    /// 853 points per second if no report is late. The times are those of an infrared frame.
    @Test(arguments: [
        [0, 16.7, 33.3, 50, 66.7, 83.3], [0, 3.3, 20, 36.7, 53.3, 70], [0, 30, 33.3, 50, 66.7, 83.3],
        [0, 16.7, 46.6, 50, 66.7, 83.3],
        [0, 16.7, 33.3, 63.3, 66.7, 83.3], [0, 16.7, 33.3, 50, 80, 83.3],
    ])
    func `one report that is stamped late changes the velocity by less than a fifth`(_ times: [Double]) throws {
        let ways = [0, 154.6, 269.3, 343.7, 378]
        let velocity = try velocity(ofReports: Array(zip(times, ways)).map { ($0.0, $0.1) }, lift: times[5])
        #expect((680...1020).contains(velocity), "\(velocity)")
    }

    @Test(arguments: [8.0, 16.7], [0.7, 0.8, 0.9])
    func `a flick of three reports has its speed, also if one of them is stamped late`(
        _ interval: Double, _ late: Double
    ) throws {
        for index in 0...2 {
            let reports = (0...2).map { step in
                (time: interval * (Double(step) + (step == index ? late : 0)), x: 3 * interval * Double(step))
            }
            let velocity = try velocity(ofReports: reports, lift: 3 * interval)
            #expect((1500...6000).contains(velocity), "report \(index) of \(velocity)")
        }
    }

    @Test(arguments: [0.4, 0.8])
    func `a fingertip that rolls back at the lift is no faster than it rolled`(_ millimetres: Double) throws {
        var reports = braking(each: 8)
        let (end, way) = try #require(reports.last)
        let roll = millimetres / 0.15875
        for step in 1...5 { reports.append((end + 8 * Double(step), way - roll * Double(step) / 5)) }
        let velocity = try velocity(ofReports: reports, lift: end + 48)
        #expect(velocity <= 0 && velocity >= -1.2 * roll / 0.04, "\(velocity)")
    }
}
