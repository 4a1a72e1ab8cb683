internal import GestureModel

/// Taps that follow each other in time and place.
struct TapRow: Sendable {
    private(set) var count = 1
    let fingers: Int
    private(set) var end: Timestamp
    /// Where the first one was.
    let origin: Point

    init(fingers: Int, at location: Point, end: Timestamp) {
        self.fingers = fingers
        origin = location
        self.end = end
    }

    /// The row with one more tap; it begins anew with one of other fingers, or too far from the first. The place counts
    /// when all fingers have come: the first of five is far from the centre of them all.
    static func extended(
        _ row: TapRow?, by fingers: Int, at location: Point, end: Timestamp, within spacing: Double
    ) -> TapRow {
        guard var row, row.fingers == fingers, (location - row.origin).length <= spacing else {
            return TapRow(fingers: fingers, at: location, end: end)
        }
        row.count += 1
        row.end = end
        return row
    }
}
