import GestureModel
import Strokes
import Testing

@testable import TouchInput

/// A hostile or broken device may send any events; frames keep their invariants.
@Suite struct GarbageEventsTests {
    private static let keys = [KeyCode.touch, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuintupleTap]

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `random events neither trap nor violate an invariant`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let description = randomDevice(&random)
        let kind = TouchDeviceKind.allCases[Int(seed % 2)]
        var assembler = try FrameAssembler(description, kind: kind)
        var invariants = FrameInvariants(surface: assembler.surface)
        for _ in 0..<5_000 {
            switch random.next() % 400 {
            case 0: assembler.beginResynchronisation()
            case 1...10:
                assembler.endResynchronisation()
                invariants.resynchronise()
            default: break
            }
            switch assembler.handle(randomEvent(&random)) {
            case .none: break
            case .lost: invariants.resynchronise()
            case .frame: invariants.check(assembler.frame)
            }
        }
        #expect(invariants.violations == [])
        #expect(invariants.began > 10 && invariants.ended > 10)
    }

    private func randomDevice(_ random: inout SplitMix64) -> DeviceDescription {
        let slots = Int32.random(in: 1...4, using: &random)
        let slotted = DeviceDescription.slotted(slots, keys: Self.keys)
            .with(AbsoluteCode.positionX, from: -50, to: .max, resolution: 7)
        return Bool.random(using: &random) ? slotted : slotted.without(AbsoluteCode.slot)
    }

    private func randomEvent(_ random: inout SplitMix64) -> InputEvent {
        let time = Int64.random(in: -1_000_000...1_000_000_000, using: &random)
        let value =
            switch random.next() % 8 {
            case 0: Int32(truncatingIfNeeded: random.next())
            case 1: ([.min, .max, -1, 1024] as [Int32]).randomElement(using: &random) ?? 0
            case 2, 3: Int32(-1)
            default: Int32.random(in: 0...3, using: &random)
            }
        switch random.next() % 10 {
        case 0, 1: return .report(time)
        case 2: return random.next() % 50 == 0 ? .dropped : .multitouchReport
        case 3: return .of(EventType.key, Self.keys.randomElement(using: &random) ?? 0, max(value, 0), at: time)
        case 4: return .of(UInt16.random(in: 0...6, using: &random), UInt16.random(in: 2...80, using: &random), value)
        case 5: return Bool.random(using: &random) ? .pointerX(value) : .pointerY(value)
        case 6: return .slot(random.next() % 4 == 0 ? value : value & 1)
        case 7: return .id(value)
        case 8: return .x(value)
        default: return .y(value)
        }
    }
}
