internal import GestureModel
internal import GestureProtocol

extension GestureClient {
    func take(_ message: ServerMessage) throws(ConnectionFailure) {
        switch message {
        case .hello(let hello): try greet(hello)
        case .ok(let id, let number): if let number { activate(id, number) } else { confirm(id) }
        case .error(let error): refuse(error)
        case .gesture(let message): try deliver(message)
        case .accessChanged(let access):
            self.access = access
            tellAccess()
        case .deviceAdded(let device): devices.append(device)
        case .deviceChanged(let device):
            if let index = devices.firstIndex(where: { $0.id == device.id }) { devices[index] = device }
        case .deviceRemoved(let id):
            devices.removeAll { $0.id == id }
            for subscription in subscriptions { subscription.forget(device: id) }
        // The library never asks for explanations.
        case .explanation, .unknown: break
        }
    }

    private func greet(_ hello: Hello) throws(ConnectionFailure) {
        guard hello.protocol == Hello.currentProtocol else {
            throw .unknownProtocol(hello.protocol, server: hello.server)
        }
        backOff.reset()
        self.hello = hello
        devices = hello.devices
        access = hello.access
        change(to: .connected(hello))
        tellAccess()
        for subscription in subscriptions where subscription.phase == .waiting { ask(subscription) }
    }

    private func activate(_ id: Int64, _ number: Int) {
        guard let subscription = subscriptions.first(where: { $0.phase == .asked(id) }) else { return }
        subscription.phase = .active(number)
        if subscription.isReleased { return release(subscription) }
        tellRegion(of: subscription)
    }

    private func confirm(_ id: Int64) {
        if !answerMove(id, nil) { answerRequest(id, nil) }
    }

    /// An error that no subscription is to blame for is about the connection, which the daemon then closes.
    private func refuse(_ error: ErrorMessage) {
        guard let id = error.id else {
            farewell = error
            return
        }
        if let subscription = subscriptions.first(where: { $0.phase == .asked(id) }) {
            return fail(subscription, .refused(error))
        }
        if !answerMove(id, error) { answerRequest(id, error) }
    }

    private func deliver(_ message: GestureMessage) throws(ConnectionFailure) {
        let subscription = subscriptions.first { $0.phase == .active(message.subscription) }
        guard let subscription else { return }
        guard subscription.request.gesture.accounts(for: message.value) else {
            throw .notUnderstood("a value that is not of subscription \(message.subscription)'s gesture")
        }
        subscription.receive(message)
    }
}
