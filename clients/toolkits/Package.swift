// swift-tools-version: 6.2
import PackageDescription

// A package of its own: who builds the daemon or the library needs no toolkit's headers. An app depends on this package and
// links only the product of its toolkit.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]
let gestures = Target.Dependency.product(name: "Gestures", package: "gestured")
let client = Target.Dependency.product(name: "GestureClient", package: "gestured")

func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Examples/\(name)", swiftSettings: settings)
}

// What the tests compare prints the callbacks of the same gestures.
func witness(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + ["Callbacks", gestures], path: "Tests/witnesses/\(name)",
        swiftSettings: settings)
}

func clientExample(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + ["GestureClientGLib", client], path: "Examples/clients/\(name)",
        swiftSettings: settings)
}

let package = Package(
    name: "toolkits",
    products: [
        .library(name: "GesturesSDL", targets: ["GesturesSDL"]),
        .library(name: "GesturesGTK", targets: ["GesturesGTK"]),
        .library(name: "GesturesWayland", targets: ["GesturesWayland"]),
        .library(name: "GestureClientGLib", targets: ["GestureClientGLib"]),
    ],
    dependencies: [.package(name: "gestured", path: "../..")],
    targets: [
        .systemLibrary(name: "CSDL2", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
        .systemLibrary(name: "CGTK4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        // Debian 12 has gtk-layer-shell only for GTK 3.
        .systemLibrary(
            name: "CLayerShell", pkgConfig: "gtk-layer-shell-0", providers: [.apt(["libgtk-layer-shell-dev"])]),
        .systemLibrary(name: "CWaylandClient", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),

        // What a toolkit reports, as C passes it to Swift.
        .target(name: "CTouchEvents"),
        .target(name: "CGTKTouch", dependencies: ["CGTK4", "CTouchEvents"]),
        .target(name: "CWaylandTouch", dependencies: ["CTouchEvents", "CWaylandClient"]),
        .target(name: "ToolkitEvents", dependencies: ["CTouchEvents", gestures], swiftSettings: settings),

        .target(name: "GesturesSDL", dependencies: ["CSDL2", gestures], swiftSettings: settings),
        .target(name: "GesturesGTK", dependencies: ["CGTKTouch", "ToolkitEvents", gestures], swiftSettings: settings),
        .target(
            name: "GesturesWayland", dependencies: ["CWaylandTouch", "ToolkitEvents", gestures], swiftSettings: settings
        ),

        .target(name: "GestureClientGLib", dependencies: ["CGLib", client], swiftSettings: settings),

        .target(name: "PhotoViewer", dependencies: [gestures], path: "Examples/PhotoViewer", swiftSettings: settings),
        example("photo-sdl", ["CSDL2", "GesturesSDL", "PhotoViewer", gestures]),
        example("photo-gtk", ["CGTK4", "GesturesGTK", "PhotoViewer", gestures]),
        // The link Examples/clients leads to clients/examples, whose programs are the same in Swift, Python and C.
        clientExample("panel", ["CLayerShell"]),
        clientExample("photo", ["CGTK4"]),

        .target(
            name: "Callbacks", dependencies: [gestures], path: "Tests/witnesses/Callbacks", swiftSettings: settings),
        .target(name: "CWaylandWindow", dependencies: ["CWaylandClient"], path: "Tests/witnesses/CWaylandWindow"),
        witness("sdl-gestures", ["CSDL2", "GesturesSDL"]),
        witness("gtk-gestures", ["CGTK4", "GesturesGTK"]),
        witness("wayland-gestures", ["CWaylandClient", "CWaylandWindow", "GesturesWayland"]),
        witness("daemon-gestures", [client]),
        // Prints the touches of a recording, or runs the same gestures on them without a toolkit.
        witness("recorded-touches", [.product(name: "TouchRecordings", package: "gestured")]),
        witness(
            "observed-window",
            [
                "CGTK4", "CSDL2", "CWaylandClient", "CWaylandWindow", "GesturesGTK", "GesturesSDL", "GesturesWayland",
            ]),
        .testTarget(
            name: "ToolkitEventsTests", dependencies: ["CTouchEvents", "ToolkitEvents", gestures],
            swiftSettings: settings),
        .testTarget(
            name: "GesturesSDLTests", dependencies: ["CSDL2", "GesturesSDL", gestures], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
