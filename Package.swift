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
    products: [
        .executable(name: "gestured", targets: ["gestured"]),
        .executable(name: "gesturectl", targets: ["gesturectl"]),
        .library(name: "Gestures", targets: ["Gestures", "GestureModel", "GestureRecognition"]),
        .library(name: "GestureClient", targets: ["GestureClient", "GestureModel", "GestureProtocol", "Gestures"]),
        // CGPoint, CGSize, Date: for apps that link Foundation anyway. No program here does.
        .library(name: "GesturesFoundation", targets: ["GesturesFoundation"]),
        // For tests alone: what LD_PRELOAD puts between an unmodified program and libudev and the kernel.
        .library(name: "FakeEvdevPreload", type: .dynamic, targets: ["CFakeEvdevPreload"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    ],
    // A target names also what its own dependencies are made of: only then is it compiled again when that changes, and
    // with it the size of what it holds. Without, a release build after a change may write beyond the end of a value.
    targets: [
        // Pure: no OS import, no clock, no randomness. Each imports only those above it.
        .target(name: "GestureModel", swiftSettings: settings),
        .target(
            name: "GestureRecognition",
            dependencies: ["GestureModel", .product(name: "RealModule", package: "swift-numerics")],
            swiftSettings: settings),
        .target(name: "TouchInput", dependencies: ["GestureModel"], swiftSettings: settings),
        .target(name: "TouchRecordings", dependencies: ["GestureModel", "TouchInput"], swiftSettings: settings),
        .target(name: "GestureProtocol", dependencies: ["GestureModel"], swiftSettings: settings),
        .target(
            name: "GesturePipeline",
            dependencies: ["GestureModel", "GestureRecognition", "TouchInput", "GestureProtocol"],
            swiftSettings: settings),
        .target(
            name: "Gestures",
            dependencies: [
                "GestureModel", "GestureRecognition", .product(name: "RealModule", package: "swift-numerics"),
            ],
            swiftSettings: settings),
        .target(name: "GesturesFoundation", dependencies: ["GestureModel", "Gestures"], swiftSettings: settings),

        // The system.
        .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        // Sockets, error numbers, the clock and files of Linux.
        .target(name: "LinuxSupport", dependencies: ["GestureModel"], swiftSettings: settings),
        .testTarget(
            name: "LinuxSupportTests", dependencies: ["GestureModel", "LinuxSupport"], swiftSettings: settings),
        .target(
            name: "EvdevInput",
            dependencies: ["CEvdev", "CUdev", "LinuxSupport", "TouchInput", "TouchRecordings", "GestureModel"],
            swiftSettings: settings),
        .target(
            name: "GestureClient",
            dependencies: ["GestureModel", "GestureRecognition", "GestureProtocol", "Gestures", "LinuxSupport"],
            swiftSettings: settings),
        // Files that say what is to be known of devices: the daemon's configuration, libinput's quirks.
        .target(
            name: "GestureConfiguration",
            dependencies: [
                "GestureModel", "GestureRecognition", "TouchInput", "GestureProtocol", "GesturePipeline",
                "LinuxSupport",
            ],
            swiftSettings: settings),
        // Who has the focus, as each desktop tells it.
        .target(name: "CXCB"),
        .target(
            name: "FocusFollowing", dependencies: ["CXCB", "GestureModel", "GestureProtocol", "LinuxSupport"],
            swiftSettings: settings),
        .target(
            name: "GestureDaemon",
            dependencies: [
                "GestureModel", "GestureRecognition", "TouchInput", "TouchRecordings", "GestureProtocol",
                "GesturePipeline",
                "GestureConfiguration", "EvdevInput", "CSystemd", "LinuxSupport",
            ],
            swiftSettings: settings),

        // The programs.
        .target(
            name: "CommandLineTool",
            dependencies: [
                "GestureModel", "LinuxSupport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "gestured",
            dependencies: [
                "CommandLineTool", "EvdevInput", "GestureConfiguration", "GestureDaemon", "GestureModel",
                "GesturePipeline", "GestureProtocol", "GestureRecognition", "LinuxSupport", "TouchInput",
                "TouchRecordings",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "gesturectl",
            dependencies: [
                "CommandLineTool", "EvdevInput", "FocusFollowing", "GestureClient", "GestureConfiguration",
                "GestureModel", "GesturePipeline", "GestureProtocol", "GestureRecognition", "Gestures", "LinuxSupport",
                "TouchInput", "TouchRecordings",
            ],
            swiftSettings: settings),

        // The documents' examples, and a program that shows each in a terminal. Not installed.
        .target(
            name: "ExampleViews", dependencies: ["GestureModel", "Gestures"], path: "Examples/Views",
            swiftSettings: settings),
        .executableTarget(
            name: "gesture-examples",
            dependencies: [
                "CommandLineTool", "EvdevInput", "ExampleViews", "GestureClient", "GestureModel", "GestureProtocol",
                "GestureRecognition", "Gestures", "LinuxSupport", "TouchInput", "TouchRecordings",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Examples/Program", swiftSettings: settings),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "ExampleViews", "GestureModel", "GestureRecognition", "Gestures", "Strokes", "TouchInput",
                "TouchRecordings",
            ],
            swiftSettings: settings),

        // The project's own recordings and the strokes they are made of; not installed.
        .target(
            name: "Strokes", dependencies: ["GestureModel", "TouchInput", "TouchRecordings"],
            path: "Tests/Support/Strokes",
            swiftSettings: settings),
        .executableTarget(
            name: "generate-recordings", dependencies: ["Strokes", "TouchInput", "TouchRecordings"],
            path: "Tests/Support/GenerateRecordings", swiftSettings: settings),
        // Follows a connection by its bytes and notes every promise they break.
        .target(
            name: "ShadowModel", dependencies: ["GestureModel"], path: "Tests/Support/ShadowModel",
            swiftSettings: settings),

        // Lives of a daemon drawn from seeds: devices, clients, and the shadow model that follows each.
        .target(
            name: "RandomLives",
            dependencies: [
                "GestureModel", "GesturePipeline", "GestureProtocol", "GestureRecognition", "ShadowModel", "Strokes",
                "TouchInput", "TouchRecordings",
            ],
            path: "Tests/Support/RandomLives", swiftSettings: settings),
        // Many of them, and a day of use (`make soak`); not installed.
        .executableTarget(
            name: "soak",
            dependencies: [
                "LinuxSupport",
                "CHeap", "CommandLineTool", "GestureModel", "GesturePipeline", "GestureProtocol", "GestureRecognition",
                "RandomLives", "ShadowModel", "Strokes", "TouchInput", "TouchRecordings",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Support/Soak", swiftSettings: settings),
        .target(name: "CHeap", path: "Tests/Support/CHeap"),

        // How far each estimator of velocity is off (`make accuracy`); not installed.
        .target(
            name: "VelocityAccuracy",
            dependencies: ["GestureModel", "GestureRecognition", "Strokes", "TouchInput", "TouchRecordings"],
            path: "Tests/Support/VelocityAccuracy", swiftSettings: settings),
        .executableTarget(
            name: "velocity-accuracy",
            dependencies: [
                "GestureModel", "GestureRecognition", "Strokes", "TouchInput", "TouchRecordings", "VelocityAccuracy",
            ],
            path: "Benchmarks/velocity-accuracy", swiftSettings: settings),
        // What the daemon makes of recordings, in the words they are scored by (`make recognition`); not installed.
        .target(
            name: "RecordedGestures",
            dependencies: [
                "GestureModel", "GesturePipeline", "GestureProtocol", "Strokes", "TouchInput", "TouchRecordings",
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            path: "Tests/Support/RecordedGestures", swiftSettings: settings),
        .executableTarget(
            name: "recognition",
            dependencies: [
                "LinuxSupport",
                "CommandLineTool", "GestureModel", "RecordedGestures", "Strokes", "TouchInput", "TouchRecordings",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/recognition", swiftSettings: settings),
        .testTarget(
            name: "RecordedGesturesTests",
            dependencies: [
                "GestureModel", "GestureProtocol", "RecordedGestures", "Strokes", "TouchInput", "TouchRecordings",
            ],
            swiftSettings: settings),
        // What the standard sets' recognition allocates; not installed.
        .executableTarget(
            name: "standard-frames", dependencies: ["GestureModel", "GestureRecognition"],
            path: "Benchmarks/standard-frames", swiftSettings: settings),
        // What a gesture on an app's own frames costs; not installed.
        .executableTarget(
            name: "local-frames", dependencies: ["GestureModel", "Gestures"], path: "Benchmarks/local-frames",
            swiftSettings: settings),
        .testTarget(
            name: "VelocityAccuracyTests",
            dependencies: [
                "GestureModel", "GestureRecognition", "Strokes", "TouchInput", "TouchRecordings", "VelocityAccuracy",
            ],
            swiftSettings: settings),

        .testTarget(
            name: "GesturesTests",
            dependencies: [
                "ExampleViews", "GestureModel", "GestureRecognition", "Gestures", "Strokes", "TouchInput",
                "TouchRecordings",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GestureClientTests",
            dependencies: [
                "LinuxSupport",
                "GestureClient", "GestureModel", "GesturePipeline", "GestureProtocol", "Gestures", "Strokes",
                "TouchInput", "TouchRecordings",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GesturesFoundationTests", dependencies: ["GestureModel", "Gestures", "GesturesFoundation"],
            swiftSettings: settings),
        .testTarget(name: "GestureModelTests", dependencies: ["GestureModel"], swiftSettings: settings),
        .testTarget(
            name: "GestureRecognitionTests",
            dependencies: [
                "GestureModel", "GestureRecognition", "Strokes", "TouchInput", "TouchRecordings", "VelocityAccuracy",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GestureProtocolTests", dependencies: ["GestureModel", "GestureProtocol", "Strokes"],
            swiftSettings: settings),
        .testTarget(
            name: "GesturePipelineTests",
            dependencies: [
                "GestureModel", "GestureRecognition", "GestureProtocol", "TouchInput", "TouchRecordings",
                "GesturePipeline", "Strokes",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TouchRecordingsTests", dependencies: ["GestureModel", "Strokes", "TouchInput", "TouchRecordings"],
            swiftSettings: settings),
        .testTarget(
            name: "TouchInputTests", dependencies: ["GestureModel", "TouchInput", "TouchRecordings", "Strokes"],
            swiftSettings: settings),
        .testTarget(
            name: "StrokesTests", dependencies: ["GestureModel", "Strokes", "TouchInput", "TouchRecordings"],
            swiftSettings: settings),
        .testTarget(
            name: "GestureConfigurationTests",
            dependencies: [
                "LinuxSupport",
                "GestureModel", "GestureRecognition", "TouchInput", "TouchRecordings", "GesturePipeline",
                "GestureConfiguration",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FocusFollowingTests", dependencies: ["LinuxSupport", "CXCB", "FocusFollowing", "GestureModel"],
            exclude: ["Transcripts"], swiftSettings: settings),
        .testTarget(
            name: "GestureDaemonTests",
            dependencies: [
                "LinuxSupport", "CSystemd", "GestureDaemon", "GestureModel", "GesturePipeline", "LogindStandIn",
            ],
            swiftSettings: settings),
        // Stands for logind, and for the bus it is on.
        .target(
            name: "LogindStandIn", dependencies: ["CSystemd"], path: "Tests/Support/LogindStandIn",
            swiftSettings: settings),

        .testTarget(
            name: "PromiseTests",
            dependencies: [
                "GestureModel", "GesturePipeline", "RandomLives", "ShadowModel", "Strokes", "TouchInput",
                "TouchRecordings",
            ],
            swiftSettings: settings),

        // What `make fuzz` gives bytes to (a package of its own, Tests/Fuzzing), and its corpus as tests.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "LinuxSupport",
                "GestureConfiguration", "GestureModel", "GesturePipeline", "GestureProtocol", "ShadowModel", "Strokes",
                "TouchInput", "TouchRecordings",
            ],
            path: "Tests/Fuzzing/Targets", swiftSettings: settings),
        .testTarget(name: "FuzzingTests", dependencies: ["LinuxSupport", "FuzzTargets"], swiftSettings: settings),

        // Devices without hardware: in the process (FakeEvdev), or below a child process (CFakeEvdevPreload).
        .target(name: "CFakeEvdev", path: "Tests/Support/CFakeEvdev"),
        .target(
            name: "CFakeEvdevPreload", dependencies: ["CFakeEvdev", "CUdev"], path: "Tests/Support/CFakeEvdevPreload",
            publicHeadersPath: "."),
        .target(
            name: "FakeEvdev", dependencies: ["CFakeEvdev", "GestureModel", "TouchInput", "TouchRecordings"],
            path: "Tests/Support/FakeEvdev", swiftSettings: settings),
        .executableTarget(
            name: "evdev-trace",
            dependencies: ["LinuxSupport", "EvdevInput", "TouchInput", "TouchRecordings", "GestureModel"],
            path: "Tests/Support/evdev-trace", swiftSettings: settings),
        .testTarget(
            name: "EvdevInputTests",
            dependencies: [
                "LinuxSupport", "EvdevInput", "FakeEvdev", "GestureModel", "TouchInput", "TouchRecordings",
                "evdev-trace",
            ],
            swiftSettings: settings),

        // The programs as child processes; not dependencies, so that they are not linked into the tests as well.
        .testTarget(
            name: "DaemonTests",
            dependencies: [
                "LinuxSupport",
                "FakeEvdev", "GestureClient", "GestureModel", "GestureProtocol", "Gestures", "Strokes", "TouchInput",
                "TouchRecordings",
            ], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
