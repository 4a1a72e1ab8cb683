// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "gestured",
    targets: [
        // Pure: no OS import, no clock, no randomness. Each imports only those above it.
        .target(name: "GestureModel", swiftSettings: settings),
        .target(name: "GestureRecognition", dependencies: ["GestureModel"], swiftSettings: settings),
        .target(name: "TouchInput", dependencies: ["GestureModel"], swiftSettings: settings),
        .target(name: "GestureProtocol", dependencies: ["GestureModel"], swiftSettings: settings),
        .target(
            name: "GesturePipeline", dependencies: ["GestureModel", "GestureRecognition", "TouchInput", "GestureProtocol"],
            swiftSettings: settings),
        .testTarget(name: "GestureModelTests", dependencies: ["GestureModel"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
