internal import GestureModel
internal import TOML

/// Finds the settings of a configuration in a TOML document. It collects all errors instead of stopping at the first.
struct ConfigurationReader {
    private(set) var configuration = Configuration()
    private let file: String
    private var found: [ConfigurationError.Problem]

    init(_ document: TOMLDocument, file: String) {
        self.file = file
        found = document.problems
        for entry in document.root.entries { read(entry) }
        if found.isEmpty, let problem = configuration.accessibility.problem(configuration.thresholds) {
            report(document.root["accessibility"]?.line ?? 1, "[accessibility]", problem)
        }
    }

    /// In the order of the lines.
    var problems: [ConfigurationError.Problem] { found.sorted { ($0.line ?? 0) < ($1.line ?? 0) } }

    private mutating func read(_ entry: TOMLTable.Entry) {
        let elements = entry.value.tables.flatMap { $0.isEmpty ? nil : $0 }
        switch (entry.key.exact, entry.value) {
        case ("device", _) where elements != nil: for element in elements ?? [] { readDevice(element) }
        case ("grant", _) where elements != nil: for element in elements ?? [] { readGrant(element) }
        case ("device", .table(let table)), ("grant", .table(let table)):
            if let part = table.entries.first, part.value.table != nil {
                report(part.line, "[\(entry.key).\(part.key)]", "belongs below a [[\(entry.key)]]")
            } else {
                report(table.line, "[\(entry.key)]", "expected [[\(entry.key)]]: there may be several")
            }
        case (_, .table(let table)):
            guard let section = Configuration.sections.first(where: { $0.name.exact == entry.key.exact }) else {
                report(table.line, "[\(entry.key)]", "unknown section; there are \(Self.sectionNames)")
                return
            }
            for entry in table.entries { assign(entry, of: section.settings, in: section.name, \.self) }
        case _ where elements != nil:
            let message = "only [[grant]] and [[device]] have two brackets; there are \(Self.sectionNames)"
            report(entry.line, "[[\(entry.key)]]", message)
        default: report(entry.line, entry.key, "belongs below a section; there are \(Self.sectionNames)")
        }
    }

    private mutating func readGrant(_ table: TOMLTable) {
        let index = configuration.grants.count
        configuration.grants.append(Configuration.Grant(file: file, line: table.line))
        for entry in table.entries {
            assign(entry, of: Configuration.Grant.settings, in: "grant", \.grants[index])
        }
        if let problem = configuration.grants[index].problem { report(table.line, "[[grant]]", problem) }
    }

    private mutating func readDevice(_ table: TOMLTable) {
        let index = configuration.devices.count
        configuration.devices.append(DeviceSection(file: file, line: table.line))
        for entry in table.entries {
            if let part = entry.value.table {
                readThresholds(part, named: entry.key, line: entry.line, of: index)
            } else if assign(entry, of: DeviceSection.settings, in: "device", \.devices[index]),
                DeviceSection.assumedSettings.contains(where: { $0.name.exact == entry.key.exact })
            {
                configuration.devices[index].names.append(entry.key)
            }
        }
        guard !configuration.devices[index].hasMatch else { return }
        let message = "names no device; it needs \(Self.matchNames), and name = \"*\" is every device"
        report(table.line, "[[device]]", message)
    }

    private mutating func readThresholds(_ table: TOMLTable, named name: String, line: Int, of index: Int) {
        let sections = Configuration.sections.filter(\.isOfDevices)
        guard let section = sections.first(where: { $0.name.exact == name.exact }) else {
            let names = sections.map { "[device.\($0.name)]" }.joined(separator: ", ")
            report(line, "[device.\(name)]", "unknown section; a device has \(names)")
            return
        }
        for entry in table.entries {
            // The value of a setting of one device is checked in a separate configuration, and stored with the device.
            var whole = Configuration()
            swap(&whole, &configuration)
            let isSet = assign(entry, of: section.settings, in: "device.\(name)", \.self)
            swap(&whole, &configuration)
            guard isSet else { continue }
            configuration.devices[index].names.append("\(name).\(entry.key)")
            configuration.devices[index].thresholds.append(.init(section: name, name: entry.key, value: entry.value))
        }
    }

    /// - Parameters:
    ///   - place: The section or element, for errors.
    ///   - path: The part of the configuration with the settings.
    /// - Returns: True if the setting exists and its value is valid.
    @discardableResult
    private mutating func assign<Part>(
        _ entry: TOMLTable.Entry, of settings: [Setting<Part>], in place: String,
        _ path: WritableKeyPath<Configuration, Part>
    ) -> Bool {
        let key = "\(place).\(entry.key)"
        guard let setting = settings.first(where: { $0.name.exact == entry.key.exact }) else {
            let title = place == "device" || place == "grant" ? "[[\(place)]]" : "[\(place)]"
            let names = settings.map(\.name).sorted().joined(separator: ", ")
            report(entry.line, key, "unknown key; \(title) takes \(names)")
            return false
        }
        do throws(SettingProblem) {
            if try setting.assign(entry.value, &configuration[keyPath: path]) { return true }
            report(entry.line, key, "expected \(setting.expectation), found \(entry.value)")
        } catch {
            report(entry.line, key, error.message)
        }
        return false
    }

    private mutating func report(_ line: Int, _ key: String, _ message: String) {
        found.append(.init(line: line, key: key, message))
    }

    private static var sectionNames: String {
        Configuration.sections.map { "[\($0.name)]" }.joined(separator: ", ") + ", [[grant]], [[device]]"
    }

    private static var matchNames: String {
        let names = DeviceSection.matchSettings.map(\.name)
        return names.dropLast().joined(separator: ", ") + (names.last.map { " or \($0)" } ?? "")
    }
}
