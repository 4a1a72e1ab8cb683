internal import GestureModel
internal import GesturePipeline

/// What becomes of gestures when somebody else sits down, the screen is locked, the machine sleeps. What is cancelled is on
/// its way to the clients before anything else is read.
extension Daemon {
    func makeSessions() -> Sessions {
        Sessions(
            on: loop, onChange: { [unowned self] in takeSeats() }, onSleep: { [unowned self] in take($0) },
            onTerminalSwitch: { [unowned self] in
                pipeline.switchTerminal(at: MonotonicClock.now)
                settle()
            })
    }

    func takeSeats() {
        guard let sessions else { return }
        pipeline.setSeats(sessions.seats, users: SeatMonitor.users(), at: MonotonicClock.now)
        settle()
    }

    private func take(_ phase: SleepPhase) {
        switch phase {
        case .begins:
            pipeline.suspend(at: MonotonicClock.now)
            farewell()
            sessions?.letSleep()
        case .ended:
            inputs?.reread(at: MonotonicClock.now)
            pipeline.resume(at: MonotonicClock.now)
        }
        settle()
    }
}
