public import GestureAnimation
public import GestureModel

// Names that SwiftUI has and this library has not, so that the compiler says what to write instead.
// DifferencesFromSwiftUI has the reasons.

// MARK: - Coordinate spaces

@available(*, unavailable, message: "write no coordinateSpace: locations are points on the device's surface")
public struct CoordinateSpace: Sendable {
    public static var local: CoordinateSpace { CoordinateSpace() }
    public static var global: CoordinateSpace { CoordinateSpace() }
    public static func named(_ name: some Hashable) -> CoordinateSpace { CoordinateSpace() }
}

extension DragGesture {
    @available(*, unavailable, message: "write no coordinateSpace: locations are points on the device's surface")
    public init(minimumDistance: Double = 10, coordinateSpace: CoordinateSpace) { self.init() }
}

extension SpatialTapGesture {
    @available(*, unavailable, message: "write no coordinateSpace: locations are points on the device's surface")
    public init(count: Int = 1, coordinateSpace: CoordinateSpace) { self.init() }
}

// MARK: - Attaching

@available(*, unavailable, message: "write gesture(_:isEnabled:), or attach nothing: without views no gesture is below")
public struct GestureMask: Sendable {
    public static var all: GestureMask { GestureMask() }
    public static var gesture: GestureMask { GestureMask() }
    public static var subviews: GestureMask { GestureMask() }
    public static var none: GestureMask { GestureMask() }
}

extension GestureTarget {
    @available(*, unavailable, message: "write first.exclusively(before: second): attached gestures are equal")
    public func highPriorityGesture(_ gesture: some Gesture) -> Attached { self.gesture(gesture) }

    @available(*, unavailable, message: "write first.exclusively(before: second): attached gestures are equal")
    public func highPriorityGesture(_ gesture: some Gesture, including mask: GestureMask) -> Attached {
        self.gesture(gesture)
    }

    @available(*, unavailable, message: "write gesture(_:isEnabled:): without views no gesture is below another")
    public func gesture(_ gesture: some Gesture, including mask: GestureMask) -> Attached { self.gesture(gesture) }

    @available(*, unavailable, message: "write simultaneousGesture(_:isEnabled:): without views no gesture is below")
    public func simultaneousGesture(_ gesture: some Gesture, including mask: GestureMask) -> Attached {
        self.gesture(gesture)
    }

    @available(*, unavailable, message: "write gesture(_:isEnabled:) and keep what it returns: gestures have no name")
    public func gesture(_ gesture: some Gesture, name: String, isEnabled: Bool = true) -> Attached {
        self.gesture(gesture)
    }

    @available(*, unavailable, message: "write no coordinateSpace: locations are points on the device's surface")
    @_disfavoredOverload
    public func onTapGesture(
        count: Int = 1, coordinateSpace: CoordinateSpace, perform action: @escaping (Point) -> Void
    ) -> Attached {
        gesture(TapGesture(count: count))
    }
}

// MARK: - Views

@available(*, unavailable, message: "write attach(_:to:) or GestureRecogniser(_:region:), with a rectangle")
public struct ContentShape: Sendable {
    public static var rect: ContentShape { ContentShape() }
    public static var circle: ContentShape { ContentShape() }
    public static var capsule: ContentShape { ContentShape() }
    public static var ellipse: ContentShape { ContentShape() }
}

extension GestureTarget {
    @available(*, unavailable, message: "write $state.onChange { change in … }: there are no views that are evaluated")
    public func onChange<Value: Equatable>(of value: Value, initial: Bool = false, _ action: @escaping () -> Void) {}

