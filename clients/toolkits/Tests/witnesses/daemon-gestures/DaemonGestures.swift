import Callbacks
import GestureClient

/// The same gestures through the daemon: daemon-gestures [SOCKET]. It prints "end" and exits when the daemon does.
@main struct DaemonGestures {
    @MainActor static func main() async {
        let client = GestureClient(path: CommandLine.arguments.dropFirst().first ?? GestureClient.defaultPath)
        var isConnected = false
        client.onStateChange = { state in
            switch state {
            case .connected: isConnected = true
            case .disconnected where isConnected:
                line("end")
                client.close()
            case .connecting, .disconnected: break
            }
        }
        printCallbacks(of: client)
        await client.run()
    }
}
