internal import ArgumentParser
internal import GestureModel
internal import GestureProtocol

/// What to subscribe to: the options that `monitor` and `recognise` share.
struct SubscriptionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            #"A gesture, such as '{"drag":{"fingers":[2,3]}}' or '{"tap":{"count":2}}'. Repeatable; without it, taps, "#
                + "long presses and drags of 1 to 5 fingers.", valueName: "json"))
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

    private static let everything = ["tap", "longPress", "drag"].map { #"{"\#($0)":{"fingers":[1,2,3,4,5]}}"# }

    /// The requests, with ids from 1.
    ///
    /// - Throws: `ValidationError` that names the option at fault.
    func requests() throws -> [Request] {
        let gestures = gesture.isEmpty ? SubscriptionOptions.everything : gesture
        let filter = try request("device", deviceJSON.map { #","device":\#($0)"# } ?? "")
        let unitsPart = try request("units", try unitsJSON.map { #","units":\#($0)"# } ?? "")
        let place = try request("region", unitsPart + (try regionJSON.map { #","region":\#($0)"# } ?? ""))
        return try gestures.enumerated().map { index, gesture in
            try parse("--gesture \(gesture)", id: index + 1, gesture, filter + place)
        }
    }

    /// The units that all requests ask for.
    var valueUnits: ValueUnits {
        get throws {
            guard case .subscribe(let request)? = try requests().first else { return .points }
            return request.units
        }
    }

    /// Checks one option alone, so that what is wrong is blamed on it.
    private func request(_ option: String, _ members: String) throws -> String {
        _ = try parse("--\(option)", id: 1, #"{"tap":{}}"#, members)
        return members
    }

    private func parse(_ option: String, id: Int, _ gesture: String, _ members: String) throws -> Request {
        do throws(RequestError) {
            return try Request(line: #"{"type":"subscribe","id":\#(id),"gesture":\#(gesture)\#(members)}"#.utf8)
        } catch  where error.code == .notJSON {
            // The place it names is one in the whole request.
            throw ValidationError(#"\#(option): not JSON, such as {"tap":{"count":2}}"#)
        } catch {
            throw ValidationError("\(option): \(error.message)")
        }
    }

    private var deviceJSON: String? {
        guard let device else { return nil }
        if TouchDeviceKind(rawValue: device) != nil { return #"{"kind":"\#(device)"}"# }
        let isID = ["event", "recording-"].contains { device.hasPrefix($0) && Int(device.dropFirst($0.count)) != nil }
        return #"{"\#(isID ? "id" : "name")":"\#(escaped(device))"}"#
    }

    private var unitsJSON: String? {
        get throws {
            guard let units else { return nil }
            let sides = units.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
            guard sides.count == 2 else { return #""\#(escaped(units))""# }
            guard let width = sides[0], let height = sides[1], width.isFinite, height.isFinite else {
                throw ValidationError("--units: \(units) is not WIDTHxHEIGHT, such as 1920x1080")
            }
            return #"{"width":\#(width),"height":\#(height)}"#
        }
    }

    private var regionJSON: String? {
        get throws {
            guard let region else { return nil }
            let numbers = region.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
            guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
                throw ValidationError("--region: \(region) is not x,y,width,height, such as 0,0,100,50")
            }
            return #"{"x":\#(numbers[0]),"y":\#(numbers[1]),"width":\#(numbers[2]),"height":\#(numbers[3])}"#
        }
    }

    private func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
