public import GestureModel
internal import GestureProtocol

/// Devices that are off: by a lid or a hinge of the machine, or because the desktop has disabled them.
extension Pipeline {
    /// Switches a device off because of a lid or a hinge, or on again if `off` is nil, and shows the change to clients.
    /// Switching off cancels the gestures in progress with `deviceLost`. Contacts that are down when it is switched on are
    /// ignored until they lift. A device that the desktop has disabled stays off.
    ///
    /// - Returns: False if this was already known, or if the device cannot be read.
    @discardableResult
    public func setOff(_ off: TouchDevice.OffReason?, of device: PipelineDevice, at time: Timestamp) -> Bool {
        guard device.isReadable, switchedOff[ObjectIdentifier(device)] != off else { return false }
        switchedOff[ObjectIdentifier(device)] = off
        updateOff(of: device, at: time)
        return true
    }

    func disable(_ devices: [DeviceFilter], from source: ClientSession, at time: Timestamp) throws(RequestError) {
        work += devices.count * .output
        if try source.report.setDisabled(devices, at: time) { reviewDisabled(at: time) }
    }

    /// Switches off what a desktop has disabled, and on what none has any more. Called when a source reports it or
    /// leaves, and when other users become active.
    func reviewDisabled(at time: Timestamp) { for device in devices { updateOff(of: device, at: time) } }

    /// A lid that is closed is the reason also on a device that is disabled.
    func updateOff(of device: PipelineDevice, at time: Timestamp) {
        let off = switchedOff[ObjectIdentifier(device)] ?? (isDisabled(device) ? .disabled : nil)
        guard device.isReadable, device.touchDevice.off != off else { return }
        work += sessions.all.count * .review
        if off != nil { device.cancelGestures(.deviceLost, at: time) }
        device.changeGate { $0.off = off }
        device.touchDevice.off = off
        broadcast(ServerMessage.deviceChanged, of: device)
    }

    /// True if a source of the user who receives the device's gestures, or of root, has disabled it.
    private func isDisabled(_ device: PipelineDevice) -> Bool {
        sessions.all.contains { source in
            guard source.role == .focusSource, !source.outbox.isClosed,
                source.report.disabled.devices.contains(where: { $0.matches(device.touchDevice) })
            else { return false }
            let user = source.reportedUser
            return access.seats == nil
                ? access.receives(source.peer)
                : user == 0 || access.isActive(user, onSeat: device.touchDevice.seat)
        }
    }
}

/// What one focus source reports as disabled.
struct DisabledDevices {
    private(set) var devices: [DeviceFilter] = []
    /// The times of the changes within the last second.
    private var changes: [Timestamp] = []

    /// In bytes.
    var memory: Int { devices.reduce(0) { $0 + MemoryLayout<DeviceFilter>.stride + 32 + $1.memory } }

    /// - Throws: `tooManyOutputs` if they change too often, because every change is sent to clients.
    mutating func replace(with devices: [DeviceFilter], at time: Timestamp) throws(RequestError) {
        changes.removeAll { $0 + .seconds(1) <= time }
        guard changes.count < OutputReports.mostChanges else {
            throw RequestError(
                code: .tooManyOutputs,
                message: "disabled: the devices change at most \(OutputReports.mostChanges) times a second; the last "
                    + "ones stay")
        }
        changes.append(time)
        self.devices = devices
    }
}
