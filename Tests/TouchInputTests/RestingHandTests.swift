import GestureModel
import Testing

@testable import TouchInput

/// A contact of a touchscreen that rests at the bezel is set aside while other contacts do something else. The surface
/// is 100 × 60 mm.
@Suite struct RestingHandTests {
    /// What a recogniser receives: the number and the phase of each contact, without those that stay where they are.
    private func shown(_ kind: TouchDeviceKind = .touchscreen, _ play: (inout FilterTrial) -> Void) -> [String] {
        var trial = FilterTrial(kind)
        play(&trial)
        return trial.shown.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    }

    @Test(arguments: [(3.0, 30.0), (97, 30), (50, 2), (50, 57), (6.9, 30)])
    func `a contact that came first and rests at an edge is no finger once another one comes`(x: Double, y: Double) {
        let shown = shown { trial in
            trial.frames(50, touch(1, x, y))
            trial.frame(touch(1, x, y), touch(2, 50, 30))
            trial.frame(touch(1, x, y), touch(2, 60, 30))
        }
        #expect(shown == ["1 began", "1 palm", "2 began", "2 moved"])
    }

    @Test func `it trembles by a few millimetres`() {
        let shown = shown { trial in
            for step in 0..<50 { trial.frame(touch(1, 3 + Double(step % 3), 30 + Double(step % 2) * 2)) }
            trial.frame(touch(1, 3, 30), touch(2, 50, 30))
            for step in 0..<40 { trial.frame(touch(1, 3 + Double(step % 3), 30), touch(2, 50, 30)) }
        }
        #expect(shown.last { $0.hasPrefix("1 ") } == "1 palm")
        #expect(shown.filter { $0.contains("began") }.count == 2)
    }

    @Test func `in the middle it is a finger, and so is one that came together with the other or has moved`() {
        let middle = shown { trial in
            trial.frames(50, touch(1, 20, 30))
            trial.frame(touch(1, 20, 30), touch(2, 50, 30))
        }
        let together = shown { trial in
            trial.frames(30, touch(1, 3, 30))
            trial.frame(touch(1, 3, 30), touch(2, 50, 30))
        }
        let moved = shown { trial in
            trial.frames(30, touch(1, 3, 30))
            trial.frames(30, touch(1, 3, 36))
            trial.frame(touch(1, 3, 36), touch(2, 50, 30))
        }
        for shown in [middle, together, moved] { #expect(!shown.contains { $0.contains("palm") }) }
    }

    @Test func `on a touchpad it is not set aside`() {
        let shown = shown(.touchpad) { trial in
            trial.frames(50, touch(1, 3, 30))
            trial.frame(touch(1, 3, 30), touch(2, 50, 30))
        }
        #expect(!shown.contains { $0.contains("palm") })
    }

    @Test func `it is a finger again once it moves away, from where it rested`() {
        let shown = shown { trial in
            trial.frames(50, touch(1, 3, 30))
            trial.frame(touch(1, 3, 30), touch(2, 50, 30))
            trial.frame(touch(1, 3, 30))
            trial.frame(touch(1, 6, 30))
            trial.frame(touch(1, 9, 30))
            trial.frame(touch(1, 12, 30))
            trial.frame()
        }
        #expect(shown == ["1 began", "1 palm", "2 began", "2 ended", "3 began", "3 moved", "3 ended"])
    }

    @Test func `while it rests, each gesture of the other hand is without it`() {
        let shown = shown { trial in
            trial.frames(50, touch(1, 3, 30))
            for id in 2...4 {
                trial.frames(5, touch(1, 3, 30), touch(id, 50, 30))
                trial.frames(5, touch(1, 3, 30))
            }
            trial.frame()
        }
        #expect(shown.filter { $0.hasPrefix("1 ") }.count == 2)
        #expect(shown.filter { $0.contains("ended") }.count == 3)
    }

    @Test func `contacts of both hands rest, and a finger is alone`() {
        let shown = shown { trial in
            trial.frames(50, touch(1, 3, 30))
            trial.frames(50, touch(1, 3, 30), touch(2, 97, 30))
            trial.frame(touch(1, 3, 30), touch(2, 97, 30), touch(3, 50, 30))
            trial.frame(touch(1, 3, 30), touch(2, 97, 30), touch(3, 60, 30))
        }
        #expect(shown.filter { $0.contains("palm") }.count == 2)
        #expect(shown.last == "3 moved")
    }

    @Test func `a finger that comes together with one at the bezel keeps it`() {
        let shown = shown { trial in
            trial.frames(10, touch(1, 50, 30))
            trial.frames(50, touch(1, 50, 30), touch(2, 3, 30))
            trial.frame(touch(1, 50, 30), touch(2, 3, 30), touch(3, 60, 30))
        }
        #expect(!shown.contains { $0.contains("palm") })
    }

    @Test func `it is reported as a thumb that rests at the edge, and found as such at once`() {
        var trial = FilterTrial(.touchscreen)
        trial.keepReports()
        trial.frames(50, touch(1, 3, 30))
        trial.frame(touch(1, 3, 30), touch(2, 50, 30))
        trial.frame()
        #expect(
            trial.reported.suffix(2) == [
                "1 stationary thumb edge, 2 began finger", "1 ended thumb edge, 2 ended finger",
            ])
    }

    @Test func `a contact that reports one position for three seconds is no finger, wherever it is`() {
        let shown = shown { trial in
            trial.frame(touch(1, 50, 30))
            trial.wait(3000)
            trial.frame(touch(1, 50, 30), touch(2, 20, 30))
        }
        #expect(shown == ["1 began", "1 palm", "2 began"])
    }

    @Test func `a contact that is elsewhere after a silence is another finger, because the panel lost a lift`() {
        let shown = shown { trial in
            trial.frame(touch(1, 20, 30))
            trial.wait(700)
            trial.frame(touch(1, 80, 30))
            trial.frame(touch(1, 80, 30))
            trial.frame()
        }
        #expect(shown == ["1 began", "1 ended", "2 began", "2 ended"])
    }
}
