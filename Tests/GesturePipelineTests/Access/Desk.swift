import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// Users of one machine. Tests choose the process ids.
enum Person: UInt32 {
    case root = 0
    case alice = 1000
    case bob = 1001

    func peer(_ process: Int32 = 10, groups: [UInt32] = []) -> Peer {
        Peer(user: rawValue, process: process, groups: groups)
    }
}

extension AccessRules {
    /// Every app of the active user receives positions.
    static var positionsForAll: AccessRules {
        var rules = AccessRules()
        rules.positions = .session
        return rules
    }
}

extension Bench {
    /// A machine with one seat; nil if no user is active on it.
    static func with(_ person: Person?, rules: AccessRules = AccessRules(), limits: Limits = Limits()) -> Bench {
        var bench = Bench(limits: limits)
        bench.pipeline.setRules(rules, at: Timestamp(0))
        bench.seat(person, at: 0)
        return bench
    }

    /// Makes a user active on seat0. Each user has one session.
    mutating func seat(_ person: Person?, isLocked: Bool = false, at milliseconds: Double) {
        let session = person.map { "session of \($0)" }
        let seat = Seat(name: "seat0", session: session, user: person?.rawValue, isLocked: isLocked)
        pipeline.setSeats([seat], at: Timestamp(milliseconds))
    }

    /// A focus source that has read its `hello`, and reported a process that has the focus.
    mutating func source(_ person: Person, process: Int32 = 99, focusing focused: Int32? = nil) -> Client {
        guard let source = try? pipeline.connect(person.peer(process), as: .focusSource) else {
            preconditionFailure("too many clients")
        }
        #expect(text(source).hasPrefix(#"{"type":"hello""#))
        keep(source)
        if let focused { focus(source, focused) }
        return source
    }

    /// The source reports which processes have the focus.
    mutating func focus(_ source: Client, _ processes: Int32..., window: String = "", at milliseconds: Double = 0) {
        send(source, #"{"type":"focus","id":0,"processes":\#(processes)\#(window)}"# + "\n", at: milliseconds)
        #expect(read(source).contains("ok 0"))
    }
}
