public import GestureModel
public import GestureProtocol
public import Gestures

extension GestureClient {
    /// Has the daemon recognise `gesture`, and runs its callbacks with what it finds: the same callbacks with the same
    /// values as a `GestureRecogniser` that is given the device's frames. Values are points.
    ///
    /// It is subscribed as soon as there is a connection, and again after each reconnection; devices that come later count,
    /// too. Attached by a callback, with fingers down, it hears the next touch.
    ///
    /// - Parameters:
    ///   - gesture: Taken up for each device by itself.
    ///   - region: In points of each device's surface; only fingers that come down inside count, wherever they go then.
    ///     nil for the whole surface. A negative or infinite one, or NaN, traps.
    ///   - device: Which devices.
    ///   - onFailure: Hears why the daemon does not recognise the gesture, before this returns where that is known at once:
    ///     a daemon that cannot do it, a region beside every surface or without width or height.
    /// - Returns: What to move and detach it by. It stays attached where nobody keeps that.
    ///
    /// - Precondition: The client is not closed.
    @discardableResult
    public func attach(
        _ gesture: some Gesture, to region: Region? = nil, device: DeviceFilter = .any,
        onFailure: ((SubscriptionFailure) -> Void)? = nil
    ) -> Attachment {
        requireRegion(region)
        let attachment = Attachment(
            self, region, device, makeCallbacks: { GestureCallbacks(gesture, bounds: $0, origin: $1) },
            onFailure: onFailure)
        attachment.subscribe(self)
        return attachment
    }
}
