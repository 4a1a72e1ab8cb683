import GestureClient
import GestureModel
import GesturePipeline
import GestureProtocol
import Gestures
import Testing

/// The library and the daemon's pipeline interpret the protocol the same. Positions are in millimetres on a
/// screen of 344 × 194 mm, which is 2167 pt wide.
@Suite struct PipelineTests {
    private static let left = Region(x: 0, y: 0, width: 1000, height: 1200)
    private static let right = Region(x: 1100, y: 0, width: 1000, height: 1200)
    private static let (onTheLeft, onTheRight) = (Point(x: 40, y: 80), Point(x: 200, y: 80))

    private let bench: PipelineBench

    init() throws {
        bench = try PipelineBench()
        bench.focus(10)
    }

    /// Makes a drag that logs its end: the translation in millimetres and the start position.
    private func drag() -> some Gesture<DragGesture.Value> {
        DragGesture()
            .onEnded { [weak bench] value in
                let (translation, start) = (value.translation.dx * 0.15875, value.startLocation.x * 0.15875)
                bench?.log.append("ended \(Int(translation.rounded())) from \(Int(start.rounded())) \(value.positions)")
            }
            .onCancelled { [weak bench] reason in bench?.log.append("cancelled \(reason.name)") }
    }

    private func attach(
        to region: Region? = nil, scope: SubscriptionScope = .focused, claims: Bool = false
    ) -> GestureClient.Attachment {
        let attachment = bench.client.attach(drag(), to: region, scope: scope, claims: claims) { [weak bench] in
            bench?.log.append("\($0)")
        }
        bench.runUntilIdle()
        return attachment
    }

    @Test func `a gesture in the old region continues, and the next begins in the new region`() {
        let attachment = attach(to: Self.left)
        bench.drag(from: Self.onTheLeft) {
            attachment.move(to: Self.right)
            bench.runUntilIdle()
        }
        #expect(bench.drainLog() == ["ended 60 from 40 granted"])
        bench.drag(from: Self.onTheLeft)
        #expect(bench.drainLog().isEmpty)
        bench.drag(from: Self.onTheRight)
        #expect(bench.drainLog() == ["ended 60 from 200 granted"])
    }

    @Test func `a move outside the surface is refused and reported`() throws {
        let attachment = attach(to: Self.left)
        attachment.move(to: Region(x: 5000, y: 0, width: 10, height: 10))
        bench.runUntilIdle()
        #expect(try #require(bench.drainLog().first).hasPrefix("region: lies outside the surface of event5"))
        #expect(attachment.region == Self.left)
        bench.drag(from: Self.onTheLeft)
        #expect(bench.drainLog() == ["ended 60 from 40 granted"])
    }

    @Test func `a focus change cancels gestures in progress and reports the new access`() {
        _ = attach()
        bench.client.onAccessChange = { [weak bench] access in
            bench?.log.append(access.map { "\($0.focus) \($0.positions)" } ?? "none")
        }
        bench.drag(from: Self.onTheLeft) { bench.focus(11) }
        #expect(bench.drainLog() == ["cancelled focusChanged", "unfocused withheld"])
        bench.drag(from: Self.onTheLeft)
        #expect(bench.drainLog().isEmpty)
    }

    @Test func `a shell without the focus receives the way of one finger roughly and without positions`() {
        bench.focus(11)
        _ = attach(scope: .session)
        bench.drag(from: Self.onTheLeft)
        bench.drag(from: Self.onTheRight)
        // 45 pt in the units of the region.
        #expect(bench.drainLog() == ["ended 57 from 0 withheld", "ended 57 from 0 withheld"])
    }

    @Test func `a region reports withheld positions, and receives gestures again with the focus`() throws {
        let bench = try PipelineBench()
        let drag = DragGesture().onEnded { [weak bench] _ in bench?.log.append("ended") }
        let region = Region(x: 0, y: 0, width: 1000, height: 1000)
        let attachment = bench.client.attach(drag, to: region) { [weak bench] in bench?.log.append("\($0)") }
        bench.client.attach(DragGesture()) { [weak bench] in bench?.log.append("no region: \($0)") }
        bench.runUntilIdle()
        #expect(attachment.failure == .positionsWithheld)
        #expect(bench.drainLog() == [SubscriptionFailure.positionsWithheld.description])
        bench.drag(from: Point(x: 20, y: 20))
        #expect(bench.drainLog().isEmpty)
        bench.focus(10)
        #expect(attachment.failure == nil)
        bench.drag(from: Point(x: 20, y: 20))
        #expect(bench.drainLog() == ["ended"])
        bench.focus(11)
        #expect(attachment.failure == nil, "another app has the focus, as `access` reports")
        bench.focus(10)
        #expect(attachment.failure == nil && bench.drainLog().isEmpty)
    }

    @Test func `edges report withheld positions, and a move to the whole surface recovers`() throws {
        let bench = try PipelineBench()
        let edge = bench.client.attach(DragGesture(edges: .left))
        let region = bench.client.attach(DragGesture(), to: Region(x: 0, y: 0, width: 1000, height: 1000))
        bench.runUntilIdle()
        #expect(edge.failure == .positionsWithheld && region.failure == .positionsWithheld)
        region.move(to: nil)
        bench.runUntilIdle()
        #expect(edge.failure == .positionsWithheld && region.failure == nil)
    }

    @Test func `another app's claim applies to later fingers, but not to fingers already down`() {
        _ = attach()
        bench.drag(from: Self.onTheLeft) {
            bench.connectOther(
                sending: .subscribe(SubscribeRequest(id: 1, gesture: .drag(.init()), scope: .session, claims: true)))
        }
        #expect(
            bench.drainLog() == ["ended 60 from 40 granted"],
            "the claim does not apply to fingers that are already down")
        bench.drag(from: Self.onTheLeft)
        #expect(bench.drainLog() == ["cancelled outcompeted"])
    }

    @Test func `cancelAll cancels all gestures in progress`() {
        _ = attach()
        bench.drag(from: Self.onTheLeft) {
            bench.client.cancelAll(device: "event5") { [weak bench] in bench?.log.append("\($0)") }
            bench.runUntilIdle()
        }
        #expect(bench.drainLog() == ["cancelled requested"])
        bench.client.cancelAll(device: "event9") { [weak bench] in bench?.log.append("\($0)") }
        bench.runUntilIdle()
        #expect(bench.drainLog() == ["device: there is no device event9"])
    }
}
