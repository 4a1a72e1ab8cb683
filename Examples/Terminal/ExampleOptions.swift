internal import ArgumentParser
package import ExampleViews
internal import EvdevInput
internal import GestureClient

/// What an example is run by: the options that all of them have.
package struct ExampleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Touches from a recording (evemu, libinput or getevent) instead of the daemon.", valueName: "file"))
    var recording: String?

    @Flag(help: "Play the recording as fast as it can.")
    var fast = false

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket = GestureClient.defaultPath

    package init() {}

    package func validate() throws {
        if fast && recording == nil { throw ValidationError("--fast: needs a --recording to play") }
    }

    package func run<Shown: View>(_ makeView: (any Stage) -> Shown) throws {
        let stage = try stage
        try stage.run(makeView(stage))
    }

    private var stage: any Stage {
        get throws {
            guard let recording else { return DaemonStage(socket: socket) }
            let file = try RecordingFile.read(recording)
            do {
                return try RecordingStage(file, isFast: fast)
            } catch {
                throw RecordingFile.Failure(path: recording, reason: "\(error)")
            }
        }
    }
}
