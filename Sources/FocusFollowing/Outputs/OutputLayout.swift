internal import GestureModel
internal import GestureProtocol

/// The user's outputs, as gestured receives them. An output with an impossible position, size or scale keeps its last
/// valid numbers, or is omitted if it has none. An impossible transform leaves the last one unchanged.
struct OutputLayout: Hashable {
    private(set) var outputs: [Output] = []
    /// The monitor of each output, by the output's name.
    private var monitors: [ExactText: OutputReference] = [:]
    private var devices: [ReportedDevice] = []

    /// wl_output's transforms, in the order of their numbers.
    private static let transforms: [OutputTransform] = [
        .normal, .quarter, .half, .threeQuarters, .flipped, .flippedQuarter, .flippedHalf, .flippedThreeQuarters,
    ]

    /// Replaces the outputs and the devices.
    ///
    /// - Returns: A sentence for each problem, such as an impossible name or number.
    mutating func update(_ reported: ReportedOutputs) -> [String] {
        var (next, problems): ([Output], [String]) = ([], [])
        monitors = [:]
        for output in reported.outputs {
            let last = outputs.first { $0.name.exact == output.name.exact }
            guard 1...255 ~= output.name.utf8.count, !next.contains(where: { $0.name.exact == output.name.exact })
            else {
                problems.append(
                    "an output with the name \"\(output.name.unicodeScalars.prefix(40))\" is ignored: empty, too long or twice"
                )
                continue
            }
            guard next.count < OutputStatement.maximumCount else {
                problems.append("more than \(OutputStatement.maximumCount) outputs; the others are ignored")
                break
            }
            var (place, scale, transform) = (output.place, output.scale, last?.transform ?? .normal)
            if Self.transforms.indices.contains(output.transform) {
                transform = Self.transforms[output.transform]
            } else {
                problems.append(
                    "\(output.name): unknown transform \(output.transform), expected 0 to 7; "
                        + "touchscreens keep the last one, \(transform.rawValue)")
            }
            if let problem = Self.problem(place, scale) {
                problems.append(
                    "\(output.name): \(problem); \(last == nil ? "the output is ignored" : "the last place stays")")
                guard let last else { continue }
                (place, scale) = (last.place, last.scale)
            }
            next.append(Output(name: output.name, place: place, scale: scale, transform: transform))
            monitors[output.name.exact] = .monitor(maker: output.maker, model: output.model)
        }
        outputs = next
        devices = reported.devices
        return problems
    }

    mutating func setDevices(_ devices: [ReportedDevice]) { self.devices = devices }

    private static func problem(_ place: Region, _ scale: Double) -> String? {
        let largest = NumberRange.desktopPosition.upper
        let range = -largest...largest
        guard range.contains(place.x), range.contains(place.y) else {
            return "impossible position (\(place.x), \(place.y))"
        }
        guard 1...largest ~= place.width, 1...largest ~= place.height else {
            return "impossible size \(place.width) x \(place.height)"
        }
        return 0.01...100 ~= scale ? nil : "impossible scale \(scale)"
    }

    /// Returns the name of the output to which a reference refers; nil if no output matches, or if several outputs have
    /// the monitor.
    func name(of reference: OutputReference) -> String? {
        switch reference {
        case .name(let name): return outputs.contains { $0.name.exact == name.exact } ? name : nil
        case .place(let place):
            let shares = outputs.map { (name: $0.name, share: Self.overlap($0.place, place)) }
            return shares.filter { $0.share > 0 }.max { $0.share < $1.share }?.name
        case .monitor:
            let names = outputs.map(\.name).filter { monitors[$0.exact] == reference }
            return names.count == 1 ? names.first : nil
        }
    }

    func place(of name: String) -> Region? { outputs.first { $0.name.exact == name.exact }?.place }

    private static func overlap(_ one: Region, _ other: Region) -> Double {
        let width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
        let height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
        return max(width, 0) * max(height, 0)
    }

    /// Returns the report for gestured.
    func statement(_ id: Int64) -> OutputStatement {
        let known = devices.compactMap { device in
            name(of: device.output).map { DeviceOutput(device: device.device, output: $0) }
        }
        return OutputStatement(
            id: id, outputs: outputs, devices: Array(known.prefix(OutputStatement.maximumCount)))
    }
}
