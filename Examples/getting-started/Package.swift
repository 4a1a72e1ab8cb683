// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "drags",
    dependencies: [.package(name: "gestured", path: "../gestured")],
    targets: [
        .executableTarget(
            name: "drags",
            dependencies: [
                .product(name: "Gestures", package: "gestured"),
                .product(name: "TouchRecordings", package: "gestured"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
