/// Work in this process, to be counted and measured from outside (`make bench`):
///
///     frames drag|changed|composition|builder|drags|away|shown FRAMES                                LocalFrames
///     frames scroll|pinch|hold|taps|drumRoll|circle|swipeAndRest FRAMES [GESTURE]                    StandardFrames
///     frames lifetimes                                                                               Lifetimes
///     frames requests                                                                                RequestCosts
@main struct Frames {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "lifetimes" where arguments.count == 1: Lifetimes.run()
        case "requests" where arguments.count == 1: RequestCosts.run()
        case let kind? where 2...3 ~= arguments.count:
            let gesture = arguments.count == 3 ? arguments[3] : nil
            guard let count = Int(arguments[2]),
                gesture == nil && LocalFrames.run(kind, count) || StandardFrames.run(kind, count, gesture: gesture)
            else { fail() }
        default: fail()
        }
    }

    private static func fail() -> Never {
        let kinds = (LocalFrames.kinds + StandardFrames.kinds).joined(separator: "|")
        fatalError("usage: frames \(kinds) FRAMES [GESTURE], frames lifetimes, or frames requests")
    }
}
