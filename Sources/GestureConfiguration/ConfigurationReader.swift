/// Reads a file line by line into a configuration; collects every error instead of stopping at the first.
struct ConfigurationReader {
    private(set) var configuration = Configuration()
    let file: String
    private var found: [ConfigurationError.Problem] = []
    private var section: Section = .none
    /// The line on which a section was opened or a setting made, by its owner and its spelling in errors.
    private var seen: [Key: Int] = [:]

    private struct Key: Hashable {
        var owner: Owner
        var spelling: String
    }

    /// Where a name may be given once: the file, or an element by its number, from 1.
    private enum Owner: Hashable {
        case file
        case device(Int)
        case grant(Int)
    }

    private enum Section {
        /// Before the first header.
        case none
        case known(ConfigurationSection)
        /// The last `[[device]]` itself.
        case device
        /// A section of the last `[[device]]`, such as `[device.tap]`.
        case ofDevice(ConfigurationSection)
        /// The last `[[grant]]`.
        case grant
        /// A header that was an error, so that what follows it is not one error a line.
        case skipped
    }

    init(file: String) { self.file = file }

    /// What is wrong with the lines read, in their order. A device without a match is found at the end only, and so is a
    /// grant to no account or of no right.
    var problems: [ConfigurationError.Problem] {
        let nameless = configuration.devices.filter { !$0.hasMatch }.map {
            ConfigurationError.Problem(
                line: $0.line, key: "[[device]]",
                "names no device; it needs \(Self.matchNames), and name = \"*\" is every device")
        }
        let empty = configuration.grants.compactMap { grant in
            grant.problem.map { ConfigurationError.Problem(line: grant.line, key: "[[grant]]", $0) }
        }
        return (found + nameless + empty).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    mutating func read(_ text: Substring, number: Int) {
        do throws(ConfigurationLine.SyntaxError) {
            switch try ConfigurationLine(text) {
            case .blank: break
            case .section(let name): open(name, line: number)
            case .element(let name): openElement(name, line: number)
            case .setting(let name, let value): set(name, to: value, line: number)
            }
        } catch {
            found.append(.init(line: number, error.message))
            if text.trimmed.utf8.first == UInt8(ascii: "[") { section = .skipped }
        }
    }
}

extension ConfigurationReader {
    private mutating func open(_ name: String, line: Int) {
        section = .skipped
        if name == "device" || name == "grant" {
            report(line, "[\(name)]", "expected [[\(name)]]: there may be several")
        } else if name.hasPrefix("device.") {
            openOfDevice(name, line: line)
        } else if isFirst("[\(name)]", line: line) {
            guard let known = Configuration.sections.first(where: { $0.name == name }) else {
                report(line, "[\(name)]", "unknown section; there are \(Self.sectionNames)")
                return
            }
            section = .known(known)
        }
    }

    private mutating func openOfDevice(_ name: String, line: Int) {
        guard !configuration.devices.isEmpty else {
            report(line, "[\(name)]", "belongs below a [[device]]")
            return
        }
        guard isFirst("[\(name)]", of: .device(configuration.devices.count), line: line) else { return }
        let sections = Configuration.sections.filter(\.isOfDevices)
        guard let known = sections.first(where: { "device.\($0.name)" == name }) else {
            let names = sections.map { "[device.\($0.name)]" }.joined(separator: ", ")
            report(line, "[\(name)]", "unknown section; a device has \(names)")
            return
        }
        section = .ofDevice(known)
    }

    private mutating func openElement(_ name: String, line: Int) {
        switch name {
        case "device":
            section = .device
            configuration.devices.append(DeviceSection(file: file, line: line))
        case "grant":
            section = .grant
            configuration.grants.append(Configuration.Grant(file: file, line: line))
        default:
            section = .skipped
            let message = "only [[grant]] and [[device]] have two brackets; there are \(Self.sectionNames)"
            report(line, "[[\(name)]]", message)
        }
    }

    private mutating func set(_ name: String, to value: ConfigurationValue, line: Int) {
        let (device, grant) = (configuration.devices.count, configuration.grants.count)
        switch section {
        case .none: report(line, name, "belongs below a section; there are \(Self.sectionNames)")
        case .skipped: break
        case .known(let section):
            assign(value, to: name, of: section.settings, in: section.name, .file, line, \.self)
        case .grant:
            assign(
                value, to: name, of: Configuration.Grant.settings, in: "grant", .grant(grant), line, \.grants[grant - 1]
            )
        case .device:
            let isSet = assign(
                value, to: name, of: DeviceSection.settings, in: "device", .device(device), line, \.devices[device - 1])
            if isSet, DeviceSection.assumedSettings.contains(where: { $0.name == name }) {
                configuration.devices[device - 1].names.append(name)
            }
        case .ofDevice(let section):
            // Of the device alone: the value is checked, and kept with it.
            let whole = configuration
            let isSet = assign(
                value, to: name, of: section.settings, in: "device.\(section.name)", .device(device), line, \.self)
            configuration = whole
            guard isSet else { return }
            configuration.devices[device - 1].names.append("\(section.name).\(name)")
            configuration.devices[device - 1].thresholds.append(.init(section: section.name, name: name, value: value))
        }
    }

    /// - Parameters:
    ///   - place: The section, or the element, as errors name it.
    ///   - path: To what has the settings.
    /// - Returns: Whether the value was valid.
    @discardableResult
    private mutating func assign<Part>(
        _ value: ConfigurationValue, to name: String, of settings: [Setting<Part>], in place: String, _ owner: Owner,
        _ line: Int, _ path: WritableKeyPath<Configuration, Part>
    ) -> Bool {
        let key = "\(place).\(name)"
        guard isFirst(key, of: owner, line: line) else { return false }
        guard let setting = settings.first(where: { $0.name == name }) else {
            let title = place == "device" || place == "grant" ? "[[\(place)]]" : "[\(place)]"
            report(line, key, "unknown key; \(title) takes \(settings.map(\.name).sorted().joined(separator: ", "))")
            return false
        }
        if setting.assign(value, &configuration[keyPath: path]) { return true }
        report(line, key, "expected \(setting.expectation), found \(value)")
        return false
    }

    /// TOML forbids a second section or key of the same name: which of the two is meant is not known.
    private mutating func isFirst(_ spelling: String, of owner: Owner = .file, line: Int) -> Bool {
        let key = Key(owner: owner, spelling: spelling)
        if let first = seen[key] {
            report(line, spelling, "given twice; the first is on line \(first)")
            return false
        }
        seen[key] = line
        return true
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
