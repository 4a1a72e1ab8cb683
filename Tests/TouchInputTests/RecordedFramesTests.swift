import FoundationEssentials
import GestureModel
import Strokes
import Testing
import TouchRecordings

@testable import TouchInput

/// Frames of all published recordings keep the invariants, and the number of contacts agrees with an independent count of
/// the events. Skipped without ../shared.
@Suite(.enabled(if: !RecordedFiles.shared.isEmpty, "needs ../shared/recordings"))
struct RecordedFramesTests {
    @Test(arguments: TouchDeviceKind.allCases)
    func `frames of recordings keep the invariants`(kind: TouchDeviceKind) throws {
        let files = RecordedFiles.shared.filter { $0.deletingLastPathComponent().lastPathComponent == kind.rawValue }
        let expected = try Self.trackingIDCounts()
        var totals = Totals()
        for file in files { try check(file, expected["\(kind.rawValue)/\(file.lastPathComponent)"], &totals) }
        print(kind.rawValue, totals)
        #expect(totals.files > 10)
    }

    private struct Totals {
        var files = 0
        var frames = 0
        var contacts = 0
        /// Files whose contacts were compared with the summary's.
        var compared = 0
        /// Files with fingers without positions.
        var unpositioned = 0
        /// The number of files with each fault.
        var faults: [String: Int] = [:]
    }

    private func check(_ file: URL, _ expected: Int?, _ totals: inout Totals) throws {
        let name = file.lastPathComponent
        let recording = try Recording(parsing: RecordedFiles.bytes(file))
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        var twin = assembler
        var invariants = FrameInvariants(surface: assembler.surface)
        var occupancy = SlotOccupancy(recording.description, slots: assembler.slots)
        for event in recording.events {
            let step = assembler.handle(event)
            occupancy.handle(event)
            let again = twin.handle(event)
            if step == .frame {
                invariants.check(assembler.frame)
                #expect(again == .frame && twin.frame == assembler.frame, "\(name): another frame")
            }
            guard event.type == EventType.synchronization, event.code == SynchronizationCode.report,
                occupancy.isSlotted, assembler.faults[.unannouncedBox] == 0
            else { continue }
            #expect(invariants.down.count == occupancy.fingers, "\(name) at \(event.time.microseconds)")
        }
        #expect(invariants.violations == [], "\(name)")
        #expect(invariants.began == invariants.ended + invariants.down.count, "\(name)")
        totals.files += 1
        totals.frames += invariants.frames
        totals.contacts += invariants.began
        for fault in DeviceFault.allCases where assembler.faults[fault] > 0 {
            totals.faults["\(fault)", default: 0] += 1
        }
        if occupancy.hasUnpositioned {
            totals.unpositioned += 1
        } else if occupancy.isSlotted, !occupancy.hasUntouched, let expected {
            totals.compared += 1
            #expect(invariants.began == expected, "\(name): tracking ids of the summary")
        }
    }

    /// `tracking ids 13` of each file in SUMMARY.txt, which another program counted.
    private static func trackingIDCounts() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        var file = ""
        let recordings = try #require(RecordedFiles.shared.first).deletingLastPathComponent()
            .deletingLastPathComponent()
        let summary = try String(
            decoding: RecordedFiles.bytes(recordings.appending(path: "SUMMARY.txt")), as: UTF8.self)
        for line in summary.split(separator: "\n") {
            if line.hasPrefix("touch") { file = String(line) }
            guard let range = line.firstRange(of: "tracking ids ") else { continue }
            counts[file] = Int(line[range.upperBound...].prefix { $0.isNumber })
        }
        return counts
    }
}

/// Counts the fingers in the events in a simple way: those that have an id and a position, and touch.
private struct SlotOccupancy {
    let slots: Int
    let isSlotted: Bool
    /// Whether the device ever counted more fingers than it has slots.
    private(set) var hasUnpositioned = false
    private var current: Int32 = 0
    /// Slots with a tracking id, with a position, and above the surface.
    private var tracked: Set<Int32> = []
    private var known: [UInt16: Set<Int32>] = [:]
    private var hovering: Set<Int32> = []
    /// Whether any contact had no position or did not touch.
    private(set) var hasUntouched = false
    private var tools: Set<UInt16> = []
    private static let counts: [UInt16: Int] = [
        KeyCode.toolTripleTap: 3, KeyCode.toolQuadrupleTap: 4, KeyCode.toolQuintupleTap: 5,
    ]

    init(_ description: DeviceDescription, slots: Int) {
        self.slots = slots
        isSlotted = slots > 1 && description.axis(AbsoluteCode.slot) != nil
    }

    mutating func handle(_ event: InputEvent) {
        switch (event.type, event.code) {
        case (EventType.absolute, AbsoluteCode.slot): current = event.value
        case (EventType.absolute, AbsoluteCode.trackingID):
            if event.value >= 0 { tracked.insert(current) } else { tracked.remove(current) }
        case (EventType.absolute, AbsoluteCode.positionX), (EventType.absolute, AbsoluteCode.positionY):
            known[event.code, default: []].insert(current)
        case (EventType.absolute, AbsoluteCode.distance):
            if event.value > 0 { hovering.insert(current) } else { hovering.remove(current) }
        case (EventType.synchronization, SynchronizationCode.report):
            if occupied != tracked { hasUntouched = true }
        case (EventType.key, let key) where Self.counts[key] != nil:
            if event.value != 0 { tools.insert(key) } else { tools.remove(key) }
        default: break
        }
        if fingers > occupied.count { hasUnpositioned = true }
    }

    private var occupied: Set<Int32> {
        tracked.subtracting(hovering).intersection(known[AbsoluteCode.positionX] ?? [])
            .intersection(known[AbsoluteCode.positionY] ?? [])
    }

    var fingers: Int {
        let counted = tools.compactMap { Self.counts[$0] }.max() ?? 0
        return counted > slots && !occupied.isEmpty ? max(counted, occupied.count) : occupied.count
    }
}
