internal import ArgumentParser
internal import EvdevInput
internal import GestureClient
internal import GestureModel
internal import GestureProtocol

struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the daemon's touch devices.")

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Print each device as in the protocol, a line of JSON.")
    var json = false

    func run() throws {
        let daemon = try connection.connect()
        let devices = try DaemonLine.hello(of: daemon).0.devices
        if json { return devices.forEach { StandardOutput.line(json: $0.line.dropLast()) } }
        guard !devices.isEmpty else {
            return StandardOutput.line("no touch devices; gesturectl doctor says what to check")
        }
        devices.flatMap(DeviceText.lines).forEach(StandardOutput.line)
    }
}

/// A device as text.
enum DeviceText {
    /// Returns `event5  Atmel maXTouch (touchscreen, 344 × 194 mm, 10 slots)`, followed by a problem if there is one.
    static func line(_ device: TouchDevice) -> String {
        var facts = [device.kind.rawValue]
        if device.slots > 0 { facts += [size(device), device.slots == 1 ? "1 slot" : "\(device.slots) slots"] }
        return "\(device.id)  \(device.name) (\(facts.joined(separator: ", ")))\(problem(device))"
    }

    /// Returns several lines, with all properties of the device.
    static func lines(_ device: TouchDevice) -> [String] {
        var lines = [
            "\(device.id)  \(device.name)", "    node        \(device.node)", "    kind        \(device.kind.rawValue)",
        ]
        if let path = device.path { lines.append("    path        \(path)") }
        if device.slots > 0 {
            lines += ["    size        \(size(device))", "    slots       \(device.slots)"]
            lines.append("    resolution  \(resolution(device))")
        }
        if let output = output(of: device) { lines.append("    output      \(output)") }
        switch device.availability {
        case .open: lines.append("    state       \(off(device).map { "off: \($0)" } ?? "open")")
        case .grabbed: lines.append("    state       grabbed by another process; sends nothing until it is released")
        case .unavailable(let reason): lines.append("    state       unavailable: \(reason)")
        }
        if device.isPressurePad { lines.append("    click       by pressure, with a motor; gestured never drives it") }
        if !device.pens.isEmpty { lines.append("    pens        \(device.pens.joined(separator: ", "))") }
        return lines
    }

    /// Returns the output and the reason for it: `eDP-1, turned by 90°: the only built-in output`; nil for a touchpad.
    static func output(of device: TouchDevice) -> String? {
        guard device.kind == .touchscreen else { return nil }
        guard let output = device.output else { return "unknown: no focus source reports outputs" }
        let rule =
            switch output.rule {
            case .desktop: "assigned by the desktop"
            case .configuration: "assigned by the configuration"
            case .onlyBuiltIn: "the only built-in output"
            case .onlyOutput: "the only output"
            case .unknown: "several outputs, or none; set output in a [[device]] of gestured.toml"
            }
        let rotation = output.transform.map(text) ?? "rotation by the configuration"
        return "\(output.name ?? "unknown"), \(rotation): \(rule)"
    }

    private static func text(_ transform: OutputTransform) -> String {
        switch transform {
        case .normal: "not turned"
        case .quarter, .half, .threeQuarters: "turned by \(transform.rawValue)°"
        case .flipped: "mirrored"
        case .flippedQuarter, .flippedHalf, .flippedThreeQuarters:
            "mirrored and turned by \(transform.rawValue.dropFirst("flipped-".count))°"
        }
    }

    /// Returns why gestures cannot begin on an open device; nil if they can. This program checks whether the device is
    /// inhibited, because the kernel does not report that to the daemon.
    static func off(_ device: TouchDevice) -> String? {
        if let off = device.off { return off.sentence }
        return InhibitedDevice.isInhibited(sysname: device.id) ? "inhibited: the kernel drops its events" : nil
    }

    private static func problem(_ device: TouchDevice) -> String {
        if device.availability == .open, let off = off(device) { return ": off: \(off)" }
        return switch device.availability {
        case .open: device.assumption.map { ": \($0)" } ?? ""
        case .grabbed: ": grabbed by another process"
        case .unavailable(let reason): ": unavailable: \(reason)"
        }
    }

    private static func size(_ device: TouchDevice) -> String {
        let size = device.surface.millimetres
        return "\(GestureLine.whole(size.dx)) × \(GestureLine.whole(size.dy)) mm"
    }

    private static func resolution(_ device: TouchDevice) -> String {
        guard let resolution = device.resolution else { return device.assumption ?? "unknown" }
        let units = "\(rounded(resolution.dx)) × \(rounded(resolution.dy)) units/mm"
        return device.assumption.map { "\(units): \($0)" } ?? units
    }

    /// Rounds to two decimals, because a resolution that is derived from a size is not a whole number.
    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
