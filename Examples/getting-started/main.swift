import Foundation
import Gestures
import TouchRecordings

guard let path = CommandLine.arguments.dropFirst().first else { fatalError("usage: drags RECORDING") }
let recording = try Recording(parsing: [UInt8](Data(contentsOf: URL(filePath: path))))

let drag = DragGesture()
    .onChanged { value in print("moved by \(Int(value.translation.width)) pt") }
    .onEnded { value in
        let rest = value.predictedEndTranslation.width
        print("lifted at \(Int(value.velocity.width)) pt/s, comes to rest at \(Int(rest)) pt")
    }
let recogniser = GestureRecogniser(drag)
for frame in try recording.touchFrames() { recogniser.update(frame) }
