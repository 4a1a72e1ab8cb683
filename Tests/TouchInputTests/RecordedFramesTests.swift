import Foundation
import GestureModel
import Strokes
import Testing

@testable import TouchInput

/// Every recording beside the repository, where there is one: what real devices send keeps the invariants, and what is
/// down agrees with a count of the events that knows nothing of frames.
@Suite struct RecordedFramesTests {
    @Test(
        .enabled(if: RecordedFiles.hasRecordings, "../shared/recordings is absent"),
        arguments: TouchDeviceKind.allCases)
    func `recorded touches keep the invariants`(kind: TouchDeviceKind) throws {
        let summary = try Self.trackingIDCounts()
        var totals = Totals()
        for file in RecordedFiles.recordings(kind) {
            let recording = try EvemuRecording(contentsOf: file)
            try check(recording, kind, summary["\(kind.rawValue)/\(file.lastPathComponent)"], &totals)
        }
        print(kind.rawValue, totals)
        #expect(totals.files > 10)
    }

    private struct Totals {
        var files = 0
        var frames = 0
        var contacts = 0
        /// Files whose contacts were held against the summary's.
        var compared = 0
        /// Files with fingers that the device could not place.
        var unplaced = 0
        /// Files with each fault of the device.
        var faults: [String: Int] = [:]
    }

    private func check(
        _ recording: EvemuRecording, _ kind: TouchDeviceKind, _ expected: Int?, _ totals: inout Totals
    ) throws {
        var assembler = try FrameAssembler(recording.description, kind: kind)
        var twin = assembler
        var invariants = FrameInvariants(surface: assembler.surface)
        var occupancy = SlotOccupancy(recording.description, slots: assembler.slots)
        for event in recording.events {
            let step = assembler.take(event)
            occupancy.take(event)
            let again = twin.take(event)
            if step == .frame {
                invariants.check(assembler.frame)
                #expect(again == .frame && twin.frame == assembler.frame, "\(recording.name): another frame")
            }
            guard event.isReport, occupancy.isSlotted, assembler.faults[.unannouncedBox] == 0 else { continue }
            #expect(invariants.down.count == occupancy.fingers, "\(recording.name) at \(event.time.microseconds)")
        }
        #expect(invariants.violations == [], "\(recording.name)")
        #expect(invariants.began == invariants.ended + invariants.down.count, "\(recording.name)")
        totals.files += 1
        totals.frames += invariants.frames
        totals.contacts += invariants.began
        for fault in DeviceFault.allCases where assembler.faults[fault] > 0 {
            totals.faults["\(fault)", default: 0] += 1
        }
        if occupancy.hasUnplaced {
            totals.unplaced += 1
        } else if occupancy.isSlotted, !occupancy.hasUntouched, let expected {
            totals.compared += 1
            #expect(invariants.began == expected, "\(recording.name): tracking ids of the summary")
        }
    }

    /// `tracking ids 13` of each file in SUMMARY.txt, which another program counted.
    private static func trackingIDCounts() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        var file = ""
        let summary = try String(
            contentsOf: RecordedFiles.shared.appending(path: "recordings/SUMMARY.txt"), encoding: .utf8)
        for line in summary.split(separator: "\n") {
            if line.hasPrefix("touch") { file = String(line) }
            guard let range = line.range(of: "tracking ids ") else { continue }
            counts[file] = Int(line[range.upperBound...].prefix { $0.isNumber })
        }
        return counts
    }
}

/// How many fingers the events speak of, counted the short way: those that have an id and a place, and touch.
private struct SlotOccupancy {
    let slots: Int
    let isSlotted: Bool
    /// Whether the device ever counted more fingers than it has slots.
    private(set) var hasUnplaced = false
    private var current: Int32 = 0
    /// Slots with a tracking id, with a place, and above the surface.
    private var tracked: Set<Int32> = []
    private var known: [UInt16: Set<Int32>] = [:]
    private var hovering: Set<Int32> = []
    /// Whether a contact ever came that was nowhere or did not touch.
    private(set) var hasUntouched = false
    private var tools: Set<UInt16> = []
    private static let counts: [UInt16: Int] = [
        KeyCode.toolTripleTap: 3, KeyCode.toolQuadrupleTap: 4, KeyCode.toolQuintupleTap: 5,
    ]

    init(_ description: DeviceDescription, slots: Int) {
        self.slots = slots
        isSlotted = slots > 1 && description.axis(AbsoluteCode.slot) != nil
    }

    mutating func take(_ event: InputEvent) {
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
        if fingers > occupied.count { hasUnplaced = true }
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

extension InputEvent {
    fileprivate var isReport: Bool { type == EventType.synchronization && code == SynchronizationCode.report }
}

/// As much of an evemu file as these tests need.
private struct EvemuRecording {
    var name: String
    var description = DeviceDescription(name: "")
    var events: [InputEvent] = []
    private var bits: [UInt16: Int] = [:]

    init(contentsOf file: URL) throws {
        name = file.lastPathComponent
        for line in try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline) {
            let words = line.dropFirst(2).split(whereSeparator: { $0 == " " || $0 == "\t" })
            switch line.prefix(2) {
            case "P:":
                description.properties += Self.codes(of: words[...], from: description.properties.isEmpty ? 0 : 64)
            case "B:": addCapabilities(words)
            case "A:": addAxis(words)
            case "E:": try addEvent(words)
            default: break
            }
        }
    }

    private mutating func addCapabilities(_ words: [Substring]) {
        guard let type = UInt16(words[0], radix: 16) else { return }
        let codes = Self.codes(of: words.dropFirst(), from: bits[type, default: 0])
        bits[type, default: 0] += 8 * (words.count - 1)
        let before = description.capabilities.first { $0.type == type }?.codes ?? []
        description.capabilities.removeAll { $0.type == type }
        description.capabilities.append(.init(type: type, codes: before + codes))
    }

    private static func codes(of bytes: ArraySlice<Substring>, from first: Int) -> [UInt16] {
        let bytes = bytes.map { UInt8($0, radix: 16) ?? 0 }
        return (0..<bytes.count * 8).filter { bytes[$0 / 8] & (1 << ($0 % 8)) != 0 }.map { UInt16(first + $0) }
    }

    private mutating func addAxis(_ words: [Substring]) {
        guard let code = UInt16(words[0], radix: 16) else { return }
        let numbers = words.dropFirst().map { Int32($0) ?? 0 }
        description.axes.append(
            .init(
                code: code, minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
                resolution: numbers.count > 4 ? numbers[4] : 0))
    }

    private mutating func addEvent(_ words: [Substring]) throws {
        let time = words[0].split(separator: ".")
        let seconds = try #require(Int64(time[0]))
        let microseconds = try #require(Int64(time[1]))
        events.append(
            InputEvent(
                time: Timestamp(microseconds: seconds * 1_000_000 + microseconds),
                type: try #require(UInt16(words[1], radix: 16)), code: try #require(UInt16(words[2], radix: 16)),
                value: try #require(Int32(words[3]))))
    }
}
