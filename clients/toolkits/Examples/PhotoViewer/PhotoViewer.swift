public import Gestures

/// A photo that fingers move, zoom and turn, whatever toolkit draws it.
///
/// - One finger pans, with momentum, and further than the edges only against a rubber band.
/// - Two fingers zoom and turn about the point between them; afterwards the photo returns to a quarter turn and to 1…8 times.
/// - A double tap zooms in about the finger, and out again.
/// - A photo that is not zoomed is dismissed by a flick downwards, with the velocity of the finger.
///
/// Positions are in the units of the window.
public final class PhotoViewer {
    /// Where the photo is, relative to the middle of the window.
    public struct Placement: Hashable, Animatable, Sendable {
        public var offset = Vector.zero
        /// 1 fits the photo into the window.
        public var scale = 1.0
        public var angle = Angle.zero

        public var animatableData: AnimatablePair<Vector, AnimatablePair<Double, Angle>> {
            get { AnimatablePair(offset, AnimatablePair(scale, angle)) }
            set { (offset, scale, angle) = (newValue.first, newValue.second.first, newValue.second.second) }
        }
    }

    /// Of the window; follows it.
    public var size: Vector
    /// True from the flick that dismisses the photo.
    @State public private(set) var isDismissed = false
    /// What to draw.
    public private(set) lazy var shown = $placement.shown { $0 }
    @State private var placement = Placement()
    /// The placement at the beginning of a pan; nil if two fingers have interrupted it.
    private var panned: Placement?
    /// The placement at the beginning of a pinch, and where its fingers were.
    private var pinched: (placement: Placement, location: Point)?

    private static let scales = 1.0...8.0
    private static let doubleTapScale = 2.5
    /// In points, and points per second.
    private static let (dismissalDistance, dismissalVelocity) = (150.0, 600.0)

    /// - Parameter size: Of the window.
    public init(size: Vector) {
        self.size = size
        _ = shown
    }

    /// - Parameter target: The window's gestures, with one point per unit.
    public func attach(to target: some GestureTarget) {
        target.gesture(pan)
        target.gesture(pinch)
        target.gesture(
            SpatialTapGesture(count: 2).onEnded { [weak self] tap in self?.zoom(at: tap.location) })
    }

    // MARK: - Pan

    private var pan: some Gesture {
        DragGesture()
            .onChanged { [weak self] value in self?.pan(by: value.translation) }
            .onEnded { [weak self] value in self?.release(value) }
            .onCancelled { [weak self] _ in
                guard let self else { return }
                panned = nil
                settle(.smooth)
            }
    }

    private func pan(by translation: Vector) {
        guard pinched == nil, !isDismissed else { return }
        // It does not jump by what the finger went before. A photo that still moves goes on to its placement, and with the
        // finger as well.
        if panned == nil {
            panned = placement
            panned?.offset -= translation
        }
        let start = panned ?? placement
        placement.offset = start.offset + translation
        // Without a zoom the photo follows the finger downwards, to be dismissed.
        if start.scale > 1.01 { placement.offset = held(placement.offset) }
    }

    private func release(_ value: DragGesture.Value) {
        guard panned != nil else { return }
        panned = nil
        if placement.scale <= 1.01 {
            let isFlick = value.velocity.dy > Self.dismissalVelocity || value.translation.dy > Self.dismissalDistance
            guard isFlick, value.translation.dy > abs(value.translation.dx) else { return settle(.smooth) }
            // The spring starts with the velocity of the finger.
            withAnimation(.spring(duration: 0.4)) { placement.offset.dy = size.dy }
            isDismissed = true
            return
        }
        let end = placement.offset + value.velocity.projectedOffset()
        let limit = limited(end)
        withAnimation(limit == end ? .deceleration() : .smooth) { placement.offset = limit }
    }

    // MARK: - Pinch

    private var pinch: some Gesture {
        MagnifyGesture().simultaneously(with: RotateGesture())
            .onChanged { [weak self] value in self?.pinch(value.first, value.second) }
            .onEnded { [weak self] _ in self?.endPinch() }
            .onCancelled { [weak self] _ in self?.endPinch() }
    }

    private func pinch(_ magnify: MagnifyGesture.Value?, _ rotate: RotateGesture.Value?) {
        guard !isDismissed, let location = magnify?.location ?? rotate?.location else { return }
        let start = pinched ?? (placement, magnify?.startLocation ?? rotate?.startLocation ?? location)
        pinched = start
        panned = nil
        placement = moved(
            start.placement, from: start.location, to: location, scale: magnify?.magnification ?? 1,
            angle: rotate?.rotation ?? .zero)
    }

    private func endPinch() {
        guard pinched != nil else { return }
        pinched = nil
        settle(.snappy)
    }

    // MARK: - Taps

    private func zoom(at location: Point) {
        guard !isDismissed else { return }
        withAnimation(.snappy) {
            guard placement.scale <= 1.01 else {
                placement = Placement()
                return
            }
            var zoomed = moved(placement, from: location, to: location, scale: Self.doubleTapScale, angle: .zero)
            zoomed.offset = limited(zoomed.offset, scale: zoomed.scale)
            placement = zoomed
        }
    }

    // MARK: - Geometry

    /// The placement after a zoom and a turn in which the point of the photo under one location comes under another one.
    private func moved(
        _ start: Placement, from: Point, to: Point, scale: Double, angle: Angle
    ) -> Placement {
        let middle = Point(x: size.dx / 2, y: size.dy / 2)
        let arm = (from - middle - start.offset) * scale
        return Placement(
            offset: to - middle - turned(arm, by: angle), scale: start.scale * scale, angle: start.angle + angle)
    }

    /// Returns to a quarter turn, a scale in 1…8 and an offset at which the photo covers the window.
    private func settle(_ animation: Animation) {
        guard !isDismissed else { return }
        let quarter = Double.pi / 2
        var target = placement
        target.scale = min(max(placement.scale, Self.scales.lowerBound), Self.scales.upperBound)
        target.angle = .radians((placement.angle.radians / quarter).rounded() * quarter)
        target.offset = limited(placement.offset, scale: target.scale)
        withAnimation(animation) { placement = target }
    }

    /// How far the photo may be from the middle.
    private func reach(_ scale: Double) -> Vector { size * (max(0, scale - 1) / 2) }

    private func limited(_ offset: Vector, scale: Double? = nil) -> Vector {
        let reach = reach(scale ?? placement.scale)
        return Vector(
            dx: min(max(offset.dx, -reach.dx), reach.dx), dy: min(max(offset.dy, -reach.dy), reach.dy))
    }

    private func held(_ offset: Vector) -> Vector {
        guard size.dx > 0, size.dy > 0 else { return .zero }
        let reach = reach(placement.scale)
        return Vector(
            dx: RubberBand(dimension: size.dx).position(offset.dx, in: -reach.dx...reach.dx),
            dy: RubberBand(dimension: size.dy).position(offset.dy, in: -reach.dy...reach.dy))
    }
}
