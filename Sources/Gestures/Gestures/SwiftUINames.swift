// One import gives an app the points, frames and reasons that gestures are made of.
@_exported public import GestureAnimation
@_exported public import GestureModel

// Names that readers of SwiftUI code will type.

/// ``GestureRecogniser`` in American spelling.
public typealias GestureRecognizer = GestureRecogniser

/// ``MagnifyGesture`` by its name before iOS 17. Its value has the scale in `magnification`.
public typealias MagnificationGesture = MagnifyGesture

/// ``RotateGesture`` by its name before iOS 17. Its value has the angle in `rotation`.
public typealias RotationGesture = RotateGesture
