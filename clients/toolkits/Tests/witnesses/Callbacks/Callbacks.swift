public import Gestures
internal import Glibc

/// Attaches the same gestures to whatever reports touches, and prints their callbacks: to compare toolkits with the daemon.
/// Numbers are rounded, because toolkits agree only to whole points, whole degrees and tenths of a scale.
public func printCallbacks(of target: some GestureTarget) {
    target.gesture(
        DragGesture(fingers: [1, 3])
            .onChanged { value in line("drag \(whole(value.translation))") }
            .onEnded { value in line("drag ended \(whole(value.translation)) velocity \(whole(value.velocity))") }
            .onCancelled { line("drag cancelled \($0.name)") })
    target.onTapGesture { line("tap") }
    target.gesture(TapGesture(fingers: 5).onEnded { line("end") })
    target.onLongPressGesture {
        line("pressed")
    } onPressingChanged: { isPressing in
        line("pressing \(isPressing)")
    }
    target.gesture(
        MagnifyGesture(minimumScaleDelta: 0.05)
            .onEnded { line("magnify ended \(($0.magnification * 10).rounded() / 10)") }
            .onCancelled { line("magnify cancelled \($0.name)") })
    target.gesture(
        RotateGesture(minimumAngleDelta: .degrees(5))
            .onEnded { line("rotate ended \(Int($0.rotation.degrees.rounded()))") }
            .onCancelled { line("rotate cancelled \($0.name)") })
}

private func whole(_ vector: Vector) -> String { "\(Int(vector.dx.rounded())) \(Int(vector.dy.rounded()))" }

/// Prints at once, also into a pipe.
public func line(_ text: String) {
    var text = text + "\n"
    text.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
