internal import GestureClient
internal import GestureModel
internal import GestureProtocol

/// The connection to the daemon. Subscribes to the gestures of the rules, and logs the rules that cannot run.
final class ActionClient {
    var onGesture: (GestureMessage, ActionSource, TouchDevice) -> Void = { _, _, _ in }
    /// Called with the reasons why the fingers of exclusive rules did something else, if ``holdsTouches``.
    var onExplanation: (ExplanationMessage, ActionSource) -> Void = { _, _ in }
    /// Called with what this user may receive, when the connection begins and after each change. Called with nil when
    /// the connection ends.
    var onAccess: (Access?) -> Void = { _ in }
    /// Called when the connection has ended or cannot be opened. The ends of gestures in progress will not arrive.
    var onDisconnected: () -> Void = {}

    /// What the daemon withholds, together with where fingers are.
    private(set) var silent: Set<ActionSource> = []

    private let client: GestureClient
    private let log: (String) -> Void
    private let holdsTouches: Bool
    private var file = ActionFile(path: "")
    private var subscriptions: [(request: SubscribeRequest, source: ActionSource, subscription: MessageSubscription)] =
        []
    /// The devices by id. A removed device is kept for its gestures in progress.
    private var devices: [String: TouchDevice] = [:]
    private var isDisconnectionLogged = false
    /// The rules that were logged because they need positions, which are withheld.
    private var silentActions: [Action] = []

    /// - Parameter holdsTouches: True if touches are held until it is known whether they are an exclusive rule's.
    init(path: String, holdsTouches: Bool, log: @escaping (String) -> Void) {
        client = GestureClient(path: path)
        (self.holdsTouches, self.log) = (holdsTouches, log)
        client.onStateChange = { [unowned self] in handle($0) }
        client.onAccessChange = { [unowned self] access in
            logPositions(access)
            onAccess(access)
        }
        guard holdsTouches else { return }
        client.onExplanation = { [unowned self] message in
            let subscription = subscriptions.first { $0.subscription.number == message.subscription }
            if let subscription { onExplanation(message, subscription.source) }
        }
    }

    /// Is readable while ``process()`` has work.
    var descriptor: Int32 { client.fileDescriptor }

    /// The present devices; empty while not connected.
    var current: [TouchDevice] { client.devices }

    func process() { client.process() }

    func close() { client.close() }

    /// Pauses the user's gestures. A refusal is logged.
    func pause(seconds: Double) {
        client.pauseGestures(seconds: seconds) { [log] in log("gestured does not pause gestures: \($0)") }
    }

    /// Applies a new file: adds its subscriptions, ends those that no rule needs any more, and logs rules that cannot
    /// run because positions are withheld.
    func use(_ new: ActionFile) {
        file = new
        let wanted = ActionSubscriptions(new, holdsTouches: holdsTouches)
        silent.formIntersection(wanted.sources)
        var earlier = subscriptions
        subscriptions = zip(wanted.requests, wanted.sources).map { request, source in
            // The ids are not compared, because the client assigns them.
            var request = request
            request.id = 0
            if let index = earlier.firstIndex(where: { $0.request == request }) { return earlier.remove(at: index) }
            return (request, source, subscribe(request, source, wanted))
        }
        for (_, _, subscription) in earlier { subscription.end() }
        logPositions(client.access)
    }

    private func subscribe(
        _ request: SubscribeRequest, _ source: ActionSource, _ wanted: ActionSubscriptions
    ) -> MessageSubscription {
        func logEffect(_ cause: String) {
            let names = wanted.actions(of: source, in: file).map(\.place).joined(separator: ", ")
            let effect =
                [.touch, .apart(.touch)].contains(source)
                ? "rules may follow each other in one touch" : "\(names): does not happen"
            log("\(effect): \(cause)")
        }
        return client.subscribe(request) { [unowned self] message in
            if let device = client.devices.first(where: { $0.id == message.device }) { devices[device.id] = device }
            if let device = devices[message.device] { onGesture(message, source, device) }
        } onFailure: { failure in
            logEffect("gestured refused it: \(failure)")
        } onPositions: { [unowned self] positions in
            guard positions == .withheld else { return _ = silent.remove(source) }
            silent.insert(source)
            logEffect("gestured withholds from this user where fingers are; see gestured.toml(5)")
        }
    }

    private func handle(_ state: GestureClient.State) {
        switch state {
        case .connected: isDisconnectionLogged = false
        case .connecting: break
        case .disconnected(let failure):
            onDisconnected()
            // Logs only the first failure in a row, so that a missing daemon does not fill the log.
            guard let failure, !isDisconnectionLogged else { return }
            isDisconnectionLogged = true
            log("\(failure); connecting again")
        }
    }

    /// Logs the rules that cannot run because positions are withheld, unless the same rules were logged before.
    private func logPositions(_ access: Access?) {
        guard let access else { return }
        let silent = access.positions == .withheld ? file.actions.filter { $0.area.corner != nil } : []
        guard silent != silentActions else { return }
        silentActions = silent
        for action in silent {
            log(
                "\(action.place): does not happen until the administrator grants positions to this user; see "
                    + "gestured.toml(5)")
        }
    }
}
