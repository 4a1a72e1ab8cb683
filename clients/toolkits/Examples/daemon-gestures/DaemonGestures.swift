import Callbacks
import GestureClient

/// The same gestures through the daemon: daemon-gestures [SOCKET]
@main struct DaemonGestures {
    @MainActor static func main() async {
        let client = GestureClient(path: CommandLine.arguments.dropFirst().first ?? GestureClient.defaultPath)
        printCallbacks(of: client)
        await client.run()
    }
}
