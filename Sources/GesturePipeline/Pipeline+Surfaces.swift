public import GestureModel
internal import GestureProtocol

/// What happens at a device's surface apart from touches: pens, and the lid or hinge that takes the surface out of use.
extension Pipeline {
    /// Ignores the device's touches from now on, because a pen is near its surface: gestures in progress are cancelled with
    /// `penNear`, and contacts that are down are ignored until they lift.
    ///
    /// A pen that is near and changes its tool arrives again: its stay is measured from there.
    ///
    /// - Parameters:
    ///   - pen: Names the pen; several may be near.
    ///   - time: When it came near. Every frame with an earlier time must have been handled.
    public func penArrived(_ pen: String, at device: PipelineDevice, at time: Timestamp) {
        guard device.isReadable else { return }
        expire(device) { $0 < time }
        // A pen that comes and goes all the time costs little: while no touch counts, no gesture is in progress.
        if !device.isGateClosed(at: time) { cancelGestures(on: device, .penNear, at: time) }
        device.changeGate { $0.penArrived(pen, at: time) }
    }

    /// Lets the device's touches count again that come down a short time after `time`, unless another pen is near.
    /// Does nothing if the pen was not near, so it may also be called for a pen that is gone.
    public func penLeft(_ pen: String, from device: PipelineDevice, at time: Timestamp) {
        // Not before the device's last frame, in which a touch may count again.
        device.changeGate { $0.penLeft(pen, at: max(time, device.time)) }
    }

    /// Shows clients which pens are watched for a device.
    public func setPens(_ pens: [String], of device: PipelineDevice) {
        guard device.touchDevice.pens != pens else { return }
        device.touchDevice.pens = pens
        broadcast(ServerMessage.deviceChanged, of: device)
    }

    /// Switches a device off for a reason, or on again with nil, and shows it to clients. Gestures in progress are
    /// cancelled with `deviceLost`. Contacts that are down when it is switched on are ignored until they lift.
    public func setOff(_ off: TouchDevice.OffReason?, of device: PipelineDevice, at time: Timestamp) {
        guard device.isReadable, device.touchDevice.off != off else { return }
        if off != nil { cancelGestures(on: device, .deviceLost, at: time) }
        device.changeGate { $0.off = off }
        device.touchDevice.off = off
        broadcast(ServerMessage.deviceChanged, of: device)
    }
}
