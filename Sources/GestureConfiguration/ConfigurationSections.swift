import GestureModel
import GesturePipeline

extension Configuration {
    /// All there is to set. The defaults are those of `Thresholds` and `Limits`.
    static let sections = [
        ConfigurationSection(name: "tap", settings: tap),
        ConfigurationSection(name: "longPress", settings: longPress),
        ConfigurationSection(name: "drag", settings: drag),
        ConfigurationSection(name: "swipe", settings: swipe),
        ConfigurationSection(name: "edges", settings: edges),
        ConfigurationSection(name: "magnify", settings: magnify),
        ConfigurationSection(name: "rotate", settings: rotate),
        ConfigurationSection(name: "touchscreen", settings: hand(on: .touchscreen)),
        ConfigurationSection(name: "touchpad", settings: hand(on: .touchpad) + pad),
        ConfigurationSection(name: "fingers", settings: fingers),
        ConfigurationSection(name: "velocity", settings: velocity),
        ConfigurationSection(name: "limits", settings: limits, isOfDevices: false),
        ConfigurationSection(name: "haptics", settings: haptics, isOfDevices: false),
        ConfigurationSection(name: "access", settings: access, isOfDevices: false),
    ]

    private static let tap = [
        ConfigurationSetting(
            "maximumDistance", .points(\.thresholds.tap.maximumDistance, 1...10_000),
            "A finger of a tap moves less than this."),
        ConfigurationSetting(
            "maximumDuration", .seconds(\.thresholds.tap.maximumDuration, 0.01...10), "A tap is shorter than this."),
        ConfigurationSetting(
            "maximumDelay", .seconds(\.thresholds.tap.maximumDelay, 0...10),
            "The next tap of a double tap touches at most this long after the first has ended."),
        ConfigurationSetting(
            "maximumSpacing", .points(\.thresholds.tap.maximumSpacing, 0...10_000),
            "The next tap of a double tap is at most this far from the first."),
    ]

    private static let longPress = [
        ConfigurationSetting(
            "minimumDuration", .seconds(\.thresholds.longPress.minimumDuration, 0.01...60),
            "How long a finger stays down for a long press."),
        ConfigurationSetting(
            "maximumDistance", .points(\.thresholds.longPress.maximumDistance, 1...10_000),
            "A finger that has moved this far before then is no long press."),
    ]

    private static let drag = [
        ConfigurationSetting(
            "minimumDistance", .points(\.thresholds.drag.minimumDistance, 0...10_000),
            "How far the fingers' centre travels before a drag begins; 0 begins at touch-down.")
    ]

    private static let swipe = [
        ConfigurationSetting(
            "minimumDistance", .points(\.thresholds.swipe.minimumDistance, 1...10_000),
            "How far from where they came down the fingers leave, at least."),
        ConfigurationSetting(
            "minimumVelocity", .pointsPerSecond(\.thresholds.swipe.minimumVelocity, 0...100_000),
            "How fast the fingers' centre is when they lift, at least; 0 takes any speed."),
    ]

    private static let edges = [
        ConfigurationSetting(
            "distance", .points(\.thresholds.edges.distance, 0...10_000),
            "How near to an edge the fingers of a gesture that starts there come down.")
    ]

    private static let magnify = [
        ConfigurationSetting(
            "minimumScaleDelta", .number(\.thresholds.magnify.minimumScaleDelta, 0...10),
            "How far the scale gets from 1 before a magnification begins; 0 begins when the fingers are down.")
    ]

    private static let rotate = [
        ConfigurationSetting(
            "minimumAngleDelta", .degrees(\.thresholds.rotate.minimumAngleDelta, 0...360),
            "How far the fingers turn before a rotation begins; 0 begins when they are down.")
    ]

    private static let fingers = [
        ConfigurationSetting(
            "joinWindow", .seconds(\.thresholds.fingers.joinWindow, 0...1),
            "Fingers that come down within this time of the first belong together."),
        ConfigurationSetting(
            "liftWindow", .seconds(\.thresholds.fingers.liftWindow, 0...1),
            "Fingers that leave within this time of each other leave together; the velocity is from before the first."),
    ]

    private static let velocity = [
        ConfigurationSetting(
            "estimator", .estimator(\.thresholds.velocity.estimator),
            "How velocity is estimated: least squares with weights, without (as Android does), or as SwiftUI does."),
        ConfigurationSetting(
            "horizon", .seconds(\.thresholds.velocity.horizon, 0.01...1),
            "Movement longer ago than this does not count."),
        ConfigurationSetting(
            "stopTime", .seconds(\.thresholds.velocity.stopTime, 0.01...1),
            "A finger that has not moved for this long has stopped: its velocity is zero."),
    ]

    private static let limits = [
        ConfigurationSetting("clients", .count(\.limits.clients, of: "connections", 1...4096), "Connections at once."),
        ConfigurationSetting(
            "clientsPerUser", .count(\.limits.clientsPerUser, of: "connections", 1...4096),
            "Connections of one user at once; root's count in clients alone, here and below."),
        ConfigurationSetting(
            "subscriptions", .count(\.limits.subscriptions, of: "subscriptions", 1...4096),
            "Subscriptions of one client."),
        ConfigurationSetting(
            "subscriptionsPerUser", .count(\.limits.subscriptionsPerUser, of: "subscriptions", 1...65_536),
            "Subscriptions of one user's clients together."),
        ConfigurationSetting(
            "outbox", .count(\.limits.outbox, of: "bytes", 16_384...16_777_216),
            "What is queued for a client that does not read, before it is disconnected."),
        ConfigurationSetting(
            "outboxPerUser", .count(\.limits.outboxPerUser, of: "bytes", 16_384...268_435_456),
            "What is queued for one user's clients together, before those that do not read are disconnected."),
        ConfigurationSetting(
            "line", .count(\.limits.line, of: "bytes", 1024...1_048_576), "Length of one request, newline included."),
        ConfigurationSetting(
            "haptics", .count(\.limits.haptics, of: "requests", 1...100),
            "Haptic feedback that one client may ask for in a second."),
    ]

    private static let haptics = [
        ConfigurationSetting(
            "enabled", .boolean(\.isHapticsEnabled),
            "Whether apps of the active user may make devices vibrate; the service needs the right to write to them, too."
        )
    ]
    private static let access = [
        ConfigurationSetting(
            "positions", .positions(\.access.positions),
            "Who is told where fingers touch: the app that is known to have the focus, or every app of the active user."
        ),
        ConfigurationSetting(
            "sessionScope", .sessionScope(\.access.sessionScope),
            "Who may subscribe with the scope session: every app of the active user, or those that a [[grant]] names."),
        ConfigurationSetting(
            "group", .group(\.access.group),
            "Who receives gestures where there is no logind to say who is active; \"\" is everybody who can connect."),
        ConfigurationSetting(
            "focusGroup", .group(\.access.focusGroup),
            "Who may say which app has the focus; \"\" is everybody who can connect."),
    ]
}
