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

func requireSurface(_ surface: Surface?) {
    guard let size = surface?.size else { return }
    precondition(
        size.dx >= 0 && size.dy >= 0 && size.dx.isFinite && size.dy.isFinite,
        "a surface must be 0 pt or more wide and high, not \(size.dx) × \(size.dy)")
}

/// Traps unless `value` is finite and 0 or more.
///
/// - Parameters:
///   - name: begins the message: "an animation's delay".
///   - unit: follows the limit in the message, such as "s".
func requireNotNegative(_ value: Double, _ name: String, _ unit: String = "") {
    precondition(
        value >= 0 && value.isFinite, "\(name) must be \(unit.isEmpty ? "0" : "0 \(unit)") or more, not \(value)")
}

/// Traps unless `value` is finite and above 0. The parameters are those of ``requireNotNegative(_:_:_:)``.
func requirePositive(_ value: Double, _ name: String, _ unit: String = "") {
    precondition(
        value > 0 && value.isFinite, "\(name) must be above \(unit.isEmpty ? "0" : "0 \(unit)"), not \(value)")
}
func requireThresholds(_ thresholds: Thresholds) {
    let single = [
        ("tap.maximumDistance", thresholds.tap.maximumDistance),
        ("tap.maximumDuration", thresholds.tap.maximumDuration.seconds),
        ("tap.maximumDelay", thresholds.tap.maximumDelay.seconds),
        ("tap.maximumSpacing", thresholds.tap.maximumSpacing),
        ("longPress.minimumDuration", thresholds.longPress.minimumDuration.seconds),
        ("longPress.maximumDistance", thresholds.longPress.maximumDistance),
        ("drag.minimumDistance", thresholds.drag.minimumDistance),
        ("swipe.minimumDistance", thresholds.swipe.minimumDistance),
        ("swipe.minimumVelocity", thresholds.swipe.minimumVelocity),
        ("edges.distance", thresholds.edges.distance),
        ("magnify.minimumScaleDelta", thresholds.magnify.minimumScaleDelta),
        ("rotate.minimumAngleDelta", thresholds.rotate.minimumAngleDelta),
        ("fingers.joinWindow", thresholds.fingers.joinWindow.seconds),
        ("fingers.liftWindow", thresholds.fingers.liftWindow.seconds),
        ("velocity.horizon", thresholds.velocity.horizon.seconds),
        ("velocity.stopTime", thresholds.velocity.stopTime.seconds),
    ]
    let hands = numbers(of: thresholds.touchpad, "touchpad") + numbers(of: thresholds.touchscreen, "touchscreen")
    for (name, number) in single + hands {
        precondition(number >= 0, "the threshold \(name) must be 0 or more, not \(number)")
    }
}

private func numbers(of hand: Thresholds.Hand, _ name: String) -> [(String, Double)] {
    [
        ("\(name).tapDuration", hand.tapDuration.seconds),
        ("\(name).tapDistance", hand.tapDistance),
        ("\(name).slop", hand.slop),
        ("\(name).earlySlop", hand.earlySlop),
        ("\(name).earlyTime", hand.earlyTime.seconds),
        ("\(name).holdDuration", hand.holdDuration.seconds),
        ("\(name).tapDragDelay", hand.tapDragDelay?.seconds ?? 0),
        ("\(name).thumbZone", hand.thumbZone),
        ("\(name).restTime", hand.restTime.seconds),
        ("\(name).drumRollDelay", hand.drumRollDelay.seconds),
        ("\(name).lateJoin", hand.lateJoin.seconds),
    ]
}

func requireFingers(_ fingers: FingerCounts) {
    precondition(fingers.most > 0, "a gesture needs at least one number of fingers")
}

func requireSeveralFingers(_ fingers: FingerCounts) {
    requireFingers(fingers)
    precondition(!fingers.contains(1), "this gesture needs 2…10 fingers, not 1")
}

func requireEdges(_ edges: Edge.Set?, _ distance: Double) {
    precondition(edges?.isEmpty != true, "a gesture that starts at an edge needs at least one edge")
    requireNotNegative(distance, "an edge distance", "pt")
}
