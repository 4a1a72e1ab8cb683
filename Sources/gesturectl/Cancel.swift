internal import ArgumentParser
internal import GestureClient
internal import GestureProtocol

struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Cancel the gestures that are in progress.",
        discussion: """
            Those of the user's apps, or everybody's where root asks; fingers that are down start nothing. Ends with status 1 \
            where the configuration does not let this user.
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("Only on this device, such as event5.", valueName: "id"))
    var device: String?

    func run() throws {
        try DaemonConnection(path: connection.socket).perform(.cancel(id: 1, device: device))
    }
}
