internal import GestureModel
internal import GestureProtocol

/// Subscriptions to contacts.
extension Pipeline {
    func subscribe(_ request: ContactsRequest, from session: ClientSession) throws(RequestError) {
        if request.scope == .session, !access.maySubscribeToSession(session.peer) {
            throw RequestError(needsSessionScope: "scope")
        }
        work += .part
        let subscription = ContactSubscription(session, number: session.subscriptions.nextNumber, request)
        do throws(RequestError) {
            try subscription.charge()
            for device in devices where applies(subscription, to: device) { try join(device, subscription) }
        } catch {
            subscription.release()
            throw error
        }
        session.subscriptions.append(subscription)
        session.send(.ok(id: request.id, subscription: subscription.number))
        sendPositionsIfChanged(of: subscription)
    }

    private func applies(_ subscription: ContactSubscription, to device: PipelineDevice) -> Bool {
        device.isReadable && subscription.request.device.matches(device.touchDevice)
    }

    private func join(_ device: PipelineDevice, _ subscription: ContactSubscription) throws(RequestError) {
        work += .move + .recogniser
        try subscription.join(device)
    }

    /// Extends a subscription to the contacts of a device that was added. If that exceeds a limit, the client receives
    /// an error.
    func extend(_ subscription: ContactSubscription, to device: PipelineDevice) {
        guard applies(subscription, to: device) else { return }
        do throws(RequestError) {
            try join(device, subscription)
        } catch {
            subscription.session.send(error.about(subscription.number, on: device))
        }
    }

    func end(_ subscription: ContactSubscription) {
        work += subscription.devices.count * .move
        subscription.release()
    }

    func mayReceive(_ subscription: ContactSubscription, on device: PipelineDevice) -> Bool {
        access.refusal(
            of: subscription.session.peer, on: device.touchDevice.seat, subscription.request.scope, needsPositions: true
        )
            == nil
    }

    /// Sends `.withheld` when only withheld positions keep the client from receiving the contacts of a subscription,
    /// and `.granted` when positions are granted again. If positions are withheld and there is another reason as well,
    /// sends nothing.
    func sendPositionsIfChanged(of subscription: ContactSubscription) {
        let session = subscription.session
        let positions = access.positions(ofScope: subscription.request.scope, neededBy: session.peer)
        guard let positions, positions != subscription.lastSentPositions else { return }
        subscription.lastSentPositions = positions
        session.send(.subscriptionChanged(subscription: subscription.number, positions: positions))
    }
}
