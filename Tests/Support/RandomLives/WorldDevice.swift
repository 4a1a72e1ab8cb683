internal import GestureModel
internal import GesturePipeline
internal import ShadowModel
internal import TouchInput
internal import TouchRecordings

/// A device that is present, with a witness of its contacts.
struct WorldDevice {
    let handle: Pipeline.DeviceHandle
    private(set) var witness = ContactWitness()
    private var assembler: FrameAssembler

    init(_ handle: Pipeline.DeviceHandle, _ recording: Recording) throws(DeviceDescriptionError) {
        self.handle = handle
        assembler = try FrameAssembler(recording.description, kind: recording.kind)
    }

    mutating func interrupt(at moment: Int) { witness.interrupt(at: moment) }

    mutating func see(_ event: DeviceEvent, at moment: Int, _ time: Timestamp) {
        switch event {
        case .event(let event):
            switch assembler.take(event) {
            case .frame: witness.see(assembler.frame, at: moment, time)
            case .lost: witness.interrupt(at: moment)
            case .none: break
            }
        case .state(let event): _ = assembler.take(event)
        case .stateLost:
            witness.interrupt(at: moment)
            assembler.beginResynchronisation()
        case .stateKnown: assembler.endResynchronisation()
        }
    }
}
