public import Foundation
public import GestureModel

extension Date {
    /// The date of a timestamp, as SwiftUI's `time` of a gesture's value.
    ///
    /// The wall clock drifts and jumps relative to the monotonic clock: display the date, do not measure with it.
    ///
    /// - Parameters:
    ///   - now: the current time of CLOCK_MONOTONIC.
    ///   - date: the wall clock's time at the same moment.
    public init(_ time: Timestamp, now: Timestamp, date: Date = Date()) {
        self = date.addingTimeInterval(TimeInterval(time - now))
    }
}

extension TimeInterval {
    /// In seconds; infinite for `never`.
    public init(_ time: Microseconds) { self = time.seconds }
}
