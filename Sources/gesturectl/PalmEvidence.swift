internal import GestureModel
internal import TouchInput

/// Why a contact of a touchpad counted as a finger, although it lies or presses as palms and thumbs do.
struct PalmEvidence {
    private let limits: PalmThresholds
    /// True if other contacts of the recording were left out: then it says of each finger why it was not.
    let hasPalms: Bool
    /// The median of the highest pressures and sizes of the recording's contacts; nil if these are too few.
    private let usual: (pressure: Double?, size: Double?)

    /// From how many contacts on the usual pressure is known.
    private static let fewest = 4
    /// What presses or covers more than this multiple of the others is no ordinary finger.
    private static let excess = (pressure: 1.3, size: 2.0)
    /// From this share of a palm's pressure on, a contact presses hard, where the usual pressure is not known.
    private static let hardShare = 0.75
    /// From this share of a palm's size on, a contact is large.
    private static let largeShare = 0.6

    init(_ limits: PalmThresholds, peaks: some Collection<(pressure: Int32, size: Int32)>, hasPalms: Bool) {
        (self.limits, self.hasPalms) = (limits, hasPalms)
        usual = (Self.median(peaks.map(\.pressure)), Self.median(peaks.map(\.size)))
    }

    private static func median(_ peaks: [Int32]) -> Double? {
        let known = peaks.filter { $0 > 0 }.sorted()
        return known.count < fewest ? nil : Double(known[known.count / 2])
    }

    /// Why the contact is suspicious by itself: `pressed hard`; nil for an ordinary finger.
    func suspicion(of finger: TrackedTouch.Finger) -> String? {
        let (pressure, size) = (finger.peak.pressure, finger.peak.size)
        let hard = usual.pressure.map { Self.excess.pressure * $0 } ?? Self.hardShare * Double(limits.palmPressure ?? 0)
        if pressure >= limits.heavyNearPalm, Double(pressure) >= hard { return "pressed hard" }
        if let palm = limits.palmSize, palm > 0 {
            return Double(size) >= Self.largeShare * Double(palm) ? "covered much" : nil
        }
        return usual.size.map { Double(size) >= Self.excess.size * $0 } ?? false ? "covered much" : nil
    }

    /// The number beside the limit that it missed: `counted as a finger: pressure 96 < 130 (palmPressure)`.
    ///
    /// - Parameters:
    ///   - isAtBottom: True if it came down where thumbs rest.
    ///   - distance: How far from the nearer side it came down, in points.
    ///   - zone: How far from a side palms rest, in points.
    func verdict(
        on finger: TrackedTouch.Finger, isAtBottom: Bool, distance: Double, zone: Double
    ) -> String {
        let (pressure, size) = (finger.peak.pressure, finger.peak.size)
        var numbers: [String] = []
        func compare(_ name: String, _ number: Int32, _ limit: Int32?, _ whose: String) {
            guard let limit, limit > 0, number > 0, number < limit else { return }
            numbers.append("\(name) \(number) < \(limit) (\(whose))")
        }
        if finger.isNextToPalm { compare("pressure", pressure, limits.heavyNearPalm, "next to a palm") }
        if isAtBottom { compare("pressure", pressure, limits.thumbPressure, "thumbPressure") }
        if numbers.isEmpty { compare("pressure", pressure, limits.palmPressure, "palmPressure") }
        if isAtBottom { compare("size", size, limits.thumbSize, "thumbSize") }
        compare("size", size, limits.palmSize, "palmSize")
        if distance >= zone, hasPalms {
            numbers.append(
                "\(Wording.millimetres(distance)) from a side > \(Wording.millimetres(zone)) (where palms rest)")
        }
        if numbers.isEmpty {
            return pressure == 0 && size == 0
                ? "counted as a finger: the device reports no pressure and no size"
                : "counted as a finger"
        }
        return "counted as a finger: \(numbers.joined(separator: ", "))" + (hasPalms ? remedy(pressure) : "")
    }
    /// The limit with which a contact of this pressure would have been a palm, if the others pressed less.
    private func remedy(_ pressure: Int32) -> String {
        guard pressure > 0, let usual = usual.pressure else { return "" }
        return Double(pressure) >= Self.excess.pressure * usual
            ? "; [[device]] palmPressure at most \(pressure), with kind = \"touchpad\", leaves such contacts out"
            : "; other contacts pressed as much, so no palmPressure tells it from a finger"
    }
}
