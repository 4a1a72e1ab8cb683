internal import Glibc

/// The attribute `inhibited` of an input device (Linux 5.11): desktops and firmware daemons set it to make the kernel drop a
/// device's events. Readable by every user; the kernel reports no change of it.
public enum InhibitedDevice {
    /// The attribute's path, for a device such as `event5`.
    public static func attribute(sysname: String) -> String { "/sys/class/input/\(sysname)/device/inhibited" }

    /// Returns false if the device is not inhibited, is no input device of this machine, or the kernel has no such attribute.
    public static func isInhibited(sysname: String) -> Bool { isSet(attribute(sysname: sysname)) }

    static func isSet(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 && byte == UInt8(ascii: "1")
    }
}
