import GestureClient

@main struct App {
    @MainActor static func main() async {
        let client = GestureClient()
        client.onStateChange = { state in print(state) }
        let drag = DragGesture(fingers: [1, 2, 3])
            .onChanged { value in print(value.translation) }
            .onEnded { value in print("comes to rest after", value.predictedEndTranslation) }
            .onCancelled { reason in print("cancelled:", reason) }
        client.attach(drag, device: .kind(.touchpad)) { failure in print(failure) }
        await client.run()
    }
}
