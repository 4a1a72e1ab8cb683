import GestureModel
import GestureRecognition
import Strokes
import Testing

/// `lsq2` against the numbers Flutter's and Android's own tests expect.
@Suite(.enabled(if: RecordedFiles.hasVelocity, "../shared/velocity is absent"))
struct PublishedVelocityTests {
    @Test func `Flutter's recorded flings come out within its tolerance`() throws {
        let traces = try PublishedTraces.flutter()
        var checks = 0
        for trace in traces {
            let velocity = replay(trace.points.filter { $0.phase != "up" }, with: .lsq2)
            for (actual, expected) in [(velocity.dx, trace.expected.vx), (velocity.dy, trace.expected.vy)] {
                expect(actual, expected, relative: trace.expected.tolerance, trace.name)
                checks += 1
            }
        }
        print("Flutter: \(checks) components")
        #expect(checks == 28)
    }

    @Test func `Android's flings come out within its tolerance, and to a tenth of a percent`() throws {
        let traces = try PublishedTraces.android()
        var (numbers, absences) = (0, 0)
        for trace in traces {
            for expected in trace.expected where ["LSQ2", "DEFAULT"].contains(expected.strategy) {
                let velocity = try lift(expected.pointer, of: trace)
                let actual = expected.axis == "X" ? velocity.dx : velocity.dy
                // "No velocity" is zero exactly; hand-written expectations are coarse, fitted ones have six digits.
                let tolerance = expected.v == nil || expected.strategy == "DEFAULT" ? expected.tolerance : 0.001
                expect(actual, expected.v ?? 0, relative: min(tolerance, expected.tolerance), trace.name)
                if expected.v == nil { absences += 1 } else { numbers += 1 }
            }
        }
        print("Android: \(numbers) velocities, \(absences) absences")
        #expect(numbers == 44 && absences == 5)
    }

    /// Android never adds the position of a lift: the pointer's last row only has its time.
    private func lift(_ pointer: Int, of trace: PublishedTraces.AndroidTrace) throws -> Vector {
        let rows = trace.points.filter { $0.pointer == pointer && $0.resampled != true }
        let end = try #require(trace.points.last).time
        return replay(Array(rows.dropLast()), with: .lsq2, liftedAt: end)
    }

    @Test func `Android's cancelled pointers have no velocity, and the other pointer keeps its own`() throws {
        let vectors = try PublishedVectors.read()
        for vector in vectors.android_cancel.cases {
            for row in [vector.points, vector.pointer1].compactMap(\.self) {
                var tracker = tracker(.lsq2, row)
                #expect(tracker.velocity(at: milliseconds(20)) != .zero)
                tracker.reset()
                #expect(tracker.velocity(at: milliseconds(30)) == .zero)
                #expect(tracker.lastSampleTime == nil)
            }
            guard let kept = vector.pointer0 else { continue }
            let velocity = tracker(.lsq2, kept).velocity(at: milliseconds(30))
            expect(velocity.dx, 500, relative: 0.2, vector.name)
            expect(velocity.dy, 500, relative: 0.2, vector.name)
        }
    }

    private func tracker(_ estimator: VelocityEstimator, _ rows: [[Double]]) -> VelocityTracker {
        var tracker = VelocityTracker(thresholds(estimator))
        for row in rows { tracker.add(Point(x: row[1], y: row[2]), at: milliseconds(Int64(row[0]))) }
        return tracker
    }

    private func replay(
        _ rows: [PublishedTraces.Row], with estimator: VelocityEstimator, liftedAt time: Timestamp? = nil
    ) -> Vector {
        var tracker = VelocityTracker(thresholds(estimator))
        for row in rows { tracker.add(Point(x: row.x ?? 0, y: row.y ?? 0), at: row.time) }
        return tracker.velocity(at: time ?? tracker.lastSampleTime ?? milliseconds(0))
    }

    private func expect(_ actual: Double, _ expected: Double, relative: Double, _ name: String) {
        #expect(abs(actual - expected) <= max(abs(expected) * relative, 1e-6), "\(name): \(actual), not \(expected)")
    }
}
