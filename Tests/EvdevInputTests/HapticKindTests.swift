import GestureModel
import Testing

@testable import EvdevInput

/// Capabilities of real devices in sysfs, and whether they may vibrate.
@Suite struct HapticKindTests {
    private func kind(ff: String, key: String = "0", abs: String = "0", rel: String = "0", isTouch: Bool = false)
        -> HapticKind?
    {
        guard let force = CapabilityBitmap(ff) else { return nil }
        return HapticKind(isTouch: isTouch, force: force, others: [key, abs, rel].compactMap(CapabilityBitmap.init))
    }

    @Test func `a phone's vibrator may vibrate`() {
        #expect(kind(ff: "107030000 0") == .vibrator)
    }

    @Test func `a vibrator with only periodic forces may vibrate`() {
        #expect(kind(ff: "6020000 0") == .vibrator)
    }

    @Test func `a gamepad must not vibrate`() {
        #expect(kind(ff: "107030000 0", key: "7cdb000000000000 0 0 0 0", abs: "3003f") == nil)
    }

    @Test func `a device with a key, an axis or a wheel must not vibrate`() {
        #expect(kind(ff: "300040000 0", key: "1ff 0 0 0 0", abs: "10013") == nil)
        #expect(kind(ff: "107030000 0", key: "1 0") == nil)
        #expect(kind(ff: "107030000 0", abs: "1") == nil)
        #expect(kind(ff: "107030000 0", rel: "100") == nil)
    }

    @Test func `a touchpad may vibrate if it has a motor`() {
        let key = "e520 10000 0 0 0 0"
        #expect(kind(ff: "107030000 0", key: key, abs: "2e0800000000003", isTouch: true) == .touch)
        #expect(kind(ff: "0", key: key, abs: "2e0800000000003", isTouch: true) == nil)
    }

    @Test func `a touchpad that clicks by itself with FF_HAPTIC must not vibrate, whatever else it can do`() {
        let key = "e520 10000 0 0 0 0"
        #expect(kind(ff: "8000 0", key: key, abs: "2e0800000000003", isTouch: true) == nil)
        #expect(kind(ff: "107038000 0", key: key, abs: "2e0800000000003", isTouch: true) == nil)
        #expect(kind(ff: "107038000 0") == nil)
    }

    @Test func `a device with other forces must not vibrate`() {
        // FF_CONSTANT and FF_SPRING, which push a wheel.
        #expect(kind(ff: "c0000 0") == nil)
    }

    @Test(arguments: ["", " ", "x", "10 zz"]) func `malformed bitmaps are refused`(_ text: String) {
        #expect(CapabilityBitmap(text) == nil)
    }

    @Test func `bits are counted from the end of the last word`() throws {
        let bitmap = try #require(CapabilityBitmap("1 0 8000000000000002\n"))
        let set = (0..<400).filter(bitmap.contains)
        #expect(set == [1, 63, 128])
        #expect(!bitmap.isEmpty)
    }

    @Test func `the preferred device is tried first, then vibrators, then touch devices`() {
        func node(_ number: Int, _ kind: HapticKind) -> HapticNode {
            HapticNode(sysname: "event\(number)", node: "", syspath: "", kind: kind)
        }
        let nodes = [node(2, .touch), node(3, .vibrator), node(4, .touch), node(5, .vibrator)]
        func order(_ id: String?) -> [String] { HapticNode.order(nodes, preferring: id).map(\.sysname) }
        #expect(order(nil) == ["event3", "event5", "event2", "event4"])
        #expect(order("event4") == ["event4", "event3", "event5", "event2"])
        #expect(order("event9") == order(nil))
    }
}

@Suite struct HapticEffectTests {
    private static let all = HapticFeedback.allCases.map(HapticEffect.init)

    @Test func `light is weaker and shorter than medium, medium than heavy, heavy than success`() {
        let effects = [HapticFeedback.selection, .light, .medium, .heavy, .success].map(HapticEffect.init)
        for (weaker, stronger) in zip(effects, effects.dropFirst()) {
            #expect(max(weaker.strong, weaker.weak) < max(stronger.strong, stronger.weak))
            #expect(weaker.length < stronger.length)
        }
    }

    @Test(arguments: all) func `an effect is perceptible, unique and short`(_ effect: HapticEffect) {
        #expect(HapticEffectTests.all.count { $0 == effect } == 1)
        #expect(max(effect.strong, effect.weak) > 0 && effect.magnitude > 0)
        #expect((10...50).contains(effect.length))
        #expect(effect.pulses == 1 || effect.delay >= effect.length)
    }
}
