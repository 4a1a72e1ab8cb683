internal import ArgumentParser
internal import GestureClient
internal import GestureModel
internal import GestureProtocol

struct Haptic: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a device vibrate, and say what the daemon answered.",
        discussion: "Ends with status 1 where nothing vibrated.")

    @Argument(
        help: ArgumentHelp(
            HapticFeedback.allCases.map(\.rawValue).joined(separator: ", ") + ".", valueName: "feedback"))
    var feedback: String

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("The device to prefer, such as event5.", valueName: "id"))
    var device: String?

    func validate() throws { _ = try request }

    func run() throws {
        try DaemonConnection(path: connection.socket).perform(.haptic(try request))
    }

    private var request: HapticRequest {
        get throws {
            guard let word = HapticFeedback(rawValue: feedback) else {
                let words = HapticFeedback.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("\(feedback) is none of \(words)")
            }
            return HapticRequest(id: 1, feedback: word, device: device)
        }
    }
}
