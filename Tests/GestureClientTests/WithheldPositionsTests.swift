import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

/// Values whose positions the daemon withholds.
@Suite struct WithheldPositionsTests {
    private let bench: Bench

    init() {
        bench = Bench()
        bench.process()
        let capabilities = #""drag","swipe","magnify","rotate","standard","simultaneous""#
        bench.greet(ScriptedServer.hello.replacing(#""drag""#, with: capabilities))
    }

    /// Returns the last value of a gesture that the daemon sends as this JSON.
    private func last<G: Gesture>(_ gesture: G, _ value: String) -> G.Value? {
        var last: G.Value?
        bench.client.attach(gesture.onEnded { last = $0 })
        let id = bench.server.requests()[0].id
        bench.deliver(ScriptedServer.ok(id, Int(id)))
        for phase in ["began", "ended"] {
            bench.deliver(
                #"{"type":"gesture","subscription":\#(id),"gesture":\#(id),"phase":"\#(phase)","time":1,"#
                    + #""device":"event5","value":\#(value)}"#)
        }
        return last
    }

    private static let motion = #""translation":[30,-4],"velocity":[100,0]"#
    private static let pinch =
        #"{"phase":"ended","simultaneous":[{"phase":"ended","magnify":{"fingers":2,"magnification":2,"velocity":0}},"#
        + #"{"phase":"ended","rotate":{"fingers":2,"rotation":-0.5,"velocity":0}}]}"#

    @Test func `a drag begins at zero, and its translation, velocity and prediction are correct`() throws {
        let drag = try #require(last(DragGesture(), #"{"drag":{"fingers":1,\#(Self.motion)}}"#))
        #expect(drag.positions == .withheld)
        #expect(drag.startLocation == .zero && drag.location == Point(x: 30, y: -4))
        #expect(drag.translation == Vector(dx: 30, dy: -4) && drag.velocity == Vector(dx: 100, dy: 0))
        #expect(drag.predictedEndTranslation == Vector(dx: 55, dy: -4))
    }

    @Test func `values with granted positions are marked as granted`() throws {
        let drag = try #require(
            last(DragGesture(), #"{"drag":{"fingers":1,"location":[9,9],"startLocation":[1,1],\#(Self.motion)}}"#))
        #expect(drag.positions == .granted && drag.location == Point(x: 9, y: 9))
    }

    @Test func `a swipe begins at zero`() throws {
        let swipe = try #require(
            last(SwipeGesture(), #"{"swipe":{"fingers":1,"direction":"right",\#(Self.motion)}}"#))
        #expect(swipe.positions == .withheld && swipe.startLocation == .zero)
        #expect(swipe.translation == Vector(dx: 30, dy: -4))
    }

    @Test func `a tap is at zero`() throws {
        let tap = try #require(last(SpatialTapGesture(), #"{"tap":{"fingers":1,"count":1}}"#))
        #expect(tap == SpatialTapGesture.Value(location: .zero, positions: .withheld))
    }

    @Test func `magnifications and rotations start at zero, with the centre as anchor`() throws {
        let magnify = try #require(
            last(MagnifyGesture(), #"{"magnify":{"fingers":2,"magnification":2,"velocity":0}}"#))
        #expect(magnify.positions == .withheld && magnify.magnification == 2)
        #expect(magnify.startLocation == .zero && magnify.startAnchor == .center)
        let rotate = try #require(last(RotateGesture(), #"{"rotate":{"fingers":2,"rotation":-0.5,"velocity":0}}"#))
        #expect(rotate.positions == .withheld && rotate.rotation == .radians(-0.5))
        #expect(rotate.startLocation == .zero && rotate.startAnchor == .center)
    }

    @Test func `every part of a composition is marked as withheld`() throws {
        let both = try #require(last(MagnifyGesture().simultaneously(with: RotateGesture()), Self.pinch))
        #expect(both.first?.positions == .withheld && both.second?.positions == .withheld)
    }

    @Test(arguments: [
        #"{"tap":{"fingers":1,"count":1}}"#, #"{"drag":{"fingers":1,\#(motion)}}"#, pinch,
        #"{"longPress":{"fingers":1,"pressing":false,"completed":true}}"#,
    ])
    func `every value of a standard set is marked as withheld`(value: String) {
        let positions: [PositionAccess] =
            switch last(StandardGesture(.touchscreen), value) {
            case .tap(let tap): [tap.positions]
            case .drag(let drag): [drag.positions]
            case .longPress(let press): [press.positions]
            case .pinch(let pinch): [pinch.magnify.positions, pinch.rotate.positions]
            case nil: []
            }
        #expect(!positions.isEmpty && positions.allSatisfy { $0 == .withheld })
    }

    @Test func `a lost connection cancels with withheld positions`() {
        var states: [DragGesture.Value?] = []
        let state = GestureState<DragGesture.Value?>(wrappedValue: nil)
        state.projectedValue.onChange { states.append($0.newValue) }
        bench.client.attach(DragGesture().updating(state.projectedValue) { value, state, _ in state = value })
        bench.deliver(
            ScriptedServer.ok(1, 1),
            #"{"type":"gesture","subscription":1,"gesture":1,"phase":"began","time":1,"device":"event5","#
                + #""value":{"drag":{"fingers":1,\#(Self.motion)}}}"#)
        bench.server.hangUp()
        bench.process()
        #expect(states.map { $0?.positions } == [.withheld, nil])
    }
}
