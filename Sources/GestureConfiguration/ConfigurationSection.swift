internal import GestureModel
internal import GesturePipeline
internal import TOML

/// A `[section]` of the file and its settings.
struct ConfigurationSection: Sendable {
    let name: String
    let settings: [Setting<Configuration>]
    /// True if all settings are part of ``Configuration/thresholds`` or ``Configuration/accessibility``, so that a `[[device]]` may also have the section.
    var isOfDevices = true
}

extension Configuration {
    /// All sections. The defaults are those of an empty ``Configuration``.
    static let sections =
        Thresholds.sections.map { section in
            ConfigurationSection(
                name: section.name,
                settings: (section.name == "velocity" ? [estimator] : [])
                    + section.thresholds.compactMap { Setting<Configuration>($0) })
        } + [
            ConfigurationSection(name: "accessibility", settings: accessibilitySettings),
            ConfigurationSection(name: "limits", settings: limits, isOfDevices: false),
            ConfigurationSection(name: "haptics", settings: haptics, isOfDevices: false),
            ConfigurationSection(name: "access", settings: access, isOfDevices: false),
        ]

    private static let estimator = Setting<Configuration>.word(
        "estimator", \.thresholds.velocity.estimator,
        "How velocity is estimated: by least squares with weights or without (as Android does), as SwiftUI does, or with "
            + "weights until the lift and without them there.")

    private static let limits: [Setting<Configuration>] = [
        .count(
            "clients", \.limits.clients, of: "connections", 1...4096,
            "Connections of all users at once; root may have as many again."),
        .count(
            "clientsPerUser", \.limits.clientsPerUser, of: "connections", 1...4096,
            "Connections of one user at once; no limit of a user applies to root."),
        .count(
            "subscriptions", \.limits.subscriptions, of: "subscriptions", 1...4096, "Subscriptions of one client."),
        .count(
            "subscriptionsPerUser", \.limits.subscriptionsPerUser, of: "subscriptions", 1...65_536,
            "Subscriptions of one user's clients together."),
        .count(
            "recognisers", \.limits.recognisers, of: "gestures", 1...65_536,
            "Single gestures in one client's subscriptions, counted once for each device that they apply to."),
        .count(
            "recognisersPerUser", \.limits.recognisersPerUser, of: "gestures", 1...1_048_576,
            "Single gestures in the subscriptions of one user's clients together."),
        .count(
            "memory", \.limits.memory, of: "bytes", 16_384...16_777_216,
            "What one client's requests may leave in the daemon."),
        .count(
            "memoryPerUser", \.limits.memoryPerUser, of: "bytes", 16_384...268_435_456,
            "What the requests of one user's clients may leave together."),
        .count(
            "outbox", \.limits.outbox, of: "bytes", 16_384...16_777_216,
            "What is queued for a client that does not read, before it is disconnected."),
        .count(
            "outboxPerUser", \.limits.outboxPerUser, of: "bytes", 16_384...268_435_456,
            "What is queued for one user's clients together, before those that do not read are disconnected."),
        .count(
            "line", \.limits.line, of: "bytes", 1024...1_048_576, "Length of one request, newline included."),
        .count(
            "haptics", \.limits.haptics, of: "requests", 1...100,
            "Haptic feedback that one client may request in a second."),
    ]

    private static let haptics: [Setting<Configuration>] = [
        .boolean(
            "enabled", \.isHapticsEnabled,
            "Whether apps of the active user may make devices vibrate; the service needs the right to write to them, too."
        )
    ]

    private static let access: [Setting<Configuration>] = [
        .word(
            "positions", \.access.positions,
            "Which apps receive where fingers touch: the one that is known to have the focus, or all of the active user."
        ),
        .word(
            "sessionScope", \.access.sessionScope,
            "Who may subscribe with the scope session: every app of the active user, or those that a [[grant]] names."),
        .account(
            "group", \.access.group, "a group's",
            "Who receives gestures where there is no logind that reports the active user; \"\" is every user that can connect."
        ),
        .account(
            "focusGroup", \.access.focusGroup, "a group's",
            "Who may report which app has the focus; \"\" is every user that can connect."),
    ]
}

extension Setting where Owner == Configuration {
    /// - Parameter owner: `a user's` or `a group's`.
    static func account(_ name: String, _ path: Path<AccountName?>, _ owner: String, _ meaning: String) -> Setting {
        Setting(
            name, path, "\(owner) name or number, or \"\"", meaning,
            read: { value -> AccountName?? in value == .string("") ? .some(nil) : AccountName(value).map(Optional.some)
            },
            text: { $0?.text ?? "\"\"" })
    }
}
