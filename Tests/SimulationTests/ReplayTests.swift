import DaemonSimulation
import FoundationEssentials
import GestureModel
import GesturePipeline
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// Replays recordings of real devices, and strokes generated with their statistics, through the whole pipeline. The
/// shadow model checks what the clients receive.
@Suite struct ReplayTests {
    @Test(
        .enabled(if: RecordedFiles.hasRecordings, "../shared/recordings is absent"),
        arguments: TouchDeviceKind.allCases)
    func `recorded touches break no promise`(kind: TouchDeviceKind) throws {
        var tally = Tally()
        for file in RecordedFiles.recordings(kind) {
            let recording = try Recording(parsing: RecordedFiles.bytes(file))
            do throws(DeviceDescriptionError) {
                _ = try FrameAssembler(recording.description, kind: recording.kind)
            } catch {
                tally.refused.append("\(file.lastPathComponent) (\(error))")
                continue
            }
            tally.replay(recording, named: file.lastPathComponent)
        }
        print("\(kind.rawValue) recordings: \(tally)")
        #expect(tally.violations == [])
        #expect(tally.recordings > 15)
        #expect(tally.refused.count <= 1, "\(tally.refused)")
        for gesture in GestureKind.allCases { #expect(tally.begun[gesture, default: 0] > 40) }
    }

    @Test func `generated strokes break no promise`() {
        var tally = Tally()
        for (number, device) in ModelDevice.allCases.enumerated() {
            tally.replay(RandomTouches(on: device, seed: UInt64(number), strokes: 60).recording, named: device.rawValue)
        }
        for tour in Tour.allCases { tally.replay(tour.recording, named: tour.rawValue) }
        print("generated strokes: \(tally)")
        #expect(tally.violations == [])
        for gesture in GestureKind.allCases { #expect(tally.begun[gesture, default: 0] > 50) }
    }
}

/// The results of the replays.
private struct Tally: CustomStringConvertible {
    var recordings = 0
    var begun: [GestureKind: Int] = [:]
    var refused: [String] = []
    var violations: [String] = []

    mutating func replay(_ recording: Recording, named name: String) {
        var daemon = SimulatedDaemon()
        daemon.play([.add(device: 0, recording), .connect(client: 0, .promptly)])
        for request in Self.requests { daemon.play(.send(request)) }
        for event in recording.events { daemon.play(.event(device: 0, .event(event))) }
        while let deadline = daemon.pipeline.deadline { daemon.play(.expire(deadline)) }
        daemon.stop()
        recordings += 1
        begun.merge(daemon.begun, uniquingKeysWith: +)
        violations += daemon.violations.map { "\(name): \($0)" }
    }

    var description: String {
        let counts = GestureKind.allCases.map { "\($0) \(begun[$0, default: 0])" }.joined(separator: ", ")
        return "\(recordings) replayed, gestures begun: \(counts)" + refused.map { "; refused: \($0)" }.joined()
    }

    /// Every gesture with one to five and with ten fingers, and each unit, one of them with a region.
    private static let requests: [String] = {
        let gestures =
            [1, 2, 3, 4, 5, 10].flatMap { fingers in
                ["tap", "longPress", "drag", "swipe"].map { #"{"\#($0)":{"fingers":\#(fingers)}}"# }
            } + [2, 3, 4, 5, 10].flatMap { [#"{"magnify":{"fingers":\#($0)}}"#, #"{"rotate":{"fingers":\#($0)}}"#] } + [
                #"{"tap":{"count":2}}"#, #"{"drag":{"fingers":[1,2,3,4,5,6,7,8,9,10],"minimumDistance":0}}"#,
            ]
        let extras = [
            #"{"drag":{}},"units":"millimetres""#, #"{"longPress":{"minimumDuration":"never"}},"units":"normalized""#,
            #"{"drag":{}},"units":"normalized","region":{"x":0.25,"y":0,"width":0.5,"height":1}"#,
            #"{"magnify":{"minimumScaleDelta":0}},"units":"millimetres""#,
            #"{"rotate":{"minimumAngleDelta":0}},"units":{"width":1920,"height":1080}"#,
            #"{"standard":"touchpad"}"#, #"{"standard":"touchscreen"},"units":"normalized""#,
            #"{"rotate":{"minimumAngleDelta":0.2}},"units":"normalized","region":{"x":0.1,"y":0,"width":0.9,"height":1}"#,
            #"{"tap":{"fingers":[1,2]}},"units":{"width":1920,"height":1080}"#,
            #"{"swipe":{"fingers":[1,2,3],"directions":["up","down"]}},"units":"normalized""#,
            #"{"swipe":{"fingers":[1,2,3,4,5],"minimumDistance":5,"minimumVelocity":0}}"#,
            #"{"swipe":{"minimumVelocity":0,"edges":["left","right"],"edgeDistance":80}},"units":"millimetres""#,
            #"{"drag":{"edges":["top","bottom","left","right"],"edgeDistance":80}},"units":{"width":800,"height":600}"#,
        ]
        let compositions = [
            #"{"simultaneous":[{"magnify":{}},{"rotate":{}},{"drag":{"fingers":[2,3]}}]}"#,
            #"{"simultaneous":[{"tap":{"fingers":[1,2,3]}},{"longPress":{"minimumDuration":"never"}}]}"#,
            #"{"sequence":[{"longPress":{"minimumDuration":0.1}},{"drag":{"minimumDistance":0}}]},"units":"normalized""#,
            #"{"sequence":[{"tap":{}},{"exclusive":[{"drag":{}},{"tap":{}}]}]}"#,
            #"{"exclusive":[{"tap":{"count":2}},{"drag":{"minimumDistance":40}},{"drag":{}},{"tap":{}}]}"#,
            #"{"exclusive":[{"swipe":{}},{"drag":{}},{"tap":{}}]}"#,
            #"{"race":[{"drag":{"fingers":[1,2]}},{"longPress":{}},{"magnify":{}},{"rotate":{}}]},"units":"millimetres""#,
        ]
        return (gestures + extras + compositions).enumerated().map { id, gesture in
            #"{"type":"subscribe","id":\#(id),"gesture":\#(gesture)}"#
        }
    }()
}
