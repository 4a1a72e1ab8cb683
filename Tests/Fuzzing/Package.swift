// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since -sanitize=fuzzer goes with no other program. `Sources` and `Support` are links to the
// project's: what is fuzzed is public to other modules only, and no product.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, in folder: String = "Sources", _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "fuzzing",
    dependencies: [.package(url: "https://github.com/apple/swift-numerics", from: "1.1.1")],
    targets: [
        module("GestureModel"),
        module("GestureRecognition", ["GestureModel", .product(name: "RealModule", package: "swift-numerics")]),
        module("TouchInput", ["GestureModel"]),
        module("GestureProtocol", ["GestureModel"]),
        module("GesturePipeline", ["GestureModel", "GestureRecognition", "TouchInput", "GestureProtocol"]),
        module("GestureConfiguration", ["GestureModel", "GestureRecognition", "TouchInput", "GesturePipeline"]),
        module("Strokes", in: "Support", ["GestureModel", "TouchInput"]),
        module("ShadowModel", in: "Support", ["GestureModel"]),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "GestureConfiguration", "GestureModel", "GesturePipeline", "GestureProtocol", "ShadowModel", "Strokes",
                "TouchInput",
            ],
            path: "Targets", swiftSettings: settings),
        .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "Main", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
