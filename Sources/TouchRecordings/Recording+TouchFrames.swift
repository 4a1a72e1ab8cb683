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
    public func touchFrames() throws(DeviceDescriptionError) -> [TouchFrame] {
        var assembler = try FrameAssembler(description, kind: kind)
        var frames: [TouchFrame] = []
        for event in events where assembler.handle(event) == .frame { frames.append(assembler.frame) }
        return frames
    }

    /// The surface on which the fingers are, in points.
    public func surface() throws(DeviceDescriptionError) -> Surface {
        try FrameAssembler(description, kind: kind).surface
    }
}
