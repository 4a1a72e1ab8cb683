internal import GestureModel

/// Why a pen is taken to write on a surface.
public enum PenMatch: String, Hashable, Sendable {
    /// They are one piece of hardware, or libwacom's database pairs them.
    case sameHardware = "same hardware"
    /// The pen writes on the machine's own screen, and there is one touchscreen for it.
    case onlyScreen = "the only built-in touchscreen"
}

extension SensorNode {
    /// Returns the touch devices on whose surfaces this pen writes, as indices of `touches`, and why; no index for switches,
    /// and for a pen without a touch surface.
    ///
    /// A pen and a touch device are matched if they are one piece of hardware. Otherwise a pen of the machine's own screen
    /// belongs to the machine's only touchscreen, unless that has a pen of its own.
    ///
    /// - Parameter pens: All pens, of which this is one.
    public func surfaces(
        among touches: [TouchNode], pens: [SensorNode]
    ) -> (indices: [Int], match: PenMatch) {
        guard kind == .pen else { return ([], .sameHardware) }
        let own = touches.indices.filter { touches[$0].placement.isSameHardware(as: placement) }
        guard own.isEmpty, isDirect, placement.isInternal else { return (own, .sameHardware) }
        let screens = touches.indices.filter {
            touches[$0].kind == .touchscreen && touches[$0].placement.isInternal && touches[$0].seat == seat
        }
        guard let screen = screens.first, screens.count == 1,
            !pens.contains(where: { $0.kind == .pen && $0.placement.isSameHardware(as: touches[screen].placement) })
        else { return ([], .onlyScreen) }
        return ([screen], .onlyScreen)
    }
}
