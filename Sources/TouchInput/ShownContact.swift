internal import GestureModel

/// A contact as the last frame showed it.
struct ShownContact: Hashable, Sendable {
    private(set) var id: Int
    private(set) var position: Point
    /// From where the device has it to where it is shown: jumps that were no motion.
    private var offset: Vector?

    init(id: Int, position: Point) {
        self.id = id
        self.position = position
    }

    var began: Contact { Contact(id: id, phase: .began, position: position) }
    var ended: Contact { Contact(id: id, phase: .ended, position: position) }

    /// - Parameter isRebased: The device may have put another finger here. The contact stays where it is, and from now on
    ///   follows that finger's motion.
    mutating func move(to place: Point, isRebased: Bool, on scale: SurfaceScale) -> Contact {
        let last = position
        if isRebased {
            offset = last == place ? nil : last - place
        } else {
            position = offset.map { scale.within(place + $0) } ?? place
        }
        return Contact(id: id, phase: position == last ? .stationary : .moved, position: position)
    }
}
