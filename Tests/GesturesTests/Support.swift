import GestureModel
import Gestures
import Strokes
import Testing

func isClose(_ a: Double, _ b: Double, within tolerance: Double) -> Bool { abs(a - b) <= tolerance }

func milliseconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1000) }

func seconds(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Microseconds.seconds(seconds).count) }

extension SplitMix64 {
    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + fraction() * (range.upperBound - range.lowerBound)
    }
}
