import GestureModel
import Glibc
import LinuxSupport
import PrivateBus
import Testing

@testable import GestureActions

@Suite struct ProgramScopesTests {
    private static func desk(_ conduct: ManagerStandIn.Conduct?) -> (PrivateBus, ManagerStandIn?, Desk) {
        let bus = PrivateBus()
        bus.start()
        let manager = conduct.map { ManagerStandIn(at: bus.address, $0) }
        let desk = Desk(bus: bus.address)
        desk.pump = { manager?.process() }
        return (bus, manager, desk)
    }

    @Test func `a program runs once systemd has moved it into a scope, which has its timeout`() throws {
        let (bus, manager, desk) = Self.desk(.starts)
        defer { bus.stop() }
        let action = desk.action("echo $$ \"$(cat)\" \"$GESTURE_FINGERS\" > $1") { $0.lifetime.timeout = 2.5 }
        desk.runner.perform(action, steps: 1, variables: ["GESTURE_FINGERS=3"])
        #expect(desk.text == "")
        desk.finish()
        let scope = try #require(manager?.scopes.first)
        // Its standard input is empty.
        #expect(desk.text == "\(scope.process)  3\n")
        #expect(scope.unit == "gestured-action-\(scope.process)-1.scope")
        #expect(scope.timeout == 2_500_000)
        #expect(scope.strings["KillMode"] == "control-group")
        #expect(desk.lines == [])
        desk.run(desk.action("true"))
        #expect(manager?.scopes.last?.timeout == nil)
    }

    @Test(
        arguments: [
            (.refuses, "systemd refuses it: not today"), (.fails, "systemd did not start it: timeout"),
            (.hangs, "systemd does not answer"),
        ] as [(ManagerStandIn.Conduct, String)])
    func `without its scope a program runs all the same, and the reason is logged once`(
        _ conduct: ManagerStandIn.Conduct, _ reason: String
    ) {
        let (bus, manager, desk) = Self.desk(conduct)
        defer { bus.stop() }
        for _ in 1...2 {
            desk.run(desk.action("echo x >> $1"))
        }
        #expect(desk.text == "x\nx\n")
        #expect(manager?.scopes.count == 2)
        #expect(
            desk.lines == [
                "no scope of systemd for a program: \(reason); a timeout ends only the program's process group"
            ])
        // A scope that is started again, and a later refusal, are another failure.
        manager?.conduct = .starts
        desk.run(desk.action("true"))
        manager?.conduct = .refuses
        desk.run(desk.action("true"))
        #expect(desk.lines.count == 2)
    }

    @Test func `a bus without systemd starts programs without a scope`() {
        let (bus, _, desk) = Self.desk(nil)
        defer { bus.stop() }
        desk.run(desk.action("echo x > $1"))
        #expect(desk.text == "x\n")
        #expect(desk.lines.count == 1 && desk.lines[0].contains("org.freedesktop.systemd1"), "\(desk.lines)")
    }

    @Test func `without a bus a timeout ends the process group`() {
        let desk = Desk(bus: "unix:path=/no/such/bus")
        let action = desk.action("sleep 1000 & echo $! > $1; wait") { $0.lifetime.timeout = 0.2 }
        desk.run(action)
        #expect(Desk.hasEnded(pid_t(desk.text.split(separator: "\n").first ?? "") ?? 0))
        #expect(
            desk.lines.count == 3 && desk.lines[0].contains("/no/such/bus: No such file or directory"), "\(desk.lines)")
        #expect(desk.lines.last == "“a”, line 3: /bin/sh ended by signal 15")
    }

    @Test func `a bus that goes away while a program waits or runs does not end the program`() {
        let (bus, manager, desk) = Self.desk(.starts)
        let running = desk.action("echo $$ > $1; read line < $1.pipe; echo end >> $1")
        mkfifo("\(desk.path).pipe", 0o600)
        defer { unlink("\(desk.path).pipe") }
        desk.runner.perform(running, steps: 1, variables: [])
        while desk.text.isEmpty { desk.step() }
        manager?.conduct = .hangs
        let waiting = desk.action("echo waited >> $1") { $0.line = 4 }
        desk.runner.perform(waiting, steps: 1, variables: [])
        while manager?.scopes.count != 2 { desk.step() }
        bus.stop()
        while !desk.text.contains("waited") { desk.step() }
        let pipe = open("\(desk.path).pipe", O_RDWR)
        defer { close(pipe) }
        _ = write(pipe, "\n", 1)
        desk.finish()
        #expect(desk.text.hasSuffix("waited\nend\n"))
        #expect(desk.lines.count == 1 && desk.lines[0].contains(bus.address), "\(desk.lines)")
    }

    @Test func `a program in a scope is ended by systemd, and killed if it is not`() {
        let (bus, manager, desk) = Self.desk(.starts)
        defer { bus.stop() }
        let action = desk.action("echo x > $1; exec sleep 1000") { $0.lifetime.timeout = 0.2 }
        desk.runner.perform(action, steps: 1, variables: [])
        while desk.lines.isEmpty { desk.step() }
        #expect(desk.lines == ["“a”, line 3: /bin/sh terminated: it ran longer than timeout = 0.2"])
        #expect(!desk.runner.isIdle)
        // The stand-in ends nothing.
        desk.runner.expire(at: MonotonicClock.now + ActionRunner.killDelay)
        desk.finish()
        #expect(desk.lines.last == "“a”, line 3: /bin/sh ended by signal 9")
        #expect(manager?.stopped == [])
    }

    @Test func `the scopes of programs end with the service, unless they are to continue`() throws {
        let (bus, manager, desk) = Self.desk(.starts)
        defer { bus.stop() }
        let script = "echo $$ >> $1; exec sleep 1000"
        desk.runner.perform(desk.action(script), steps: 1, variables: [])
        let keeping = desk.action(script) { ($0.line, $0.lifetime.outlivesService) = (4, true) }
        desk.runner.perform(keeping, steps: 1, variables: [])
        while desk.text.split(separator: "\n").count < 2 { desk.step() }
        desk.runner.terminateAll()
        let scopes = try #require(manager?.scopes)
        while manager?.stopped != [scopes[0].unit] { desk.step() }
        for scope in scopes { kill(scope.process, SIGKILL) }
        desk.finish()
        waitpid(scopes[1].process, nil, 0)
    }

    @Test func `a program that is missing is found before it waits`() {
        let (bus, manager, desk) = Self.desk(.starts)
        defer { bus.stop() }
        let action = desk.action("") { $0.effects.forward = .run(["no-such-program"]) }
        desk.runner.perform(action, steps: 1, variables: [])
        #expect(desk.lines == ["“a”, line 3: cannot run no-such-program: No such file or directory (ENOENT)"])
        #expect(desk.runner.isIdle && manager?.scopes == [])
    }
}
