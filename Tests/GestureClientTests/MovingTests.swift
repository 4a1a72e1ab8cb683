import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

/// An attachment that moves to another region.
@Suite struct MovingTests {
    private static let left = Region(x: 0, y: 0, width: 10, height: 10)
    private static let right = Region(x: 50, y: 0, width: 10, height: 10)
    private static let outside =
        #"{"type":"error","id":2,"code":"regionOutsideSurface","message":"region: lies outside"}"#
    private static let refusal = SubscriptionFailure.refused(
        ErrorMessage(id: 2, code: "regionOutsideSurface", message: "region: lies outside"))

    private let bench = Bench.connected()

    private func subscribe(_ id: Int64, to region: Region?) -> Request {
        .subscribe(SubscribeRequest(id: id, gesture: .drag(.init()), region: region))
    }

    @Test func `each move to another region sends one request`() {
        let attachment = bench.attachDrag(to: Self.left)
        attachment.move(to: Self.right)
        attachment.move(to: Self.right)
        #expect(attachment.region == Self.right && attachment.isAttached)
        attachment.move(to: nil)
        attachment.move(to: Self.left)
        #expect(
            bench.server.requests() == [
                .move(id: 2, subscription: 1, region: Self.right), .move(id: 3, subscription: 1, region: nil),
                .move(id: 4, subscription: 1, region: Self.left),
            ])
    }

    @Test func `a gesture in progress during a move continues next to the new one, and they are kept apart`() {
        let attachment = bench.attachDrag(to: Self.left)
        bench.deliver(ScriptedServer.drag("began"))
        attachment.move(to: nil)
        bench.deliver(
            ScriptedServer.drag("changed", x: 30), #"{"type":"ok","id":2}"#,
            ScriptedServer.drag("began", x: 70, gesture: 2), ScriptedServer.drag("changed", x: 32, time: 2000),
            ScriptedServer.drag("ended", x: 40), ScriptedServer.drag("changed", x: 75, gesture: 2),
            ScriptedServer.drag("ended", x: 80, gesture: 2))
        #expect(
            bench.drainLog() == [
                "changed 20", "changed 30", "changed 70", "changed 32", "ended 40", "changed 75", "ended 80",
            ])
        #expect(bench.server.requests() == [.move(id: 2, subscription: 1, region: nil)])
    }

    @Test func `detaching after a move cancels each gesture in progress once`() {
        let attachment = bench.attachDrag(to: Self.left)
        bench.deliver(ScriptedServer.drag("began"))
        attachment.move(to: nil)
        bench.deliver(#"{"type":"ok","id":2}"#, ScriptedServer.drag("began", x: 70, gesture: 2))
        attachment.detach()
        #expect(bench.drainLog() == ["changed 20", "changed 70", "cancelled unsubscribed", "cancelled unsubscribed"])
        #expect(bench.server.requests().last == .unsubscribe(id: 3, subscription: 1))
    }

    @Test func `a move before the answer is sent when the subscription has a number`() {
        let attachment = bench.client.attach(bench.drag(), to: Self.left)
        attachment.move(to: Self.right)
        #expect(bench.server.requests() == [subscribe(1, to: Self.left)])
        bench.deliver(ScriptedServer.ok(1, 4))
        #expect(bench.server.requests() == [.move(id: 2, subscription: 4, region: Self.right)])
    }

    @Test func `a move away and back before the answer sends nothing`() {
        let attachment = bench.client.attach(bench.drag(), to: Self.left)
        attachment.move(to: nil)
        attachment.move(to: Self.left)
        bench.deliver(ScriptedServer.ok(1, 4))
        #expect(bench.server.requests() == [subscribe(1, to: Self.left)])
    }

    @Test func `a gesture moved before the connection is subscribed in its latest region`() {
        let bench = Bench()
        bench.client.attach(bench.drag(), to: Self.left).move(to: Self.right)
        bench.process()
        bench.greet()
        #expect(bench.server.requests() == [subscribe(1, to: Self.right)])
    }

    @Test func `a refused region leaves the old one in force, and the app receives the reason`() {
        let attachment = bench.attachDrag(to: Self.left)
        attachment.move(to: Self.right)
        bench.deliver(Self.outside)
        #expect(bench.drainLog() == ["failure: region: lies outside"])
        #expect(attachment.region == Self.left && attachment.failure == nil)
        bench.deliver(ScriptedServer.drag("began"))
        #expect(bench.drainLog() == ["changed 20"])
        _ = bench.server.requests()
        attachment.move(to: Self.right)
        #expect(bench.server.requests() == [.move(id: 3, subscription: 1, region: Self.right)])
    }

    @Test func `a refusal does not undo a later move, and refusing both restores the first region`() {
        let attachment = bench.attachDrag(to: Self.left)
        attachment.move(to: Self.right)
        attachment.move(to: nil)
        bench.deliver(Self.outside)
        #expect(attachment.region == nil)
        bench.deliver(Self.outside.replacing(#""id":2"#, with: #""id":3"#))
        #expect(attachment.region == Self.left)
        #expect(bench.drainLog().count == 2)
    }

    @Test func `a daemon without move gets no request, and the old region stays in force`() {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#","move""#, with: ""))
        _ = bench.drainLog()
        let attachment = bench.attachDrag(to: Self.left)
        attachment.move(to: Self.right)
        #expect(bench.drainLog() == ["failure: scripted 1 does not support move"])
        #expect(attachment.region == Self.left && attachment.failure == nil && attachment.isAttached)
        #expect(bench.server.requests().isEmpty)
    }

    @Test func `moving a refused gesture subscribes it in the new region`() {
        let attachment = bench.client.attach(bench.drag(), to: Self.left)
        bench.deliver(Self.outside.replacing(#""id":2"#, with: #""id":1"#))
        #expect(attachment.failure != nil)
        attachment.move(to: Self.right)
        #expect(attachment.failure == nil)
        #expect(bench.server.requests() == [subscribe(1, to: Self.left), subscribe(2, to: Self.right)])
    }

    @Test func `a gesture moved before its refusal is subscribed again, and reports the second refusal only`() {
        let attachment = bench.client.attach(bench.drag(), to: Self.left) { [weak bench] in bench?.log.append("\($0)") }
        attachment.move(to: Self.right)
        bench.deliver(Self.outside.replacing(#""id":2"#, with: #""id":1"#))
        #expect(bench.drainLog().isEmpty && attachment.failure == nil)
        #expect(bench.server.requests().last == subscribe(2, to: Self.right))
        bench.deliver(Self.outside)
        #expect(bench.drainLog() == ["region: lies outside"])
        #expect(attachment.failure == Self.refusal && attachment.region == Self.right)
    }

    @Test func `a capability that the next daemon lacks fails once after earlier moves`() throws {
        let attachment = bench.attachDrag(to: Self.left)
        attachment.move(to: Self.right)
        bench.server.hangUp()
        bench.process()
        bench.now = try #require(bench.client.deadline)
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""drag","#, with: ""))
        #expect(bench.drainLog().filter { $0.hasPrefix("failure") } == ["failure: scripted 1 does not support drag"])
    }

    @Test func `a gesture moved before a disconnection is subscribed once, in the new region`() throws {
        let attachment = bench.attachDrag(to: Self.left)
        bench.deliver(ScriptedServer.drag("began"))
        attachment.move(to: Self.right)
        bench.server.hangUp()
        bench.process()
        bench.now = try #require(bench.client.deadline)
        bench.process()
        bench.greet()
        #expect(bench.drainLog().filter { $0 == "cancelled disconnected" }.count == 1)
        #expect(bench.server.requests() == [subscribe(3, to: Self.right)])
        // The lost move has no effect any more.
        bench.deliver(ScriptedServer.ok(3, 1))
        #expect(bench.server.requests().isEmpty)
    }

    @Test func `a gesture moved before a disconnection is released when the client is closed`() {
        final class Token {}
        weak var kept: Token?
        let attachment: GestureClient.Attachment
        do {
            let bench = Bench.connected()
            let token = Token()
            kept = token
            attachment = bench.client.attach(DragGesture().onEnded { _ in _ = token })
            bench.deliver(ScriptedServer.ok(bench.server.requests()[0].id, 1), ScriptedServer.drag("began"))
            attachment.move(to: Self.left)
            bench.server.hangUp()
            bench.process()
            bench.client.close()
        }
        weak let left: GestureClient.Attachment? = attachment
        _ = consume attachment
        #expect(kept == nil && left == nil)
    }

    @Test func `a gesture detached by its callback after a move is unsubscribed once`() {
        var attachment: GestureClient.Attachment?
        attachment = bench.client.attach(DragGesture().onEnded { _ in attachment?.detach() })
        bench.deliver(ScriptedServer.ok(bench.server.requests()[0].id, 1), ScriptedServer.drag("began"))
        attachment?.move(to: Self.left)
        bench.deliver(#"{"type":"ok","id":2}"#)
        _ = bench.server.requests()
        bench.deliver(ScriptedServer.drag("ended"))
        #expect(bench.server.requests() == [.unsubscribe(id: 3, subscription: 1)])
    }

    @Test func `the answer to a move after detaching has no effect`() {
        let attachment = bench.attachDrag(to: Self.left)
        attachment.move(to: Self.right)
        attachment.detach()
        bench.deliver(Self.outside, #"{"type":"ok","id":3}"#)
        #expect(bench.drainLog().isEmpty && attachment.region == Self.right)
    }

    @Test func `an anchor is relative to the region that the daemon accepted`() {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""drag""#, with: #""drag","magnify""#))
        var anchors: [UnitPoint] = []
        let wide = Region(x: 0, y: 0, width: 100, height: 100)
        let attachment = bench.client.attach(
            MagnifyGesture().onChanged { anchors.append($0.startAnchor) }, to: wide)
        bench.deliver(ScriptedServer.ok(1, 1))
        attachment.move(to: Region(x: 0, y: 0, width: 20, height: 20))
        bench.deliver(magnify("began", 1), magnify("ended", 1), #"{"type":"ok","id":2}"#, magnify("began", 2))
        #expect(anchors == [UnitPoint(x: 0.1, y: 0.1), UnitPoint(x: 0.5, y: 0.5)])
    }

    private func magnify(_ phase: String, _ gesture: Int) -> String {
        #"{"type":"gesture","subscription":1,"gesture":\#(gesture),"phase":"\#(phase)","time":1,"device":"event5","#
            + #""value":{"magnify":{"fingers":2,"location":[10,10],"startLocation":[10,10],"#
            + #""magnification":1.25,"velocity":0}}}"#
    }
}
