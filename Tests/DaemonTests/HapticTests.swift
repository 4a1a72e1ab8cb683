import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

@Suite struct HapticTests {
    @Test func `haptics are off: the answer is unsupported, notEnabled`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let answer = try daemon.client().request("haptic", #""feedback":"light""#)
        #expect(answer.text("code") == "unsupported" && answer.text("reason") == "notEnabled")
    }

    @Test func `gesturectl says so, with status 1`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        _ = try daemon.client()
        let program = Program("gesturectl", ["haptic", "light", "--socket", daemon.socket])
        #expect(program.exit() == .exited(1))
        #expect(program.output == "")
        #expect(
            program.errors
                == "gesturectl: unsupported (notEnabled): haptic: not enabled: haptics.enabled is false\n")
    }

    /// Anybody but root may be told first that somebody else is active.
    @Test(.enabled(if: getuid() == 0, "needs root, who may always"))
    func `switched on, without a device that has force feedback, the answer is unsupported, noDevice`() throws {
        let daemon = try DaemonProcess.withTouchscreen(configuration: "[haptics]\nenabled = true\n")
        let client = try daemon.client()
        let before = daemon.program.descriptors
        for _ in 0..<3 {
            let answer = try client.request("haptic", #""feedback":"light""#)
            #expect(answer.text("code") == "unsupported" && answer.text("reason") == "noDevice", "\(answer)")
        }
        // udev's messages, and no node.
        #expect(daemon.program.descriptors <= before + 1)
    }

    @Test func `requests beyond the configured limit are told by its name`() throws {
        let daemon = try DaemonProcess.withTouchscreen(
            configuration: "[haptics]\nenabled = true\n[limits]\nhaptics = 1\n")
        let client = try daemon.client()
        try client.request("haptic", #""feedback":"light""#)
        let answer = try client.request("haptic", #""feedback":"light""#)
        #expect(answer.text("code") == "tooManyHaptics")
        #expect(answer.text("message") == "limits.haptics: a client has at most 1 a second")
    }
}
