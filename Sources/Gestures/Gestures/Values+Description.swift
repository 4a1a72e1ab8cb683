internal import GestureModel

// What `print` shows of a value: also what is computed, and no names of types.

extension DragGesture.Value: CustomStringConvertible {
    /// `drag by (30.0, 0.0) to (130.0, 100.0) at (3010.0, 0.0) pt/s, predicted end (882.5, 100.0), 1 finger, 0.02 s`
    public var description: String {
        let edge = edge.map { " from the \($0) edge" } ?? ""
        return "drag\(edge) by \(vectors.translation) to \(vectors.location) at \(vectors.velocity) pt/s, "
            + "predicted end \(vectors.predictedEndLocation), \(fingersText(fingers)), \(time)\(note(positions))"
    }
}

extension MagnifyGesture.Value: CustomStringConvertible {
    /// `magnify by 1.2 at 2.0/s about (150.0, 100.0), 2 fingers, 0.1 s`
    public var description: String {
        "magnify by \(magnification) at \(velocity)/s about \(points.location), \(fingersText(fingers)), "
            + "\(time)\(note(positions))"
    }
}

extension RotateGesture.Value: CustomStringConvertible {
    /// `rotate by 90.0° at 45.0°/s about (150.0, 100.0), 2 fingers, 0.1 s`
    public var description: String {
        "rotate by \(rotation) at \(velocity)/s about \(points.location), \(fingersText(fingers)), "
            + "\(time)\(note(positions))"
    }
}

extension SwipeGesture.Value: CustomStringConvertible {
    /// `swipe left by (-150.0, 0.0) to (50.0, 100.0) at (-500.0, 0.0) pt/s, 1 finger, 0.3 s`
    public var description: String {
        "swipe \(direction) by \(vectors.translation) to \(vectors.location) at \(vectors.velocity) pt/s, "
            + "\(fingersText(fingers)), \(time)\(note(positions))"
    }
}

extension SpatialTapGesture.Value: CustomStringConvertible {
    /// `tap at (10.0, 20.0)`
    public var description: String { "tap at \(point)\(note(positions))" }
}

extension StandardGesture.Value: CustomStringConvertible {
    /// The value of the gesture that the fingers made.
    public var description: String {
        switch self {
        case .tap(let tap): "tap \(tap.count) at \(tap.point), \(fingersText(tap.fingers))\(note(tap.positions))"
        case .longPress(let press):
            "long press at \(press.point), \(fingersText(press.fingers))\(note(press.positions))"
        case .drag(let drag): "\(drag)"
        case .pinch(let pinch): "\(pinch.magnify); \(pinch.rotate)"
        }
    }
}

private func fingersText(_ count: Int) -> String { count == 1 ? "1 finger" : "\(count) fingers" }

private func note(_ positions: PositionAccess) -> String { positions == .withheld ? ", positions withheld" : "" }

extension Transaction: CustomStringConvertible {
    /// The properties that are set: `Transaction(animation: .snappy, tracksVelocity: true)`.
    public var description: String { "Transaction(\(properties.joined(separator: ", ")))" }
}
