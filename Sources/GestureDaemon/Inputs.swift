internal import GestureConfiguration
internal import GestureModel

/// Where the daemon's frames come from: devices, or recordings that stand in for them.
protocol Inputs: AnyObject {
    /// Feeds the pipeline what is there up to `time`; says whether that was all.
    func drain(at time: Timestamp) -> Bool
    /// The machine has slept: asks the devices what touches them now, for fingers may have left without a word.
    func reread(at time: Timestamp)
    /// When ``drain(at:)`` has something to do without a descriptor saying so.
    var nextTime: Timestamp? { get }
    /// A descriptor is free again, for what could not be opened without one.
    func useFreeDescriptor()
    /// Another configuration is in force, and the pipeline has it.
    func reload(_ configuration: Configuration)
}
