/// The page that lists the reports of several recordings.
public struct ReportIndex {
    /// One recording.
    public struct Entry {
        /// The recording's path.
        public var name: String
        /// The page, relative to the index; nil if the recording cannot be read.
        public var page: String?
        /// A picture of the recording as SVG, without a caption.
        public var picture: [UInt8]
        /// What was recognised, or why the recording cannot be read.
        public var summary: String

        public init(name: String, page: String?, picture: [UInt8] = [], summary: String) {
            self.name = name
            self.page = page
            self.picture = picture
            self.summary = summary
        }
    }

    /// The most bytes of pictures. With more bytes, the index has no pictures, so that it stays as small as a page.
    private static let pictureLimit = 1_000_000

    public static func html(_ entries: [Entry], title: String) -> [UInt8] {
        let hasPictures = entries.reduce(0) { $0 + $1.picture.count } <= pictureLimit
        var bytes = Array(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title.escapingHTML)</title>
            <style>

            """.utf8)
        bytes += PackageResources.page_css
        bytes += Array(
            """
            </style>
            </head>
            <body>
            <header><h1>\(title.escapingHTML)</h1></header>
            <main>
            <table>
            <thead><tr><th scope="col">Recording</th><th scope="col">Result</th>\(hasPictures ? "<th scope=\"col\">Picture</th>" : "")</tr></thead>
            <tbody>

            """.utf8)
        for entry in entries {
            let name = entry.name.escapingHTML
            let link = entry.page.map { "<a href=\"\($0.escapingHTML)\">\(name)</a>" } ?? name
            bytes += Array("<tr><td>\(link)</td><td>\(entry.summary.escapingHTML)</td>".utf8)
            if hasPictures { bytes += Array("<td>".utf8) + entry.picture + Array("</td>".utf8) }
            bytes += Array("</tr>\n".utf8)
        }
        return bytes + Array("</tbody>\n</table>\n</main>\n</body>\n</html>\n".utf8)
    }
}
