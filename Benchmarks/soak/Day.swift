internal import ArgumentParser
internal import Glibc
internal import LinuxSupport

struct Day: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A day of use from noon to noon, with a line for each hour; fails where memory grows.",
        discussion: "The last hour is held against the second: nothing is warm before.")

    @Option(help: "How many hours, the night's included.")
    var hours = 24

    @Option(help: "What strokes, clients and cuts are drawn from.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The most bursts of strokes in an hour.", valueName: "n"))
    var bursts = Int.max

    func run() throws {
        var day = DayOfUse(seed: seed, hourlyBursts: bursts)
        var rows: [HourRow] = []
        print(HourRow.heading)
        for _ in 0..<hours {
            let row = day.liveHour()
            rows.append(row)
            print(row.text)
            fflush(nil)
        }
        let violations = day.end()
        for violation in violations.prefix(10) { StandardError.writeLine(violation) }
        print(day.text)
        for (path, count) in day.sizes.sorted(by: { $0.key < $1.key }) { print("  \(count)  \(path)") }
        let growth = rows.count < 3 ? [] : rows[rows.count - 1].growth(since: rows[1])
        for growth in growth { StandardError.writeLine("grown since the second hour: \(growth)") }
        if !violations.isEmpty || !growth.isEmpty { throw ExitCode.failure }
    }
}
