import FoundationEssentials
import GestureModel
import Strokes
import Testing

@testable import TouchInput
@testable import TouchRecordings

/// Recordings of devices with uncommon protocols. Skipped without ../shared.
@Suite(.enabled(if: !RecordedFiles.shared.isEmpty, "needs ../shared/recordings"))
struct RecordedDevicesTests {
    /// A contact's path in millimetres.
    private struct Stroke {
        var id: Int
        var first: Point
        var last: Point
        var isOver = false

        var displacement: Vector { (last - first) * Surface.millimetresPerPoint }
    }

    private struct Strokes {
        var all: [Stroke] = []
        var most = 0
        var faults = DeviceFaults()
        /// The longest step of the fingers' centre between two frames of the same fingers, in millimetres.
        var longestStep = 0.0
        private var centre: (ids: [Int], position: Vector)?

        mutating func add(_ frame: TouchFrame) {
            let down = frame.contacts.filter(\.isDown)
            most = max(most, down.count)
            for contact in frame.contacts { add(contact) }
            let sum = down.reduce(Vector.zero) { $0 + ($1.position - Point(x: 0, y: 0)) }
            let now = (ids: down.map(\.id), position: sum / Double(max(down.count, 1)) * Surface.millimetresPerPoint)
            if let centre, centre.ids == now.ids {
                longestStep = max(longestStep, (now.position - centre.position).length)
            }
            centre = now
        }

        private mutating func add(_ contact: Contact) {
            guard contact.phase != .began, let index = all.firstIndex(where: { $0.id == contact.id }) else {
                all.append(Stroke(id: contact.id, first: contact.position, last: contact.position))
                return
            }
            all[index].last = contact.position
            all[index].isOver = !contact.isDown
        }
    }

    private func strokes(_ name: String) throws -> Strokes {
        let file = try #require(RecordedFiles.shared.first { $0.lastPathComponent == name + ".evemu" })
        let recording = try Recording(parsing: RecordedFiles.bytes(file))
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        var strokes = Strokes()
        for event in recording.events where assembler.handle(event) == .frame { strokes.add(assembler.frame) }
        strokes.faults = assembler.faults
        return strokes
    }

    @Test func `protocol A with ids: two fingers that drag to the right`() throws {
        let strokes = try strokes("tablet-two-finger-drag")
        #expect(strokes.all.count == 2 && strokes.all.allSatisfy(\.isOver))
        for stroke in strokes.all {
            #expect(stroke.displacement.dx > 100)
            #expect(abs(stroke.displacement.dy) < stroke.displacement.dx / 3)
        }
        #expect(strokes.faults.total == 0)
    }

    @Test func `protocol A without ids: one, two, three and twice four fingers of an Apple touchpad`() throws {
        let strokes = try strokes("bcm5974")
        #expect(strokes.all.count == 14 && strokes.all.allSatisfy(\.isOver))
        #expect(strokes.most == 4)
    }

    @Test func `protocol A without ids: two fingers on an N-trig screen`() throws {
        let strokes = try strokes("n-trig-multitouch-2-fingers-touch-release")
        #expect(strokes.all.count == 2 && strokes.all.allSatisfy(\.isOver))
        #expect(strokes.longestStep < 5)
    }

    @Test func `protocol A without ids: four fingers on another N-trig screen`() throws {
        let strokes = try strokes("ntrig-dell-xt2")
        #expect(strokes.all.count == 4 && strokes.all.allSatisfy(\.isOver))
        #expect(strokes.all.allSatisfy { $0.displacement.length < 3 })
    }

    @Test func `semi-multitouch: a three-finger tap`() throws {
        let strokes = try strokes("cyps2-cypress-trackpad-three-finger-tap")
        #expect(strokes.most == 3)
        #expect(strokes.all.count == 3 && strokes.all.allSatisfy(\.isOver))
        #expect(strokes.all.allSatisfy { $0.displacement.length < 1 })
    }

    @Test func `unannounced semi-multitouch: a two-finger scroll whose box collapses`() throws {
        let strokes = try strokes("synps2-synaptics-touchpad-hp8470p-two-finger-scroll-horizontal")
        #expect(strokes.faults[.unannouncedBox] == 1)
        let first = strokes.all.prefix(2)
        #expect(first.allSatisfy { $0.displacement.dx > 20 && abs($0.displacement.dy) < 5 }, "both move right")
        // Only an artefact of the slots is faster than a hand.
        #expect(strokes.longestStep < 12)
    }

    @Test func `a hovering contact is not reported`() throws {
        let strokes = try strokes("samus-touchpad-164-17-three-finger-swipe-left")
        #expect(strokes.most == 3)
        #expect(strokes.all.count == 3)
    }

    @Test func `a panel of 33 m gets an assumed size`() throws {
        let strokes = try strokes("3m-0596-0500-0")
        #expect(strokes.faults[.impossibleSize] == 1)
        #expect(strokes.all.allSatisfy { $0.displacement.length < 350 })
    }
}
