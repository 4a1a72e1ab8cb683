package import GestureModel

package func milliseconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1000) }

package func seconds(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Microseconds.seconds(seconds).count)
}

package func isClose(_ a: Double, _ b: Double, within tolerance: Double) -> Bool { abs(a - b) <= tolerance }
