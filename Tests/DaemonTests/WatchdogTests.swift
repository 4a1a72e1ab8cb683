import Testing

@Suite("The watchdog") struct WatchdogTests {
    @Test func `is pinged while the daemon is idle`() throws {
        let manager = NotifySocket()
        let daemon = try DaemonProcess(environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
        #expect(manager.receives("READY=1"))
        for _ in 0..<3 { #expect(manager.receives("WATCHDOG=1")) }
        #expect(daemon.program.exit(within: 0) == nil)
    }

    @Test func `is not pinged unless the service manager enables it`() throws {
        let manager = NotifySocket()
        let daemon = try DaemonProcess(environment: ["NOTIFY_SOCKET": manager.path])
        #expect(manager.receives("READY=1"))
        // Silence cannot be waited for: this is three of the pings above.
        #expect(manager.next(within: 0.3) == nil)
        #expect(daemon.program.exit(within: 0) == nil)
    }
}
