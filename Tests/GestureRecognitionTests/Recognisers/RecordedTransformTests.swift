import Foundation
import GestureModel
import GestureRecognition
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// Pinches and turns of real hands, compared with another program's measurements (the recordings' SUMMARY.txt): the
/// file's first gesture of so many fingers. Where it measured in shares of the surface, which skew angles, the range is
/// wider.
@Suite(.enabled(if: RecordedFiles.hasRecordings, "../shared/recordings is absent"))
struct RecordedTransformTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let fingers: Int
        let expected: ClosedRange<Double>
        var testDescription: String { "\(file), \(fingers) fingers" }
    }

    private func values(_ gesture: GestureExpression, _ test: Case) throws -> [GestureValue] {
        let bytes = try RecordedFiles.bytes(RecordedFiles.folder.appending(path: "recordings/\(test.file)"))
        var emitter = GestureEmitter(gesture, thresholds: Thresholds())
        return emitter.ends(in: try Recording(parsing: bytes).frames()).map(\.value)
    }

    @Test(arguments: [
        Case(file: "touchpad/pinch-to-zoom-zoom-in.evemu", fingers: 2, expected: 3.2...3.8),
        Case(
            file: "touchpad/pinch-to-zoom-zoom-out-lumpy-fw-11-27-complete-20130726-022452.evemu", fingers: 2,
            expected: 0.18...0.24),
        Case(file: "touchscreen/samus-touchscreen-164-13-zoom-out.evemu", fingers: 2, expected: 0.12...0.2),
        Case(file: "touchscreen/dell-canvas-touch.evemu", fingers: 5, expected: 0.5...0.66),
        Case(file: "touchscreen/n4.evemu", fingers: 3, expected: 0.42...0.62),
        Case(
            file: "touchscreen/samus-touchscreen-164-13-zoom-in.evemu", fingers: 2,
            expected: 2.7...3.3),
    ])
    func `pinches have the direction and about the scale`(_ test: Case) throws {
        let values = try values(.magnify(.init(fingers: .init(test.fingers))), test)
        guard case .magnify(let magnify)? = values.first else {
            return #expect(Bool(false), "\(values)")
        }
        #expect(test.expected.contains(magnify.magnification), "\(values)")
    }

    @Test(arguments: [
        Case(file: "touchscreen/3m.evemu", fingers: 2, expected: 85...105),
        Case(file: "touchscreen/3m.evemu", fingers: 3, expected: -130...(-100)),
        Case(file: "touchscreen/tpv-25aa-8883-0.evemu", fingers: 2, expected: 105...125),
        Case(file: "touchscreen/3m.evemu", fingers: 5, expected: -45...(-25)),
        Case(file: "touchscreen/n4.evemu", fingers: 3, expected: 12...32),
    ])
    func `turns have the direction and about the angle`(_ test: Case) throws {
        let values = try values(.rotate(.init(fingers: .init(test.fingers), minimumAngleDelta: .pi / 180)), test)
        guard case .rotate(let rotate)? = values.first else {
            return #expect(Bool(false), "\(values)")
        }
        #expect(test.expected.contains(rotate.rotation * 180 / .pi), "\(values)")
    }
}
