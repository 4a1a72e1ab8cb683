internal import ArgumentParser
internal import GestureClient
internal import GestureProtocol

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the daemon read its configuration anew, and say what is wrong with it.",
        discussion: """
            For root, and whoever runs gestured. Ends with status 1 where the configuration has mistakes: then the one before \
            stays in force. No client loses its connection, and no gesture that is in progress ends.
            """)

    @OptionGroup var connection: ConnectionOptions

    func run() throws { try DaemonConnection(path: connection.socket).perform(.reload(id: 1)) }
}
