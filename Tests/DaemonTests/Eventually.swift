import Glibc

/// How long a test waits for what must happen: long enough for a machine that does much else.
let patience: Double = 10

/// Asks until there is an answer; nil where there is none in ``patience``.
func eventually<Answer>(within seconds: Double = patience, _ ask: () throws -> Answer?) rethrows -> Answer? {
    let end = monotonicMicroseconds() + Int64(seconds * 1_000_000)
    while true {
        if let answer = try ask() { return answer }
        if monotonicMicroseconds() > end { return nil }
        usleep(2000)
    }
}

func eventually(within seconds: Double = patience, _ condition: () throws -> Bool) rethrows -> Bool {
    try eventually(within: seconds) { try condition() ? true : nil } ?? false
}

/// The clock evdev stamps its events with.
func monotonicMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
