internal import GestureModel

extension ServerMessage: Decodable {
    private enum Key: String, CodingKey {
        case type, id, subscription, device, access
    }

    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let type = try object.decode(String.self, forKey: .type)
        switch type {
        case "hello": self = .hello(try Hello(from: decoder))
        case "ok":
            let id = try object.decode(Int64.self, forKey: .id)
            self = .ok(id: id, subscription: try object.decodeIfPresent(Int.self, forKey: .subscription))
        case "error": self = .error(try ErrorMessage(from: decoder))
        case "gesture": self = .gesture(try GestureMessage(from: decoder))
        case "explanation": self = .explanation(try ExplanationMessage(from: decoder))
        case "accessChanged": self = .accessChanged(try object.decode(Access.self, forKey: .access))
        case "deviceAdded":
            let device = try object.decode(DecodedDevice.self, forKey: .device).device
            self = device.map(ServerMessage.deviceAdded) ?? .unknown(type: type)
        case "deviceChanged":
            let device = try object.decode(DecodedDevice.self, forKey: .device).device
            self = device.map(ServerMessage.deviceChanged) ?? .unknown(type: type)
        case "deviceRemoved": self = .deviceRemoved(id: try object.decode(String.self, forKey: .device))
        default: self = .unknown(type: type)
        }
    }
}

extension Hello: Decodable {
    private enum Key: String, CodingKey {
        case `protocol`, server, capabilities, devices, access
    }

    /// Devices of a kind this client does not know are left out.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        self.init(
            protocol: try object.decode(Int.self, forKey: .protocol),
            server: try object.decode(String.self, forKey: .server),
            capabilities: try object.decode([String].self, forKey: .capabilities),
            devices: try object.decode([DecodedDevice].self, forKey: .devices).compactMap(\.device),
            access: try object.decodeIfPresent(Access.self, forKey: .access) ?? Access())
    }
}

/// A device of the wire, which speaks millimetres; nil where its kind came after this client.
struct DecodedDevice: Decodable {
    var device: TouchDevice?

    private enum Key: String, CodingKey {
        case id, name, node, kind, seat, size, slots, resolution, assumption, availability, reason
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        guard let kind = TouchDeviceKind(rawValue: try object.decode(String.self, forKey: .kind)) else { return }
        let size = try object.decode(Pair.self, forKey: .size).vector
        let resolution = try object.decodeIfPresent(Pair.self, forKey: .resolution)?.vector
        device = TouchDevice(
            id: try object.decode(String.self, forKey: .id), name: try object.decode(String.self, forKey: .name),
            node: try object.decode(String.self, forKey: .node), kind: kind, surface: Surface(millimetres: size),
            slots: try object.decode(Int.self, forKey: .slots), resolution: resolution,
            assumption: try object.decodeIfPresent(String.self, forKey: .assumption),
            availability: try DecodedDevice.availability(object),
            seat: try object.decodeIfPresent(String.self, forKey: .seat) ?? "seat0")
    }

    /// A word that came after this client is a reason for which no frames come, as far as it can tell.
    private static func availability(_ object: KeyedDecodingContainer<Key>) throws -> TouchDevice.Availability {
        switch try object.decode(String.self, forKey: .availability) {
        case "open": .open
        case "grabbed": .grabbed
        case let word: .unavailable(reason: try object.decodeIfPresent(String.self, forKey: .reason) ?? word)
        }
    }
}

/// `[x,y]`.
struct Pair: Decodable {
    var x: Double
    var y: Double

    init(from decoder: any Decoder) throws {
        var array = try decoder.unkeyedContainer()
        x = try array.decode(Double.self)
        y = try array.decode(Double.self)
    }

    var point: Point { Point(x: x, y: y) }
    var vector: Vector { Vector(dx: x, dy: y) }
}
