import FakeEvdev
import Foundation
import GestureModel
import Strokes
import TouchInput
import TouchRecordings

/// The events of one device: a recording, or strokes generated from a seed.
struct TouchStream {
    let name: String
    let description: DeviceDescription
    let kind: TouchDeviceKind
    /// The times start at 0.
    let frames: Frames

    init(_ name: String, _ recording: Recording) {
        self.name = name
        description = recording.description.completed(by: recording.events)
        kind = recording.kind
        var frames: Frames = []
        var events: [FakeEvent] = []
        let start = recording.events.map(\.time).min() ?? Timestamp(microseconds: 0)
        for event in recording.events {
            if event.type == EventType.synchronization, event.code == SynchronizationCode.report {
                frames.append(((event.time - start).count, events))
                events = []
            } else {
                events.append(FakeEvent(event.type, event.code, event.value))
            }
        }
        self.frames = frames
    }

    /// The recordings in `../shared/recordings`.
    static var recorded: [TouchStream] {
        RecordedFiles.shared.compactMap { file in
            guard let recording = try? Recording(parsing: RecordedFiles.bytes(file)) else { return nil }
            return TouchStream(file.lastPathComponent, recording)
        }
    }

    /// A few strokes, some of them too close together to be separated.
    static func random(seed: UInt64) -> TouchStream {
        var random = SplitMix64(seed: seed)
        let device = ModelDevice.allCases[Int(random.next() % 4)]
        var script = StrokeScript(on: device, seed: seed)
        func position() -> Point {
            Point(
                x: device.size.dx * Double.random(in: 0...1, using: &random),
                y: device.size.dy * Double.random(in: 0...1, using: &random))
        }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let fingers = device.slots == 0 ? 1 : Int.random(in: 1...(device.slots == 2 ? 3 : 5), using: &random)
            switch random.next() % 7 {
            case 0: script.tap(fingers: fingers, at: position())
            case 1: script.doubleTap(fingers: fingers, at: position())
            case 2:
                let duration = Microseconds.milliseconds(.random(in: 100...1200, using: &random))
                script.longPress(fingers: fingers, at: position(), duration: duration)
            case 3: script.drag(fingers: fingers, from: position(), to: position())
            case 4: script.flick(fingers: fingers, from: position(), to: position())
            case 5 where device.slots > 0: script.pinch(at: position(), spans: (from: 20, to: 45))
            default: script.tap(at: position())
            }
            script.pause(.milliseconds(.random(in: 0...600, using: &random)))
        }
        return TouchStream("seed \(seed)", script.recording)
    }
}

extension DeviceDescription {
    /// Adds the codes that some recordings' headers omit. A kernel always reports them.
    fileprivate func completed(by events: [InputEvent]) -> DeviceDescription {
        var codes = Dictionary(uniqueKeysWithValues: capabilities.map { ($0.type, Set($0.codes)) })
        codes[EventType.absolute, default: []].formUnion(axes.map(\.code))
        for event in events where event.type == EventType.key { codes[event.type, default: []].insert(event.code) }
        var completed = self
        completed.capabilities = codes.sorted { $0.key < $1.key }.map {
            Capability(type: $0.key, codes: $0.value.sorted())
        }
        return completed
    }
}
