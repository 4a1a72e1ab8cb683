internal import ArgumentParser
internal import EvdevInput
internal import ExampleViews
internal import GestureClient
internal import GestureModel
internal import Gestures

/// The options that all examples have.
struct ExampleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take touches from a recording (evemu, libinput, evtest, getevent) instead of the daemon.",
            valueName: "file"))
    var recording: String?

    @Flag(help: "Play the recording without waiting between its events.")
    var fast = false

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket = GestureClient.defaultPath

    func validate() throws {
        if fast && recording == nil { throw ValidationError("--fast: needs a --recording to play") }
    }

    func run<Shown: View>(_ makeView: (any ExampleRunner) -> Shown) throws {
        let runner = try makeRunner()
        try runner.run(makeView(runner))
    }

    private func makeRunner() throws -> any ExampleRunner {
        guard let recording else { return DaemonRunner(socket: socket) }
        let file = try RecordingFile.read(recording)
        do {
            return try RecordingRunner(file, isFast: fast)
        } catch {
            throw RecordingFile.Failure(path: recording, reason: "\(error)")
        }
    }
}

/// Attaches a view's gesture to a source of touches, and draws the view.
protocol ExampleRunner: AnyObject {
    func play(_ feedback: SensoryFeedback)

    /// Attaches the view's gesture and draws the view until the source of touches ends.
    func run(_ view: some View) throws
}
