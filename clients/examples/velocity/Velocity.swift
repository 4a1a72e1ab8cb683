import GestureClient

/// Prints how fast fingers leave a touch device.
@main struct Velocity {
    @MainActor static func main() async {
        let path = CommandLine.arguments.dropFirst().first ?? GestureClient.defaultPath
        let client = GestureClient(path: path)
        client.onStateChange = { state in
            if case .disconnected(let failure?) = state { print(failure) }
        }
        let drag = DragGesture(fingers: [1, 2, 3])
            .onEnded { value in
                print("left with \(value.velocity.dx.rounded()), \(value.velocity.dy.rounded()) points per second")
            }
            .onCancelled { reason in print("cancelled: \(reason)") }
        client.attach(drag)
        await client.run()
    }
}
