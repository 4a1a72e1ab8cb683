import GestureModel
import Testing

@testable import EvdevInput

/// What sysfs says of real devices, and whether they may be made to vibrate.
@Suite struct HapticKindTests {
    private func kind(ff: String, key: String = "0", abs: String = "0", rel: String = "0", isTouch: Bool = false)
        -> HapticKind?
    {
        guard let force = CapabilityBitmap(ff) else { return nil }
        return HapticKind(isTouch: isTouch, force: force, others: [key, abs, rel].compactMap(CapabilityBitmap.init))
    }

    @Test func `a phone's vibrator may`() {
        #expect(kind(ff: "107030000 0") == .vibrator)
    }

    @Test func `a vibrator that knows waves alone may`() {
        #expect(kind(ff: "6020000 0") == .vibrator)
    }

    @Test func `a gamepad must not`() {
        #expect(kind(ff: "107030000 0", key: "7cdb000000000000 0 0 0 0", abs: "3003f") == nil)
    }

    @Test func `a wheel must not, nor what has any key, axis or wheel`() {
        #expect(kind(ff: "300040000 0", key: "1ff 0 0 0 0", abs: "10013") == nil)
        #expect(kind(ff: "107030000 0", key: "1 0") == nil)
        #expect(kind(ff: "107030000 0", abs: "1") == nil)
        #expect(kind(ff: "107030000 0", rel: "100") == nil)
    }

    @Test func `a touchpad with a motor may, one without cannot`() {
        let key = "e520 10000 0 0 0 0"
        #expect(kind(ff: "107030000 0", key: key, abs: "2e0800000000003", isTouch: true) == .touch)
        #expect(kind(ff: "0", key: key, abs: "2e0800000000003", isTouch: true) == nil)
    }

    @Test func `forces other than rumble and waves are none`() {
        // FF_CONSTANT and FF_SPRING: what pushes a wheel.
        #expect(kind(ff: "c0000 0") == nil)
    }

    @Test(arguments: ["", " ", "x", "10 zz"]) func `what is no bitmap is none`(_ text: String) {
        #expect(CapabilityBitmap(text) == nil)
    }

    @Test func `bits are counted from the end of the last word`() throws {
        let bitmap = try #require(CapabilityBitmap("1 0 8000000000000002\n"))
        let set = (0..<400).filter(bitmap.contains)
        #expect(set == [1, 63, 128])
        #expect(!bitmap.isEmpty)
    }

    @Test func `the device asked for is tried first, then vibrators, then touch devices`() {
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

    @Test(arguments: all) func `an effect is felt, differs from every other, and is no buzz`(_ effect: HapticEffect) {
        #expect(HapticEffectTests.all.count { $0 == effect } == 1)
        #expect(max(effect.strong, effect.weak) > 0 && effect.magnitude > 0)
        #expect((10...50).contains(effect.length))
        #expect(effect.pulses == 1 || effect.delay >= effect.length)
    }
}
