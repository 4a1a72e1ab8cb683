import GestureModel
import GesturePipeline
import Testing

/// A gesture stays in the region in which its contacts came down.
@Suite struct MovedRegionTests {
    private var bench = Bench()
    private static let left = #"{"x":0,"y":0,"width":300,"height":500}"#
    private static let right = #"{"x":300,"y":0,"width":300,"height":500}"#

    private mutating func view() -> Bench.Client { bench.client(#"{"drag":{}}"#, #""region":\#(Self.left)"#) }

    private mutating func move(_ client: Bench.Client, to region: String?, at milliseconds: Double) {
        let position = region.map { #","region":\#($0)"# } ?? ""
        bench.send(client, #"{"type":"move","id":5,"subscription":1\#(position)}"# + "\n", at: milliseconds)
    }

    @Test mutating func `a gesture in progress continues when its region moves away`() {
        let client = view()
        bench.drag(from: 0)
        move(client, to: Self.right, at: 10)
        bench.at(16, .move(0, 30, 10))
        bench.at(24, .lift(0))
        #expect(bench.read(client) == ["1 began 1", "ok 5", "1 changed 1", "1 ended 1"])
        bench.drag(from: 100)
        bench.at(120, .lift(0))
        #expect(bench.read(client) == [], "the old region has no subscriber")
        bench.at(200, .down(0, 60, 10))
        bench.at(208, .move(0, 80, 10))
        #expect(bench.read(client) == ["1 began 2"])
    }

    @Test mutating func `contacts that have begun nothing stay in the old region`() {
        let client = view()
        bench.at(0, .down(0, 10, 10))
        move(client, to: Self.right, at: 4)
        bench.at(8, .move(0, 30, 10))
        bench.at(16, .lift(0))
        #expect(bench.read(client) == ["ok 5", "1 began 1", "1 ended 1"])
    }

    @Test mutating func `a contact that is down in the new region begins nothing`() {
        let client = view()
        bench.at(0, .down(0, 60, 10))
        move(client, to: Self.right, at: 4)
        bench.at(8, .move(0, 90, 10))
        #expect(bench.read(client) == ["ok 5"])
    }

    @Test mutating func `a gesture in the old region and one in the new region are separate`() {
        let client = view()
        bench.drag(from: 0)
        move(client, to: Self.right, at: 10)
        bench.at(16, .down(1, 60, 10))
        bench.at(24, .move(1, 80, 10))
        bench.at(32, .lift(0))
        bench.at(40, .lift(1))
        let words = bench.read(client).filter { !$0.contains("changed") }
        #expect(words == ["1 began 1", "ok 5", "1 began 2", "1 ended 1", "1 ended 2"])
    }

    @Test mutating func `a region that moves there and back keeps its gesture`() {
        let client = view()
        bench.drag(from: 0)
        move(client, to: Self.right, at: 10)
        move(client, to: Self.left, at: 12)
        bench.at(16, .lift(0))
        bench.drag(from: 100)
        #expect(bench.read(client) == ["1 began 1", "ok 5", "ok 5", "1 ended 1", "1 began 2"])
    }

    @Test mutating func `a move without a region applies to the whole surface`() {
        let client = view()
        move(client, to: nil, at: 0)
        bench.at(0, .down(0, 60, 10))
        bench.at(8, .move(0, 80, 10))
        #expect(bench.read(client) == ["ok 5", "1 began 1"])
    }

    @Test mutating func `a region that grows around a gesture does not change it`() {
        let client = view()
        bench.drag(from: 0)
        move(client, to: #"{"x":0,"y":0,"width":600,"height":500}"#, at: 10)
        bench.at(16, .move(0, 35, 10))
        bench.at(24, .move(0, 50, 10))
        bench.at(32, .lift(0))
        #expect(bench.read(client) == ["1 began 1", "ok 5", "1 changed 1", "1 changed 1", "1 ended 1"])
    }

    @Test mutating func `unsubscribing after a move cancels the gesture in the old region`() {
        let client = view()
        bench.drag(from: 0)
        move(client, to: Self.right, at: 10)
        bench.send(client, #"{"type":"unsubscribe","id":6,"subscription":1}"# + "\n", at: 12)
        #expect(bench.read(client) == ["1 began 1", "ok 5", "1 cancelled 1 unsubscribed", "ok 6"])
    }

    @Test mutating func `other subscriptions of the same region continue`() {
        let client = view()
        let other = view()
        bench.drag(from: 0)
        move(client, to: Self.right, at: 10)
        bench.at(16, .lift(0))
        bench.drag(from: 100)
        #expect(bench.read(other) == ["1 began 1", "1 ended 1", "1 began 2"])
    }

    @Test mutating func `a region outside the surface and an unknown subscription are refused and change nothing`() {
        let client = view()
        move(client, to: #"{"x":9000,"y":0,"width":10,"height":10}"#, at: 0)
        bench.send(client, #"{"type":"move","id":6,"subscription":2}"# + "\n")
        bench.drag(from: 0)
        #expect(bench.read(client) == ["error 5 regionOutsideSurface", "error 6 unknownSubscription", "1 began 1"])
    }

    @Test mutating func `a region with a window as its origin moves with the window`() {
        bench = Bench.with(.alice)
        let region = #""region":{"x":0,"y":0,"width":0.2,"height":1,"of":"window"},"units":"normalized""#
        let client = bench.client(#"{"drag":{}}"#, region, Person.alice.peer())
        bench.drag(from: 0)
        bench.at(16, .lift(0))
        #expect(bench.read(client) == [], "the window's position is not known")
        let source = bench.source(.alice)
        bench.focus(source, 10, window: #","window":{"x":0.5,"y":0,"width":0.5,"height":1}"#, at: 20)
        bench.at(30, .down(0, 60, 10))
        bench.at(38, .move(0, 70, 10))
        #expect(bench.read(client) == ["access active seat0 focused granted", "1 positions granted", "1 began 1"])
        bench.focus(source, 10, window: #","window":{"x":0,"y":0,"width":0.5,"height":1}"#, at: 40)
        bench.at(48, .lift(0))
        bench.at(60, .down(0, 60, 10))
        bench.at(68, .move(0, 70, 10))
        bench.at(76, .lift(0))
        #expect(bench.read(client) == ["1 ended 1"])
        bench.drag(from: 100)
        #expect(bench.read(client) == ["1 began 2"])
    }
}
