import FoundationEssentials
import GestureModel
import Strokes
import Testing

@testable import TouchInput
@testable import TouchRecordings

/// Whatever is rejected, each contact that is shown begins, goes on in every frame and ends once.
@Suite struct RejectionGrammarTests {
    @Test(.enabled(if: RecordedFiles.hasRecordings, "../shared/recordings is absent"))
    func `recorded touches keep the invariants`() throws {
        var checked = 0
        for file in RecordedFiles.recordings {
            let recording = try Recording(parsing: RecordedFiles.bytes(file))
            guard var assembler = try? FrameAssembler(recording.description, kind: recording.kind) else { continue }
            var rejection = ContactRejection(for: assembler, recording.description, kind: recording.kind)
            var invariants = FrameInvariants(surface: assembler.surface)
            for event in recording.events where assembler.take(event) == .frame {
                rejection.take(from: assembler)
                if !rejection.frame.contacts.isEmpty { invariants.check(rejection.frame) }
            }
            #expect(invariants.violations == [], "\(file.lastPathComponent)")
            checked += 1
        }
        #expect(checked > 100)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `random touches keep the invariants`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let surface = Surface(millimetres: Vector(dx: 100, dy: 60))
        let kind = TouchDeviceKind.allCases[Int(seed % 2)]
        var rejection = ContactRejection(
            surface: surface, kind: kind, pressure: .init(code: AbsoluteCode.contactPressure, minimum: 0, maximum: 255),
            isSemiMultitouch: seed % 4 == 0)
        var invariants = FrameInvariants(surface: surface)
        var hand = RandomHand(surface: surface)
        for _ in 0..<4000 {
            let (frame, details) = hand.next(&random)
            rejection.take(frame, details)
            if random.next() % 200 == 0 { rejection.abandonHeld() }
            if !rejection.frame.contacts.isEmpty { invariants.check(rejection.frame) }
        }
        #expect(invariants.violations == [])
        #expect(invariants.began > 50 && invariants.ended > 50)
        #expect(rejection.contacts.count <= 6)
    }

    @Test func `it allocates no storage after its first frames`() {
        var rejection = RejectionTrial(.touchpad).rejection
        #expect(rejection.contacts.capacity >= 20)
        #expect(rejection.frame.contacts.capacity >= 40)
        let (frame, details) = (TouchFrame(time: Timestamp(microseconds: 1)), [ContactDetail]())
        rejection.take(frame, details)
        #expect(rejection.frame.contacts.capacity >= 40)
    }
}

/// Up to six contacts that move, leap, press, flicker and change places.
private struct RandomHand {
    let surface: Surface
    private var contacts: [Contact] = []
    private var time: Int64 = 0
    private var lastID = 0

    init(surface: Surface) { self.surface = surface }

    mutating func next(_ random: inout SplitMix64) -> (TouchFrame, [ContactDetail]) {
        time += Int64.random(in: 0...30_000, using: &random)
        contacts.removeAll { $0.phase == .ended }
        for index in contacts.indices { move(index, &random) }
        while contacts.count < 6, random.next() % 4 == 0 { begin(&random) }
        if contacts.isEmpty { begin(&random) }
        let details = contacts.map { _ in
            ContactDetail(
                pressure: random.next() % 5 == 0 ? nil : Int32.random(in: 20...140, using: &random),
                isPalm: random.next() % 300 == 0, isOutside: random.next() % 20 == 0)
        }
        return (TouchFrame(time: Timestamp(microseconds: time), contacts: contacts), details)
    }

    private mutating func begin(_ random: inout SplitMix64) {
        lastID += 1
        contacts.append(Contact(id: lastID, phase: .began, position: place(&random)))
    }

    private mutating func move(_ index: Int, _ random: inout SplitMix64) {
        switch random.next() % 16 {
        case 0, 1: contacts[index].phase = .ended
        case 2:
            contacts[index].phase = .moved
            contacts[index].position = place(&random)
        case 3...8: contacts[index].phase = .stationary
        default:
            contacts[index].phase = .moved
            let step = Vector(
                dx: .random(in: -30...30, using: &random), dy: .random(in: -30...30, using: &random))
            let moved = contacts[index].position + step
            if surface.bounds.contains(moved) { contacts[index].position = moved }
        }
    }

    /// Often where another contact is, or at the edge.
    private mutating func place(_ random: inout SplitMix64) -> Point {
        if random.next() % 4 == 0, let other = contacts.randomElement(using: &random) { return other.position }
        let x = random.next() % 6 == 0 ? 0.5 : Double.random(in: 0..<surface.size.dx, using: &random)
        return Point(x: x, y: .random(in: 0..<surface.size.dy, using: &random))
    }
}
