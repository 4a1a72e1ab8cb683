public import Foundation
public import GestureModel

extension Date {
    /// The wall clock's time of a moment on the kernel's: SwiftUI's `time` of a gesture's value.
    ///
    /// The two clocks drift apart and jump: a date for people, not for measuring.
    ///
    /// - Parameters:
    ///   - now: what the kernel's monotonic clock says.
    ///   - date: what the wall clock says at the same moment.
    public init(_ time: Timestamp, now: Timestamp, date: Date = Date()) {
        self = date.addingTimeInterval(TimeInterval(time - now))
    }
}

extension TimeInterval {
    /// In seconds; infinite for `never`.
    public init(_ time: Microseconds) { self = time.seconds }
}
