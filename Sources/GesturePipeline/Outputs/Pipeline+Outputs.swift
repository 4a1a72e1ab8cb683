internal import GestureModel
internal import GestureProtocol

/// Outputs: touchscreens turn with their output.
extension Pipeline {
    func setOutputs(
        _ statement: OutputStatement, from source: ClientSession, at time: Timestamp
    ) throws(RequestError) {
        let report = OutputReport(
            user: source.reportedUser, outputs: statement.outputs, devices: statement.devices)
        work += (statement.outputs.count + statement.devices.count) * .output
        if try outputs.set(report, from: source, at: time) { reviewOutputs(at: time) }
    }

    /// Assigns each touchscreen to its current output.
    func reviewOutputs(at time: Timestamp) {
        for device in devices where needsOutput(device) {
            change(device, at: time) { assignOutput(to: device, at: time) }
        }
    }

    /// True if the device's output has changed, or if other users now see the device turned.
    func needsOutput(_ device: PipelineDevice) -> Bool {
        assignment(of: device) != device.assignment || viewer(of: device) != device.viewer
    }

    /// Changes a device, and sends it to each client that sees a difference.
    func change(_ device: PipelineDevice, at time: Timestamp, _ body: () -> Void) {
        let before = sessions.all.map { description(of: device, for: $0) }
        body()
        for (session, description) in zip(sessions.all, before) where session.role == .subscriber {
            work += .review
            let now = self.description(of: device, for: session)
            if now != description { session.send(.deviceChanged(now)) }
        }
        closeOverrunIfNeeded(at: time)
    }

    func assignOutput(to device: PipelineDevice, at time: Timestamp) {
        let last = device.assignment
        let next = assignment(of: device)
        if next.interrupts(last) { device.cancelGestures(.outputChanged, at: time) }
        device.assign(next, viewer: viewer(of: device))
        for subscription in subscriptions where subscription.devices.contains(where: { $0 === device }) {
            if next.transform != last.transform || subscription.request.regionOrigin == .window {
                regroup(subscription, on: device)
            }
        }
    }

    /// Returns the current output of a device, and how the device is turned.
    func assignment(of device: PipelineDevice) -> OutputAssignment {
        OutputAssignment(
            of: device.touchDevice, device.settings, in: outputReport(for: device), after: device.assignment)
    }

    private func outputReport(for device: PipelineDevice) -> OutputReport? {
        outputs.report(onSeat: device.touchDevice.seat, access)
    }

    /// Returns the users to whom a device appears turned, because they receive its gestures.
    func viewer(of device: PipelineDevice) -> TurnedSurface.Viewer {
        guard let seats = access.seats else { return .everyone }
        return .user(seats.first { $0.name == device.touchDevice.seat }?.user)
    }

    /// Returns the device as a client sees it. Users do not see how another user turns a screen.
    func description(of device: PipelineDevice, for session: ClientSession) -> TouchDevice {
        switch device.viewer {
        case .user(let user) where user != session.user && !access.trusts(session.peer): device.unturned
        case .user, .everyone: device.touchDevice
        }
    }

    /// Sends every subscriber a message about the device, as that subscriber sees the device.
    func broadcast(_ message: (TouchDevice) -> ServerMessage, of device: PipelineDevice) {
        for session in sessions.all where session.role == .subscriber {
            session.send(message(description(of: device, for: session)))
        }
        // Most callers have no timestamp to pass, so gestures are cancelled at the time of their last event.
        closeOverrunIfNeeded(at: Timestamp(microseconds: .min))
    }
}
