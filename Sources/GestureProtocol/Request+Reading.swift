internal import GestureModel

extension Request {
    static let types = ["subscribe", "unsubscribe", "move", "cancel", "haptic", "reload"]

    /// Reads one line, strictly: a request means what it says or is refused.
    ///
    /// - Parameter line: Without its newline.
    public init(line: some Sequence<UInt8>) throws(RequestError) {
        let line = RequestField(path: "", value: try JSONReader.read([UInt8](line)))
        guard case .object(let members) = line.value else { throw line.expected("an object") }
        let object = RequestObject(path: "", members: members)
        do {
            self = try Request.read(line, type: object["type"])
        } catch {
            throw RequestError(id: try? Request.id(of: object), code: error.code, message: error.message)
        }
    }

    private static func read(_ line: RequestField, type: RequestField) throws(RequestError) -> Request {
        switch try type.string("one of " + types.map { "\"\($0)\"" }.joined(separator: ", ")) {
        case "subscribe": return .subscribe(try SubscribeRequest(line))
        case "unsubscribe":
            let object = try line.object("unsubscribe", taking: ["type", "id", "subscription"])
            return .unsubscribe(id: try id(of: object), subscription: try subscription(of: object))
        case "move":
            let object = try line.object("move", taking: ["type", "id", "subscription", "region"])
            let region = object["region"].isPresent ? try Region(object["region"]) : nil
            return .move(id: try id(of: object), subscription: try subscription(of: object), region: region)
        case "cancel":
            let object = try line.object("cancel", taking: ["type", "id", "device"])
            let device = object["device"].isPresent ? try object["device"].string("a device's id") : nil
            return .cancel(id: try id(of: object), device: device)
        case "reload": return .reload(id: try id(of: try line.object("reload", taking: ["type", "id"])))
        case "haptic": return .haptic(try HapticRequest(line))
        case let type:
            throw RequestError(
                code: .unknownType,
                message: "type \"\(type.shortened)\" is unknown; this daemon takes \(types.joined(separator: ", "))")
        }
    }

    static func id(of object: RequestObject) throws(RequestError) -> Int64 {
        try object["id"].whole(.min ... .max, "a whole number")
    }

    private static func subscription(of object: RequestObject) throws(RequestError) -> Int {
        Int(try object["subscription"].whole(1...Int64(Int.max), "a whole number above 0"))
    }
}

extension SubscribeRequest {
    fileprivate init(_ line: RequestField) throws(RequestError) {
        let keys = ["type", "id", "gesture", "device", "region", "units", "explain", "scope", "claim"]
        let object = try line.object("subscribe", taking: keys)
        id = try Request.id(of: object)
        gesture = try GestureExpression(object["gesture"])
        device = try DeviceFilter(object["device"])
        units = try ValueUnits(object["units"])
        explains = object["explain"].isPresent ? try object["explain"].truth() : false
        region = object["region"].isPresent ? try Region(object["region"], "of") : nil
        regionOrigin = try RegionOrigin(object["region"])
        scope = try SubscriptionScope(object["scope"])
        claims = object["claim"].isPresent ? try object["claim"].truth() : false
        guard claims, scope == .focused else { return }
        throw RequestError(
            code: .outOfRange, message: #"claim: only subscriptions with "scope":"session" can claim fingers"#)
    }
}

extension DeviceFilter {
    fileprivate init(_ field: RequestField) throws(RequestError) {
        self = .any
        guard field.isPresent else { return }
        let choice = try field.choice("device", of: ["kind", "id", "name"])
        switch choice.key {
        case "kind":
            let words = TouchDeviceKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            guard let kind = TouchDeviceKind(rawValue: try choice.field.string(words)) else {
                throw choice.field.expected(words, .outOfRange)
            }
            self = .kind(kind)
        case "id": self = .id(try choice.field.string("a string"))
        default: self = .name(try choice.field.string("a string"))
        }
    }
}

extension Region {
    /// - Parameter others: Keys beside the rectangle's own.
    init(_ field: RequestField, _ others: String...) throws(RequestError) {
        let object = try field.object("region", taking: ["x", "y", "width", "height"] + others)
        self.init(
            x: try object["x"].number(.finite), y: try object["y"].number(.finite),
            width: try object["width"].number(.positive), height: try object["height"].number(.positive))
    }
}

extension ValueUnits {
    fileprivate init(_ field: RequestField) throws(RequestError) {
        switch field.value {
        case nil, .string("points"): self = .points
        case .string("millimetres"): self = .millimetres
        case .string("normalized"): self = .normalized
        case .object:
            let object = try field.object("units", taking: ["width", "height"])
            let width = try object["width"].number(.positive)
            self = .mapped(width: width, height: try object["height"].number(.positive))
        default:
            let words = #""points", "millimetres", "normalized" or an object of width and height"#
            if case .string = field.value { throw field.expected(words, .outOfRange) }
            throw field.expected(words)
        }
    }
}

extension RegionOrigin {
    /// - Parameter field: The region's.
    fileprivate init(_ field: RequestField) throws(RequestError) {
        self = .surface
        guard field.isPresent else { return }
        let origin = try field.object("region", taking: ["x", "y", "width", "height", "of"])["of"]
        if origin.isPresent { self = try origin.word(RequestField.choice(of: RegionOrigin.self)) }
    }
}

extension SubscriptionScope {
    fileprivate init(_ field: RequestField) throws(RequestError) {
        self = field.isPresent ? try field.word(RequestField.choice(of: SubscriptionScope.self)) : .focused
    }
}
