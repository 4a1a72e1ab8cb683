import GestureModel
import GestureProtocol
import Glibc
import LinuxSupport
import Testing

@testable import GestureActions

@Suite struct ActionRunnerTests {
    @Test func `a program gets the gesture in its environment, and nothing of the service's`() {
        let desk = Desk()
        desk.run(desk.action("env > $1"), variables: ["GESTURE_FINGERS=3"])
        let variables = Set(desk.text.split(separator: "\n")).filter {
            !$0.hasPrefix("PWD=") && !$0.hasPrefix("_=") && !$0.hasPrefix("SHLVL")
                && !$0.hasPrefix("OLDPWD")
        }
        #expect(variables == ["PATH=/usr/bin:/bin", "KEPT=1", "GESTURE_FINGERS=3"])
        #expect(desk.lines == [])
    }

    @Test(
        arguments: [
            (
                GestureValue.swipe(
                    .init(
                        fingers: 2, direction: .right, location: Point(x: 30, y: 4), startLocation: .zero,
                        velocity: Vector(dx: 600, dy: 0), edge: .left, part: .start, corner: .topLeft)),
                [
                    "NAME=swipe", "FINGERS=2", "DIRECTION=right", "DISTANCE=30.3", "VELOCITY=600.0", "EDGE=left",
                    "PART=start", "CORNER=top-left",
                ]
            ),
            (
                .drag(.init(fingers: 1, location: Point(x: 0, y: -5), startLocation: .zero, velocity: .zero)),
                ["NAME=drag", "FINGERS=1", "DIRECTION=up", "DISTANCE=5.0", "VELOCITY=0.0"]
            ),
            (.tap(.init(fingers: 3, count: 2, location: .zero)), ["NAME=tap", "FINGERS=3", "COUNT=2"]),
            (
                .rotate(.init(fingers: 2, location: .zero, startLocation: .zero, rotation: .pi / 2, velocity: -.pi)),
                ["NAME=rotate", "FINGERS=2", "SCALE=1.0", "ROTATION=90.0", "VELOCITY=0.0"]
            ),
        ] as [(GestureValue, [String])])
    func `the variables describe the gesture`(value: GestureValue, variables: [String]) {
        let device = TouchDevice(
            id: "event1", name: "Screen", node: "/dev/input/event1", kind: .touchscreen,
            surface: Surface(size: Vector(dx: 900, dy: 600)), slots: 10, resolution: nil, availability: .open)
        let event = GestureEvent(gesture: 1, phase: .ended, time: Timestamp(microseconds: 0), value: value)
        let message = GestureMessage(subscription: 1, device: "event1", event: event, positions: .granted)
        let match = ActionMatcher.Match(index: 0, steps: 1, message: message, device: device, window: ActionWindow())
        let action = Desk().action("true") { $0.gesture = .expression(.tap(.init())) }
        let list = GestureVariables(match, action).list
        let common = ["RULE=a", "DEVICE=Screen", "DEVICE_KIND=touchscreen", "PHASE=ended"]
        #expect(list == (common + variables).map { "GESTURE_\($0)" })
    }

    @Test func `values are never parsed by a shell`() {
        let desk = Desk()
        let action = desk.action("printf %s \"$GESTURE_APP\" > $1")
        desk.run(action, variables: ["GESTURE_APP=$(touch /tmp/x); `id` \" ' \n"])
        #expect(desk.text == "$(touch /tmp/x); `id` \" ' \n")
    }

    @Test(
        arguments: [
            ("printf %s 'two  words' \"it's\" > OUT", "two  wordsit's"), ("printf %s a\\\\b > OUT", "a\\b"),
            ("printf %s one > OUT\nprintf %s two >> OUT", "onetwo"), ("printf %s $((1 + 2)) | cat > OUT", "3"),
            ("printf %s \"$GESTURE_APP\" > OUT", "$(id) ' \" \n"),
        ])
    func `a text is run by the shell, with the gesture's data in variables only`(_ command: String, _ output: String) {
        let desk = Desk()
        let action = desk.action("") { $0.effects.forward = .shell(command.replacing("OUT", with: desk.path)) }
        desk.run(action, variables: ["GESTURE_APP=$(id) ' \" \n"])
        #expect(desk.text == output)
        #expect(desk.lines == [])
    }

    @Test func `a command of 128 kB runs, and a longer one is an error with its reason`() {
        for (length, lines) in [
            (CommandCheck.longestWord, []),
            (CommandCheck.longestWord + 1, ["“a”, line 3: cannot run /bin/sh: Argument list too long (E2BIG)"]),
        ] {
            let desk = Desk()
            let action = desk.action("") { action in
                action.effects.forward = .shell("true " + String(repeating: "x", count: length - 5))
            }
            desk.run(action)
            #expect(desk.lines == lines)
        }
    }

    @Test func `the exit status and the first line of errors are logged`() {
        let desk = Desk()
        desk.run(desk.action("echo one >&2; echo two >&2; exit 3"))
        #expect(desk.lines == ["“a”, line 3: /bin/sh exited with status 3: one"])
    }

