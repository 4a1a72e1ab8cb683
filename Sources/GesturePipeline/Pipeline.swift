public import GestureModel
internal import GestureProtocol
public import TouchInput

/// The part of the daemon that needs no operating system: its devices receive events, its sessions receive the bytes of
/// clients, and bytes are queued for clients.
///
/// The daemon, `gesturectl recognise` and the tests run the same pipeline. It reads no clock: times come from events
/// and callers, and a caller must call ``expire(upTo:)`` at ``deadline``. Equal calls result in equal bytes. It must be
/// used from one thread.
///
///     device event ─► frame ─► group (expression and region) ─► subscriber ─► encoder ─► outbox
///
/// The stored properties that a frame uses are `@exclusivity(unchecked)`, because the run-time checks were a fifth of a
/// frame's instructions. While a method modifies one of these properties, it calls no code outside of the pipeline.
public final class Pipeline {
    /// In the order in which they were added.
    @exclusivity(unchecked) public private(set) var devices: [PipelineDevice] = []
    @exclusivity(unchecked) var sessions: SessionList
    /// The processes that focus sources report on.
    var subscribers = SubscriberProcesses()
    /// The cost of all that was done so far for clients, such as their requests and connections.
    public internal(set) var work = Work.zero
    /// The cost of the lines about gestures so far, most of which are sent with frames and deadlines.
    package var lineWork: Work { writer.work }
    /// Decides what each client may receive.
    @exclusivity(unchecked) var access = AccessControl()
    /// The users' outputs, with which touchscreens turn.
    var outputs = OutputReports()
    var thresholds: Thresholds
    var greeting: Greeting
    var commands: CommandQueue
    /// The devices that a lid or a hinge has switched off. A desktop may disable others.
    var switchedOff: [ObjectIdentifier: TouchDevice.OffReason] = [:]
    /// The subscribers that receive the touch in progress once their access has been sent.
    var focusingTouches: [FocusingTouch] = []
    let writer = EventWriter()

    /// Called at the end of each frame. Also called before groups with explanations handle a frame or a deadline, and
    /// before contacts are sent, so that gestures do not wait for explanations or contacts, and for each batch of a
    /// crowd's lines. It should send what is queued, so that a backlog of frames does not fill a client's queue.
    public var onLinesQueued: () -> Void {
        get { writer.onLinesQueued }
        set { writer.onLinesQueued = newValue }
    }

    /// Called when ``PipelineDevice/isAwaited`` may have changed, in the middle of another call.
    @exclusivity(unchecked) public var onReceiversChanged: () -> Void = {}

    /// - Parameter server: The daemon's name and version in `hello`, such as `gestured 0.2.0`.
    public init(
        thresholds: Thresholds = Thresholds(), limits: Limits = Limits(), haptics: Haptics = .notEnabled, server: String
    ) {
        self.thresholds = thresholds
        sessions = SessionList(limits)
        greeting = Greeting(server: server)
        commands = CommandQueue(haptics)
    }

    public var subscriptionCount: Int { sessions.all.reduce(0) { $0 + $1.subscriptions.count } }

    /// The subscriptions to gestures, in the order of their sessions and requests.
    var subscriptions: [Subscription] { sessions.all.flatMap(\.subscriptions.gestures) }

    /// When ``expire(upTo:)`` is due next; nil if only an event can change anything.
    public var deadline: Timestamp? {
        var next: Timestamp?
        for device in devices {
            guard let deadline = device.deadline else { continue }
            next = next.map { min($0, deadline) } ?? deadline
        }
        guard let resumption = nextResumption else { return next }
        return next.map { min($0, resumption) } ?? resumption
    }

    /// Handles the deadlines up to `time`, and then cancels all gestures with `shutdown`. Called before the daemon
    /// stops.
    public func shutDown(at time: Timestamp) {
        expire(upTo: time)
        for device in devices { device.cancelGestures(.shutdown, at: time) }
    }

    // MARK: - Configuration

    /// Applies another configuration. Gestures in progress continue as they began.
    ///
    /// - Parameter thresholds: For devices without configured thresholds. A device that was added before uses them
    ///   after ``setSettings(_:of:)``.
    public func configure(thresholds: Thresholds, limits: Limits, haptics: Haptics) {
        self.thresholds = thresholds
        commands.haptics = haptics
        sessions.setLimits(limits)
    }

