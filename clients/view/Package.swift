// swift-tools-version: 6.2
import PackageDescription

// A package of its own: its server and Foundation are not in gestured, gesturectl or the libraries.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]
let server: [Target.Dependency] = [
    .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
]

let package = Package(
    name: "gesture-view",
    products: [.executable(name: "gesture-view", targets: ["gesture-view"])],
    dependencies: [.package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1")],
    targets: [
        .target(name: "PageServer", dependencies: server, swiftSettings: settings),
        .executableTarget(name: "gesture-view", dependencies: server + ["PageServer"], swiftSettings: settings),
        .testTarget(name: "PageServerTests", dependencies: server + ["PageServer"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
