/// The elements of arrays: `[[device]]` and `[[grant]]`.
extension ConfigurationReading {
    mutating func openElement(_ name: String, line: Int) {
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

    mutating func setOfDevice(_ name: String, to value: ConfigurationValue, line: Int) {
        let (device, key) = (configuration.devices.count, "device.\(name)")
        guard isFirst(key, of: .device(device), line: line) else { return }
        guard let setting = DeviceSection.settings.first(where: { $0.name == name }) else {
            let names = DeviceSection.settings.map(\.name).sorted().joined(separator: ", ")
            report(line, key, "unknown key; [[device]] takes \(names)")
            return
        }
        guard setting.assign(value, to: &configuration.devices[device - 1]) else {
            report(line, key, "expected \(setting.domain), found \(value)")
            return
        }
        if setting.isRemarkable { configuration.devices[device - 1].names.append(name) }
    }

    mutating func setOfDevice(
        _ name: String, in section: ConfigurationSection, to value: ConfigurationValue, line: Int
    ) {
        let (device, key) = (configuration.devices.count, "device.\(section.name).\(name)")
        guard isFirst(key, of: .device(device), line: line), let setting = setting(name, of: section, key, line: line)
        else { return }
        var scratch = configuration
        guard setting.assign(value, to: &scratch) else {
            report(line, key, "expected \(setting.expectation), found \(value)")
            return
        }
        configuration.devices[device - 1].names.append("\(section.name).\(name)")
        configuration.devices[device - 1].thresholds.append(
            .init(section: section.name, name: name, value: value))
    }

    mutating func setOfGrant(_ name: String, to value: ConfigurationValue, line: Int) {
        let (grant, key) = (configuration.grants.count, "grant.\(name)")
        guard isFirst(key, of: .grant(grant), line: line) else { return }
        guard let setting = Configuration.Grant.settings.first(where: { $0.name == name }) else {
            let names = Configuration.Grant.settings.map(\.name).sorted().joined(separator: ", ")
            report(line, key, "unknown key; [[grant]] takes \(names)")
            return
        }
        if !setting.assign(value, to: &configuration.grants[grant - 1]) {
            report(line, key, "expected \(setting.domain), found \(value)")
        }
    }
}
