public import GestureModel
public import Strokes
public import TouchInput
public import TouchRecordings

/// Another recording of the same fingers: what is recognised must not depend on it.
public enum Perturbation: Hashable, Sendable {
    /// Left for right.
    case mirrored
    /// By so many quarters clockwise: a screen may be mounted any way round.
    case turned(quarters: Int)
    /// On a device with so many units per millimetre.
    case resolution(Int32)
    /// On a device that reports so often a second.
    case resampled(hertz: Int)
    /// Each frame's time up to a millisecond off.
    case jittered
    /// Without 5 % of the frames.
    case thinned

    /// What a device may have: from a resistive panel's to an optical one's.
    static let resolutions: [Int32] = [10, 12, 20, 31, 47, 100]

    /// All that a kind of device may be put to.
    public static func all(on kind: TouchDeviceKind, _ random: inout SplitMix64) -> [Perturbation] {
        let turns: [Perturbation] = kind == .touchscreen ? (1...3).map { .turned(quarters: $0) } : []
        let resolution = resolutions[Int(random.fraction() * Double(resolutions.count))]
        let rates: [Perturbation] = [60, 90, 120, 250].map { .resampled(hertz: $0) }
        return [.mirrored] + turns + [.resolution(resolution)] + rates + [.jittered, .thinned]
    }

    /// The perturbed recording; nil where this cannot be done to it.
    public func applied(
        to recording: Recording, _ random: inout SplitMix64
    ) throws(DeviceDescriptionError) -> Recording? {
        switch self {
        case .mirrored: return recording.mirrored()
        case .turned(let quarters): return try recording.turned(quarters: quarters)
        case .resolution(let resolution): return try recording.rescaled(to: resolution)
        case .resampled(let hertz): return Resampling(recording)?.recording(hertz: hertz)
        case .jittered: return recording.jittered(by: .milliseconds(1), &random)
        case .thinned: return recording.thinned(by: 0.05, &random)
        }
    }

    /// What it makes of a gesture.
    public func applied(to event: AbstractEvent) -> AbstractEvent {
        switch self {
        case .mirrored: event.mirrored()
        case .turned(let quarters): event.turned(quarters: quarters)
        case .resolution, .resampled, .jittered, .thinned: event
        }
    }
}

extension Perturbation: CustomStringConvertible {
    /// The perturbation's group in the sweep's table.
    public var group: String {
        switch self {
        case .resolution: "another resolution"
        default: description
        }
    }

    public var description: String {
        switch self {
        case .mirrored: "mirrored left-right"
        case .turned(let quarters): "turned by \(90 * quarters)°"
        case .resolution(let resolution): "\(resolution) units/mm"
        case .resampled(let hertz): "resampled to \(hertz) Hz"
        case .jittered: "time jittered by ±1 ms"
        case .thinned: "5 % of the frames dropped"
        }
    }
}
