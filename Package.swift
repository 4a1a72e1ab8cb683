// swift-tools-version: 6.2
import Glibc
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let realModule = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// A distribution's build (GESTURED_RUNTIME=system): without flags that SwiftPM calls unsafe. The command line links Swift's
// libraries: RELEASE in the Makefile.
let isPlain = Context.environment["GESTURED_RUNTIME"] == "system"

// For what no frame or gesture of the daemon runs through: half a megabyte less.
let small = isPlain ? [] : [SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))]

// For the installed programs, by LLVM's linker: one copy of functions with the same instructions, packed relocations (glibc 2.36,
// Debian 12, and later), no exported symbols, no function that is looked up after the start. docs/DECISIONS.md has what each saves.
let linked =
    isPlain
    ? []
    : [
        LinkerSetting.unsafeFlags(
            ["-use-ld=lld"]
                + ["--icf=all", "-z", "pack-relative-relocs", "-z", "now", "--no-export-dynamic"]
                .flatMap { ["-Xlinker", $0] },
            .when(configuration: .release))
    ]

// For the Makefile's tests: the pure targets are optimised in debug builds, too, so that the simulations take a third of
// the time.
// Assertions are still checked.
let pure =
    isPlain || Context.environment["GESTURED_OPTIMISED"] == nil
    ? []
    : [
        SwiftSetting.unsafeFlags(
            ["-O", "-wmo", "-num-threads", "2", "-assert-config", "Debug"], .when(configuration: .debug))
    ]

/// The tarball of `make dist` has the sources of both dependencies.
func dependency(_ name: String, from version: Version) -> Package.Dependency {
    access("\(Context.packageDirectory)/vendor", F_OK) == 0
        ? .package(path: "vendor/\(name)") : .package(url: "https://github.com/apple/\(name)", from: version)
}

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, _ more: [SwiftSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings + more)
}

