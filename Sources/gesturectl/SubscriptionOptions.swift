internal import ArgumentParser
internal import GestureModel
internal import GestureProtocol

/// What to subscribe to: the options that `monitor` and `recognise` share.
struct SubscriptionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            #"A gesture, such as '{"drag":{"fingers":[2,3]}}' or '{"tap":{"count":2}}'. Repeatable; without it, taps, "#
                + "long presses and drags of 1 to 5 fingers, magnifications and rotations.", valueName: "json"))
    var gesture: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only this device: touchscreen, touchpad, an id such as event5, or a name.", valueName: "device"))
    var device: String?

    @Option(help: ArgumentHelp("points, millimetres, normalized, or WIDTHxHEIGHT to map onto.", valueName: "units"))
    var units: String?

    @Option(
        help: ArgumentHelp(
            "Only contacts that begin in this rectangle, in the units asked for.", valueName: "x,y,width,height"))
    var region: String?

    private static let everything =
        ["tap", "longPress", "drag"].map { #"{"\#($0)":{"fingers":[1,2,3,4,5]}}"# }
        + [#"{"magnify":{}}"#, #"{"rotate":{}}"#]

    /// The requests, with ids from 1.
    ///
    /// - Throws: `ValidationError` that names the option at fault.
    func requests() throws -> [Request] {
        let gestures = gesture.isEmpty ? SubscriptionOptions.everything : gesture
        let (filter, units, region) = (deviceFilter, try valueUnits, try place)
        return try gestures.enumerated().map { index, gesture in
            .subscribe(
                SubscribeRequest(
                    id: Int64(index + 1), gesture: try expression(gesture), device: filter, region: region,
                    units: units))
        }
    }

    /// The units that all requests ask for.
    var valueUnits: ValueUnits {
        get throws {
            switch units {
            case nil, "points": return .points
            case "millimetres": return .millimetres
            case "normalized": return .normalized
            case let units?:
                let sides = units.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
                guard sides.count == 2, let width = sides[0], let height = sides[1], width.isFinite, height.isFinite
                else {
                    throw ValidationError(
                        "--units: \(units) is not points, millimetres, normalized or WIDTHxHEIGHT, such as 1920x1080")
                }
                return try accepted("--units", .mapped(width: width, height: height)) { $0.units = $1 }
            }
        }
    }

    private var deviceFilter: DeviceFilter {
        guard let device else { return .any }
        if let kind = TouchDeviceKind(rawValue: device) { return .kind(kind) }
        let isID = ["event", "recording-"].contains { device.hasPrefix($0) && Int(device.dropFirst($0.count)) != nil }
        return isID ? .id(device) : .name(device)
    }

    private var place: Region? {
        get throws {
            guard let region else { return nil }
            let numbers = region.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
            guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
                throw ValidationError("--region: \(region) is not x,y,width,height, such as 0,0,100,50")
            }
            let place = Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            return try accepted("--region", place) { $0.region = $1 }
        }
    }

    private func expression(_ text: String) throws -> GestureExpression {
        do throws(RequestError) {
            let request = try Request(line: #"{"type":"subscribe","id":1,"gesture":\#(text)}"#.utf8)
            // What closes the brace and goes on is not one gesture either.
            if case .subscribe(let request) = request, request == SubscribeRequest(id: 1, gesture: request.gesture) {
                return request.gesture
            }
        } catch {
            // The place that a fault of the spelling names is one in the whole request.
            if error.code != .notJSON { throw ValidationError("--gesture \(text): \(error.message)") }
        }
        throw ValidationError(#"--gesture \#(text): not JSON, such as {"tap":{"count":2}}"#)
    }

    /// The value, if the daemon would take it: its own reader says what is wrong with it.
    private func accepted<Value>(
        _ option: String, _ value: Value, _ set: (inout SubscribeRequest, Value) -> Void
    ) throws -> Value {
        var request = SubscribeRequest(id: 1, gesture: .tap(.init()))
        set(&request, value)
        do throws(RequestError) {
            _ = try Request(line: Request.subscribe(request).encoded)
        } catch {
            throw ValidationError("\(option): \(error.message)")
        }
        return value
    }
}
