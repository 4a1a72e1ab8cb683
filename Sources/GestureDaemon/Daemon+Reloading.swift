internal import CSystemd
internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline

extension Daemon {
    /// Reads the configuration anew. One with mistakes is told of, and leaves the one before in force.
    ///
    /// - Returns: What is wrong with it, in one line; nil where it is in force now.
    func reload() -> String? {
        // systemd takes the daemon for reloading until the next READY=1 (sd_notify(3), Type=notify-reload).
        let time = MonotonicClock.now.microseconds
        sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(time)\nSTATUS=Reading the configuration")
        var status = Daemon.status
        defer { sd_notify(0, "READY=1\nSTATUS=\(status)") }
        do throws(ConfigurationError) {
            take(try Configuration.load(path: configurationFile))
            Log.notice("the configuration was read anew")
            return nil
        } catch {
            let lines = "\(error)".split(separator: "\n").map(String.init)
            for line in lines { Log.error(line) }
            Log.error("the configuration before this one stays in force")
            status += "; the new configuration is not in force: \(lines.first ?? "")"
            return error.summary
        }
    }

    /// SIGHUP: a terminal that closes ends the daemon; otherwise the configuration is read anew.
    func hangUp() {
        guard !terminal.hasHungUp else { return stop() }
        _ = reload()
        settle()
    }

    private func take(_ configuration: Configuration) {
        haptics = configuration.isHapticsEnabled ? haptics ?? Haptics(on: loop) : nil
        pipeline.configure(
            thresholds: configuration.thresholds, limits: configuration.limits,
            haptics: configuration.isHapticsEnabled ? .enabled : .notEnabled)
        pipeline.setRules(AccessRules(configuration), at: MonotonicClock.now)
        inputs?.reload(configuration)
    }
}

extension ConfigurationError {
    /// The first mistake, and how many more there are.
    fileprivate var summary: String {
        var first = self
        first.problems = Array(problems.prefix(1))
        let more = problems.count - 1
        return more < 1 ? "\(first)" : "\(first); and \(more) more mistake\(more == 1 ? "" : "s")"
    }
}