    /// Applies other settings to a device, if it can be read. They do not change its surface and quirks: for that, the
    /// device must be removed and added again.
    public func setSettings(_ settings: DeviceSettings, of device: PipelineDevice) {
        guard device.isReadable else { return }
        change(device, at: device.time) {
            device.touchDevice.assumption = settings.sentence(device.assumption)
            device.settings = settings
            if needsOutput(device) { assignOutput(to: device, at: device.time) }
        }
        accommodate(device)
        setThresholds(settings.thresholds, of: device)
    }

    /// Sets the thresholds of the next gestures on a device; nil for those of the pipeline.
    public func setThresholds(_ thresholds: Thresholds?, of device: PipelineDevice) {
        device.thresholds = thresholds ?? self.thresholds
        for subscription in subscriptions { regroup(subscription) }
    }

    // MARK: - Devices

    /// Adds a device that can be read, extends the matching subscriptions to it, and reports it to every client.
    ///
    /// - Parameters:
    ///   - availability: `.grabbed` for a device that is silent until another process releases it.
    ///   - settings: The device's configuration.
    ///   - seat: The device's seat.
    ///   - path: Where the device is plugged in; nil if that is not known.
    ///   - filtersContacts: True if palms, jumps and ghost touches are removed from its frames.
    /// - Throws: `DeviceDescriptionError` if the described device is not a touch surface that can be read.
    public func add(
        id: String, node: String, kind: TouchDeviceKind, _ description: DeviceDescription,
        availability: TouchDevice.Availability = .open, settings: DeviceSettings = DeviceSettings(),
        seat: String = Seat.defaultName, path: String? = nil, filtersContacts: Bool = true
    ) throws(DeviceDescriptionError) -> PipelineDevice {
        let assembler = try FrameAssembler(description, kind: kind, quirks: settings.quirks, settings: settings.surface)
        var touchDevice = TouchDevice(
            id: id, name: description.name, node: node, kind: kind, surface: assembler.surface,
            slots: assembler.slots, resolution: assembler.resolution,
            assumption: settings.sentence(assembler.assumption), availability: availability, seat: seat)
        touchDevice.path = path
        touchDevice.isPressurePad = description.has(property: InputProperty.pressurePad)
        let filter = ContactFilter(
            for: assembler, description, kind: kind, quirks: settings.quirks, isEnabled: filtersContacts)
        let zone = settings.surface.deadZone
        if let zone, zone.covers(assembler.surface) {
            touchDevice.assumption = [touchDevice.assumption, "deadZone leaves no part of the surface"]
                .compactMap(\.self).joined(separator: "; ")
        }
        let source = FrameSource(assembler, filter, deadZone: zone)
        return add(PipelineDevice(touchDevice, source, settings, settings.thresholds ?? thresholds, self))
    }

    /// Applies the accommodation of the user who is active on the device's seat. If it changes, gestures in progress are
    /// cancelled with `deviceLost`.
    func accommodate(_ device: PipelineDevice) {
        let settings = device.settings.accommodation
        let applies = settings.user == nil || access.isActive(settings.user, onSeat: device.touchDevice.seat)
        device.accommodate(applies && !settings.isOff ? settings : nil)
    }

    /// Adds a device that cannot be read, so that clients receive it with the reason.
    public func add(unavailable device: TouchDevice) -> PipelineDevice {
        add(PipelineDevice(device, nil, DeviceSettings(), thresholds, self))
    }

    private func add(_ device: PipelineDevice) -> PipelineDevice {
        // The output is assigned before clients receive the device, and before it has groups.
        device.assign(assignment(of: device), viewer: viewer(of: device))
        devices.append(device)
        accommodate(device)
        device.keepsRecentFrames = access.hasFocus(onSeat: device.touchDevice.seat)
        for subscription in subscriptions { extend(subscription, to: device) }
        for session in sessions.all {
            for subscription in session.subscriptions.contacts { extend(subscription, to: device) }
        }
        broadcast(ServerMessage.deviceAdded, of: device)
        updateOff(of: device, at: device.time)
        onReceiversChanged()
        return device
    }

