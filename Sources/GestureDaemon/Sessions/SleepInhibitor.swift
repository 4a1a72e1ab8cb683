internal import Glibc

/// Holds sleep off until clients have been told: logind's delay inhibitor.
///
/// logind waits for it 5 s at most (InhibitDelayMaxSec). It is a descriptor; closing it gives it back.
final class SleepInhibitor {
    /// Told why logind gives none.
    var onRefusal: (BusMessage.Failure) -> Void = { _ in }

    private let bus: SystemBus
    private var call: BusSlot?
    private var descriptor: Int32 = -1

    init(on bus: SystemBus) { self.bus = bus }

    deinit { release() }

    /// Asks for it, unless it is held or asked for.
    func take() {
        guard descriptor < 0, call == nil else { return }
        call = bus.call(
            LogindService.inhibit, at: "/org/freedesktop/login1",
            ["sleep", "gestured", "Clients are told that gestures are cancelled", "delay"]
        ) { [unowned self] answer in
            call = nil
            if let failure = answer.failure {
                // The machine is going to sleep already; it is asked for again after that.
                if failure.name != "org.freedesktop.login1.OperationInProgress" { onRefusal(failure) }
            } else {
                descriptor = answer.descriptor() ?? -1
            }
        }
    }

    /// Gives it back. One that is on its way is closed with the answer nobody waits for.
    func release() {
        call = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
