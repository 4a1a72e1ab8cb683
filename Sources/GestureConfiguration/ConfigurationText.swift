internal import GestureModel
internal import TOML

extension Configuration {
    /// The settings of the daemon as a file, each with its meaning, unit and range. A setting whose value is the
    /// default is commented out. In place of ``grants`` and ``devices``, the file has an example of a `[[grant]]` and
    /// of a `[[device]]`, both commented out.
    ///
    /// The installed file is this text for the defaults.
    public var toml: String { ConfigurationText(configuration: self).toml }
}

/// Writes a configuration as a file.
private struct ConfigurationText {
    let configuration: Configuration

    var toml: String { Self.preamble + Configuration.sections.map(toml).joined() + Self.grant + Self.device }

    private static let grant = """

        # What single users and groups may receive beyond that: each [[grant]] applies to the processes that match all it
        # names.

        """ + "\n#[[grant]]\n"
        + examples(Configuration.Grant.settings, Configuration.Grant(file: "", line: 0))

    private static let device = """

        # Settings of single devices. Each [[device]] applies to the devices that match all it names of name, vendor,
        # product, kind, path and id; a later one overrides an earlier one. Sections such as [device.tap], with the settings of
        # [tap], belong to the [[device]] above them. See: gesturectl devices

        """ + "\n#[[device]]\n"
        + examples(DeviceSection.settings, DeviceSection(file: "", line: 0)) + """

            #[device.tap]
            #maximumDistance = 30

            """

    private static func examples<Owner>(_ settings: [Setting<Owner>], _ owner: Owner) -> String {
        settings.map { toml($0, in: owner, isCommentedOut: true) }.joined(separator: "\n")
    }

    private static func toml<Owner>(_ setting: Setting<Owner>, in owner: Owner, isCommentedOut: Bool) -> String {
        """
        # \(setting.meaning)
        # \(setting.domain.capitalizedFirst).
        \(isCommentedOut ? "#" : "")\(setting.name) = \(setting.text(owner))

        """
    }

    private static let preamble = """
        # The configuration of gestured, which reads it when it starts, and again after: gesturectl reload
        #
        # A line such as "#clients = 256" shows a setting's default; remove the # to change it.
        # A point is 1/160 inch (0.15875 mm) of the device's real surface.

        """ + comment("An app's gesture may bring numbers of its own in place of \(names) and the velocity estimator.")

    /// The sections of gestures. A gesture without thresholds has none.
    private static let names = (GestureName.allCases.map(\.rawValue) + ["edges"])
        .filter { name in Thresholds.sections.contains { $0.name == name } }.map { "[\($0)]" }
        .joined(separator: ", ")

    /// Returns a comment in lines of at most 110 characters.
    private static func comment(_ text: String) -> String {
        var lines = ["#"]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].count + 1 + word.count > 110 { lines.append("#") }
            lines[lines.count - 1] += " \(word)"
        }
        return lines.map { "\($0)\n" }.joined()
    }

    private func toml(_ section: ConfigurationSection) -> String {
        "\n[\(section.name)]\n" + section.settings.map(toml).joined(separator: "\n")
    }

    private func toml(_ setting: Setting<Configuration>) -> String {
        Self.toml(
            setting, in: configuration, isCommentedOut: setting.text(configuration) == setting.text(Configuration()))
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
