// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what is measured is public to other modules only, and no product. `Sources` and `Support` are
// links to the project's.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let realModule = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

// Each may import those before it. Naming them all also makes SwiftPM compile it again when one of them changes.
let modules = [
    "Sources/GestureModel", "Sources/GestureRecognition", "Sources/GestureAnimation", "Sources/Gestures",
    "Sources/TouchInput",
    "Sources/TouchRecordings", "Sources/GestureProtocol", "Sources/GesturePipeline", "Support/Strokes",
    "DaemonSimulation",
].reduce(into: [Target]()) { modules, path in
    let dependencies = modules.map { Target.Dependency.byName(name: $0.name) } + [realModule]
    let name = String(path.split(separator: "/").last ?? "")
    let own: [Target.Dependency] = name == "Gestures" ? ["CTransaction"] : []
    modules.append(.target(name: name, dependencies: dependencies + own, path: path, swiftSettings: settings))
}
let all = modules.map { Target.Dependency.byName(name: $0.name) } + [realModule]

func library(_ name: String) -> Target {
    .target(name: name, dependencies: all, path: name, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .executableTarget(
        name: name, dependencies: all + dependencies, path: name, exclude: exclude, swiftSettings: settings)
}

func tests(_ name: String, of library: String) -> Target {
    .testTarget(name: name, dependencies: all + [.byName(name: library)], swiftSettings: settings)
}

let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    ],
    targets: modules + [
        .target(name: "CTransaction", path: "Sources/CTransaction"),
        .target(
            name: "LinuxSupport", dependencies: ["GestureModel"], path: "Sources/LinuxSupport", swiftSettings: settings),
        .target(
            name: "CommandLineTool", dependencies: ["GestureModel", "LinuxSupport", argumentParser],
            path: "Sources/CommandLineTool", swiftSettings: settings),

        // `make bench`: what recognition allocates on the daemon's frames, and on an app's own.
        program("standard-frames"),
        program("local-frames", ["CHeap"]),

        // `make bench`: what requests take beside the work that is counted for them.
        program("request-costs"),

        // `make accuracy`: how far each estimator of velocity is off.
        library("VelocityAccuracy"),
        program("velocity-accuracy", ["VelocityAccuracy"]),
        tests("VelocityAccuracyTests", of: "VelocityAccuracy"),

        // `make recognition`: what the daemon recognises in recordings, as events that can be scored.
        library("RecordedGestures"),
        program("recognition", ["CommandLineTool", "LinuxSupport", "RecordedGestures", argumentParser]),
        tests("RecordedGesturesTests", of: "RecordedGestures"),

        // `make soak`: random sessions and a day of use.
        .target(name: "CHeap", path: "CHeap"),
        program(
            "soak", ["CHeap", "CommandLineTool", "LinuxSupport", argumentParser],
            exclude: ["run", "leaks", "clients.py"]),

        // Writes Examples/recordings.
        program("generate-recordings"),
    ],
    swiftLanguageModes: [.v6]
)