func program(
    _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, exclude: [String] = [],
    _ more: [SwiftSetting] = [], linkerSettings: [LinkerSetting] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: settings + more,
        linkerSettings: linkerSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
    name: "gestured",
    products: [
        .executable(name: "gestured", targets: ["gestured"]),
        .executable(name: "gesturectl", targets: ["gesturectl"]),
        .library(name: "Gestures", targets: ["Gestures", "GestureAnimation", "GestureModel", "GestureRecognition"]),
        // Springs, curves and where a flick lands, for apps with gestures of their own.
        .library(name: "GestureAnimation", targets: ["GestureAnimation", "GestureModel"]),
        .library(name: "GestureClient", targets: ["GestureClient", "GestureModel", "GestureProtocol", "Gestures"]),
        // Recorded fingers, to test apps with.
        .library(name: "TouchRecordings", targets: ["TouchRecordings"]),
        // CGPoint, CGSize and Date, for apps that link Foundation. gestured and gesturectl do not.
        .library(name: "GesturesFoundation", targets: ["GesturesFoundation"]),
        // For the package lab, which scores recognition with recordings of others.
        .library(name: "Core", targets: ["CommandLineTool", "GesturePipeline", "Gestures", "Strokes"]),
    ],
    dependencies: [
        dependency("swift-argument-parser", from: "1.8.2"),
        dependency("swift-numerics", from: "1.1.1"),
    ],
    targets: [
        // Pure: no OS module, no Foundation, no clock, no randomness.
        library("GestureModel", [], pure),
        library("GestureRecognition", ["GestureModel", realModule], pure),
        library("TouchInput", ["GestureModel"], pure),
        library("TouchRecordings", ["LinuxSupport", "TouchInput"], pure),
        library("GestureProtocol", ["GestureModel"], pure),
        library("GesturePipeline", ["GestureProtocol", "GestureRecognition", "TouchInput"], pure),
        library("GestureAnimation", ["GestureModel", realModule]),
        // What Swift's module Glibc does not have, and a variable of each thread.
        .target(name: "CGlibc"),
        library("Gestures", ["CGlibc", "GestureAnimation", "GestureRecognition", realModule]),

        // Linux.
        // The modules CEvdev, CUdev, CSystemd, CXCB and CXKB. Only libevdev's headers are not in a default folder.
        .systemLibrary(
            name: "CLinux", pkgConfig: "libevdev",
            providers: [
                .apt([
                    "libevdev-dev", "libudev-dev", "libsystemd-dev", "libxcb1-dev", "libxcb-res0-dev",
                    "libxcb-randr0-dev", "libxcb-xinput-dev", "libxcb-xtest0-dev", "libxkbcommon-dev",
                ])
            ]),
        library("LinuxSupport", ["GestureModel"]),
        // The loop and the buses, for services. Apps link LinuxSupport without libsystemd.
        library("SystemdSupport", ["CLinux", "LinuxSupport"]),
        library("EvdevInput", ["CLinux", "LinuxSupport", "TouchRecordings"]),
        library("TOML", ["GestureModel"], small),
        library("GestureConfiguration", ["GesturePipeline", "LinuxSupport", "TOML"], small),
        library("GestureDaemon", ["EvdevInput", "GestureConfiguration", "SystemdSupport"]),
        library("GestureClient", ["CGlibc", "GestureClock", "GestureProtocol", "Gestures", "LinuxSupport"]),
        library("DesktopAccess", ["SystemdSupport"], small),
        // The script is a resource, so that it has the same version as the program that loads it.
        .target(
            name: "FocusFollowing", dependencies: ["DesktopAccess", "GestureProtocol"],
            resources: [.embedInCode("KWin/focus.js")], swiftSettings: settings + small),
        library("TouchCovering", ["FocusFollowing"], small),
        library(
            "GestureActions",
            ["CLinux", "FocusFollowing", "GestureClient", "SystemdSupport", "TOML", "TouchCovering"], small),
        // `Timestamp.now`, which the library and the client share.
        library("GestureClock", ["LinuxSupport"]),
        library("GesturesFoundation", ["GestureClock", "Gestures"]),
        // Gestures for the clients of another daemon.
        library("Touchegg", ["GestureClient", "SystemdSupport"], small),
        // The page is a resource of the program that writes it: a report needs no other file. Its script is joined from
        // the .js files.
        .target(
            name: "GesturePage", dependencies: ["GestureProtocol", "SystemdSupport", "TouchInput"],
            resources: [
                "page.html", "page.css", "model.js", "words.js", "labels.js", "draw.js", "timeline.js", "report.js",
                "live.js",
            ].map { .embedInCode("Page/\($0)") }, swiftSettings: settings + small),

        // The programs.
        // C, because a Swift target takes no text from the manifest. make sets the variable; another commit compiles this
        // one file and links the programs again.
        .target(
            name: "CRelease",
            cSettings: [.define("GESTURED_COMMIT", to: "\"\(Context.environment["GESTURED_COMMIT"] ?? "unknown")\"")]),
        library("CommandLineTool", ["LinuxSupport", argumentParser], small),
        program("gestured", ["CRelease", "GestureDaemon"], linkerSettings: linked),
        program(
            "gesturectl",
            [
                "CRelease", "CommandLineTool", "EvdevInput", "FocusFollowing", "GestureActions", "GestureClient",
                "GestureConfiguration", "GesturePage", "TouchCovering", "Touchegg",
            ], small, linkerSettings: linked),

        // The JSON Schema of the protocol and the recordings: `make schema` and `make recordings`.
        program("generate", ["GestureProtocol", "Strokes"], path: "Benchmarks/generate"),

        // The documents' examples, and a program that shows each in a terminal.
        library("ExampleViews", ["Gestures"], path: "Examples/Views"),
        program(
            "gesture-examples", ["CommandLineTool", "EvdevInput", "ExampleViews", "GestureClient"],
            path: "Examples/Program"),

        // README's sample, which a test compares with it.
        program("readme", ["GestureClient"], path: "Examples/readme"),
        // The Swift form of the example that docs/CLIENTS.md has in three languages.
        program("velocity", ["GestureClient"], path: "clients/examples/velocity"),

        // Used by tests only.
        library("Strokes", ["TouchRecordings"], path: "Tests/Support/Strokes"),
        program("release-owners", ["Gestures", "Strokes"], path: "Tests/Support/release-owners"),
        .target(name: "CFakeEvdev", path: "Tests/Support/CFakeEvdev"),
        library("FakeEvdev", ["CFakeEvdev", "TouchRecordings"], path: "Tests/Support/FakeEvdev"),
        library("PrivateBus", ["CLinux"], path: "Tests/Support/PrivateBus"),
        program("client-witness", ["GestureClient"], path: "Tests/Support/client-witness"),
        program("evdev-trace", ["EvdevInput"], path: "Tests/Support/evdev-trace"),
        // Random users, devices and clients, and the shadow model, which reads each line that the clients receive. It is
        // optimised: the tests need two thirds of the time. What they check is not.
        .target(
            name: "DaemonSimulation", dependencies: ["GesturePipeline", "Strokes"],
            path: "Tests/Support/DaemonSimulation", swiftSettings: settings + (isPlain ? [] : [.unsafeFlags(["-O"])])),

        // `make fuzz`.
        library("FuzzTargets", ["DaemonSimulation", "GestureConfiguration"], path: "Tests/Fuzzing/Targets"),
        // What readers of text make of TOML, for Tests/toml-comparison, and the dearest input of each.
        program(
            "readers", ["FocusFollowing", "GestureActions", "GestureConfiguration", "TOML", "TouchRecordings"],
            path: "Tests/Support/readers"),

        // `make bench`: what recognition costs on the daemon's frames and on an app's own, and requests beside the work that is
        // counted for them.
        program("frames", ["CGlibc", "GesturePipeline", "Gestures"], path: "Benchmarks/frames"),
        // `make soak`: random sessions and a day of use.
        program(
            "soak", ["CGlibc", "CommandLineTool", "DaemonSimulation"], path: "Benchmarks/soak",
            exclude: ["run", "leaks", "clients.py"]),

        tests("GestureModelTests", ["Strokes"]),
        tests("GestureRecognitionTests", ["GestureRecognition", "Strokes"]),
        tests("TouchInputTests", ["Strokes"]),
        tests("TouchRecordingsTests", ["Strokes"]),
        tests("GestureProtocolTests", ["GestureProtocol", "generate"]),
        tests("ToucheggTests", ["Touchegg"]),
        tests("GesturePipelineTests", ["GesturePipeline", "Strokes"]),
        tests("GestureAnimationTests", ["Gestures", "Strokes"]),
        tests("GesturesTests", ["ExampleViews", "GesturesFoundation", "release-owners"]),
        tests("EvdevInputTests", ["CLinux", "EvdevInput", "FakeEvdev", "Strokes", "evdev-trace"]),
        tests("TOMLTests", ["TOML"]),
        tests("GestureConfigurationTests", ["GestureConfiguration", "TouchRecordings"]),
        tests("GestureDaemonTests", ["GestureDaemon", "PrivateBus"]),
        tests("GestureClientTests", ["GestureClient", "GesturePipeline", "Strokes"]),
        tests("GesturePageTests", ["GesturePage"]),
        tests("GestureActionsTests", ["GestureActions", "PrivateBus", "Strokes"]),
        tests("TouchCoveringTests", ["TouchCovering"]),
        tests("FocusFollowingTests", ["FocusFollowing", "PrivateBus"], exclude: ["Transcripts"]),
        // With the corpus of fuzzing, without the sanitizer.
        tests("SimulationTests", ["DaemonSimulation", "FuzzTargets"]),
        // Starts the programs, which are no dependencies: they would be linked into the tests.
        tests("DaemonTests", ["FakeEvdev", "GestureClient", "Strokes"]),
    ],
    swiftLanguageModes: [.v6]
)

// Tests/Fuzzing/run builds everything with the sanitizer; other builds only link it here. Debian's lld does not link the libFuzzer of
// Debian's Swift 6.2.
#if compiler(>=6.3)
    if !isPlain {
        package.targets.append(
            .executableTarget(
                name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Main", swiftSettings: settings,
                linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
    }
#endif

// A target also names what its dependencies depend on. SwiftPM compiles a target again when a module that it names has
// changed; a module between the two can stay the same, byte for byte, although a value in it has another size. An
// incremental release build would then write beyond the end of that value:
// https://github.com/swiftlang/swift-package-manager/issues/10502. When it is closed, this loop can go.
let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
for target in package.targets {
    var next = 0
    while next < target.dependencies.count {
        if case .byNameItem(let name, _) = target.dependencies[next], let dependency = targets[name] {
            let known = target.dependencies.map { "\($0)" }
            target.dependencies += dependency.dependencies.filter { !known.contains("\($0)") }
        }
        next += 1
    }
}
