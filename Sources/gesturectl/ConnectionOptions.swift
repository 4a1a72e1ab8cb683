internal import ArgumentParser
internal import GestureClient

/// Which daemon to talk to.
struct ConnectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket = DaemonConnection.defaultPath
}
