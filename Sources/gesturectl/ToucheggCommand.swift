internal import ArgumentParser
internal import GestureClient
internal import Glibc
internal import LinuxSupport
internal import Touchegg

struct ToucheggCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touchegg",
        abstract: "Serve gestures to programs that speak Touchégg's protocol.",
        discussion: """
            For Cinnamon, and other clients of Touchégg's daemon, which must not run at the same time. Swipes of three fingers or \
            more on a touchpad, and of two or more on a touchscreen, pinches, and taps on a touchscreen are sent on the abstract socket \
            touchegg, to programs of the same user. A cancelled gesture goes back to 0 % and ends. It refuses to start \
            while another user has a session.
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("The name of the abstract socket.", valueName: "name"))
    var name = "touchegg"

    func run() throws {
        if let obstacle = ToucheggService.obstacle(for: getuid()) {
            StandardError.writeLine("gesturectl: touchegg: \(obstacle)")
            // sysexits(3), "permission denied". The service's unit does not restart it.
            throw ExitCode(EX_NOPERM)
        }
        let service: ToucheggService
        do throws(Errno) {
            service = try ToucheggService(name: name, socket: connection.socket) {
                StandardError.writeLine("gesturectl: touchegg: \($0)")
            }
        } catch {
            StandardError.writeLine("gesturectl: the abstract socket \(name): \(error)")
            throw ExitCode.failure
        }
        service.run()
    }
}
