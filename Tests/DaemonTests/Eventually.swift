import Glibc

/// In seconds. Reached only by a test that fails: a busy machine may take long.
let timeout: Double = 60

/// Calls `query` until it returns an answer; nil if it returns nil until the time is over.
func eventually<Answer>(within seconds: Double = timeout, _ query: () throws -> Answer?) rethrows -> Answer? {
    let end = monotonicMicroseconds() + Int64(seconds * 1_000_000)
    while true {
        if let answer = try query() { return answer }
        if monotonicMicroseconds() > end { return nil }
        usleep(2000)
    }
}

func eventually(within seconds: Double = timeout, _ condition: () throws -> Bool) rethrows -> Bool {
    try eventually(within: seconds) { try condition() ? true : nil } ?? false
}

/// The clock evdev stamps its events with.
func monotonicMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
