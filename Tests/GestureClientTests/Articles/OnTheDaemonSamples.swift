import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Glibc
import Testing

/// The samples of GestureClient.md and OnTheDaemon.md, and what those articles state about them.
@Suite struct OnTheDaemonSamples {
    private final class Reports {
        var all: [String] = []
    }

    private let bench = Bench.connected()
    private let reports = Reports()
    private var client: GestureClient { bench.client }

    private func report(_ text: String) { reports.all.append(text) }

    @Test func `a new client does not connect, but is due at once`() {
        let client = GestureClient()

        #expect(client.path == "/run/gestured/gestured.sock" && client.state == .disconnected(nil))
        #expect(client.deadline.map { $0 <= .now } == true)
    }

    @Test func `a region reports that positions are withheld`() {
        defer { bench.client.close() }
        let drag = DragGesture()

        let card = client.attach(drag, to: Region(x: 0, y: 0, width: 300, height: 200)) { failure in
            if failure == .positionsWithheld {
                report("no positions: attach to the whole surface, or report the focus")
            }
        }

        bench.deliver(
            ScriptedServer.ok(1, 1), #"{"type":"subscriptionChanged","subscription":1,"positions":"withheld"}"#)
        #expect(card.failure == .positionsWithheld && reports.all.count == 1)
        bench.deliver(#"{"type":"subscriptionChanged","subscription":1,"positions":"granted"}"#)
        #expect(card.failure == nil && card.isAttached)
        bench.deliver(#"{"type":"subscriptionChanged","subscription":1,"positions":"sometimes"}"#)
        #expect(client.state != .disconnected(nil) && card.failure == nil)
    }

    @Test func `a loop of the app's own watches one descriptor`() {
        let bench = Bench()
        let client = bench.client
        defer { client.close() }
        var isDone: Bool { client.state == .connecting }

        var polled = pollfd(fd: client.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while !isDone {
            poll(&polled, 1, -1)
            client.process()
        }

        #expect(client.fileDescriptor == polled.fd)
    }

    @Test func `a drag is followed, and slides to its predicted end`() {
        defer { bench.client.close() }
        func follow(_ position: Point) { report("at \(position.x)") }
        func slide(to position: Point) { report("to \(position.x)") }

        let drag = DragGesture()
            .onChanged { value in follow(value.location) }
            .onEnded { value in slide(to: value.predictedEndLocation) }
        client.attach(drag, to: Region(x: 0, y: 0, width: 300, height: 200), device: .kind(.touchscreen))

        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began", x: 20), ScriptedServer.drag("ended", x: 40))
        #expect(reports.all == ["at 20.0", "to 65.0"], "a quarter of a second at 100 points a second")
    }

    @Test func `an attachment reports a refusal, moves, and detaches`() {
        defer { bench.client.close() }
        let drag = bench.drag()

        let card = client.attach(drag, to: Region(x: 0, y: 0, width: 300, height: 200), device: .kind(.touchscreen)) {
            failure in
            report("no drags: \(failure)")
        }

        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"))

        card.move(to: Region(x: 0, y: 200, width: 300, height: 200))
        card.detach()

        #expect(bench.drainLog() == ["changed 20", "cancelled unsubscribed"])
        #expect(reports.all.isEmpty && !card.isAttached)
        let old = Bench()
        defer { old.client.close() }
        old.client.attach(MagnifyGesture()) { report("no drags: \($0)") }
        old.process()
        old.greet()
        #expect(reports.all == ["no drags: scripted 1 does not support magnify"])
    }

    @Test func `a standard set is attached like any gesture, to a daemon that supports it`() {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""units""#, with: #""units","standard""#))
        let client = bench.client

        client.attach(StandardGesture(.touchpad).onEnded { value in report("\(value)") }, device: .kind(.touchpad))

        let request = SubscribeRequest(id: 1, gesture: .standard(.touchpad), device: .kind(.touchpad))
        #expect(bench.server.requests() == [.subscribe(request)])
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.press("began", isCompleted: true))
        #expect(reports.all.isEmpty)
        bench.deliver(ScriptedServer.press("ended", isCompleted: true))
        #expect(reports.all.count == 1 && reports.all[0].hasPrefix("long press"))
    }

    @Test func `a thread with nothing else to do runs until it is done`() {
        var isDone: Bool { bench.log.contains("changed 20") }
        bench.attachDrag()
        bench.server.send(ScriptedServer.drag("began"))

        client.run { isDone }

        #expect(isDone)
    }

    @Test func `a thread that draws waits no longer than a frame`() {
        var isDone = false
        var drawn = 0
        func draw() {
            drawn += 1
            isDone = drawn == 2
        }

        while !isDone {
            client.wait(timeout: .milliseconds(16))
            draw()
        }

        #expect(drawn == 2)
    }

    @Test @MainActor func `a task reads events while another runs the client`() async throws {
        var phases: [GesturePhase] = []
        let other = Task { @MainActor in
            await client.run()
        }
        let daemon = Task { @MainActor in
            while bench.server.requests().isEmpty { await Task.yield() }
            bench.server.send(ScriptedServer.ok(1, 1))
            for phase in ["began", "ended"] {
                bench.server.send(
                    #"{"type":"gesture","subscription":1,"gesture":1,"phase":"\#(phase)","time":1,"device":"event5","#
                        + #""value":{"tap":{"fingers":3,"count":1,"location":[9,9]}}}"#)
            }
        }

        for try await message in client.events(of: .tap(.init(fingers: 3))) {
            phases.append(message.phase)
            if message.phase == .ended { break }
        }

        #expect(phases == [.began, .ended])
        await daemon.value
        other.cancel()
        await other.value
    }

    @Test func `each change of the connection is reported`() {
        defer { bench.client.close() }
        let client = bench.client

        client.onStateChange = { state in
            switch state {
            case .connected(let hello): report("connected to \(hello.server)")
            case .connecting: break
            case .disconnected(let failure): report(failure.map { "disconnected: \($0)" } ?? "closed")
            }
        }

        bench.server.hangUp()
        bench.process()
        #expect(reports.all == ["disconnected: the daemon closed the connection"])
        bench.now = client.deadline ?? bench.now
        bench.process()
        bench.greet()
        client.close()
        #expect(reports.all.dropFirst() == ["connected to scripted 1", "closed"])
    }

    @Test func `a press plays feedback on the device under the finger, and a wheel at once`() {
        let press = LongPressGesture()
            .sensoryFeedback(.start, on: .began)
            .sensoryFeedback(.success, on: .ended)

        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""units""#, with: #""units","haptic""#))
        let client = bench.client
        client.attach(press)
        _ = bench.server.requests()
        bench.deliver(ScriptedServer.ok(1, 1), Self.press("began"))
        #expect(bench.server.requests() == [.haptic(HapticRequest(id: 2, feedback: .light, device: "event5"))])
        bench.deliver(Self.press("changed", completed: true))
        #expect(bench.server.requests() == [.haptic(HapticRequest(id: 3, feedback: .success, device: "event5"))])

        client.play(.selection) { failure in report("not felt: \(failure)") }

        #expect(bench.server.requests() == [.haptic(HapticRequest(id: 4, feedback: .selection))])
        bench.deliver(
            #"{"type":"error","id":4,"code":"unsupported","reason":"noDevice","message":"haptic: no device"}"#)
        #expect(reports.all == ["not felt: haptic: no device"])
    }

    private static func press(_ phase: String, completed: Bool = false) -> String {
        #"{"type":"gesture","subscription":1,"gesture":1,"phase":"\#(phase)","time":1000,"device":"event5","value":"#
            + #"{"longPress":{"fingers":1,"location":[5,5],"startLocation":[5,5],"pressing":true,"#
            + #""completed":\#(completed),"deadline":501000}}}"#
    }

    /// Makes a bench that is greeted by a daemon with additional capabilities.
    private func bench(with capabilities: String) -> Bench {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""units""#, with: #""units",\#(capabilities)"#))
        return bench
    }

    @Test func `an app distinguishes a few cases of its access`() {
        defer { bench.client.close() }
        let client = bench.client

        client.onAccessChange = { access in
            switch (access?.session, access?.focus) {
            case (nil, _): report("not connected")
            case (.active, .unfocused), (.active, .lost): report("another app has the focus")
            case (.active, _), (.unmanaged, _): report("gestures come")
            default: report("another user is active, or the screen is locked")
            }
        }

        for (session, focus) in [("active", "focused"), ("active", "unfocused"), ("locked", "focused")] {
            bench.deliver(
                #"{"type":"accessChanged","access":{"session":"\#(session)","seats":[],"focus":"\#(focus)","#
                    + #""positions":"granted"}}"#)
        }
        client.close()
        #expect(
            reports.all == [
                "gestures come", "another app has the focus", "another user is active, or the screen is locked",
                "not connected",
            ])
    }

    @Test func `a shell claims fingers, and cancels gestures in progress`() {
        let bench = bench(with: #""scope","claim","cancel""#)
        let (client, overview) = (bench.client, SwipeGesture(directions: .up, fingers: 3))

        client.attach(overview, device: .kind(.touchpad), scope: .session, claims: true) { failure in
            report("no overview: \(failure)")
        }

        #expect(reports.all == ["no overview: scripted 1 does not support swipe"])

        client.cancelAll { failure in report("not cancelled: \(failure)") }

        #expect(bench.server.requests() == [.cancel(id: 1, device: nil)])
        bench.deliver(
            #"{"type":"error","id":1,"code":"notPermitted","reason":"session","message":"cancel: takes more"}"#)
        #expect(reports.all.last == "not cancelled: cancel: takes more")
    }

    @Test func `a drag without positions scrolls by its translation`() {
        defer { bench.client.close() }
        func follow(_ position: Point) { report("at \(position.x)") }
        func scroll(by translation: Vector) { report("by \(translation.dx)") }

        let drag = DragGesture().onChanged { value in
            switch value.positions {
            case .granted: follow(value.location)
            case .withheld: scroll(by: value.translation)
            }
        }

        client.attach(drag)
        bench.deliver(
            ScriptedServer.ok(1, 1), ScriptedServer.drag("began"),
            #"{"type":"gesture","subscription":1,"gesture":1,"phase":"changed","time":9,"device":"event5","#
                + #""value":{"drag":{"fingers":1,"translation":[30,0],"velocity":[9,0]}}}"#)
        #expect(reports.all == ["at 20.0", "by 30.0"])
        _ = bench.server.requests()

        client.attach(drag, to: Region(x: 0, y: 0, width: 300, height: 200), relativeTo: .window)

        guard case .subscribe(let request)? = bench.server.requests().first else {
            Issue.record("no subscription was requested")
            return
        }
        #expect(request.regionOrigin == .window && request.region?.width == 300)
    }

    @Test func `a cancellation has a reason`() {
        defer { bench.client.close() }
        let drag = DragGesture().onCancelled { reason in
            switch reason {
            case .failed(let failure): report("that was no drag: \(failure)")
            case .deviceLost: report("the device is gone")
            default: break  // new reasons may come
            }
        }

        client.attach(drag)
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"))
        bench.deliver(ScriptedServer.drag("cancelled", reason: "deviceLost"))
        #expect(reports.all == ["the device is gone"])
    }
}
