import GestureModel

/// What the standard sets go by.
extension Configuration {
    static func hand(on kind: GestureExpression.Standard) -> [ConfigurationSetting] {
        [
            ConfigurationSetting(
                "tapDuration", .seconds(\.thresholds[kind].tapDuration, 0.01...10),
                "A finger of the standard set's taps is down for less than this."),
            ConfigurationSetting(
                "tapDistance", .points(\.thresholds[kind].tapDistance, 1...10_000),
                "A finger of the standard set's taps moves less than this."),
            ConfigurationSetting(
                "slop", .points(\.thresholds[kind].slop, 1...10_000),
                "How far fingers go before it counts as motion."),
            ConfigurationSetting(
                "earlySlop", .points(\.thresholds[kind].earlySlop, 1...10_000),
                "The same while they may yet be tapping."),
            ConfigurationSetting(
                "earlyTime", .seconds(\.thresholds[kind].earlyTime, 0...10), "For how long that is."),
            ConfigurationSetting(
                "holdDuration", .seconds(\.thresholds[kind].holdDuration, 0.01...60),
                "How long fingers rest before they are a long press."),
            ConfigurationSetting(
                "lateJoin", .seconds(\.thresholds[kind].lateJoin, 0...10),
                "A finger that comes so soon after a gesture was recognised makes another of it."),
        ]
    }

    static let pad = [
        ConfigurationSetting(
            "thumbZone", .number(\.thresholds.touchpad.thumbZone, 0...1),
            "The share of the height, from the lower edge, where a finger that rests is a thumb."),
        ConfigurationSetting(
            "restTime", .seconds(\.thresholds.touchpad.restTime, 0...10),
            "A finger that was down so much longer than another rests."),
        ConfigurationSetting(
            "drumRollDelay", .seconds(\.thresholds.touchpad.drumRollDelay, 0...10),
            "From a tap to the next touch of a drum roll, at most."),
    ]
}
