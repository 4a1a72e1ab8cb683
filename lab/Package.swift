// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package of its own: these programs and tests need recordings of real fingers, which are not part of the repository. They read
// what the parts of gestured share with each other (`package`), for which they bear its name instead of this one's (`packageAccess`): that of the folder of the clone.
let gestured = URL(filePath: Context.packageDirectory).deletingLastPathComponent().lastPathComponent.lowercased()
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-package-name", gestured]),
]
// The pure targets, without the daemon, and the support of the tests.
let core = Target.Dependency.product(name: "Core", package: gestured)

func library(_ name: String) -> Target {
    .target(
        name: name, dependencies: [core, .product(name: "RealModule", package: "swift-numerics")],
        packageAccess: false, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + [core], packageAccess: false, swiftSettings: settings)
}

func tests(_ name: String) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name), core], packageAccess: false, swiftSettings: settings)
}

let package = Package(
    name: "lab",
    dependencies: [
        .package(path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    ],
    targets: [
        // `make accuracy`: how far each estimator of velocity is off.
        library("VelocityAccuracy"),
        program("velocity-accuracy", ["VelocityAccuracy"]),
        // `make recognition`: what the daemon recognises in recordings, as events that can be scored.
        library("RecordedGestures"),
        program(
            "recognition",
            ["RecordedGestures", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        tests("VelocityAccuracy"),
        tests("RecordedGestures"),
    ],
    swiftLanguageModes: [.v6]
)
