public import GestureModel
public import TouchInput

extension Recording {
    /// The recorded fingers, as the frames that a device with this description produces: to test an app's gestures with
    /// real touches.
    ///
    ///     let recording = try Recording(parsing: bytes)
    ///     for frame in try recording.touchFrames() { recogniser.update(frame) }
    ///
    /// Positions are in points. Where the recording reports that events were lost, fingers that are missing afterwards have
    /// lifted.
    ///
    /// - Parameter isFiltered: True for the frames that gestures receive from the daemon. It removes palms, ghost touches and
    ///   what faulty hardware reports, which toolkits leave in. A contact that it holds back until it is known to be a finger
    ///   begins later than it was recorded.
    public func touchFrames(filtered isFiltered: Bool = false) throws(DeviceDescriptionError) -> [TouchFrame] {
        var assembler = try FrameAssembler(description, kind: kind)
        var filter = ContactFilter(for: assembler, description, kind: kind, isEnabled: isFiltered)
        var frames: [TouchFrame] = []
        for event in events {
            switch assembler.handle(event) {
            case .frame:
                if !isFiltered {
                    frames.append(assembler.frame)
                    continue
                }
                frames += filter.releasedFrames(before: assembler.frame.time)
                filter.filterFrame(of: &assembler)
                if !filter.frame.contacts.isEmpty { frames.append(filter.frame) }
            case .lost: filter.rejectHeld()
            case .none: break
            }
        }
        return frames + filter.releasedFrames(before: nil)
    }

    /// The surface on which the fingers are, in points.
    public func surface() throws(DeviceDescriptionError) -> Surface {
        try FrameAssembler(description, kind: kind).surface
    }
}

extension ContactFilter {
    /// The frames of contacts that were held, and whose deadline is before `time`; nil for all.
    fileprivate mutating func releasedFrames(before time: Timestamp?) -> [TouchFrame] {
        var frames: [TouchFrame] = []
        while let deadline, time.map({ deadline < $0 }) ?? true {
            expire(at: deadline)
            if !frame.contacts.isEmpty { frames.append(frame) }
        }
        return frames
    }
}
