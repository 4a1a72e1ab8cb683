public import GestureModel
internal import GestureRecognition
internal import GestureProtocol
public import TouchInput

extension Pipeline {
    /// Takes in a device that can be read, and tells every client of it.
    ///
    /// - Parameters:
    ///   - availability: `.grabbed` for one that is silent until another process lets go of it.
    ///   - settings: What is known of it beyond its description.
    ///   - seat: Whose devices it is among.
    ///   - rejects: Whether contacts that are no finger (palms, leaps, ghosts) are kept from the arenas.
    /// - Throws: where its description has no usable position.
    public func add(
        id: String, node: String, kind: TouchDeviceKind, _ description: DeviceDescription,
        availability: TouchDevice.Availability = .open, settings: DeviceSettings = DeviceSettings(),
        seat: String = Seat.defaultName, rejects: Bool = true
    ) throws(DeviceDescriptionError) -> DeviceHandle {
        let assembler = try FrameAssembler(
            description, kind: kind, quirks: settings.quirks, settings: settings.surface)
        let device = TouchDevice(
            id: id, name: description.name, node: node, kind: kind, surface: assembler.surface,
            slots: assembler.slots, resolution: assembler.resolution,
            assumption: settings.sentence(assembler.assumption), availability: availability,
            seat: seat)
        let rejection = ContactRejection(
            for: assembler, description, kind: kind, quirks: settings.quirks, isRejecting: rejects)
        return add(
            DeviceTrack(
                device: device, source: FrameSource(assembler: assembler, rejection: rejection),
                thresholds: settings.thresholds ?? thresholds))
    }

    /// Takes in a device that is there but cannot be read, so that clients can see it and why.
    public func add(unavailable device: TouchDevice) -> DeviceHandle {
        add(DeviceTrack(device: device, source: nil, thresholds: thresholds))
    }

    /// The device is gone: its gestures are cancelled `deviceLost`, then every client is told.
    public func remove(_ device: DeviceHandle, at time: Timestamp) {
        guard let index = index(of: device) else { return }
        expire(onTrack: index) { $0 <= time }
        cancelAll(onTrack: index, .deviceLost, at: time)
        let id = tracks[index].device.id
        tracks.remove(at: index)
        numbers.remove(at: index)
        broadcast { ServerText.appendDeviceRemoved(id: id, to: &$0) }
    }

    /// Takes the next thing a device said. Deadlines that are earlier than a frame are expired before it.
    public func take(_ event: DeviceEvent, from device: DeviceHandle) {
        guard let index = index(of: device) else { return }
        switch event {
        case .event(let event): take(event, index)
        case .state(let event): _ = tracks[index].take(event)
        case .stateLost(let time):
            cancelAll(onTrack: index, .resynchronised, at: time)
            tracks[index].source?.assembler.beginResynchronisation()
        case .stateKnown: tracks[index].source?.assembler.endResynchronisation()
        }
    }

    /// What a device did that no working one does, since it was taken in; nil for one that cannot be read.
    public func faults(of device: DeviceHandle) -> DeviceFaults? {
        index(of: device).flatMap { tracks[$0].source?.faults }
    }

    /// Time has come to `time`, and every frame stamped so early was taken.
    public func expire(upTo time: Timestamp) {
        for index in tracks.indices { expire(onTrack: index) { $0 <= time } }
    }

    private func add(_ track: DeviceTrack) -> DeviceHandle {
        lastDevice += 1
        tracks.append(track)
        numbers.append(lastDevice)
        let index = tracks.count - 1
        for subscription in subscriptions { attach(subscription, toTrack: index) }
        broadcast { ServerText.appendDeviceAdded(track.device, to: &$0) }
        return DeviceHandle(number: lastDevice)
    }

    @inline(__always)
    private func take(_ event: InputEvent, _ index: Int) {
        switch tracks[index].take(event) {
        case .frame: updateArenas(index)
        case .lost: cancelAll(onTrack: index, .resynchronised, at: event.time)
        case .none: break
        }
    }

    private func updateArenas(_ index: Int) {
        let time = tracks[index].time
        expire(onTrack: index) { $0 < time }
        guard tracks[index].reject() else { return }
        if tracks[index].device.availability == .grabbed { release(index) }
        showFrame(index)
    }

    private func showFrame(_ index: Int) {
        tracks[index].followTouch()
        for arena in tracks[index].arenas.indices {
            tracks[index].update(arena, &lastGesture)
            deliver(fromTrack: index, arena)
        }
        carryOutClaims(onTrack: index)
        tracks[index].findDeadline()
        tracks[index].settle()
    }

    func expire(onTrack index: Int, while isDue: (Timestamp) -> Bool) {
        while let (arena, deadline) = tracks[index].nextDeadline, isDue(deadline) {
            guard let arena else {
                if tracks[index].release(at: deadline) { showFrame(index) }
                continue
            }
            tracks[index].expire(arena, at: deadline, &lastGesture)
            deliver(fromTrack: index, arena)
            carryOutClaims(onTrack: index)
            tracks[index].settle()
        }
    }

    /// A frame came: whoever had grabbed the device has let go of it.
    private func release(_ index: Int) {
        tracks[index].device.availability = .open
        let device = tracks[index].device
        broadcast { ServerText.appendDeviceChanged(device, to: &$0) }
    }

    func cancelAll(onTrack index: Int, _ reason: CancellationReason, at time: Timestamp) {
        let time = max(time, tracks[index].time)
        for arena in tracks[index].arenas.indices {
            tracks[index].cancel(arena, reason, at: time)
            deliver(fromTrack: index, arena)
        }
    }
}
