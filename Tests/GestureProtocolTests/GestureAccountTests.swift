import GestureModel
import Strokes
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

    private func account(_ values: [(scale: Double, degrees: Double)]) -> GestureAccount {
        var account = GestureAccount(message(.began, transform(values[0].scale, degrees: values[0].degrees), at: 0))
        for (index, value) in values.enumerated().dropFirst() {
            account.update(message(.changed, transform(value.scale, degrees: value.degrees), at: Int64(index) * 100))
        }
        return account
    }

    @Test func `a zoom that was taken back is a pinch, whatever small turn is left of it`() {
        let zoom = account([(1.1, 1), (2, 4), (2.93, 8), (1.8, 9), (1.04, 9)])
        #expect(zoom.noun == "pinch")
        #expect(zoom.headline == "2 fingers pinched out to 2.93 times their distance and back to 1.04 in 0.4 s")
        #expect(zoom.lesserPart == nil)
    }

    @Test func `a pinch during which the hand turned and came back is no turn, and says by how much it turned`() {
        let pinch = account([(0.95, -5), (0.8, -42), (0.6, -20), (0.47, -4)])
        #expect(pinch.headline == "2 fingers pinched in to 0.47 of their distance in 0.3 s")
        #expect(
            pinch.lesserPart
                == "turn: by 42° counterclockwise, but the fingers closed up farther than they went around each other")
    }

    @Test func `a turn says by how much the fingers parted as well`() {
        let turn = account([(1, 5), (1.1, 30), (1.3, 90)])
        #expect(turn.noun == "turn" && turn.headline == "2 fingers turned 90° clockwise in 0.2 s")
        #expect(
            turn.lesserPart
                == "pinch: to 1.3 of their distance, but the fingers went farther around each other than they parted")
        let back = account([(1, 5), (1, 80), (1, 3)])
        #expect(back.headline == "2 fingers turned 80° clockwise and back to 3° clockwise in 0.2 s")
    }

    @Test func `a pinch that two recognisers found has one sentence`() {
        var accounts: [GestureAccount] = []
        accounts.add(message(.began, transform(1.01, degrees: 0.1), at: 100), scale: Vector(dx: 1, dy: 1))
        accounts.add(message(.ended, transform(0.58, degrees: 4), at: 600), scale: Vector(dx: 1, dy: 1))
        var made: [GestureAccount] = []
        let sentences = [GestureName.magnify, .rotate].enumerated().compactMap { index, name -> String? in
            var finding = Finding(
                name, part: index + 1, .recognised(transform(1.01, degrees: 0.1)), at: Timestamp(microseconds: 100_000))
            finding.elapsed = .milliseconds(100)
            let explanation = ExplanationMessage(finding, device: "event5", subscription: 1)
            guard let account = accounts.accounts(of: [explanation])[0] else { return "none" }
            defer { made.append(account) }
            return account.sentence(of: explanation, after: made)
        }
        #expect(
            sentences == [
                "pinch: recognised: 2 fingers pinched in to 0.58 of their distance in 0.5 s (began at 100 ms)"
            ])
    }

    @Test func `taps of a drum roll that are reported at one time are two gestures`() {
        var accounts: [GestureAccount] = []
        for gesture in [UInt64(1), 2] {
            let event = GestureEvent(
                gesture: gesture, phase: .ended, time: Timestamp(microseconds: 90_000),
                value: .tap(.init(fingers: 1, count: Int(gesture), location: .zero)))
            accounts.add(
                GestureMessage(subscription: 1, device: "event5", event: event), scale: Vector(dx: 1, dy: 1))
        }
        let finding = Finding(
            .tap, .recognised(accounts[0].message.value), at: Timestamp(microseconds: 90_000))
        let explanation = ExplanationMessage(finding, device: "event5", subscription: 1)
        let found = accounts.accounts(of: [explanation, explanation])
        #expect(found.map { $0?.headline } == ["1 finger tapped", "1 finger tapped twice"])
    }
}
