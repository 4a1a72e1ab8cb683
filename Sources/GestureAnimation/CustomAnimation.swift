/// An animation whose course an app computes. SwiftUI's protocol of the same name.
///
///     struct Steps: CustomAnimation {
///         func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
///             guard time < 1 else { return nil }
///             var step = value
///             step.scale(by: (time * 4).rounded(.down) / 4)
///             return step
///         }
///     }
///
///     withAnimation(Animation(Steps())) { offset = 100 }
///
/// It is evaluated for any times in any order, so it must not keep state between calls. It must scale with the value:
/// for twice the change, it shows twice as much.
public protocol CustomAnimation: Hashable, Sendable {
    /// Returns the part of a change that is shown at a time; nil when the animation is over, and at all later times.
    ///
    /// - Parameters:
    ///   - value: The whole change.
    ///   - time: Seconds since the change.
    ///   - context: Receives what this call reports besides its value.
    func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V?
}

/// Information that an animation reports besides its value. SwiftUI's type of the same name, without the state and the
/// environment, which belong to a view.
public struct AnimationContext<Value: VectorArithmetic> {
    /// Whether the change is visibly complete although ``CustomAnimation/animate(value:time:context:)`` does not return
    /// nil. The library ignores it: completions run when the animation is over.
    public var isLogicallyComplete = false
}

/// An app's animation as a fraction of the change.
package struct CustomCourse: Hashable, Sendable {
    let base: any CustomAnimation
    /// In seconds; infinite if the animation is not over after 4096 s.
    let duration: Double

    init(_ base: some CustomAnimation) {
        self.base = base
        duration = Self.duration(of: base)
    }

    package static func == (a: CustomCourse, b: CustomCourse) -> Bool { AnyHashable(a.base) == AnyHashable(b.base) }

    package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }

    func progress(at time: Double) -> AnimationCourse.Progress {
        guard let fraction = Self.fraction(of: base, at: time) else { return .complete }
        let step = 1e-4
        let later = Self.fraction(of: base, at: time + step) ?? 1
        return AnimationCourse.Progress(fraction: fraction, rate: (later - fraction) / step)
    }

    private static func fraction(of base: some CustomAnimation, at time: Double) -> Double? {
        var context = AnimationContext<Double>()
        return base.animate(value: 1, time: time, context: &context)
    }

    /// Finds the duration: doubles the time until the animation is over, and then searches between the last two times.
    private static func duration(of base: some CustomAnimation) -> Double {
        var (low, high) = (0.0, 1.0 / 64)
        while fraction(of: base, at: high) != nil {
            guard high < 3600 else { return .infinity }
            (low, high) = (high, high * 2)
        }
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if fraction(of: base, at: middle) == nil { high = middle } else { low = middle }
        }
        return high
    }
}
