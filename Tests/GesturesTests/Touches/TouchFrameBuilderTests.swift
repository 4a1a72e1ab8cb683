import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct TouchFrameBuilderTests {
    private let touches = TouchFrameBuilder()
    private let notes = Recorder<String>()

    private func drag(_ name: String = "drag", fingers: FingerCounts = .one) -> some Gesture<DragGesture.Value> {
        DragGesture(minimumDistance: 0, fingers: fingers)
            .onChanged { [notes] in notes.add("\(name) \($0.translation.dx)") }
            .onEnded { [notes] in notes.add("\(name) ended \($0.translation.dx)") }
            .onCancelled { [notes] in notes.add("\(name) \($0.name)") }
    }

    /// Moves a finger of the given id by 30 in three steps from x = 100; times in milliseconds.
    private func move(_ id: Int, at time: Int64 = 0) {
        touches.touchDown(id, at: Point(x: 100, y: 50), time: milliseconds(time))
        for step in 1...3 as ClosedRange<Int64> {
            touches.touchMoved(id, to: Point(x: 100 + Double(step) * 10, y: 50), time: milliseconds(time + step * 8))
        }
        touches.flush()
    }

    @Test func `events become a frame at the first event of a later time, and at a flush`() {
        touches.attach(drag())
        touches.touchDown(7, at: Point(x: 100, y: 50), time: milliseconds(0))
        #expect(notes.all.isEmpty)
        touches.touchMoved(7, to: Point(x: 110, y: 50), time: milliseconds(8))
        #expect(notes.all == ["drag 0.0"])
        touches.flush()
        #expect(notes.all == ["drag 0.0", "drag 10.0"])
        touches.flush()
        touches.touchUp(7, time: milliseconds(16))
        touches.flush()
        #expect(notes.all == ["drag 0.0", "drag 10.0", "drag ended 10.0"])
    }

    @Test func `the events of one time form one frame, and fingers without an event do not move`() {
        touches.attach(drag(fingers: 2))
        touches.touchDown(1, at: Point(x: 100, y: 50), time: milliseconds(0))
        touches.touchDown(2, at: Point(x: 200, y: 50), time: milliseconds(0))
        touches.touchMoved(1, to: Point(x: 110, y: 50), time: milliseconds(8))
        touches.touchMoved(2, to: Point(x: 210, y: 50), time: milliseconds(8))
        touches.touchMoved(1, to: Point(x: 120, y: 50), time: milliseconds(16))
        touches.flush()
        #expect(notes.all == ["drag 0.0", "drag 10.0", "drag 15.0"])
    }

    @Test func `a finger that touches down, moves and lifts at one time drags`() {
        touches.attach(drag(), to: Region(x: 95, y: 45, width: 10, height: 10))
        touches.touchDown(1, at: Point(x: 100, y: 50), time: milliseconds(8))
        touches.touchMoved(1, to: Point(x: 110, y: 50), time: milliseconds(8))
        touches.touchMoved(1, to: Point(x: 120, y: 50), time: milliseconds(8))
        touches.touchUp(1, time: milliseconds(8))
        touches.flush()
        #expect(notes.all == ["drag 0.0", "drag 20.0", "drag ended 20.0"])
    }

    @Test func `the toolkit may use an id again`() {
        touches.attach(drag())
        for time in [0, 1000, 2000] as [Int64] {
            move(-3, at: time)
            touches.touchUp(-3, time: milliseconds(time + 32))
            touches.flush()
        }
        #expect(notes.all.filter { $0.contains("ended") } == Array(repeating: "drag ended 30.0", count: 3))
    }

    @Test(arguments: [Int.min, -1, 0, .max])
    func `an id may have any value, and names another finger as soon as the first has lifted`(_ id: Int) {
        touches.attach(drag(fingers: [1, 2]))
        touches.touchDown(7, at: Point(x: 100, y: 50), time: milliseconds(0))
        touches.touchDown(id, at: Point(x: 300, y: 50), time: milliseconds(0))
        touches.touchUp(7, time: milliseconds(60))
        touches.touchUp(id, time: milliseconds(60))
        touches.touchDown(id, at: Point(x: 100, y: 50), time: milliseconds(60))
        touches.touchMoved(id, to: Point(x: 140, y: 50), time: milliseconds(68))
        touches.touchUp(id, time: milliseconds(76))
        touches.flush()
        #expect(notes.all.filter { $0.contains("ended") } == ["drag ended 0.0", "drag ended 40.0"])
        #expect(!notes.all.contains { $0.contains("resynchronised") })
    }

    @Test func `a finger that goes down and lifts at one time taps`() {
        touches.onTapGesture { [notes] in notes.add("tap") }
        touches.touchDown(1, at: Point(x: 10, y: 10), time: milliseconds(5))
        touches.touchUp(1, time: milliseconds(5))
        touches.touchDown(1, at: Point(x: 90, y: 10), time: milliseconds(5))
        touches.touchUp(1, time: milliseconds(5))
        touches.flush()
        #expect(notes.all == ["tap", "tap"])
    }

    @Test func `positions and rectangles are converted to points`() {
        let touches = TouchFrameBuilder(scale: TouchScale(pointsPerUnit: 0.5), size: Vector(dx: 800, dy: 600))
        let starts = Recorder<Point>()
        touches.attach(
            DragGesture(minimumDistance: 0).onEnded { starts.add($0.startLocation) },
            to: Region(x: 400, y: 0, width: 100, height: 100))
        let edges = Recorder<Edge?>()
        touches.gesture(DragGesture(minimumDistance: 0, edges: .left).onEnded { edges.add($0.edge) })
        for (id, x) in [(1, 399.0), (2, 450), (3, 20)] {
            touches.touchDown(id, at: Point(x: x, y: 50), time: milliseconds(Int64(id) * 1000))
            touches.touchUp(id, time: milliseconds(Int64(id) * 1000 + 50))
            touches.flush()
        }
        #expect(starts.all == [Point(x: 225, y: 25)])
        #expect(edges.all == [.left])
    }

    @Test func `one deadline serves all gestures, in the order of their times`() {
        for duration in [0.5, 0.2, 0.3] {
            touches.onLongPressGesture(minimumDuration: duration) { [notes] in notes.add("\(duration)") }
        }
        #expect(touches.deadline == nil)
        touches.touchDown(1, at: Point(x: 10, y: 10), time: milliseconds(100))
        #expect(touches.deadline == milliseconds(100), "a frame waits")
        touches.expire(at: milliseconds(100))
        #expect(touches.deadline == milliseconds(300))
        touches.expire(at: milliseconds(2000))
        #expect(notes.all == ["0.2", "0.3", "0.5"])
        #expect(touches.deadline == nil)
    }

    @Test func `deadlines before a frame expire before it`() {
        touches.onLongPressGesture(minimumDuration: 0.2) { [notes] in notes.add("press") }
        touches.attach(drag())
        touches.touchDown(1, at: Point(x: 10, y: 10), time: milliseconds(0))
        touches.touchMoved(1, to: Point(x: 60, y: 10), time: milliseconds(900))
        touches.flush()
        #expect(notes.all == ["drag 0.0", "press", "drag 50.0"])
    }

    @Test func `a removed gesture receives nothing, and a released builder cancels`() {
        let recogniser = touches.attach(drag())
        move(1)
        recogniser.detach()
        #expect(notes.all.last == "drag unsubscribed")
        let count = notes.all.count
        touches.touchUp(1, time: milliseconds(40))
        touches.flush()
        #expect(notes.all.count == count)
        var released: TouchFrameBuilder? = TouchFrameBuilder()
        released?.attach(drag("released"))
        released?.touchDown(1, at: .zero, time: milliseconds(0))
        released?.flush()
        released = nil
        #expect(notes.all.last == "released unsubscribed")
    }

    @Test func `a callback may report events, attach and remove`() {
        var late: GestureRecogniser?
        let first = touches.attach(
            DragGesture(minimumDistance: 0).onChanged { [touches, notes] value in
                notes.add("first \(value.translation.dx)")
                guard value.translation.dx == 10 else { return }
                late = touches.attach(TapGesture().onEnded { notes.add("tap") })
                touches.touchMoved(1, to: Point(x: 140, y: 50), time: milliseconds(30))
                touches.flush()
            })
        touches.attach(drag("second"))
        touches.touchDown(1, at: Point(x: 100, y: 50), time: milliseconds(0))
        touches.touchMoved(1, to: Point(x: 110, y: 50), time: milliseconds(8))
        touches.flush()
        #expect(
            notes.all == ["first 0.0", "second 0.0", "first 10.0", "second 10.0", "first 40.0", "second 40.0"])
        first.detach()
        touches.touchUp(1, time: milliseconds(50))
        touches.touchDown(2, at: Point(x: 5, y: 5), time: milliseconds(100))
        touches.touchUp(2, time: milliseconds(150))
        touches.flush()
        #expect(notes.all.last == "tap" && late?.deadline == nil)
    }

    // MARK: - Bad input

    @Test func `an id that goes down twice cancels the gesture whose lift was lost, and starts another`() {
        touches.attach(drag())
        move(1)
        move(1, at: 40)
        touches.touchUp(1, time: milliseconds(72))
        touches.flush()
        #expect(
            notes.all == [
                "drag 0.0", "drag 10.0", "drag 20.0", "drag 30.0", "drag resynchronised", "drag 0.0", "drag 10.0",
                "drag 20.0", "drag 30.0", "drag ended 30.0",
            ])
    }

    @Test func `a move, lift or cancellation of an id that is not down has no effect`() {
        touches.attach(drag())
        touches.touchMoved(4, to: Point(x: 9, y: 9), time: milliseconds(0))
        touches.touchUp(4, time: milliseconds(8))
        touches.touchCancelled(4, time: milliseconds(16))
        touches.flush()
        #expect(notes.all.isEmpty && touches.deadline == nil)
    }

    @Test func `a time that goes back is the time of the last event`() {
        let times = Recorder<Timestamp>()
        touches.attach(DragGesture(minimumDistance: 0).onChanged { times.add($0.time) })
        touches.touchDown(1, at: Point(x: 100, y: 50), time: milliseconds(100))
        touches.touchMoved(1, to: Point(x: 110, y: 50), time: milliseconds(108))
        touches.flush()
        touches.touchMoved(1, to: Point(x: 120, y: 50), time: milliseconds(3))
        touches.flush()
        touches.touchMoved(1, to: Point(x: 130, y: 50), time: milliseconds(116))
        touches.flush()
        #expect(times.all == [100, 108, 108, 116].map(milliseconds))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `an impossible position does not move a finger, and no finger goes down there`(_ x: Double) {
        touches.attach(drag())
        touches.touchDown(9, at: Point(x: x, y: 0), time: milliseconds(0))
        touches.touchMoved(9, to: Point(x: 10, y: 0), time: milliseconds(8))
        touches.touchUp(9, time: milliseconds(16))
        touches.flush()
        #expect(notes.all.isEmpty)
        touches.touchDown(1, at: Point(x: 100, y: 50), time: milliseconds(1000))
        touches.touchMoved(1, to: Point(x: x, y: 50), time: milliseconds(1008))
        touches.touchMoved(1, to: Point(x: 110, y: 50), time: milliseconds(1016))
        touches.touchUp(1, time: milliseconds(1024))
        touches.flush()
        #expect(notes.all == ["drag 0.0", "drag 10.0", "drag ended 10.0"])
    }

    @Test func `a thousand fingers begin and end without a trap, and the next finger drags`() {
        touches.attach(drag())
        touches.attach(StandardGesture(.touchscreen))
        touches.attach(
            MagnifyGesture(minimumScaleDelta: 0.01).simultaneously(with: RotateGesture(minimumAngleDelta: .degrees(1))))
        for id in 0..<1000 {
            touches.touchDown(id, at: Point(x: Double(id), y: 50), time: milliseconds(Int64(id / 100)))
        }
        for id in 0..<1000 { touches.touchMoved(id, to: Point(x: Double(id), y: 90), time: milliseconds(100)) }
        for id in 0..<1000 { touches.touchUp(id, time: milliseconds(200)) }
        touches.flush()
        notes.all = []
        move(1, at: 5000)
        #expect(notes.all.last == "drag 30.0")
    }

    @Test func `a window that loses the focus cancels, and the fingers that stay down start nothing`() {
        touches.attach(drag())
        move(1)
        touches.cancelAll(.focusChanged, time: milliseconds(40))
        #expect(notes.all.last == "drag focusChanged")
        let count = notes.all.count
        touches.touchMoved(1, to: Point(x: 500, y: 50), time: milliseconds(48))
        touches.touchUp(1, time: milliseconds(56))
        touches.flush()
        #expect(notes.all.count == count)
        move(1, at: 1000)
        #expect(notes.all.last == "drag 30.0")
    }

    @Test func `a compositor that uses the fingers outcompetes the app`() {
        touches.attach(drag())
        move(1)
        touches.cancelAll(time: milliseconds(40))
        #expect(notes.all.last == "drag outcompeted")
    }

    @Test func `a finger that is withdrawn cancels its gesture, which starts again with the others`() {
        touches.attach(drag(fingers: [1, 2]))
        touches.touchDown(1, at: Point(x: 100, y: 50), time: milliseconds(0))
        touches.touchDown(2, at: Point(x: 300, y: 50), time: milliseconds(0))
        touches.touchMoved(1, to: Point(x: 120, y: 50), time: milliseconds(8))
        touches.touchCancelled(1, time: milliseconds(48))
        touches.touchMoved(2, to: Point(x: 320, y: 50), time: milliseconds(56))
        touches.touchUp(2, time: milliseconds(64))
        touches.flush()
        #expect(notes.all.contains("drag palm") && notes.all.last == "drag ended 20.0")
    }

    @Test func `a scale that changes in mid-gesture applies to the next finger and to all rectangles`() {
        touches.attach(drag(), to: Region(x: 90, y: 40, width: 20, height: 20))
        touches.touchDown(1, at: Point(x: 100, y: 50), time: milliseconds(0))
        touches.flush()
        touches.scale = TouchScale(pointsPerUnit: 2)
        touches.touchMoved(1, to: Point(x: 110, y: 50), time: milliseconds(8))
        touches.touchUp(1, time: milliseconds(16))
        touches.touchDown(1, at: Point(x: 100, y: 50), time: milliseconds(24))
        touches.touchMoved(1, to: Point(x: 110, y: 50), time: milliseconds(32))
        touches.touchUp(1, time: milliseconds(40))
        touches.touchDown(1, at: Point(x: 111, y: 50), time: milliseconds(48))
        touches.flush()
        #expect(notes.all == ["drag 0.0", "drag 10.0", "drag ended 10.0", "drag 0.0", "drag 20.0", "drag ended 20.0"])
    }

    @Test func `edges follow the size of the window, starting from a size of zero`() {
        let window = WindowGestures(size: .zero)
        let starts = Recorder<Double>()
        window.gesture(DragGesture(minimumDistance: 0, edges: .right).onEnded { starts.add($0.startLocation.x) })
        func press(_ x: Double, at time: Int64) {
            window.touches.touchDown(1, at: Point(x: x, y: 300), time: milliseconds(time))
            window.touches.touchUp(1, time: milliseconds(time + 8))
            window.touches.flush()
        }
        for (width, time) in [(800.0, Int64(0)), (1600, 1000), (.nan, 2000), (800, 3000)] {
            window.size = Vector(width: width, height: 600)
            press(795, at: time)
            press(1595, at: time + 100)
        }
        // A width that is not a number is 0: all positions are at its right edge or beyond.
        #expect(starts.all == [795, 1595, 1595, 795, 1595, 795, 1595])
    }

    /// What every adapter does when its window changes: it measures again at the next touch, or at the toolkit's event.
    @Test func `resizing a window, also to zero, or rescaling it does not change the gesture in progress`() {
        let window = WindowGestures(size: Vector(width: 800, height: 600))
        let ends = Recorder<String>()
        window.gesture(
            DragGesture(minimumDistance: 0, edges: .right)
                .onEnded { ends.add("\($0.startLocation.x) \($0.translation.dx)") })
        for width in [1600, 0, 800.0] {
            window.scale = TouchScale()
            window.size = Vector(width: 800, height: 600)
            window.touches.touchDown(1, at: Point(x: 790, y: 300), time: milliseconds(0))
            window.touches.flush()
            window.size = Vector(width: width, height: width)
            window.scale = TouchScale(pointsPerUnit: 2)
            window.touches.touchMoved(1, to: Point(x: 700, y: 300), time: milliseconds(8))
            window.touches.touchUp(1, time: milliseconds(16))
            window.touches.flush()
            // The next finger is in the new window, in points: all of a window without a size is its right edge.
            window.touches.touchDown(2, at: Point(x: 790, y: 300), time: milliseconds(24))
            window.touches.touchUp(2, time: milliseconds(32))
            window.touches.flush()
        }
        #expect(ends.all == ["790.0 -90.0", "790.0 -90.0", "1580.0 0.0", "790.0 -90.0", "1580.0 0.0"])
    }

    @Test func `a widget's gesture moves with it`() {
        let window = WindowGestures(scale: TouchScale(pointsPerUnit: 2))
        let card = window.attach(drag(), to: Region(x: 0, y: 0, width: 100, height: 100))
        card.move(to: Region(x: 200, y: 0, width: 100, height: 100))
        for (x, time) in [(50.0, Int64(0)), (250, 100)] {
            window.touches.touchDown(1, at: Point(x: x, y: 50), time: milliseconds(time))
            window.touches.touchUp(1, time: milliseconds(time + 8))
            window.touches.flush()
            window.touchpad.begin(fingers: 1, at: Point(x: x, y: 50), time: milliseconds(time + 16))
            window.touchpad.end(time: milliseconds(time + 24))
        }
        window.touches.flush()
        #expect(notes.all == ["drag 0.0", "drag ended 0.0", "drag 0.0", "drag ended 0.0"])
        card.move(to: nil)
        card.detach()
        card.move(to: Region(x: 0, y: 0, width: 1, height: 1))
    }

    @Test func `gestures attached to other regions do not change a drag`() {
        let elsewhere = (0..<100).map { Region(x: 500, y: Double($0) * 10, width: 100, height: 10) }
        for rectangle in elsewhere { touches.attach(drag("elsewhere"), to: rectangle) }
        touches.attach(drag())
        move(1)
        touches.touchUp(1, time: milliseconds(40))
        touches.touchDown(2, at: Point(x: 550, y: 5), time: milliseconds(48))
        touches.touchUp(2, time: milliseconds(56))
        touches.flush()
        #expect(
            notes.all == [
                "drag 0.0", "drag 10.0", "drag 20.0", "drag 30.0", "drag ended 30.0", "elsewhere 0.0", "drag 0.0",
                "elsewhere ended 0.0", "drag ended 0.0",
            ])
        #expect(touches.deadline == nil)
    }

    @Test func `a double tap expires although no finger is down, and its deadline is the builder's`() {
        touches.attach(
            TapGesture(count: 2).onEnded { [notes] in notes.add("double") }
                .exclusively(before: TapGesture().onEnded { [notes] in notes.add("single") }),
            to: Region(x: 0, y: 0, width: 200, height: 200))
        touches.touchDown(1, at: Point(x: 100, y: 50), time: milliseconds(0))
        touches.touchUp(1, time: milliseconds(50))
        touches.flush()
        #expect(touches.deadline == milliseconds(400))
        touches.expire(at: milliseconds(500))
        #expect(notes.all == ["single"] && touches.deadline == nil)
    }

    @Test func `ten thousand attached and removed gestures, and 60,000 dropped in mid-gesture, leave no object`() {
        let alive = LiveObjects()
        func drag() -> some Gesture<DragGesture.Value> {
            let token = LiveObjects.Token(alive)
            return DragGesture(minimumDistance: 0).onChanged { _ in withExtendedLifetime(token) {} }
        }
        weak var last: GestureRecogniser?
        for cycle in 0..<10_000 {
            let recogniser = touches.attach(drag())
            last = recogniser
            touches.touchDown(1, at: .zero, time: milliseconds(Int64(cycle)))
            touches.flush()
            #expect(alive.count == 1)
            recogniser.detach()
        }
        #expect(alive.count == 0 && last == nil, "the builder is still there")
        var dropped: [GestureRecogniser] = []
        for _ in 0..<60_000 {
            let recogniser = GestureRecogniser(drag())
            recogniser.update(
                TouchFrame(time: milliseconds(0), contacts: [Contact(id: 1, phase: .began, position: .zero)]))
            dropped.append(recogniser)
        }
        #expect(alive.count == 60_000)
        dropped = []
        #expect(alive.count == 0)
    }
}

/// How many tokens are alive: as many as gestures whose callbacks have captured one.
private final class LiveObjects {
    private(set) var count = 0

    final class Token {
        private let objects: LiveObjects

        init(_ objects: LiveObjects) {
            self.objects = objects
            objects.count += 1
        }

        deinit { objects.count -= 1 }
    }
}
