import GestureModel
import Testing

@testable import GestureProtocol

/// What texts for people say that a gesture became.
@Suite struct GestureAccountTests {
    private func message(_ phase: GesturePhase, _ value: GestureValue, at milliseconds: Int64) -> GestureMessage {
        GestureMessage(
            subscription: 1, device: "event5",
            event: GestureEvent(
                gesture: 7, phase: phase, time: Timestamp(microseconds: milliseconds * 1000), value: value))
    }

    private func drag(_ dx: Double, _ dy: Double = 0, fingers: Int = 3) -> GestureValue {
        .drag(
            .init(
                fingers: fingers, location: Point(x: 500 + dx, y: 300 + dy), startLocation: Point(x: 500, y: 300),
                velocity: .zero))
    }

    /// 63 points are 10 mm.
    @Test func `a drag says where its fingers ended, not where they were recognised`() {
        var account = GestureAccount(message(.began, drag(-7), at: 0))
        account.update(message(.changed, drag(-40), at: 300))
        account.update(message(.ended, drag(-50.4), at: 640))
        #expect(account.headline == "3 fingers, 8 mm left in 0.64 s" && account.cancellation == nil)
    }

    @Test(arguments: [(49, ""), (50, " in 0.05 s")])
    func `a movement that was recognised only as the fingers lifted has no duration`(lift: Int64, duration: String) {
        var account = GestureAccount(message(.began, drag(-60), at: 0))
        account.update(message(.ended, drag(-63), at: lift))
        #expect(account.headline == "3 fingers, 10 mm left\(duration)")
    }

    @Test func `a movement that came back says both ways`() {
        var account = GestureAccount(message(.began, drag(-7), at: 0))
        account.update(message(.changed, drag(-252), at: 300))
        account.update(message(.ended, drag(-31.5), at: 640))
        #expect(account.headline == "3 fingers, 40 mm left and back to 5 mm in 0.64 s")
    }

    @Test func `lengths are millimetres whatever the units of the subscription`() {
        let scale = Vector(dx: Surface.millimetresPerPoint, dy: Surface.millimetresPerPoint)
        let account = GestureAccount(message(.began, drag(0, 30), at: 0), scale: scale)
        #expect(account.headline == "3 fingers, 30 mm down")
    }

    @Test func `a cancelled gesture says why, and its time is that of its last motion`() {
        var account = GestureAccount(message(.began, drag(20), at: 0))
        account.update(message(.changed, drag(63), at: 250))
        account.update(message(.cancelled(.palm), drag(63), at: 9000))
        #expect(account.headline == "3 fingers, 10 mm right in 0.25 s")
        #expect(account.cancellation == "a contact of it turned out to be a palm or a resting thumb")
    }

    @Test func `a pinch that two recognisers found has one sentence`() {
        func value(_ scale: Double, _ degrees: Double) -> GestureValue {
            let magnify = GestureValue.Magnify(
                fingers: 2, location: .zero, startLocation: .zero, magnification: scale, velocity: 0)
            let rotate = GestureValue.Rotate(
                fingers: 2, location: .zero, startLocation: .zero, rotation: degrees * .pi / 180, velocity: 0)
            return .composition(
                GestureTree(nodes: [
                    .init(kind: .simultaneous, descendants: 2, phase: .active),
                    .init(phase: .active, value: .magnify(magnify)), .init(phase: .active, value: .rotate(rotate)),
                ]))
        }
        var accounts: [GestureAccount] = []
        accounts.add(message(.began, value(1.01, 0.1), at: 100), scale: Vector(dx: 1, dy: 1))
        accounts.add(message(.ended, value(0.58, 4), at: 600), scale: Vector(dx: 1, dy: 1))
        var made: [GestureAccount] = []
        let sentences = [GestureName.magnify, .rotate].enumerated().compactMap { index, name -> String? in
            var finding = Finding(
                name, part: index + 1, .recognised(value(1.01, 0.1)), at: Timestamp(microseconds: 100_000))
            finding.elapsed = .milliseconds(100)
            let explanation = ExplanationMessage(finding, device: "event5", subscription: 1)
            guard let account = accounts.account(of: explanation) else { return "none" }
            defer { made.append(account) }
            return account.sentence(of: explanation, after: made)
        }
        #expect(
            sentences == [
                "pinch: recognised: 2 fingers pinched in to 0.58 of their distance in 0.5 s (began at 100 ms)"
            ])
    }
}
