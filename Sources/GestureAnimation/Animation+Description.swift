extension Animation: CustomStringConvertible {
    /// As it is written: `.smooth`, `.spring(response: 0.2, dampingRatio: 0.825)`, `.linear(duration: 1.0).delay(0.3)`.
    public var description: String {
        let named: [(Animation, String)] = [
            (.default, ".default"), (.smooth, ".smooth"), (.snappy, ".snappy"), (.bouncy, ".bouncy"),
            (.interactiveSpring, ".interactiveSpring"),
        ]
        return named.first { $0.0 == self }?.1 ?? "\(course)"
    }
}

extension AnimationCourse: CustomStringConvertible {
    package var description: String {
        switch self {
        case .standard: return ".default"
        case .curve(let curve, let duration):
            let named: [(UnitCurve, String)] = [
                (.linear, ".linear"), (.easeIn, ".easeIn"), (.easeOut, ".easeOut"), (.easeInOut, ".easeInOut"),
            ]
            return (named.first { $0.0 == curve }?.1 ?? ".timingCurve") + "(duration: \(duration))"
        case .spring(let spring, let blendDuration):
            let blend = blendDuration == 0 ? "" : ", blendDuration: \(blendDuration)"
            return ".spring(response: \(spring.response), dampingRatio: \(spring.dampingRatio)\(blend))"
        case .interpolatingSpring(let spring, let velocity):
            let initial = velocity == 0 ? "" : ", initialVelocity: \(velocity)"
            return ".interpolatingSpring(response: \(spring.response), dampingRatio: \(spring.dampingRatio)\(initial))"
        case .deceleration(let rate): return ".deceleration(\(rate.rawValue))"
        case .custom(let custom): return "\(custom)"
        case .delayed(let base, let delay): return "\(Animation(base)).delay(\(delay))"
        case .scaled(let base, let speed): return "\(Animation(base)).speed(\(speed))"
        case .repeated(let base, let count, let autoreverses):
            let times = count.map { ".repeatCount(\($0), " } ?? ".repeatForever("
            return "\(Animation(base))\(times)autoreverses: \(autoreverses))"
        }
    }
}

extension CustomCourse: CustomStringConvertible {
    package var description: String { "\(base)" }
}
