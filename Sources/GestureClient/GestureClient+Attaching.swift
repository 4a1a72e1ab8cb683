public import GestureModel
internal import GestureProtocol
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
    ///     nil for the whole surface. A negative or infinite one, or NaN, traps. While places are withheld from the app
    ///     (``access``), nothing comes of a region.
    ///   - origin: Where the region is counted from: the corner of each surface, or of the app's window on a touchscreen.
    ///     Of the window, nothing comes while no focus source tells where that is; values have their places on the surface
    ///     all the same, and a start anchor is `.center`. Without a region it traps.
    ///   - device: Which devices.
    ///   - scope: `.focused` while the app has the focus, or nobody knows who has it; `.session` whoever has it, which is
    ///     for shells, and which the daemon may refuse with `notPermitted`.
    ///   - claims: Whether the fingers of the gesture are its own: when it begins, what other apps have begun with them is
    ///     cancelled `outcompeted`. With another scope than `.session` it traps.
    ///   - onFailure: Hears why the daemon does not recognise the gesture, before this returns where that is known at once:
    ///     a daemon that cannot do it, a region beside every surface or without width or height. Also why it is not moved;
    ///     see ``Attachment/move(to:)``.
    /// - Returns: What to move and detach it by. It stays attached where nobody keeps that.
    ///
    /// - Precondition: The client is not closed.
    @discardableResult
    public func attach(
        _ gesture: some Gesture, to region: Region? = nil, of origin: RegionOrigin = .surface,
        device: DeviceFilter = .any, scope: SubscriptionScope = .focused, claims: Bool = false,
        onFailure: ((SubscriptionFailure) -> Void)? = nil
    ) -> Attachment {
        let makeCallbacks = { GestureCallbacks(gesture, bounds: $0, origin: $1) }
        let request = SubscribeRequest(
            id: 0, gesture: makeCallbacks(nil, nil).expression, device: device, region: region, regionOrigin: origin,
            scope: scope, claims: claims)
        requireSense(in: request)
        let attachment = Attachment(self, device, onFailure)
        let receiver = CallbackReceiver(attachment, self, makeCallbacks)
        attachment.subscribe(Subscription(request, receiver: receiver))
        return attachment
    }
}

/// Traps at what no daemon would take, whatever it can do.
func requireSense(in request: SubscribeRequest) {
    requireRegion(request.region, of: request.regionOrigin)
    precondition(
        request.scope == .session || !request.claims, "only a gesture of the scope session can claim its fingers")
}

func requireRegion(_ region: Region?, of origin: RegionOrigin) {
    requireRegion(region)
    precondition(
        region != nil || origin == .surface,
        "a place in the window takes a region: without one it is the whole surface")
}
