internal import EvdevInput
internal import GesturePipeline

extension TouchInputs {
    /// A device that is in the pipeline: open, or with the reason why not.
    final class Entry {
        /// What it was taken for; see ``TouchNode/syspath``.
        let syspath: String
        let sysname: String
        let handle: Pipeline.DeviceHandle
        let device: EvdevDevice?
        let log: DeviceLog?
        /// Why there is no device.
        let failure: Failure?
        /// What it was taken in with, and what has changed since.
        var settings: DeviceSettings
        var source: EventLoop.Source?
        /// The last drain was cut short; libevdev holds events that no descriptor tells of.
        var hasMore = false

        init(
            _ node: TouchNode, _ handle: Pipeline.DeviceHandle, device: EvdevDevice? = nil, log: DeviceLog? = nil,
            settings: DeviceSettings = DeviceSettings(), failure: Failure? = nil
        ) {
            syspath = node.syspath
            sysname = node.sysname
            self.handle = handle
            self.device = device
            self.log = log
            self.settings = settings
            self.failure = failure
        }

        /// The loop lets go of the descriptor before the device closes it.
        deinit { source = nil }
    }

    /// Why a device cannot be used.
    struct Failure: Equatable {
        let reason: String
        /// There was no descriptor to open it with.
        var isExhaustion = false
    }
}
