internal import ArgumentParser
internal import DesktopAccess
internal import Glibc
internal import LinuxSupport
internal import TouchCovering

struct ShieldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shield", abstract: "Keep the touch that wakes a dark screen from the apps.",
        discussion: """
            A transparent surface, on X11 a window, covers all outputs until the first touch has lifted; then the command ends. Start it when the \
            screen goes dark, for example from swayidle: timeout 600 'gesturectl shield & wlopm --off "*"' resume 'wlopm --on "*"; \
            gesturectl shield --end'. Rules with dark = true happen only with such a touch. On Wayland without \
            zwlr_layer_shell_v1, such as cage, and on GNOME without gestured's extension, it fails, and the apps receive the touch.
            """)

    @Flag(help: "End the shield that is up, after the finger on it has lifted; for a screen that a key or mouse woke.")
    var end = false

    func run() throws {
        let environment = SessionDisplay.environment(ProcessEnvironment.variables)
        if end {
            if let process = ProcessMark.holder(of: .shield, environment) { kill(process, SIGTERM) }
            return
        }
        do throws(DesktopFailure) {
            try Shield(environment: environment).run()
        } catch {
            StandardError.writeLine("gesturectl: \(error); the next touch reaches the app")
            throw ExitCode.failure
        }
    }
}
