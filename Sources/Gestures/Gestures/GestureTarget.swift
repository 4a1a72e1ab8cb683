internal import GestureModel

/// What attaching a gesture returns, in every target of the library: it detaches the gesture again.
public protocol Detachable {
    /// Detaches the gesture. A gesture in progress is cancelled as `unsubscribed` before this method returns, or right
    /// after the callback that calls it. A second call does nothing.
    func detach()
}

/// Something to which gestures can be attached: the daemon's client, a ``TouchFrameBuilder``, or an app's own widget.
///
/// A type that implements `gesture(_:)` gets the modifiers that SwiftUI's views have:
///
///     extension Card: GestureTarget {
///         func gesture(_ gesture: some Gesture) -> GestureRecogniser { touches.attach(gesture, to: frame) }
///     }
///     card.onTapGesture(count: 2) { open() }
public protocol GestureTarget {
    /// The result of attaching a gesture, such as a handle that detaches it.
    associatedtype Attached

    /// Attaches the gesture.
    @discardableResult
    func gesture(_ gesture: some Gesture) -> Attached
}

extension GestureTarget {
    /// Attaches the gesture. Its callbacks run for the gestures that begin while `isEnabled` is true.
    ///
    /// - Parameter isEnabled: Evaluated each time the gesture begins, so it can be a property whose value changes.
    @discardableResult
    public func gesture(_ gesture: some Gesture, isEnabled: @escaping @autoclosure () -> Bool) -> Attached {
        self.gesture(
            AnyGesture { gesture._makePlan().enabled(while: isEnabled) })
    }

    /// Attaches the gesture, as ``gesture(_:)`` does: attached gestures do not exclude each other.
    @discardableResult
    public func simultaneousGesture(_ gesture: some Gesture) -> Attached { self.gesture(gesture) }

    /// Attaches the gesture, as ``simultaneousGesture(_:)`` does. Its callbacks run for the gestures that begin while
    /// `isEnabled` is true.
    @discardableResult
    public func simultaneousGesture(
        _ gesture: some Gesture, isEnabled: @escaping @autoclosure () -> Bool
    ) -> Attached {
        self.gesture(gesture, isEnabled: isEnabled())
    }

    /// Runs `action` for each tap.
    ///
    /// - Parameters:
    ///   - count: The number of taps in a row, as for ``TapGesture``.
    ///   - action: Runs when the last finger of the last tap lifts.
    @discardableResult
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> Attached {
        gesture(TapGesture(count: count).onEnded(action))
    }

    /// Runs `action` with the location of each tap, in points.
    ///
    /// - Parameter count: The number of taps in a row, as for ``TapGesture``.
    @_disfavoredOverload @discardableResult
    public func onTapGesture(count: Int = 1, perform action: @escaping (Point) -> Void) -> Attached {
        gesture(SpatialTapGesture(count: count).onEnded { action($0.point) })
    }

    /// Runs `action` when a press is complete. The parameters are those of the function of the same name, which returns
    /// the gesture:
    /// ``/Gestures/onLongPressGesture(minimumDuration:maximumDistance:fingers:progress:perform:onPressingChanged:)``.
    @discardableResult
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: Double = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> Attached {
        gesture(
            Gestures.onLongPressGesture(
                minimumDuration: minimumDuration, maximumDistance: maximumDistance, perform: action,
                onPressingChanged: onPressingChanged))
    }

    /// Does the same as ``onLongPressGesture(minimumDuration:maximumDistance:perform:onPressingChanged:)``, with the
    /// parameters of SwiftUI's first version.
    ///
    /// - Parameters:
    ///   - pressing: Receives true at touch-down, and false at the end of the press.
    ///   - action: Runs when the press is complete.
    @discardableResult
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: Double = 10, pressing: ((Bool) -> Void)?,
        perform action: @escaping () -> Void
    ) -> Attached {
        onLongPressGesture(
            minimumDuration: minimumDuration, maximumDistance: maximumDistance, perform: action,
            onPressingChanged: pressing)
    }
}
