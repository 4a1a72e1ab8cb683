internal import GestureModel

/// A device, for people.
enum DeviceLine {
    /// `event5  Atmel maXTouch (touchscreen, 344 × 194 mm, 10 slots)`, and what is the matter with it.
    static func short(_ device: TouchDevice) -> String {
        var facts = [device.kind.rawValue]
        if device.slots > 0 { facts += [size(device), slots(device)] }
        return "\(device.id)  \(device.name) (\(facts.joined(separator: ", ")))\(trouble(device))"
    }

    /// Several lines, with everything that is known.
    static func long(_ device: TouchDevice) -> String {
        var lines = [
            "\(device.id)  \(device.name)", "    node        \(device.node)", "    kind        \(device.kind.rawValue)",
        ]
        if device.slots > 0 {
            lines += ["    size        \(size(device))", "    slots       \(device.slots)"]
            lines.append("    resolution  \(resolution(device))")
        }
        switch device.availability {
        case .open: lines.append("    state       open")
        case .grabbed: lines.append("    state       grabbed by another process; silent until it lets go")
        case .unavailable(let reason): lines.append("    state       cannot be used: \(reason)")
        }
        return lines.joined(separator: "\n")
    }

    private static func trouble(_ device: TouchDevice) -> String {
        switch device.availability {
        case .open: device.assumption.map { ": \($0)" } ?? ""
        case .grabbed: ": grabbed by another process"
        case .unavailable(let reason): ": cannot be used: \(reason)"
        }
    }

    private static func size(_ device: TouchDevice) -> String {
        let size = device.surface.millimetres
        return "\(Int(size.dx.rounded())) × \(Int(size.dy.rounded())) mm"
    }

    private static func slots(_ device: TouchDevice) -> String {
        device.slots == 1 ? "1 slot" : "\(device.slots) slots"
    }

    private static func resolution(_ device: TouchDevice) -> String {
        guard let resolution = device.resolution else { return device.assumption ?? "not known" }
        let units = "\(rounded(resolution.dx)) × \(rounded(resolution.dy)) units/mm"
        return device.assumption.map { "\(units): \($0)" } ?? units
    }

    /// A resolution that follows from a stated size is no whole number.
    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
