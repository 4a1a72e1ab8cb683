internal import GestureModel
internal import GesturePipeline
internal import TOML
internal import TouchInput

extension Configuration {
    /// The section `[accessibility]`: how the touches of unsteady hands are made steadier. Off by default.
    public struct Accessibility: Hashable, Sendable {
        /// Seconds.
        var holdDuration = 0.0
        var ignoreRepeat = 0.0
        var tapAssistance = AccommodationSettings.TapAssistance.off
        /// Millimetres.
        var stillness = 0.0
        /// Seconds; 0 for that of `[tap]`.
        var doubleTapDelay = 0.0
        /// nil for every user.
        var user: AccountName?
        /// The number of ``user``; nil if it is unknown, and for every user.
        var userNumber: UInt32? { user.flatMap { try? $0.userNumber() } }

        /// What is contradictory; nil if nothing is.
        func problem(_ thresholds: Thresholds) -> String? {
            let delay = max(doubleTapDelay, thresholds.tap.maximumDelay.seconds)
            if doubleTapDelay > 0, doubleTapDelay < delay {
                return
                    "doubleTapDelay = \(doubleTapDelay) has no effect, because [tap] maximumDelay is \(delay); expected more"
            }
            if ignoreRepeat > delay {
                return
                    "ignoreRepeat = \(ignoreRepeat) leaves no double tap, whose second touch comes within \(delay) s; "
                    + "expected no more, or a longer doubleTapDelay"
            }
            if tapAssistance != .off, stillness == 0 {
                return "tapAssistance has no effect without stillness, such as stillness = 9"
            }
            return nil
        }
    }

    static let accessibilitySettings: [Setting<Configuration>] = [
        .amount(
            "holdDuration", \.accessibility.holdDuration, of: "seconds", 0...4,
            "How long a touch lasts before it counts; a shorter one does nothing."),
        .amount(
            "ignoreRepeat", \.accessibility.ignoreRepeat, of: "seconds", 0...4,
            "A touch so soon after the last one does not count."),
        .word(
            "tapAssistance", \.accessibility.tapAssistance,
            "Where a tap counts: where the finger is, where it came down, or where it lifts."),
        .amount(
            "stillness", \.accessibility.stillness, of: "millimetres", 0...40,
            "A finger that stays within this distance of where it came down does not move."),
        .amount(
            "doubleTapDelay", \.accessibility.doubleTapDelay, of: "seconds", 0...5,
            "In place of [tap] maximumDelay, if it is longer."),
        .account(
            "user", \.accessibility.user, "a user's",
            "The user while whose session is active this applies; \"\" is every user."),
    ]
}

extension Configuration.Accessibility {
    /// Applies the settings to those of a device.
    func apply(to settings: inout DeviceSettings, _ thresholds: Thresholds) {
        guard self != Configuration.Accessibility() else { return }
        if user != nil, userNumber == nil { return }
        settings.accommodation.holdDuration = .seconds(holdDuration)
        settings.accommodation.ignoreRepeat = .seconds(ignoreRepeat)
        settings.accommodation.tapAssistance = tapAssistance
        settings.accommodation.stillness = stillness / Surface.millimetresPerPoint
        settings.accommodation.user = userNumber
        guard doubleTapDelay > thresholds.tap.maximumDelay.seconds else { return }
        var changed = thresholds
        changed.tap.maximumDelay = .seconds(doubleTapDelay)
        settings.thresholds = changed
    }
}

extension Setting where Owner == Configuration {
    fileprivate static func amount(
        _ name: String, _ path: Path<Double>, of unit: String, _ range: ClosedRange<Double>, _ meaning: String
    ) -> Setting {
        let domain = "\(unit) from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
        return Setting(
            name, path, domain, meaning, expectation: "a number of \(domain)",
            read: { value in value.number.flatMap { range.contains($0) ? $0 : nil } },
            text: { Int(exactly: $0).map(String.init) ?? "\($0)" })
    }
}
