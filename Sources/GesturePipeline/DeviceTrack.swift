internal import GestureModel
internal import GestureRecognition
internal import TouchInput

/// A device and the arenas that run on it.
struct DeviceTrack: Sendable {
    var device: TouchDevice
    /// Nil for a device that is known but cannot be read.
    var assembler: FrameAssembler?
    var arenas: [SharedArena] = []
    /// The latest time seen on this device: what ends from outside ends no earlier.
    var time = Timestamp(microseconds: .min)

    /// The next deadline of any of its arenas, and whose it is; of two at the same time the first arena's.
    var nextDeadline: (arena: Int, time: Timestamp)? {
        var next: (arena: Int, time: Timestamp)?
        for index in arenas.indices {
            guard let deadline = arenas[index].arena.deadline else { continue }
            if next.map({ deadline < $0.time }) ?? true { next = (index, deadline) }
        }
        return next
    }
}
