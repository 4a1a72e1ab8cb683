// swift-tools-version: 6.2
import PackageDescription

// A package of its own: no other program can be built with -sanitize=fuzzer, and what is fuzzed is public to other
// modules only, and no product. `Sources`, `Support` and `DaemonSimulation`
// are links to the project's.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let realModule = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

// Each may import those before it. Naming them all also makes SwiftPM compile it again when one of them changes.
let modules = [
    "Sources/GestureModel", "Sources/LinuxSupport", "Sources/GestureRecognition", "Sources/TouchInput",
    "Sources/TouchRecordings",
    "Sources/GestureProtocol", "Sources/GesturePipeline", "Sources/GestureConfiguration", "Support/Strokes",
    "DaemonSimulation",
].reduce(into: [Target]()) { modules, path in
    let dependencies = modules.map { Target.Dependency.byName(name: $0.name) } + [realModule]
    let name = String(path.split(separator: "/").last ?? "")
    modules.append(.target(name: name, dependencies: dependencies, path: path, swiftSettings: settings))
}
let all = modules.map { Target.Dependency.byName(name: $0.name) } + [realModule]

let package = Package(
    name: "fuzzing",
    dependencies: [.package(url: "https://github.com/apple/swift-numerics", from: "1.1.1")],
    targets: modules + [
        .target(name: "FuzzTargets", dependencies: all, path: "Targets", swiftSettings: settings),
        // `swift test` links this program, too, without the options of `run`.
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzTargets"], path: "Main", swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
        // For Tests/toml-comparison.
        .executableTarget(
            name: "toml-json", dependencies: all, path: "Support/toml-json", swiftSettings: settings),
        // The corpus as unit tests, without the sanitizer.
        .testTarget(name: "CorpusTests", dependencies: ["FuzzTargets"], path: "Tests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
