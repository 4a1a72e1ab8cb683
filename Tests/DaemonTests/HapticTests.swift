import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

@Suite("Haptics") struct HapticTests {
    @Test func `requests are answered with unsupported, notEnabled by default`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let answer = try daemon.client().request("haptic", #""feedback":"light""#)
        #expect(answer.text("code") == "unsupported" && answer.text("reason") == "notEnabled")
    }

    @Test func `gesturectl reports that haptics are not enabled, with status 1`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        _ = try daemon.client()
        let program = Program("gesturectl", ["haptic", "light", "--socket", daemon.socket])
        #expect(program.exit() == .exited(1))
        #expect(program.output == "")
        #expect(
            program.errors
                == "gesturectl: unsupported (notEnabled): haptic: not enabled: haptics.enabled is false\n")
    }

    /// For other users than root the answer may be that another user is active.
    @Test(.enabled(if: getuid() == 0, "needs root, which is always permitted"))
    func `enabled requests are answered with unsupported, noDevice if no device has force feedback`() throws {
        let daemon = try DaemonProcess.withTouchscreen(configuration: "[haptics]\nenabled = true\n")
        let client = try daemon.client()
        let before = daemon.program.descriptors
        for _ in 0..<3 {
            let answer = try client.request("haptic", #""feedback":"light""#)
            #expect(answer.text("code") == "unsupported" && answer.text("reason") == "noDevice", "\(answer)")
        }
        // udev's monitor, and no node.
        #expect(daemon.program.descriptors <= before + 1)
    }

    @Test func `requests beyond the limit are refused with its name`() throws {
        let daemon = try DaemonProcess.withTouchscreen(
            configuration: "[haptics]\nenabled = true\n[limits]\nhaptics = 1\n")
        let client = try daemon.client()
        try client.request("haptic", #""feedback":"light""#)
        let answer = try client.request("haptic", #""feedback":"light""#)
        #expect(answer.text("code") == "tooManyHaptics")
        #expect(answer.text("message") == "limits.haptics: a client has at most 1 a second")
    }
}
