/// How a change is shown over time. SwiftUI's `Animation`, as a plain value: it can be compared, stored and evaluated,
/// and it needs no view.
///
/// ``AnimatedValue`` shows a value that changes under animations. Times are seconds. A number outside the range a
/// parameter states is a programmer's error and traps with a sentence that names it.
public struct Animation: Hashable, Sendable {
    indirect enum Course: Hashable, Sendable {
        /// The spring of ``Animation/default``, apart so that it equals no other animation, as in SwiftUI.
        case standard
        case curve(UnitCurve, duration: Double)
        /// A spring that takes over whatever is under way, value and velocity.
        case spring(Spring, blendDuration: Double)
        /// A spring that runs beside what is under way. The velocity is in ways per second.
        case interpolatingSpring(Spring, initialVelocity: Double)
        case delayed(Course, by: Double)
        case hastened(Course, by: Double)
        /// No count is for ever.
        case repeated(Course, count: Int?, autoreverses: Bool)
    }

    var course: Course

    init(_ course: Course) { self.course = course }

    /// A spring with a response of 0.55 s that does not bounce: what ``withAnimation(_:_:)`` uses. It equals only itself.
    public static let `default` = Animation(.standard)
}

extension Animation {
    /// Starts `delay` seconds later; 0 or more.
    ///
    /// What is under way goes on until then. The order of modifiers counts: a delay within a repetition is waited for
    /// each time, a delay of a repetition once.
    public func delay(_ delay: Double) -> Animation {
        precondition(delay >= 0 && delay.isFinite, "an animation's delay is 0 s or more, not \(delay)")
        return Animation(.delayed(course, by: delay))
    }

    /// Runs `speed` times as fast, delays inside included; above 0.
    public func speed(_ speed: Double) -> Animation {
        precondition(speed > 0 && speed.isFinite, "an animation's speed is above 0, not \(speed)")
        return Animation(.hastened(course, by: speed))
    }

    /// Runs `repeatCount` times, at least once.
    ///
    /// Every second run goes back if it `autoreverses`, and counts: after an even number the value is where it began,
    /// and jumps to where it belongs, as in SwiftUI. A spring that repeats starts each time from rest, and does not
    /// take up the velocity of what was under way.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
        precondition(repeatCount > 0, "an animation runs at least once, not \(repeatCount) times")
        return Animation(.repeated(course, count: repeatCount, autoreverses: autoreverses))
    }

    /// Runs until the value is changed again; then it finishes the run that ends where the change led. (SwiftUI's runs
    /// for the lifetime of a view.)
    public func repeatForever(autoreverses: Bool = true) -> Animation {
        Animation(.repeated(course, count: nil, autoreverses: autoreverses))
    }
}
