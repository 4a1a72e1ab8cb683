internal import TOML
internal import ArgumentParser
internal import GestureActions
internal import GestureModel
internal import GestureProtocol
internal import LinuxSupport

/// The options of `monitor`, `recognise`, `explain`, `report` and `view` that determine the subscriptions.
struct SubscriptionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            #"A gesture, such as pinch or "3 fingers swipe left", or with parameters, such as '{"drag":{"fingers":[2,3]}}'. "#
                + "Repeatable. "
                + "(default: the standard set of the device's kind)", valueName: "gesture"),
        completion: .list(ActionGesture.Word.allCases.map(\.rawValue)))
    var gesture: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only these devices: touchscreen, touchpad, an id such as event5, a path such as pci-0000:00:14.0-usb-0:2:*, or a "
                + "name. In a recording of several devices: the number of one.", valueName: "device"),
        completion: .devices(and: TouchDeviceKind.allCases.map(\.rawValue)))
    var device: String?

    @Option(
        help: ArgumentHelp(
            "Only touches that begin in this rectangle, in the units of the output.", valueName: "x,y,width,height"))
    var region: String?

    /// Returns the requests that can be sent before the devices are known, with ids from 1.
    ///
    /// - Throws: A `ValidationError` with the name of the invalid option.
    func requests(in units: ValueUnits = .millimetres) throws -> [SubscribeRequest] {
        if !gesture.isEmpty {
            return try gesture.enumerated().map { index, gesture in
                try request(index + 1, try expression(gesture), deviceFilter, units)
            }
        }
        let kinds: [TouchDeviceKind]
        switch deviceFilter {
        case .any: kinds = [.touchscreen, .touchpad]
        case .kind(let kind): kinds = [kind]
        // The standard set depends on the device's kind, which is not known yet. Errors in other options are reported
        // at once.
        case .id, .name, .path:
            _ = try request(1, .standard(.touchscreen), deviceFilter, units)
            return []
        }
        return try kinds.enumerated().map { index, kind in
            try request(index + 1, .standard(kind.standard), .kind(kind), units)
        }
    }

    /// Returns the request for the standard set of a device, if --device selects the device by id or name and --gesture
    /// is not given; otherwise nil.
    private func request(_ id: Int, for device: TouchDevice, _ units: ValueUnits) throws -> SubscribeRequest? {
        guard waitsForDevices, deviceFilter.matches(device) else { return nil }
        return try request(id, .standard(device.kind.standard), .id(device.id), units)
    }

    /// Returns the requests for the devices in a line of the daemon, if requests depend on the device's kind. A device
    /// gets only one request, because its subscription still exists when the device is plugged in again.
    ///
    /// - Parameter known: The ids of the devices that already have a request.
    func requests(
        forDevicesIn line: [UInt8], _ known: inout [String], in units: ValueUnits = .millimetres
    ) throws -> [SubscribeRequest] {
        // Most lines are gestures, which need not be decoded for this.
        guard waitsForDevices,
            line.starts(with: #"{"type":"hello""#.utf8) || line.starts(with: #"{"type":"deviceAdded""#.utf8)
        else { return [] }
        let devices: [TouchDevice]
        switch try DaemonLine.message(line) {
        case .hello(let hello): devices = hello.devices
        case .deviceAdded(let device): devices = [device]
        default: return []
        }
        var requests: [SubscribeRequest] = []
        for device in devices where !known.contains(device.id) {
            guard let request = try request(known.count + 1, for: device, units) else { continue }
            known.append(device.id)
            requests.append(request)
        }
        return requests
    }

    /// Returns the requests for the device of a recording. Warns if --device does not select the device, because then
    /// nothing is printed.
    func requests(
        forRecordingOf device: TouchDevice, in units: ValueUnits = .millimetres
    ) throws -> [SubscribeRequest] {
        if recordedDevice != nil { return try allDevices.requests(forRecordingOf: device, in: units) }
        warnOfDirections()
        if let option = self.device, !deviceFilter.matches(device) {
            StandardError.writeLine(
                "gesturectl: --device \(option): no gestures, because the recording's device is \(DeviceText.line(device))"
            )
        }
        return try requests(in: units) + [request(1, for: device, units)].compactMap(\.self)
    }

    /// Warns of words that only rules understand: a pinch of the protocol has no direction.
    func warnOfDirections() {
        for text in gesture {
            guard let words = try? FingerWords(text), let gesture = try? ActionGesture(words: words.gesture),
                let direction = gesture.directionBeyondExpression, let word = gesture.word?.rawValue
            else { continue }
            StandardError.writeLine(
                "gesturectl: --gesture \(text): also shows a \(word) that is not \(direction); which rule runs for it: "
                    + "gesturectl actions try")
        }
    }

    /// The same options without --device.
    private var allDevices: SubscriptionOptions {
        var options = self
        options.device = nil
        return options
    }

    /// True if the requests depend on the kind of the selected devices.
    var waitsForDevices: Bool {
        switch deviceFilter {
        case .any, .kind: false
        case .id, .name, .path: gesture.isEmpty
        }
    }

    private func request(
        _ id: Int, _ gesture: GestureExpression, _ device: DeviceFilter, _ units: ValueUnits
    ) throws -> SubscribeRequest {
        SubscribeRequest(
            id: Int64(id), gesture: gesture, device: device, region: try rectangle, units: units)
    }

    var deviceFilter: DeviceFilter {
        guard let device else { return .any }
        if let kind = TouchDeviceKind(rawValue: device) { return .kind(kind) }
        let isID = ["event", "recording-"].contains { device.hasPrefix($0) && Int(device.dropFirst($0.count)) != nil }
        if isID { return .id(device) }
        return Self.pathPrefixes.contains(where: device.hasPrefix) ? .path(device) : .name(device)
    }

    /// How udev's ID_PATH begins: with the bus of the first device that has an address.
    private static let pathPrefixes = ["pci-", "platform-", "usb-", "acpi-", "virtio-", "amba-", "xen-", "ccw-"]

    /// The number of one device of a recording; nil if --device is no number.
    var recordedDevice: Int? { device.flatMap(Int.init) }

    private var rectangle: Region? {
        get throws {
            guard let region else { return nil }
            let numbers = region.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
            guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
                throw ValidationError("--region: \(region) is not x,y,width,height, such as 0,0,100,50")
            }
            let rectangle = Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            return try accepted("--region", rectangle) { $0.region = $1 }
        }
    }

    /// nil for a stroke.
    private func expression(words text: String) throws(SettingProblem) -> GestureExpression? {
        if let name = GestureName(rawValue: text), name != .stroke { return name.gesture.init().expression }
        return try ActionGesture(words: text).expression
    }

    /// Reads a gesture: its name, words as in a file of actions, or an expression in JSON.
    private func expression(_ text: String) throws -> GestureExpression {
        guard text.hasPrefix("{") || text.hasPrefix("[") else {
            do throws(SettingProblem) {
                let words = try FingerWords(text)
                guard let expression = try expression(words: words.gesture) else {
                    throw SettingProblem(#"a stroke needs its points; write {"stroke":{"templates":[…]}}"#)
                }
                return try words.fingers.map { (count) throws(SettingProblem) in try expression.with(fingers: count) }
                    ?? expression
            } catch {
                throw ValidationError("--gesture \(text): \(error.message)")
            }
        }
        do throws(RequestError) {
            return try GestureExpression(json: text.utf8)
        } catch {
            if error.code != .notJSON { throw ValidationError("--gesture \(text): \(error.message)") }
        }
        throw ValidationError(#"--gesture \#(text): not JSON, such as {"tap":{"count":2}}"#)
    }
}

/// The option of `monitor`, `recognise` and `explain` for the units of positions and lengths.
struct UnitsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "points, millimetres, normalized, or WIDTHxHEIGHT for an area to map onto. (default: points)",
            valueName: "units"), completion: .list(["points", "millimetres", "normalized"]))
    var units: String?

    func validate() throws { _ = try value }

    var value: ValueUnits {
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
}

/// Returns the value if the daemon would accept it. Otherwise throws the error of the daemon's own parser.
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

extension GestureExpression {
    /// Returns the gesture with this number of fingers.
    ///
    /// - Throws: An error if the gesture has another number of fingers or none.
    fileprivate func with(fingers count: Int) throws(SettingProblem) -> GestureExpression {
        guard let gesture = single, let expression = gesture.with(fingers: count) else {
            throw SettingProblem("the gesture has no number of fingers")
        }
        let least = type(of: gesture).leastFingers
        guard count >= least else { throw SettingProblem("expected \(least) to 10 fingers, found \(count)") }
        return expression
    }
}

extension TouchDeviceKind {
    /// The standard set for devices of this kind.
    fileprivate var standard: GestureExpression.Standard {
        switch self {
        case .touchscreen: .touchscreen
        case .touchpad: .touchpad
        }
    }
}
