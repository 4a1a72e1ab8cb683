/// A duration in whole microseconds.
///
/// Recognition compares times as integers: two frames 40 ms apart are exactly 40 ms apart, while floating-point seconds
/// would be rounded.
public struct Microseconds: Hashable, Comparable, Codable, Sendable {
    /// The number of microseconds; negative from a later time to an earlier one.
    public var count: Int64

    /// Creates a duration of `count` microseconds.
    public init(_ count: Int64) { self.count = count }

    /// Creates a duration of whole milliseconds, saturating.
    public static func milliseconds(_ count: Int64) -> Microseconds {
        let (product, overflow) = count.multipliedReportingOverflow(by: 1000)
        return Microseconds(overflow ? (count > 0 ? .max : .min) : product)
    }

    /// Returns the nearest whole number of microseconds; infinity and anything past ``never`` is ``never``, NaN is
    /// zero.
    public static func seconds(_ seconds: Double) -> Microseconds {
        let scaled = (seconds * 1_000_000).rounded()
        guard !scaled.isNaN else { return .zero }
        guard scaled < Double(Int64.max) else { return .never }
        return Microseconds(Int64(max(scaled, Double(Int64.min))))
    }

    /// No time.
    public static let zero = Microseconds(0)
    /// Longer than any gesture: SwiftUI's `.infinity`, `"never"` on the wire.
    public static let never = Microseconds(.max)

    /// The duration in seconds; infinity for ``never``.
    public var seconds: Double { self == .never ? .infinity : Double(count) / 1_000_000 }

    public static func < (a: Microseconds, b: Microseconds) -> Bool { a.count < b.count }
}

extension Microseconds: AdditiveArithmetic {
    /// Saturates.
    public static func + (a: Microseconds, b: Microseconds) -> Microseconds {
        let (sum, overflow) = a.count.addingReportingOverflow(b.count)
        return Microseconds(overflow ? (b.count > 0 ? .max : .min) : sum)
    }

    /// Saturates.
    public static func - (a: Microseconds, b: Microseconds) -> Microseconds {
        let (difference, overflow) = a.count.subtractingReportingOverflow(b.count)
        return Microseconds(overflow ? (b.count < 0 ? .max : .min) : difference)
    }
}

extension Microseconds: CustomStringConvertible {
    /// In seconds: `0.25 s`.
    public var description: String { "\(seconds) s" }
}

// MARK: - Duration

extension Microseconds {
    /// Creates a duration from a `Duration` of Swift's clocks, rounded towards zero to whole microseconds, saturating.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let rest = attoseconds / 1_000_000_000_000
        self = overflow ? Microseconds(seconds > 0 ? .max : .min) : Microseconds(whole) + Microseconds(rest)
    }
}

extension Duration {
    /// Creates a duration for Swift's clocks, such as the argument of `Task.sleep(for:)`.
    public init(_ time: Microseconds) { self = .microseconds(time.count) }
}

/// A time on the kernel's monotonic clock (CLOCK_MONOTONIC), in microseconds, as in the stamps of evdev's events.
///
/// A recogniser reads no clock: the only times that it knows are those of frames and deadlines.
public struct Timestamp: Hashable, Comparable, Codable, Sendable {
    /// Since the start of the clock.
    public var microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

    /// Saturates, so that the stamps of a hostile device cannot cause a trap.
    public static func + (a: Timestamp, b: Microseconds) -> Timestamp {
        let (sum, overflow) = a.microseconds.addingReportingOverflow(b.count)
        return Timestamp(microseconds: overflow ? (b.count > 0 ? .max : .min) : sum)
    }

    /// The time from `b` to `a`, saturating.
    public static func - (a: Timestamp, b: Timestamp) -> Microseconds {
        let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
        return Microseconds(overflow ? (a > b ? .max : .min) : difference)
    }
}

extension Timestamp {
    /// Saturates.
    public static func - (a: Timestamp, b: Microseconds) -> Timestamp { a + (.zero - b) }
    /// Saturates.
    public static func += (a: inout Timestamp, b: Microseconds) { a = a + b }

    // Disfavoured, so that `.seconds` and `.milliseconds` are of the type `Microseconds` where both types would fit.

    @_disfavoredOverload
    public static func + (a: Timestamp, b: Duration) -> Timestamp { a + Microseconds(b) }
    @_disfavoredOverload
    public static func - (a: Timestamp, b: Duration) -> Timestamp { a - Microseconds(b) }
}

extension Timestamp: CustomStringConvertible {
    /// The seconds since the start of the clock: `81233.012345 s`.
    public var description: String { "\(Double(microseconds) / 1_000_000) s" }
}
