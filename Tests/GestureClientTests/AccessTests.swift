import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

/// An app's access: the daemon's reports of it, and the requests for scopes, claims and regions.
@Suite struct AccessTests {
    private static let capabilities = #""scope","claim","cancel","region","units""#
    private let bench: Bench

    init() {
        bench = Bench()
        bench.process()
        bench.greet(
            Self.hello(#"{"session":"active","seats":["seat0"],"focus":"unknown","positions":"withheld"}"#))
        bench.log = []
    }

    private static func hello(_ access: String) -> String {
        String(
            ScriptedServer.hello.replacing(#""region","units""#, with: capabilities).dropLast())
            + #","access":\#(access)}"#
    }

    private func log(_ access: Access?) {
        bench.log.append(access.map { "\($0.session) \($0.focus) \($0.positions)" } ?? "none")
    }

    // MARK: - Access

    @Test func `access is the daemon's last report, and each change is reported once, after the connection's`()
        throws
    {
        defer { bench.client.close() }
        bench.client.onAccessChange = { log($0) }
        let unfocused = #"{"session":"active","seats":["seat0"],"focus":"unfocused","positions":"withheld"}"#
        bench.deliver(#"{"type":"accessChanged","access":\#(unfocused)}"#)
        bench.deliver(#"{"type":"accessChanged","access":\#(unfocused)}"#)
        #expect(bench.client.access?.focus == .unfocused)
        bench.server.hangUp()
        bench.process()
        #expect(bench.client.access == nil)
        bench.now = try #require(bench.client.deadline)
        bench.process()
        bench.greet(Self.hello(unfocused))
        bench.client.close()
        #expect(
            bench.drainLog() == [
                "active unfocused withheld", "disconnected: the daemon closed the connection", "none", "connecting",
                "connected scripted 1", "active unfocused withheld", "disconnected", "none",
            ])
    }

    @Test func `closing the client in onStateChange prevents a report of access`() {
        let bench = Bench()
        bench.client.onStateChange = { [weak bench] state in
            if case .connected = state { bench?.client.close() }
        }
        bench.client.onAccessChange = { [weak bench] in bench?.log.append("\(String(describing: $0))") }
        bench.process()
        bench.greet()
        #expect(bench.log.isEmpty && bench.client.access == nil)
    }

    // MARK: - Requests

    @Test func `callbacks and events can request a scope, a claim and a region in the window`() {
        let region = Region(x: 1, y: 2, width: 3, height: 4)
        bench.client.attach(DragGesture(), to: region, relativeTo: .window, scope: .session, claims: true)
        let events = bench.client.events(
            of: .tap(.init()), in: region, relativeTo: .window, scope: .session, claims: true)
        #expect(
            bench.server.requests() == [
                .subscribe(
                    SubscribeRequest(
                        id: 1, gesture: .drag(.init()), region: region, regionOrigin: .window,
                        scope: .session, claims: true)),
                .subscribe(
                    SubscribeRequest(
                        id: 2, gesture: .tap(.init()), region: region, regionOrigin: .window, scope: .session,
                        claims: true)),
            ])
        withExtendedLifetime(events) {}
    }

    @Test(arguments: ["scope", "claim"])
    func `a daemon without the capability gets no request, and the failure names it`(capability: String) {
        let bench = Bench()
        bench.process()
        let other = capability == "scope" ? "claim" : "scope"
        bench.greet(ScriptedServer.hello.replacing(#""units""#, with: #""units","\#(other)""#))
        let attachment = bench.client.attach(DragGesture(), scope: .session, claims: true)
        #expect(attachment.failure == .unsupported(capability, server: "scripted 1"))
        bench.client.attach(DragGesture())
        #expect(bench.server.requests().count == 1, "a request without scope and claim needs neither capability")
    }

    @Test func `a refusal of the scope session contains the daemon's message, and the connection continues`() {
        var failures: [SubscriptionFailure] = []
        bench.client.attach(bench.drag(), scope: .session) { failures.append($0) }
        bench.client.attach(bench.drag())
        bench.deliver(
            #"{"type":"error","id":1,"code":"notPermitted","reason":"session","message":"scope: takes the right"}"#,
            ScriptedServer.ok(2, 1), ScriptedServer.drag("began"))
        #expect(
            failures == [
                .refused(
                    ErrorMessage(id: 1, code: "notPermitted", reason: "session", message: "scope: takes the right"))
            ])
        #expect(bench.drainLog() == ["changed 20"])
    }

    @Test func `in a region of the window an anchor is the centre, since the window's position is unknown`() {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""drag""#, with: #""magnify""#))
        var anchor: UnitPoint?
        bench.client.attach(
            MagnifyGesture().onChanged { anchor = $0.startAnchor }, to: Region(x: 0, y: 0, width: 100, height: 100),
            relativeTo: .window)
        bench.deliver(
            ScriptedServer.ok(1, 1),
            #"{"type":"gesture","subscription":1,"gesture":1,"phase":"began","time":1,"device":"event5","value":"#
                + #"{"magnify":{"fingers":2,"location":[10,10],"startLocation":[10,10],"magnification":2,"velocity":0}}}"#
        )
        #expect(anchor == .center)
    }

    // MARK: - Cancelling

    @Test func `cancelAll cancels everything or one device, and success calls no handler`() {
        var failures: [RequestFailure] = []
        bench.client.cancelAll { failures.append($0) }
        bench.client.cancelAll(device: "event5")
        #expect(bench.server.requests() == [.cancel(id: 1, device: nil), .cancel(id: 2, device: "event5")])
        bench.deliver(#"{"type":"ok","id":1}"#, #"{"type":"ok","id":2}"#)
        bench.client.close()
        #expect(failures.isEmpty)
    }

    @Test func `a refused cancelAll reports the daemon's message`() {
        var failures: [RequestFailure] = []
        bench.client.cancelAll { failures.append($0) }
        bench.deliver(#"{"type":"error","id":1,"code":"notPermitted","reason":"session","message":"cancel: takes"}"#)
        let error = ErrorMessage(id: 1, code: "notPermitted", reason: "session", message: "cancel: takes")
        #expect(failures == [.refused(error)])
        #expect(failures.first?.description == "cancel: takes")
    }

    @Test func `a cancelAll that cannot be sent fails at once`() {
        var failures: [RequestFailure] = []
        Bench().client.cancelAll { failures.append($0) }
        Bench.connected().client.cancelAll { failures.append($0) }
        #expect(failures == [.notConnected, .unsupported("cancel", server: "scripted 1")])
        #expect(
            failures.map(\.description) == [
                "not connected to the daemon", "scripted 1 does not support cancel",
            ])
    }
}
