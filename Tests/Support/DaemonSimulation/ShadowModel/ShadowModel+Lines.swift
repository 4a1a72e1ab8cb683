/// Checks of each type of line.
extension ShadowModel {
    struct Device: Sendable {
        let name: String
        let kind: String
        let size: Pair
        let seat: String
    }

    static let closingCodes = ["lineTooLong", "tooManyClients", "overrun"]

    mutating func handle(_ line: ServerLine) {
        let isRefusal = line.type == "error" && line.code == "tooManyClients"
        if state == .new, line.type != "hello", !isRefusal { record(.helloFirst, "\(line.type) before hello") }
        if state == .overrunning, line.reason != "overrun", line.code != "overrun" {
            record(.silenceAfterError, "\(line.type) after overrun")
        }
        switch line.type {
        case "hello": handleHello(line)
        case "deviceAdded", "deviceChanged", "deviceRemoved": handleDevice(line)
        case "accessChanged": applyAccess(line.access)
        case "subscriptionChanged": checkPositions(line)
        case "ok": handleOK(line)
        case "error": handleError(line)
        case "gesture": handleGesture(line)
        case "explanation": handleExplanation(line)
        default: record(.wholeLines, "unknown type \(line.type)")
        }
    }

    private mutating func handleHello(_ line: ServerLine) {
        if state != .new { record(.helloFirst, "hello again") }
        state = .greeted
        guard let list = line.devices, line.capabilities != nil else {
            return record(.wholeLines, "hello without devices or capabilities")
        }
        for device in list { add(device) }
        applyAccess(line.access)
    }

    private mutating func handleDevice(_ line: ServerLine) {
        guard let device = line.device else { return record(.wholeLines, "\(line.type) without device") }
        switch line.type {
        case "deviceAdded": add(device)
        case "deviceChanged":
            guard devices.removeValue(forKey: device.id) != nil else {
                return record(.devices, "\(device.id) changed and is not there")
            }
            // A touchscreen that is turned has another size.
            add(device)
        default:
            if devices.removeValue(forKey: device.id) == nil { record(.devices, "\(device.id) removed and not there") }
            for (name, openGesture) in open where openGesture.device == device.id {
                record(.devices, "gesture \(name.gesture) outlives \(device.id)")
                open[name] = nil
            }
        }
    }

    private mutating func add(_ device: ServerLine.Device) {
        if devices[device.id] != nil { record(.devices, "\(device.id) is there already") }
        guard let name = device.name, let kind = device.kind, let size = device.size, size.count == 2,
            let seat = device.seat
        else {
            return record(.wholeLines, "device \(device.id) without name, kind, size or seat")
        }
        devices[device.id] = Device(name: name, kind: kind, size: Pair(x: size[0], y: size[1]), seat: seat)
    }

    private mutating func handleOK(_ line: ServerLine) {
        guard !requests.isEmpty else { return record(.answers, "ok without a request") }
        switch requests.removeFirst() {
        case .subscribe(let request):
            checkID(line.id, request.id)
            guard let number = line.subscription, number > lastSubscription else {
                return record(.answers, "subscription \(line.subscription ?? 0) after \(lastSubscription)")
            }
            lastSubscription = number
            subscriptions[number] = Subscription(request)
        case .unsubscribe(let id, let subscription):
            checkID(line.id, id)
            guard subscriptions.removeValue(forKey: subscription) != nil else {
                return record(.answers, "ok for unknown subscription \(subscription)")
            }
            for name in open.keys where name.subscription == subscription {
                record(.subscriptionLifetime, "gesture \(name.gesture) outlives subscription \(subscription)")
                open[name] = nil
            }
        case .cancel(let id): checkID(line.id, id)
        case .move(let request):
            checkID(line.id, request.id)
            guard let number = request.subscription, subscriptions[number] != nil else {
                return record(.answers, "ok for unknown subscription \(request.subscription ?? 0)")
            }
            subscriptions[number]?.move(to: request.region)
        case .other: record(.answers, "ok for an invalid request")
        }
    }

    private mutating func handleError(_ line: ServerLine) {
        guard let code = line.code, line.message?.isEmpty == false else {
            return record(.wholeLines, "error without code or message")
        }
        guard !ShadowModel.closingCodes.contains(code) else {
            state = .closed
            return
        }
        guard !requests.isEmpty else { return record(.answers, "\(code) without a request") }
        switch requests.removeFirst() {
        case .subscribe(let request), .move(let request): checkID(line.id, request.id)
        case .cancel(let id): checkID(line.id, id)
        case .unsubscribe(let id, let subscription):
            checkID(line.id, id)
            if code == "unknownSubscription", subscriptions[subscription] != nil {
                record(.answers, "subscription \(subscription) is there")
            }
        case .other(let id): checkID(line.id, id)
        }
    }

    private mutating func checkID(_ found: Int64?, _ expected: Int64?) {
        if found != expected { record(.answers, "id \(found.word), expected \(expected.word)") }
    }
}

extension Int64? {
    fileprivate var word: String { map(String.init) ?? "none" }
}
