import FoundationEssentials
import GestureModel
import Strokes
import Testing

@testable import TouchInput
@testable import TouchRecordings

/// Each contact in the filtered frames begins, continues in every frame and ends once.
@Suite struct FilterGrammarTests {
    @Test(.enabled(if: !RecordedFiles.shared.isEmpty, "needs ../shared/recordings"))
    func `filtered frames of recordings keep the invariants`() throws {
        var checked = 0
        for file in RecordedFiles.shared {
            let recording = try Recording(parsing: RecordedFiles.bytes(file))
            guard var assembler = try? FrameAssembler(recording.description, kind: recording.kind) else { continue }
            var filter = ContactFilter(for: assembler, recording.description, kind: recording.kind)
            var invariants = FrameInvariants(surface: assembler.surface)
            for event in recording.events where assembler.handle(event) == .frame {
                filter.filterFrame(of: &assembler)
                if let confirmed = filter.confirmed { invariants.check(confirmed) }
                if !filter.frame.contacts.isEmpty { invariants.check(filter.frame) }
            }
            #expect(invariants.violations == [], "\(file.lastPathComponent)")
            checked += 1
        }
        #expect(checked > 100)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `filtered frames of random touches keep the invariants`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let surface = Surface(millimetres: Vector(dx: 100, dy: 60))
        let kind = TouchDeviceKind.allCases[Int(seed % 2)]
        var filter = ContactFilter(
            surface: surface, kind: kind, pressure: .init(code: AbsoluteCode.contactPressure, minimum: 0, maximum: 255),
            isSemiMultitouch: seed % 4 == 0)
        var invariants = FrameInvariants(surface: surface)
        var hand = RandomHand(surface: surface)
        for _ in 0..<4000 {
            let (frame, details) = hand.next(&random)
            filter.filter(frame, details)
            if let confirmed = filter.confirmed { invariants.check(confirmed) }
            if random.next() % 200 == 0 { filter.rejectHeld() }
            if !filter.frame.contacts.isEmpty { invariants.check(filter.frame) }
        }
        #expect(invariants.violations == [])
        #expect(invariants.began > 50 && invariants.ended > 50)
        #expect(filter.contacts.count <= 6)
    }

    @Test func `the filter reserves its storage in advance`() {
        var filter = FilterTrial(.touchpad).filter
        #expect(filter.contacts.capacity >= 20)
        #expect(filter.frame.contacts.capacity >= 40)
        let (frame, details) = (TouchFrame(time: Timestamp(microseconds: 1)), [ContactDetail]())
        filter.filter(frame, details)
        #expect(filter.frame.contacts.capacity >= 40)
    }
}

/// Up to six contacts that move, jump, press, flicker and exchange positions.
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
        contacts.append(Contact(id: lastID, phase: .began, position: position(&random)))
    }

    private mutating func move(_ index: Int, _ random: inout SplitMix64) {
        switch random.next() % 16 {
        case 0, 1: contacts[index].phase = .ended
        case 2:
            contacts[index].phase = .moved
            contacts[index].position = position(&random)
        case 3...8: contacts[index].phase = .stationary
        default:
            contacts[index].phase = .moved
            let step = Vector(
                dx: .random(in: -30...30, using: &random), dy: .random(in: -30...30, using: &random))
            let moved = contacts[index].position + step
            if surface.bounds.contains(moved) { contacts[index].position = moved }
        }
    }

    /// Often at another contact's position, or at the edge.
    private mutating func position(_ random: inout SplitMix64) -> Point {
        if random.next() % 4 == 0, let other = contacts.randomElement(using: &random) { return other.position }
        let x = random.next() % 6 == 0 ? 0.5 : Double.random(in: 0..<surface.size.dx, using: &random)
        return Point(x: x, y: .random(in: 0..<surface.size.dy, using: &random))
    }
}