    @available(*, unavailable, message: "write $state.onChange { change in … }: there are no views that are evaluated")
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) {}

    @available(*, unavailable, message: "write withTransaction(_:_:) where the state changes: there are no views")
    public func transaction(_ transform: @escaping (inout Transaction) -> Void) {}

    @available(*, unavailable, message: "write $state.animation(_:) { … }, a value to draw: there are no views")
    public func animation<Value: Equatable>(_ animation: Animation?, value: Value) {}

    @available(*, unavailable, message: "write gesture.sensoryFeedback(_:on:) of GestureClient, or client.play(_:)")
    public func sensoryFeedback<Trigger: Equatable>(_ feedback: SensoryFeedback, trigger: Trigger) {}

    @available(*, unavailable, message: "write attach(_:to:) or GestureRecogniser(_:region:), with a rectangle")
    public func contentShape(_ shape: ContentShape, eoFill: Bool = false) {}

    @available(*, unavailable, message: "write recogniser.isEnabled = false, or gesture(_:isEnabled:)")
    public func allowsHitTesting(_ enabled: Bool) {}

    @available(*, unavailable, message: "write an AnimatedValue and set the next phase at its end")
    public func phaseAnimator<Phase>(
        _ phases: some Sequence<Phase>, content: @escaping (Self, Phase) -> Void
    ) {}

    @available(*, unavailable, message: "write one AnimatedValue for the place that moves: there are no views to match")
    public func matchedGeometryEffect<ID: Hashable>(id: ID, in namespace: Int) {}
}

@available(*, unavailable, message: "write an AnimatedValue, and set it at the time of each keyframe")
public struct KeyframeTimeline<Value> {
    public init(initialValue: Value, content: () -> LinearKeyframe<Value>) {}
}

@available(*, unavailable, message: "write an AnimatedValue, and set it with .linear at the time of the keyframe")
public struct LinearKeyframe<Value> {
    public init(_ to: Value, duration: Double) {}
}

@available(*, unavailable, message: "write State<Value>: $state is the state itself, which any code can read and write")
public struct Binding<Value> {}

@available(*, unavailable, message: "write a CustomAnimation that depends on the time alone: animations have no state")
public protocol AnimationStateKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

// MARK: - Gestures and their values

@available(*, unavailable, message: "write DragGesture, MagnifyGesture and RotateGesture: a value is of one gesture")
public struct SpatialEventGesture {
    public init() {}
    public func onChanged(_ action: @escaping (Never) -> Void) -> SpatialEventGesture { self }
    public func onEnded(_ action: @escaping (Never) -> Void) -> SpatialEventGesture { self }
}

@available(*, unavailable, message: "write DragGesture, and let the toolkit move the window")
public struct WindowDragGesture {
    public init() {}
}

@available(*, unavailable, message: "write what the toolkit's event has: touch devices report no keyboard")
public struct EventModifiers: Sendable {
    public static var command: EventModifiers { EventModifiers() }
    public static var control: EventModifiers { EventModifiers() }
    public static var option: EventModifiers { EventModifiers() }
    public static var shift: EventModifiers { EventModifiers() }
}

extension Gesture {
    @available(*, unavailable, message: "write the test in the callback, with the toolkit's modifier keys")
    public func modifiers(_ modifiers: EventModifiers) -> Self { self }
}

extension MagnifyGesture {
    @available(*, unavailable, message: "write value.magnification: the value has also velocity and location")
    public func onChanged(_ action: @escaping (Double) -> Void) -> MagnifyGesture { self }

    @available(*, unavailable, message: "write value.magnification: the value has also velocity and location")
    public func onEnded(_ action: @escaping (Double) -> Void) -> MagnifyGesture { self }
}

extension RotateGesture {
    @available(*, unavailable, message: "write value.rotation: the value has also velocity and location")
    public func onChanged(_ action: @escaping (Angle) -> Void) -> RotateGesture { self }

    @available(*, unavailable, message: "write value.rotation: the value has also velocity and location")
    public func onEnded(_ action: @escaping (Angle) -> Void) -> RotateGesture { self }
}

extension Timestamp {
    @available(*, unavailable, message: "write Date(time, now: .now): times are those of the monotonic clock")
    public var timeIntervalSince1970: Double { 0 }
}

extension SensoryFeedback {
    @available(*, unavailable, message: "write impact(weight:): few motors have an intensity")
    public static func impact(weight: Weight = .medium, intensity: Double) -> SensoryFeedback { .impact() }

    @available(*, unavailable, message: "write impact(weight:): few motors can play a flexibility or an intensity")
    public static func impact(flexibility: Flexibility, intensity: Double = 1) -> SensoryFeedback { .impact() }

    @available(*, unavailable, message: "write impact(weight:): few motors can play a flexibility")
    public struct Flexibility: Sendable {
        public static var rigid: Flexibility { Flexibility() }
        public static var solid: Flexibility { Flexibility() }
        public static var soft: Flexibility { Flexibility() }
    }
}
