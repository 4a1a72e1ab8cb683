/// Reads a file line by line into a configuration, collecting what is wrong instead of stopping at it.
struct ConfigurationReading {
    private(set) var configuration = Configuration()
    private(set) var problems: [ConfigurationError.Problem] = []
    private var section: Section = .none
    /// The line on which a section was opened or a setting made, by its spelling in errors.
    private var seen: [String: Int] = [:]

    private enum Section {
        /// Before the first header.
        case none
        case known(ConfigurationSection)
        /// A header that was an error, so that what follows it is not one error a line.
        case skipped
    }

    mutating func read(_ text: Substring, number: Int) {
        do throws(ConfigurationLine.SyntaxError) {
            switch try ConfigurationLine(text) {
            case .blank: break
            case .section(let name): open(name, line: number)
            case .setting(let name, let value): set(name, to: value, line: number)
            }
        } catch {
            problems.append(.init(line: number, error.message))
            if text.trimmed.utf8.first == UInt8(ascii: "[") { section = .skipped }
        }
    }

    private mutating func open(_ name: String, line: Int) {
        section = .skipped
        guard isFirst("[\(name)]", line: line) else { return }
        guard let known = Configuration.sections.first(where: { $0.name == name }) else {
            problems.append(.init(line: line, key: "[\(name)]", "unknown section; there are \(Self.sectionNames)"))
            return
        }
        section = .known(known)
    }

    private mutating func set(_ name: String, to value: ConfigurationValue, line: Int) {
        switch section {
        case .none:
            problems.append(.init(line: line, key: name, "belongs below a section; there are \(Self.sectionNames)"))
        case .skipped: break
        case .known(let section): set(name, in: section, to: value, line: line)
        }
    }

    private mutating func set(
        _ name: String, in section: ConfigurationSection, to value: ConfigurationValue, line: Int
    ) {
        let key = "\(section.name).\(name)"
        guard isFirst(key, line: line) else { return }
        guard let setting = section.settings.first(where: { $0.name == name }) else {
            let names = section.settings.map(\.name).sorted().joined(separator: ", ")
            problems.append(.init(line: line, key: key, "unknown key; [\(section.name)] takes \(names)"))
            return
        }
        if !setting.assign(value, to: &configuration) {
            problems.append(.init(line: line, key: key, "expected \(setting.expectation), found \(value)"))
        }
    }

    /// TOML lets nothing be said twice: which of the two was meant is anyone's guess.
    private mutating func isFirst(_ key: String, line: Int) -> Bool {
        if let first = seen[key] {
            problems.append(.init(line: line, key: key, "a second time; the first is on line \(first)"))
            return false
        }
        seen[key] = line
        return true
    }

    private static var sectionNames: String { Configuration.sections.map { "[\($0.name)]" }.joined(separator: ", ") }
}
