public import Gestures
internal import Glibc

/// A coloured rectangle of the photo in the window.
public struct PhotoTile {
    /// From the top left corner of the photo clockwise, in the units of the window.
    public let corners: [Point]
    /// 0…255 each.
    public let red, green, blue: UInt8
}

extension PhotoViewer {
    /// The photo: six tiles on a frame, so that a turn by a quarter looks different from none.
    public func tiles(at time: Timestamp) -> [PhotoTile] {
        let placement = shown.value(at: time)
        let colors: [(UInt8, UInt8, UInt8)] = [
            (0, 122, 255), (52, 199, 89), (255, 204, 0), (255, 149, 0), (255, 59, 48), (175, 82, 222),
        ]
        var tiles = [tile(0, 0, 1, 1, (40, 40, 40), placement)]
        for (index, color) in colors.enumerated() {
            let (column, row) = (Double(index % 3), Double(index / 3))
            tiles.append(tile(0.02 + column * 0.32, 0.02 + row * 0.48, 0.32, 0.48, color, placement))
        }
        return tiles
    }

    /// - Parameter x: Of the left edge, 0…1 across the photo; the others accordingly.
    private func tile(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: (UInt8, UInt8, UInt8),
        _ placement: Placement
    ) -> PhotoTile {
        let middle = Point(x: size.dx / 2, y: size.dy / 2) + placement.offset
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map { x, y in
            let arm = Vector(dx: (x - 0.5) * size.dx, dy: (y - 0.5) * size.dy) * placement.scale
            return middle + turned(arm, by: placement.angle)
        }
        return PhotoTile(corners: corners, red: color.0, green: color.1, blue: color.2)
    }

    func turned(_ arm: Vector, by angle: Angle) -> Vector {
        let (sine, cosine) = (sin(angle.radians), cos(angle.radians))
        return Vector(dx: arm.dx * cosine - arm.dy * sine, dy: arm.dx * sine + arm.dy * cosine)
    }
}
