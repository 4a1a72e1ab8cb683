internal import GestureModel
internal import Glibc
internal import LinuxSupport
public import TouchInput

/// The quirk files of the installed libinput, and the machine's identity.
public struct QuirkFiles: Sendable {
    /// A line for each file that is ignored because it cannot be read or has a syntax error.
    public private(set) var warnings: [String] = []
    /// A later file overrides an earlier file.
    private var files: [QuirkFile] = []
    private let machine: MachineIdentity

    static let folder = "/usr/share/libinput"
    static let localFile = "/etc/libinput/local-overrides.quirks"
    /// libinput's own largest file has 10 KB.
    private static let maximumFileSize = 1 << 20

    /// Reads all quirk files. A machine without libinput has no quirk files.
    ///
    /// As in libinput, the folder in LIBINPUT_QUIRKS_DIR is read instead of libinput's folder and the local file.
    public static func load() -> QuirkFiles {
        let folder = getenv("LIBINPUT_QUIRKS_DIR").map { String(cString: $0) }
        return QuirkFiles(
            paths: paths(in: folder ?? Self.folder) + (folder == nil ? [localFile] : []), machine: .ofThisMachine)
    }

    init(paths: [String], machine: MachineIdentity) {
        self.machine = machine
        for path in paths { read(path) }
    }

    /// Returns the quirks of a device.
    public func quirks(of device: DeviceIdentity) -> DeviceQuirks {
        DeviceQuirks(of: device, on: machine, in: files)
    }

    private mutating func read(_ path: String) {
        do throws(FileContents.Failure) {
            let bytes = try FileContents.read(path, limit: Self.maximumFileSize)
            do throws(QuirkFile.SyntaxError) {
                files.append(try QuirkFile(String(decoding: bytes, as: UTF8.self)))
            } catch {
                warnings.append("\(path):\(error.line): \(error.message); file ignored")
            }
        } catch {
            switch error {
            case .cannotOpen(Errno(ENOENT)): break
            default: warnings.append("\(path): \(error); file ignored")
            }
        }
    }

    /// Returns the paths of the quirk files in libinput's order: `10-generic-mouse.quirks` before
    /// `30-vendor-alps.quirks`, and `9-…` before `10-…`.
    static func paths(in folder: String) -> [String] {
        let names = ((try? FileContents.names(in: folder)) ?? []).filter { $0.hasExactSuffix(".quirks") }
        return names.sorted { rank($0) < rank($1) }.map { "\(folder)/\($0)" }
    }

    private static func rank(_ name: String) -> (Int, ExactText) {
        (Int(Substring(name.utf8.prefix { (0x30...0x39).contains($0) })) ?? 0, name.exact)
    }
}

extension MachineIdentity {
    static var ofThisMachine: MachineIdentity {
        MachineIdentity(
            dmi: firstText(of: "/sys/class/dmi/id/modalias"),
            deviceTree: firstText(of: "/sys/firmware/devicetree/base/compatible"))
    }

    /// Returns the first text of a file, up to a newline or a NUL; nil if the file cannot be read.
    private static func firstText(of path: String) -> String? {
        guard let bytes = try? FileContents.read(path, limit: 1 << 16) else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
