internal import GestureModel
internal import GestureProtocol

/// An accepted request for contacts. It also applies to devices that are added later.
final class ContactSubscription {
    let session: ClientSession
    let number: Int
    let request: ContactsRequest
    /// The devices to which it applies, in the order in which they were added.
    private(set) var devices: [PipelineDevice] = []
    /// `.withheld` if the client was last informed that only withheld positions keep it from receiving contacts.
    var lastSentPositions = PositionAccess.granted

    init(_ session: ClientSession, number: Int, _ request: ContactsRequest) {
        self.session = session
        self.number = number
        self.request = request
    }

    /// The resources that the subscription uses, apart from its devices. Each device counts as one recogniser, because
    /// writing its lines costs about as much as a recogniser.
    private var costs: [(amount: Int, resource: Resource)] { [(1, .subscriptions), (request.memory, .memory)] }

    /// Charges the connection's account for the subscription.
    func charge() throws(RequestError) { try session.account.charge(costs) }

    /// Charges the account for another device, and adds the subscription to the device's feed.
    func join(_ device: PipelineDevice) throws(RequestError) {
        try session.account.charge(1, of: .recognisers)
        devices.append(device)
        device.changeFeed { $0.add(self, to: device) }
    }

    /// Called when a device was removed. Releases what the subscription used on it.
    func leave(_ device: PipelineDevice) {
        guard let index = devices.firstIndex(where: { $0 === device }) else { return }
        devices.remove(at: index)
        session.account.add(-1, of: .recognisers)
    }

    /// Releases all that the subscription has used.
    func release() {
        for device in devices {
            device.changeFeed { $0.remove(self) }
            session.account.add(-1, of: .recognisers)
        }
        devices = []
        for cost in costs { session.account.add(-cost.amount, of: cost.resource) }
    }
}

extension ContactsRequest {
    /// The bytes that the daemon keeps for the request.
    fileprivate var memory: Int { 768 + device.memory }
}

/// Sends all contacts of one device, including those that the filter holds or rejects, to the subscriptions that
/// request them.
///
/// A subscription that could not receive a frame of a touch receives no later frame of it. So a client that was just
/// permitted to receive contacts does not see the touch in progress, which was meant for another client.
struct ContactFeed {
    private final class Receiver {
        let subscription: ContactSubscription
        unowned let device: PipelineDevice
        var encoder: ContactsEncoder
        /// True if the client could not receive every frame of the touch up to now. It then receives nothing until all
        /// contacts have lifted.
        var joinedMidTouch = true

        init(_ subscription: ContactSubscription, on device: PipelineDevice) {
            self.subscription = subscription
            self.device = device
            encoder = ContactFeed.encoder(device.touchDevice, subscription.request)
        }
    }

    private var receivers: [Receiver] = []
    private var reports: [ContactReport] = []
    private var lastReports: [ContactReport] = []
    /// The reports with the numbers of one client. Kept, so that a frame allocates nothing.
    private var numbered: [ContactReport] = []
    private var time = Timestamp(microseconds: .min)
    /// True if no contact was down before the frame.
    private var isFirst = true

    /// False if no subscription requests contacts.
    var isActive: Bool { !receivers.isEmpty }

    func hasReceiver(_ mayReceive: (ContactSubscription) -> Bool) -> Bool {
        receivers.contains { mayReceive($0.subscription) }
    }

    mutating func add(_ subscription: ContactSubscription, to device: PipelineDevice) {
        receivers.append(Receiver(subscription, on: device))
    }

    mutating func remove(_ subscription: ContactSubscription) {
        receivers.removeAll { $0.subscription === subscription }
        if receivers.isEmpty { (reports, lastReports, numbered) = ([], [], []) }
    }

    func changeSurface(of device: TouchDevice) {
        for receiver in receivers { receiver.encoder = ContactFeed.encoder(device, receiver.subscription.request) }
    }

    private static func encoder(_ device: TouchDevice, _ request: ContactsRequest) -> ContactsEncoder {
        ContactsEncoder(device: device.id, surface: device.surface, units: request.units)
    }

    // MARK: - Frames

    mutating func begin(at time: Timestamp, isFirst: Bool) {
        self.time = time
        self.isFirst = isFirst
        swap(&reports, &lastReports)
        reports.removeAll(keepingCapacity: true)
    }

    mutating func append(_ report: ContactReport) { reports.append(report) }

    /// Sends the frame to each subscription that may receive contacts now and could receive every earlier frame of the
    /// touch.
    ///
    /// - Parameter mayReceive: Whether the client may receive contacts now.
    mutating func send(_ mayReceive: (ContactSubscription) -> Bool) {
        guard !reports.isEmpty else { return }
        let isMotion = isMotion
        for receiver in receivers {
            guard mayReceive(receiver.subscription) else {
                receiver.joinedMidTouch = true
                continue
            }
            if isFirst { receiver.joinedMidTouch = false }
            guard !receiver.joinedMidTouch else { continue }
            number(for: receiver)
            let number = receiver.subscription.number
            let device = UInt64(UInt(bitPattern: ObjectIdentifier(receiver)))
            receiver.subscription.session.outbox.append(
                isMotion ? Outbox.Replaceable(subscription: number, gesture: device) : nil
            ) { receiver.encoder.append(numbered, at: time, subscription: number, to: &$0) }
        }
    }

    private mutating func number(for receiver: Receiver) {
        numbered.removeAll(keepingCapacity: true)
        for var report in reports {
            report.id = receiver.subscription.session.contactNumbers.number(of: report.id, on: receiver.device)
            numbered.append(report)
        }
    }

    /// True if contacts have only moved since the last frame. For a client that reads too slowly, a later frame may
    /// then replace this one.
    private var isMotion: Bool {
        reports.count == lastReports.count
            && zip(reports, lastReports).allSatisfy { now, before in
                now.id == before.id && now.state == before.state && now.phase != .began && now.phase != .ended
            }
    }
}
