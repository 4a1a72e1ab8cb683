package import GestureModel

/// Traps at a region that no finger could be told to be in or outside of. Zero width or height is allowed: a view may have
/// none for a while, and nothing comes down in it.
package func requireRegion(_ region: Region?) {
    guard let region else { return }
    let isFinite = [region.x, region.y, region.width, region.height].allSatisfy(\.isFinite)
    precondition(
        isFinite && region.width >= 0 && region.height >= 0,
        "a region's numbers are finite, and its width and height 0 or more, not as in \(region)")
}

func requireSurface(_ surface: Surface?) {
    guard let size = surface?.size else { return }
    precondition(
        size.dx >= 0 && size.dy >= 0 && size.dx.isFinite && size.dy.isFinite,
        "a surface is 0 pt or more wide and high, not \(size.dx) × \(size.dy)")
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
        precondition(number >= 0, "the threshold \(name) is 0 or more, not \(number)")
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
