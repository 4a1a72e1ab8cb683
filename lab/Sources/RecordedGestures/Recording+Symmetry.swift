internal import GestureModel
public import TouchInput
public import TouchRecordings

/// Which way an axis goes.
private enum AxisPair {
    /// ABS_X, ABS_MT_POSITION_X, ABS_MT_TOOL_X.
    static let x: [UInt16] = [AbsoluteCode.x, AbsoluteCode.positionX, 0x3c]
    static let y: [UInt16] = [AbsoluteCode.y, AbsoluteCode.positionY, 0x3d]

    static func swapped(_ code: UInt16) -> UInt16 {
        if let index = x.firstIndex(of: code) { return y[index] }
        if let index = y.firstIndex(of: code) { return x[index] }
        return code
    }
}

extension Recording {
    /// Right for left.
    public func mirrored() -> Recording { reflected(AxisPair.x) }

    /// By so many quarters clockwise: what went up goes right after the first.
    ///
    /// A size that is assumed depends on the axes' ranges, and a turned panel would be assumed to have another shape: its
    /// size is written down first.
    public func turned(quarters: Int) throws(DeviceDescriptionError) -> Recording {
        let assembler = try FrameAssembler(description, kind: kind)
        var turned = assembler.resolution == nil ? try rescaled(to: 100) : self
        // (x, y) ↦ (height - y, x).
        for _ in 0..<quarters { turned = turned.swapped().reflected(AxisPair.x) }
        return turned
    }

    /// With so many units per millimetre and millimetres as they were.
    public func rescaled(to resolution: Int32) throws(DeviceDescriptionError) -> Recording {
        let millimetres = try FrameAssembler(description, kind: kind).surface.millimetres
        var scaled = self
        for (codes, length) in [(AxisPair.x, millimetres.dx), (AxisPair.y, millimetres.dy)] {
            for code in codes {
                guard let axis = description.axis(code), axis.minimum < axis.maximum else { continue }
                let units = length * Double(resolution) / (Double(axis.maximum) - Double(axis.minimum))
                scaled.mapAxis(code) { Int32(clamping: Int64(((Double($0) - Double(axis.minimum)) * units).rounded())) }
                scaled.mapDescription(of: code) {
                    $0.fuzz = Int32((Double($0.fuzz) * units).rounded())
                    $0.resolution = resolution
                }
            }
        }
        return scaled
    }

    private func reflected(_ codes: [UInt16]) -> Recording {
        var reflected = self
        for axis in description.axes where codes.contains(axis.code) {
            let sum = Int64(axis.minimum) + Int64(axis.maximum)
            reflected.mapEvents(axis.code) { Int32(clamping: sum - Int64($0)) }
        }
        return reflected
    }

    private func swapped() -> Recording {
        var swapped = self
        for index in swapped.events.indices where swapped.events[index].type == EventType.absolute {
            swapped.events[index].code = AxisPair.swapped(swapped.events[index].code)
        }
        for index in swapped.description.axes.indices {
            swapped.description.axes[index].code = AxisPair.swapped(swapped.description.axes[index].code)
        }
        swapped.description.axes.sort { $0.code < $1.code }
        return swapped
    }

    /// The events and the range.
    private mutating func mapAxis(_ code: UInt16, _ map: (Int32) -> Int32) {
        mapEvents(code, map)
        mapDescription(of: code) { axis in (axis.minimum, axis.maximum) = (map(axis.minimum), map(axis.maximum)) }
    }

    private mutating func mapEvents(_ code: UInt16, _ map: (Int32) -> Int32) {
        for index in events.indices where events[index].type == EventType.absolute && events[index].code == code {
            events[index].value = map(events[index].value)
        }
    }

    private mutating func mapDescription(of code: UInt16, _ body: (inout DeviceDescription.Axis) -> Void) {
        for index in description.axes.indices where description.axes[index].code == code {
            body(&description.axes[index])
        }
    }
}