    /// Handles a device's deadlines up to `time`, cancels its gestures with `deviceLost`, removes the device, and
    /// reports that to every client.
    public func remove(_ device: PipelineDevice, at time: Timestamp) {
        guard let index = devices.firstIndex(where: { $0 === device }) else { return }
        device.expire { $0 <= time }
        device.cancelGestures(.deviceLost, at: time)
        devices.remove(at: index)
        switchedOff[ObjectIdentifier(device)] = nil
        for subscription in subscriptions { subscription.leave(device) }
        for session in sessions.all {
            for subscription in session.subscriptions.contacts { subscription.leave(device) }
            session.contactNumbers.removeAll(of: device)
        }
        device.close()
        broadcast({ .deviceRemoved(id: $0.id) }, of: device)
    }

    // MARK: - Pens, lid and hinge

    /// Ignores the device's touches from now on, because a pen is near its surface. Gestures in progress are cancelled
    /// with `penNear`, and contacts that are down are ignored until they lift.
    ///
    /// If the pen is already near and only changes its tool, the time for which it has been near starts again.
    ///
    /// - Parameters:
    ///   - pen: Identifies the pen; several may be near.
    ///   - time: When the pen came near. Every frame with an earlier time must have been handled.
    public func penArrived(_ pen: String, at device: PipelineDevice, at time: Timestamp) {
        guard device.isReadable else { return }
        device.expire { $0 < time }
        // While touches are ignored, no gesture is in progress. So a pen that often arrives and leaves costs little.
        if !device.isGateClosed(at: time) { device.cancelGestures(.penNear, at: time) }
        device.changeGate { $0.penArrived(pen, at: time) }
    }

    /// Accepts touches again, unless another pen is near or the device is switched off. Touches that come down within a
    /// short time after `time` are still ignored. Does nothing if the pen was not near, so callers may also report that
    /// a removed pen has left.
    public func penLeft(_ pen: String, from device: PipelineDevice, at time: Timestamp) {
        // The time is not earlier than the device's latest frame. If the pen stayed too long, touches of that frame may
        // already be accepted, and an earlier time would cause touches to be ignored again.
        device.changeGate { $0.penLeft(pen, at: max(time, device.time)) }
    }

    /// Records which pens are watched for a device, and shows the change to clients.
    public func setPens(_ pens: [String], of device: PipelineDevice) {
        guard device.touchDevice.pens != pens else { return }
        device.touchDevice.pens = pens
        broadcast(ServerMessage.deviceChanged, of: device)
    }

    /// Called when a frame arrives from a device that another process had grabbed. That process has thus released it.
    func opened(_ device: PipelineDevice) {
        device.touchDevice.availability = .open
        broadcast(ServerMessage.deviceChanged, of: device)
    }

    /// Records whether another process has grabbed the device, and shows the change to clients.
    ///
    /// - Returns: False if this was already known, or if the device cannot be read.
    public func setGrabbed(_ isGrabbed: Bool, of device: PipelineDevice) -> Bool {
        let availability: TouchDevice.Availability = isGrabbed ? .grabbed : .open
        guard device.isReadable, device.touchDevice.availability != availability else { return false }
        device.touchDevice.availability = availability
        broadcast(ServerMessage.deviceChanged, of: device)
        return true
    }

    // MARK: - Deadlines

    /// Handles the deadlines up to `time`. Every frame with an earlier time must have been handled.
    public func expire(upTo time: Timestamp) {
        for device in devices { device.expire { $0 <= time } }
        expirePauses(upTo: time)
    }
}

/// A subscriber that receives the gesture of the touch in progress, because that touch may have moved the focus to its
/// app.
struct FocusingTouch {
    let group: RecognitionGroup
    let subscriber: Subscriber
}

/// The configuration of one device.
public struct DeviceSettings: Hashable, Sendable {
    public var quirks = DeviceQuirks()
    public var surface = SurfaceSettings()
    /// The thresholds for parameters that an expression omits; nil for the pipeline's thresholds.
    public var thresholds: Thresholds?
    /// The touchscreen's output if the desktop does not report one.
    public var output: String?
    /// True if the touchscreen turns with its output; false if its orientation is configured.
    public var followsOutput = true
    /// How the touches of unsteady hands are made steadier.
    public var accommodation = AccommodationSettings()
    /// Phrases about the device that clients show in addition to its size, such as `turned by 90°`.
    public var remarks: [String] = []

    public init() {}

    /// Returns one text with the assumption about the size, followed by the remarks; nil if there is neither.
    func sentence(_ assumption: String?) -> String? {
        let phrases = (assumption.map { [$0] } ?? []) + remarks
        return phrases.isEmpty ? nil : phrases.joined(separator: "; ")
    }
}
