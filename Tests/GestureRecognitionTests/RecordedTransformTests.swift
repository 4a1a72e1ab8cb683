import Foundation
import GestureModel
import GestureRecognition
import Testing
import TouchInput

/// Pinches and turns of real hands, as another program measured them from first to last place (the recordings' SUMMARY.txt).
@Suite struct RecordedTransformTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/recordings").standardizedFileURL

    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        /// Fingers, and which of the file's gestures with that many it is.
        let fingers: Int
        var index = 0
        let expected: ClosedRange<Double>
        var testDescription: String { "\(file), \(fingers) fingers" }
    }

    private func values(_ gesture: GestureExpression, _ test: Case) throws -> [GestureValue]? {
        let file = Self.directory.appending(path: test.file)
        guard let bytes = try? Data(contentsOf: file) else {
            print("skipped: no recording \(file.path)")
            return nil
        }
        var arena = Arena(gesture, thresholds: Thresholds())
        return arena.ends(in: try Recording(parsing: [UInt8](bytes)).frames()).map(\.value)
    }

    @Test(arguments: [
        Case(file: "touchpad/pinch-to-zoom-zoom-in.evemu", fingers: 2, expected: 3.2...3.8),
        Case(
            file: "touchpad/pinch-to-zoom-zoom-out-lumpy-fw-11-27-complete-20130726-022452.evemu", fingers: 2,
            expected: 0.18...0.24),
        Case(file: "touchscreen/samus-touchscreen-164-13-zoom-out.evemu", fingers: 2, expected: 0.12...0.2),
        Case(file: "touchscreen/dell-canvas-touch.evemu", fingers: 5, expected: 0.5...0.66),
        Case(file: "touchscreen/n4.evemu", fingers: 3, expected: 0.5...0.65),
    ])
    func `pinches have the direction and about the scale`(_ test: Case) throws {
        guard let values = try values(.magnify(.init(fingers: .init(test.fingers))), test) else { return }
        guard values.indices.contains(test.index), case .magnify(let magnify) = values[test.index] else {
            return #expect(Bool(false), "\(values)")
        }
        #expect(test.expected.contains(magnify.magnification), "\(values)")
    }

    @Test(arguments: [
        Case(file: "touchscreen/3m.evemu", fingers: 2, expected: 85...105),
        Case(file: "touchscreen/3m.evemu", fingers: 3, expected: -125...(-100)),
        Case(file: "touchscreen/3m.evemu", fingers: 5, expected: -45...(-25)),
        Case(file: "touchscreen/n4.evemu", fingers: 3, expected: 12...32),
    ])
    func `turns have the direction and about the angle`(_ test: Case) throws {
        guard let values = try values(.rotate(.init(fingers: .init(test.fingers))), test) else { return }
        guard values.indices.contains(test.index), case .rotate(let rotate) = values[test.index] else {
            return #expect(Bool(false), "\(values)")
        }
        #expect(test.expected.contains(rotate.rotation * 180 / .pi), "\(values)")
    }
}
