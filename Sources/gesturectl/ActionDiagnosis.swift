internal import DesktopAccess
internal import GestureActions
internal import Glibc
internal import LinuxSupport

extension Diagnosis {
    /// Returns whether the rules of this user run, now and after the next login.
    static var actions: Diagnosis {
        let candidates = ActionFile.candidates(environment: ProcessEnvironment.variables)
        let path = candidates.first { access($0, F_OK) == 0 }
        let unit = Result { () throws(DesktopFailure) in try UserUnit(ServiceUnits.actions.names) }
        guard let path else { return withoutRules(try? unit.get(), candidates) }
        let environment = SessionDisplay.environment(ProcessEnvironment.variables)
        do throws(ActionFileError) {
            let file = try ActionFile.load(path, environment: environment)
            return running(file, try? unit.get())
        } catch {
            let first = error.problems.first?.text(in: path) ?? path
            let more = error.problems.count > 1 ? "; and \(error.problems.count - 1) more" : ""
            return Diagnosis("actions", "\(first)\(more)", fix: "gesturectl actions check")
        }
    }

    /// What of the exclusive rules reaches apps on this desktop; nothing without such rules.
    static var exclusive: [Diagnosis] {
        let environment = SessionDisplay.environment(ProcessEnvironment.variables)
        guard
            let path = ActionFile.candidates(environment: ProcessEnvironment.variables).first(where: {
                access($0, F_OK) == 0
            }),
            let file = try? ActionFile.load(path, environment: environment), file.actions.contains(where: \.isExclusive)
        else { return [] }
        let problems = ExclusiveCheck.problems(in: file.actions, environment: environment)
        guard !problems.isEmpty else {
            return [Diagnosis("exclusive", "taken from apps: the fingers of all exclusive rules")]
        }
        // No command changes what a desktop can do.
        return problems.map { Diagnosis("exclusive", $0.message) }
    }

    private static func withoutRules(_ unit: UserUnit?, _ candidates: [String]) -> Diagnosis {
        guard unit?.isActive == true else { return Diagnosis("actions", "no rules") }
        return Diagnosis(
            "actions", "the service runs, but there is no file \(candidates[0])", fix: "gesturectl actions init")
    }

    private static func running(_ file: ActionFile, _ unit: UserUnit?) -> Diagnosis {
        let units = ServiceUnits.actions
        let rules = "\(file.countText) in \(file.path)"
        func problem(_ sentence: String, _ fix: String?) -> Diagnosis {
            Diagnosis("actions", "\(rules): \(sentence)", fix: fix)
        }
        guard ServiceUnits.isSystemdRunning else {
            return Diagnosis("actions", "\(rules); without systemd, gesturectl actions run performs them")
        }
        guard units.isInstalled else { return problem("\(units.package) is not installed", units.installation) }
        guard let unit else {
            return problem("nothing performs them: this user has no systemd that answers; log in at the machine", nil)
        }
        let enable = "systemctl --user enable --now \(units.names)"
        switch (unit.setting, unit.isActive) {
        case (.masked, _):
            return problem("the service is masked", "systemctl --user unmask \(units.names) && \(enable)")
        case (.disabled, true): return problem("performed now, but not after the next login", enable)
        case (.disabled, false): return problem("the service is disabled", enable)
        case (.enabledForSomeDesktops, _):
            return problem(
                "an older version enabled the service, which starts with some desktops only",
                "systemctl --user reenable \(units.names) && systemctl --user restart \(units.names)")
        case (.enabled, false):
            return problem("the service does not run", "systemctl --user restart \(units.names)")
        case (.enabled, true) where unit.status.hasPrefix(ActionService.isDisconnected):
            return problem("\(unit.status)", "systemctl --user restart \(units.names)")
        case (.enabled, true): return Diagnosis("actions", "\(file.path): \(unit.status)")
        }
    }
}
