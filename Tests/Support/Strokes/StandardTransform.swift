package import GestureModel

/// Fingers that part and turn at once, as the standard sets report them.
package func transform(_ scale: Double, degrees: Double = 0, fingers: Int = 2) -> GestureValue {
    let magnify = GestureValue.magnify(
        .init(fingers: fingers, location: .zero, startLocation: .zero, magnification: scale, velocity: 0))
    let rotate = GestureValue.rotate(
        .init(fingers: fingers, location: .zero, startLocation: .zero, rotation: degrees * .pi / 180, velocity: 0))
    return .composition(
        GestureTree(nodes: [
            .init(kind: .simultaneous, descendants: 2, phase: .active), .init(phase: .active, value: magnify),
            .init(phase: .active, value: rotate),
        ]))
}