    @Test func `a program that writes errors without end is terminated at its timeout`() {
        let desk = Desk()
        let action = desk.action("exec yes >&2") { $0.lifetime.timeout = 0.2 }
        desk.run(action)
        #expect(
            desk.lines == [
                "“a”, line 3: /bin/sh terminated: it ran longer than timeout = 0.2",
                "“a”, line 3: /bin/sh ended by signal 15: y",
            ])
    }

    @Test func `an error of the program of a step back names this program`() {
        let desk = Desk()
        let action = desk.action("true") {
            $0.extent = .steps(.distance(50))
            $0.effects.back = .run(["/usr/bin/env", "sh", "-c", "exit 4"])
        }
        desk.run(action, steps: -1)
        #expect(desk.lines == ["“a”, line 3: /usr/bin/env exited with status 4"])
    }

    @Test func `a missing program is an error with the rule and the path`() {
        let desk = Desk()
        let action = desk.action("") { $0.effects.forward = .run(["/no/such/program"]) }
        desk.runner.perform(action, steps: 1, variables: [])
        #expect(desk.lines == ["“a”, line 3: cannot run /no/such/program: No such file or directory (ENOENT)"])
        #expect(desk.runner.isIdle)
    }

    @Test func `one process runs, and the newest of those that came meanwhile runs after it`() {
        let desk = Desk()
        let action = desk.action("read line < $1.pipe; echo $GESTURE_NUMBER >> $1")
        mkfifo("\(desk.path).pipe", 0o600)
        defer { unlink("\(desk.path).pipe") }
        for number in 1...5 { desk.runner.perform(action, steps: 1, variables: ["GESTURE_NUMBER=\(number)"]) }
        #expect(desk.runner.descriptors.count == 1)
        let pipe = open("\(desk.path).pipe", O_RDWR)
        defer { close(pipe) }
        for _ in 1...2 { _ = write(pipe, "\n", 1) }
        desk.finish()
        #expect(desk.text == "1\n5\n")
    }

    @Test func `steps run one after the other, and a step back removes one that waits`() {
        let desk = Desk()
        let action = desk.action("echo $GESTURE_STEP >> $1") { action in
            action.extent = .steps(.distance(10))
            action.effects.back = action.effects.forward
        }
        desk.runner.perform(action, steps: 5, variables: [])
        desk.run(action, steps: -2)
        #expect(desk.text == "1\n1\n1\n")
        desk.run(action, steps: -1)
        #expect(desk.text == "1\n1\n1\n-1\n")
    }

    @Test func `a waiting program is dropped when the session is locked`() {
        let desk = Desk()
        let action = desk.action("echo x >> $1")
        for _ in 1...2 { desk.runner.perform(action, steps: 1, variables: []) }
        desk.runner.clearPending()
        desk.finish()
        #expect(desk.text == "x\n")
    }

    @Test func `a timeout terminates the whole process group`() {
        let desk = Desk()
        let action = desk.action("sleep 1000 & echo $! > $1; wait") { $0.lifetime.timeout = 0.2 }
        desk.run(action)
        #expect(
            desk.lines == [
                "“a”, line 3: /bin/sh terminated: it ran longer than timeout = 0.2",
                "“a”, line 3: /bin/sh ended by signal 15",
            ])
        let child = pid_t(desk.text.split(separator: "\n").first ?? "") ?? 0
        #expect(child > 0)
        #expect(Desk.hasEnded(child))
    }

    @Test func `what ignores TERM in a process group is killed, although its leader has ended before`() {
        let desk = Desk()
        let action = desk.action("(trap '' TERM; sleep 1000) & sleep 0.1; echo $! > $1; wait") {
            $0.lifetime.timeout = 0.3
        }
        desk.runner.perform(action, steps: 1, variables: [])
        while desk.lines.isEmpty { desk.step() }
        let child = pid_t(desk.text.split(separator: "\n").first ?? "") ?? 0
        #expect(child > 0 && kill(child, 0) == 0)
        desk.runner.expire(at: MonotonicClock.now + ActionRunner.killDelay)
        desk.finish()
        #expect(Desk.hasEnded(child))
        #expect(desk.lines.last == "“a”, line 3: /bin/sh ended by signal 15")
    }

    @Test func `without a timeout a program runs on`() {
        let desk = Desk()
        desk.runner.perform(desk.action("sleep 1000"), steps: 1, variables: [])
        #expect(desk.runner.deadline == nil)
        desk.runner.expire(at: MonotonicClock.now + .seconds(3600))
        #expect(desk.lines == [])
        desk.runner.terminateAll()
        desk.finish()
    }

    @Test func `no more processes than the limit run`() {
        let desk = Desk()
        for line in 0...ActionRunner.mostProcesses {
            desk.runner.perform(desk.action("true") { $0.line = line }, steps: 1, variables: [])
        }
        #expect(desk.lines == ["“a”, line 32: not started, 32 other processes run"])
        desk.finish()
    }

    @Test func `programs end with the service, unless they are to continue`() {
        let desk = Desk()
        let script = "echo $$ >> $1; exec sleep 1000"
        desk.runner.perform(desk.action(script), steps: 1, variables: [])
        let keeping = desk.action(script) { action in
            (action.line, action.lifetime.outlivesService) = (4, true)
        }
        desk.runner.perform(keeping, steps: 1, variables: [])
        while desk.text.split(separator: "\n").count < 2 { sched_yield() }
        desk.runner.terminateAll()
        desk.finish()
        let alive = desk.text.split(separator: "\n").compactMap { pid_t($0) }.filter { kill($0, 0) == 0 }
        #expect(alive.count == 1)
        for process in alive {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
    }

    @Test func `keys without a desktop are an error that names the rule`() throws {
        let desk = Desk()
        let keys = try KeyCombination("super+Right")
        desk.runner.perform(desk.action("") { $0.effects.forward = .keys([keys]) }, steps: 1, variables: [])
        #expect(
            desk.lines == [
                "“a”, line 3: super+Right not pressed: neither WAYLAND_DISPLAY nor DISPLAY is set: there is no desktop"
            ])
    }
}
