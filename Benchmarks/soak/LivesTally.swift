internal import RandomLives
internal import ShadowModel
internal import TouchInput

/// What was lived through: a name and a number a line, so that those of several processes are easily added.
struct LivesTally {
    private(set) var lives = 0
    /// Lives in which a promise was broken.
    private(set) var broken = 0
    private(set) var steps = 0
    private var events = 0
    private var frames = 0
    private var requests = 0
    private var deadlines = 0
    private var connections = 0
    private var devices = 0
    private var changes = 0
    private var tellings = 0
    private var lines = 0
    private var begun: [GestureKind: Int] = [:]

    mutating func add(_ life: RandomLife, _ world: World) {
        lives += 1
        if !world.violations.isEmpty { broken += 1 }
        for action in life.actions { count(action) }
        lines += world.lines
        begun.merge(world.begun, uniquingKeysWith: +)
    }

    private mutating func count(_ action: Action) {
        if action.mayBeHeard { steps += 1 }
        switch action {
        case .take:
            events += 1
            if action.mayBeHeard { frames += 1 }
        case .send: requests += 1
        case .expire: deadlines += 1
        case .connect, .disconnect: connections += 1
        case .add, .remove: devices += 1
        case .change: changes += 1
        case .source: tellings += 1
        }
    }

    var text: String {
        let counts = [
            ("lives", lives), ("lives with a broken promise", broken), ("steps", steps), ("device events", events),
            ("frames and resynchronisations", frames), ("pieces of requests", requests), ("deadlines", deadlines),
            ("connections made and left", connections), ("devices added and removed", devices),
            ("changes of access", changes), ("words of focus sources", tellings),
            ("lines received", lines),
        ]
        let gestures = GestureKind.allCases.map { ("gestures begun, \($0)", begun[$0, default: 0]) }
        return (counts + gestures).map { "\($0.0): \($0.1)" }.joined(separator: "\n")
    }
}
