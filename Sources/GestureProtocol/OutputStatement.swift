public import GestureModel

/// A focus source's report of the user's outputs.
public struct OutputStatement: Hashable, Sendable {
    /// The number of the focus source's choice that the daemon's `ok` or `error` repeats.
    public var id: Int64
    /// All outputs that are in use, with names of their own. Empty if the last one was taken away.
    public var outputs: [Output]
    /// The devices whose output the desktop knows.
    public var devices: [DeviceOutput]

    /// Of a position and a size. Far beyond every desk: the differences of such numbers are still exact to a thousandth of a
    /// pixel.
    package static let largestNumber = 1e6

    public init(id: Int64, outputs: [Output], devices: [DeviceOutput] = []) {
        self.id = id
        self.outputs = outputs
        self.devices = devices
    }

    /// More outputs, or more devices, than any desk has.
    public static let maximumCount = 64
}

/// The desktop's own assignment of a device to an output.
public struct DeviceOutput: Hashable, Sendable {
    /// The devices that it applies to.
    public var device: DeviceFilter
    /// The output's name. It may be an output that is not in use.
    public var output: String

    public init(device: DeviceFilter, output: String) {
        self.device = device
        self.output = output
    }
}

// MARK: - JSON

extension OutputStatement {
    init(_ line: JSONField) throws(RequestError) {
        let object = try line.object("outputs", taking: ["type", "id", "outputs", "devices"])
        id = try object["id"].whole()
        (outputs, devices) = ([], [])
        for field in try object["outputs"].few("an array of outputs") {
            let output = try Output(field)
            guard !outputs.contains(where: { $0.name == output.name }) else {
                throw RequestError(
                    code: .outOfRange,
                    message: "\(field.path).name: expected another name, \"\(output.name.shortened)\" is there twice")
            }
            outputs.append(output)
        }
        for field in try object["devices"].ifPresent?.few("an array of devices and outputs") ?? [] {
            devices.append(try DeviceOutput(field))
        }
    }

    var json: JSONValue {
        [
            "type": "outputs", "id": .integer(id), "outputs": .array(outputs.map(\.json)),
            "devices": devices.isEmpty ? nil : .array(devices.map(\.json)),
        ]
    }
}

extension Output {
    fileprivate init(_ field: JSONField) throws(RequestError) {
        let object = try field.object(
            "an output", taking: ["name", "x", "y", "width", "height", "scale", "transform", "builtIn"])
        let name = try object["name"].name()
        guard !name.isEmpty else { throw object["name"].expected("a name", .outOfRange) }
        self.init(
            name: name,
            place: Region(
                x: try object["x"].coordinate(), y: try object["y"].coordinate(),
                width: try object["width"].length(), height: try object["height"].length()),
            scale: try object["scale"].ifPresent?.length() ?? 1,
            transform: try object["transform"].ifPresent?.word() ?? .normal,
            isBuiltIn: try object["builtIn"].ifPresent?.flag())
    }

    fileprivate var json: JSONValue {
        [
            "name": .string(name), "x": .number(place.x), "y": .number(place.y), "width": .number(place.width),
            "height": .number(place.height), "scale": .number(scale), "transform": JSONValue(transform),
            "builtIn": .bool(isBuiltIn),
        ]
    }
}

extension DeviceOutput {
    fileprivate init(_ field: JSONField) throws(RequestError) {
        let object = try field.object("a device", taking: ["device", "output"])
        guard object["device"].isPresent else { throw object["device"].expected("an object of kind, id or name") }
        self.init(device: try DeviceFilter(object["device"]), output: try object["output"].name())
    }

    fileprivate var json: JSONValue { ["device": device.json ?? ["kind": "touchscreen"], "output": .string(output)] }
}

extension TouchOutput {
    /// A word that only a newer daemon has is read as the one that promises least.
    init(_ field: JSONField) throws(RequestError) {
        self.init(
            name: try field["name"].ifPresent?.string(),
            transform: try field["transform"].ifPresent.flatMap { (field) throws(RequestError) in
                OutputTransform(rawValue: try field.string())
            }, rule: Rule(rawValue: try field["rule"].string()) ?? .unknown)
    }

    var json: JSONValue {
        ["name": name.map(JSONValue.string), "transform": transform.map { JSONValue($0) }, "rule": JSONValue(rule)]
    }
}

extension JSONField {
    fileprivate func coordinate() throws(RequestError) -> Double {
        let number = try number()
        guard abs(number) <= OutputStatement.largestNumber else {
            throw expected("a number from -1000000 to 1000000", .outOfRange)
        }
        return number
    }

    fileprivate func length() throws(RequestError) -> Double {
        let number = try number()
        guard number >= 0.001, number <= OutputStatement.largestNumber else {
            throw expected("a number from 0.001 to 1000000", .outOfRange)
        }
        return number
    }

    fileprivate func few(_ words: String) throws(RequestError) -> [JSONField] {
        let elements = try elements(words)
        guard elements.count <= OutputStatement.maximumCount else {
            throw RequestError(
                code: .outOfRange,
                message: "\(path): expected at most \(OutputStatement.maximumCount) elements, found \(elements.count)")
        }
        return elements
    }
}
