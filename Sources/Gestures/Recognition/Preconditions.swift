package import GestureModel

/// Traps unless the region's numbers are finite, and its width and height 0 or more. A view may temporarily have no width or
/// height; no finger comes down in it then.
package func requireRegion(_ region: Region?) {
    guard let region else { return }
    let isFinite = [region.x, region.y, region.width, region.height].allSatisfy(\.isFinite)
    precondition(
        isFinite && region.width >= 0 && region.height >= 0,
        "a region's numbers must be finite, and its width and height 0 or more, not as in \(region)")
}

/// Traps unless the surface's width and height are finite, and 0 or more.
func requireSurface(_ surface: Surface?) {
    guard let size = surface?.size else { return }
    precondition(
        size.dx >= 0 && size.dy >= 0 && size.dx.isFinite && size.dy.isFinite,
        "a surface must be 0 pt or more wide and high, not \(size.dx) × \(size.dy)")
}

/// Traps unless all thresholds are 0 or more.
func requireThresholds(_ thresholds: Thresholds) {
    guard let (name, value) = thresholds.problem else { return }
    preconditionFailure("the threshold \(name) must be 0 or more, not \(value)")
}

extension Double {
    /// A minimum that the daemon's numbers, which are finite, can express. As in SwiftUI, infinity is never reached; neither are
    /// 10¹⁵ points, points a second, or radians.
    var finiteMinimum: Double { self == .infinity ? 1e15 : self }
}

/// Traps with the name of the first parameter that is out of range. The ranges are in the gesture's table of parameters.
func requireParameters(_ gesture: some SingleGesture) {
    if let problem = gesture.problem { preconditionFailure(problem) }
}
