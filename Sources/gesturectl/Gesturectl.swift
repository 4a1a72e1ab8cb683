internal import ArgumentParser
internal import CRelease
internal import CommandLineTool
internal import GestureProtocol

@main
struct Gesturectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesturectl",
        abstract: "Shows the gestures that gestured recognises, live and in recordings.",
        version: "\(Release.version) (commit \(String(cString: crelease_commit)))",
        subcommands: [
            Monitor.self, Status.self, Devices.self, Doctor.self, Recognise.self, Explain.self, Report.self, View.self,
            Record.self,
            Cancel.self, Pause.self, Resume.self, FocusCommand.self, Lock.self, ShieldCommand.self, Haptic.self,
            Reload.self, Adapt.self, Actions.self, ToucheggCommand.self,
        ])

    static func main() { runTool(named: "gesturectl") }
}
