import GestureModel
import GestureRecognition
import Testing
import TouchRecordings

@Suite struct TouchRecogniserTests {
    @Test func `a touch counts the fingers from the first touch-down to the last lift`() {
        var trial = Trial(.touch(.init()))
        #expect(trial.at(0, .down(1, 100, 100)).map(\.touch) == [.init(fingers: 1, tapping: true)])
        #expect(trial.at(20, .down(2, 200, 100)).map(\.touch) == [.init(fingers: 2, tapping: true)])
        #expect(trial.at(40, .move(1, 400, 400)).isEmpty)
        #expect(trial.wait(until: 800).map(\.touch) == [.init(fingers: 2, tapping: false)])
        #expect(trial.at(900, .lift(1)).map(\.touch) == [.init(fingers: 1, tapping: false)])
        #expect(trial.at(920, .lift(2)) == [.ended(.touch(.init(fingers: 0, tapping: false)))])
    }

    @Test func `after a tap it goes on until no further tap can follow`() {
        var trial = Trial(.touch(.init()))
        _ = trial.at(0, .down(1, 100, 100))
        #expect(trial.at(80, .lift(1)) == [.active(.touch(.init(fingers: 0, tapping: true)))])
        #expect(trial.wait(until: 429).isEmpty)
        #expect(trial.at(430, .down(2, 300, 300)).map(\.touch) == [.init(fingers: 1, tapping: true)])
        #expect(trial.at(500, .lift(2)).map(\.touch) == [.init(fingers: 0, tapping: true)])
        #expect(trial.wait(until: 850) == [.ended(.touch(.init(fingers: 0, tapping: false)))])
        #expect(trial.at(900, .down(3, 100, 100)).map(\.touch) == [.init(fingers: 1, tapping: true)])
    }

    @Test func `it begins with an accepted number of fingers, and goes on with any other`() {
        var trial = Trial(.touch(.init(fingers: .twoOrMore)))
        #expect(trial.at(0, .down(1, 100, 100)).isEmpty)
        #expect(trial.at(30, .down(2, 200, 100)).map(\.touch) == [.init(fingers: 2, tapping: true)])
        #expect(trial.at(60, .lift(2)).map(\.touch) == [.init(fingers: 1, tapping: true)])
        #expect(trial.at(70, .lift(1)).map(\.touch) == [.init(fingers: 0, tapping: true)])
        #expect(trial.at(200, .down(3, 100, 100)).map(\.touch) == [.init(fingers: 1, tapping: true)])
    }

    @Test func `a longer tap that is configured keeps the row`() {
        var thresholds = Thresholds()
        thresholds.touchscreen.tapDuration = .milliseconds(1000)
        thresholds.tap.maximumDelay = .milliseconds(100)
        var trial = Trial(.touch(.init()), thresholds)
        _ = trial.at(0, .down(1, 100, 100))
        #expect(trial.at(900, .lift(1)).map(\.touch) == [.init(fingers: 0, tapping: true)])
        #expect(trial.wait(until: 1000) == [.ended(.touch(.init(fingers: 0, tapping: false)))])
    }

    @Test func `a contact that is rejected counts as lifted`() {
        var trial = Trial(.touch(.init()))
        _ = trial.at(0, .down(1, 100, 100))
        #expect(trial.at(30, .palm(1)).map(\.touch) == [.init(fingers: 0, tapping: true)])
    }
}

extension Verdict {
    fileprivate var touch: GestureValue.Touch? {
        switch self {
        case .active(.touch(let touch)), .ended(.touch(let touch)): touch
        default: nil
        }
    }
}
