internal import Glibc

/// When SIGINT and SIGTERM end the process: only where nothing is half done.
enum Interruption {
    static func block() { change(SIG_BLOCK) }

    /// An interruption that came before ends the process at once.
    static func whileAllowed(_ wait: () -> Void) {
        change(SIG_UNBLOCK)
        wait()
        change(SIG_BLOCK)
    }

    private static func change(_ how: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
        pthread_sigmask(how, &signals, nil)
    }
}
