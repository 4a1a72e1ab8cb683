import Testing

@Suite struct WatchdogTests {
    @Test func `the watchdog is pinged while nothing happens`() throws {
        let manager = NotifySocket()
        let daemon = try DaemonProcess(environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
        #expect(manager.hears("READY=1"))
        for _ in 0..<3 { #expect(manager.hears("WATCHDOG=1")) }
        #expect(daemon.program.exit(within: 0) == nil)
    }

    @Test func `without a watchdog nobody is pinged`() throws {
        let manager = NotifySocket()
        let daemon = try DaemonProcess(environment: ["NOTIFY_SOCKET": manager.path])
        #expect(manager.hears("READY=1"))
        // Silence cannot be waited for: this is three of the pings above.
        #expect(manager.next(within: 0.3) == nil)
        #expect(daemon.program.exit(within: 0) == nil)
    }
}
