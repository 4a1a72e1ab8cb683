extension Configuration {
    /// The settings of the whole daemon as a file, with every one's meaning, unit and range; what has its default is
    /// commented out. Of a `[[grant]]` and a `[[device]]` there is an example each.
    ///
    /// The file that is installed is this text of the defaults.
    public var toml: String {
        Self.preamble + Self.sections.map(toml).joined() + Self.grant + Self.device
    }

    private static let grant = """

        # What single users and groups may have beyond that: each [[grant]] is about who is all that it names.

        """ + "\n#[[grant]]\n"
        + Grant.settings.map { toml($0.name, $0.example, $0.domain, $0.meaning) }.joined(separator: "\n")

    private static let device = """

        # What is said of single devices. Each [[device]] is about the devices that have all it names by name, vendor,
        # product, kind and id; a later one overrides an earlier one. Sections such as [device.tap], with the settings of
        # [tap], belong to the [[device]] above them. See: gesturectl devices

        """ + "\n#[[device]]\n"
        + DeviceSection.settings.map { toml($0.name, $0.example, $0.domain, $0.meaning) }.joined(separator: "\n") + """

            #[device.tap]
            #maximumDistance = 30

            """

    private static func toml(_ name: String, _ example: String, _ domain: String, _ meaning: String) -> String {
        """
        # \(meaning)
        # \(domain.capitalizedFirst).
        #\(name) = \(example)

        """
    }

    private static let preamble = """
        # The configuration of gestured, read when it starts, and again when it is told to: gesturectl reload
        #
        # A line such as "#clients = 256" shows a setting's default; remove the # to change it.
        # A point is 1/160 inch (0.15875 mm) of the device's real surface.
        # An app's gesture may bring numbers of its own in place of [tap], [longPress], [drag], [swipe],
        # [edges], [magnify] and [rotate].

        """

    private func toml(_ section: ConfigurationSection) -> String {
        "\n[\(section.name)]\n" + section.settings.map(toml).joined(separator: "\n")
    }

    private func toml(_ setting: ConfigurationSetting) -> String {
        let value = setting.text(in: self)
        let mark = value == setting.text(in: Configuration()) ? "#" : ""
        return """
            # \(setting.meaning)
            # \(setting.domain.capitalizedFirst).
            \(mark)\(setting.name) = \(value)

            """
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
