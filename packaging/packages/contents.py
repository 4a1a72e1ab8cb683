"""What the packages contain of others, and its licences. Tests/licences compares it with the symbols of what is built.

Swift's libraries, LLVM's and libstdc++'s are parts of the programs; libevdev, libudev and libsystemd are loaded, and not part of
any package.
"""
from __future__ import annotations

import pathlib
from dataclasses import dataclass

from version import ROOT, fail


@dataclass(frozen=True)
class Component:
    name: str
    copyright: str
    # A key of LICENCES.
    licence: str
    # Of a symbol that only this component defines.
    symbol: str


SWIFT, LLVM, GCC, MIT = "Apache-2.0 with Swift exception", "Apache-2.0 with LLVM exception", "GPL-3+ with GCC exception", "Expat"
COMPONENTS = [
    Component("Swift's runtime and standard library", "2014-2026 Apple Inc. and the Swift project authors", SWIFT,
              r"^swift_retain$"),
    Component("Swift's string processing", "2021-2026 Apple Inc. and the Swift project authors", SWIFT,
              r"^\$s17_StringProcessing"),
    Component("swift-foundation, FoundationEssentials", "2022-2026 Apple Inc. and the Swift project authors", SWIFT,
              r"^\$s20FoundationEssentials"),
    Component("swift-collections", "2021-2026 Apple Inc. and the Swift project authors", SWIFT, r"_FoundationCollections"),
    Component("swift-corelibs-libdispatch", "2008-2026 Apple Inc. and the Swift project authors", SWIFT, r"^_?dispatch_async"),
    Component("swift-argument-parser", "2020-2026 Apple Inc. and the Swift project authors", SWIFT, r"^\$s14ArgumentParser"),
    Component("swift-numerics", "2019-2026 Apple Inc. and the Swift Numerics project authors", SWIFT, r"^\$s10RealModule"),
    Component("LLVM's support library", "2003-2026 University of Illinois and the LLVM contributors", LLVM, r"llvm"),
    Component("libstdc++, as templates", "2001-2026 Free Software Foundation, Inc.", GCC, r"^_ZNK?St"),
    Component("jsmn", "2010 Serge A. Zaitsev", MIT, r"^jsmn_(parse|init)"),
]
PROGRAMS = [component.name for component in COMPONENTS if component.name != "jsmn"]
# Of each package; the symbols are in gestured-dbgsym.
CONTAINED: dict[str, list[str]] = {
    "gestured": PROGRAMS, "gestured-desktop": [], "python3-gestured": [], "libgestured0": ["jsmn"], "libgestured-dev": ["jsmn"],
}

SHORT = {
    SWIFT: """ Licensed under the Apache License, Version 2.0; on Debian systems the text is in
 /usr/share/common-licenses/Apache-2.0.
 .
 Runtime Library Exception to the Apache 2.0 License:
 .
 As an exception, if you use this Software to compile your source code and
 portions of this Software are embedded into the binary product as a result,
 you may redistribute such product without providing attribution as would
 otherwise be required by Sections 4(a), 4(b) and 4(d) of the License.""",
    LLVM: """ Licensed under the Apache License, Version 2.0; on Debian systems the text is in
 /usr/share/common-licenses/Apache-2.0.
 .
 LLVM Exceptions to the Apache 2.0 License:
 .
 As an exception, if, as a result of your compiling your source code, portions
 of this Software are embedded into an Object form of such source code, you
 may redistribute such embedded portions in such Object form without complying
 with the conditions of Sections 4(a), 4(b) and 4(d) of the License.
 .
 In addition, if you combine or link compiled forms of this Software with
 software that is licensed under the GPLv2 ("Combined Software") and if a
 court of competent jurisdiction determines that the patent provision (Section
 3), the indemnity provision (Section 9) or other Section of the License
 conflicts with the conditions of the GPLv2, you may retroactively and
 prospectively choose to deem waived or otherwise exclude such Section(s) of
 the License, but only in their entirety and only with respect to the Combined
 Software.""",
    GCC: """ Licensed under the GNU General Public License, version 3 or later; on Debian
 systems the text is in /usr/share/common-licenses/GPL-3.
 .
 Under Section 7 of GPL version 3, you are granted additional permissions
 described in the GCC Runtime Library Exception, version 3.1, as published by
 the Free Software Foundation: code that is compiled with GCC's headers and
 libraries by an eligible compilation process may be conveyed under terms of
 your choice.""",
}


def own() -> tuple[str, str]:
    """The copyright line of the project, and the text of its licence."""
    text = (ROOT / "LICENSE").read_text().partition("\n\n")[2].strip()
    line, _, body = text.partition("\n\n")
    return line.removeprefix("Copyright (c) "), body


def paragraph(text: str) -> str:
    return "\n".join(f" {line}" if line else " ." for line in text.splitlines())


def contained(package: str) -> list[Component]:
    return [component for component in COMPONENTS if component.name in CONTAINED[package]]


def debian_copyright(package: str) -> str:
    """In the machine-readable form of Debian, which has the texts of Apache-2.0 and GPL-3 itself."""
    holder, text = own()
    parts = ["Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: gestured",
             f"Files: *\nCopyright: {holder}\nLicense: {MIT}"]
    if components := contained(package):
        parts[0] += "\nComment: The package contains, beside gestured's own, code of " + ", ".join(
            component.name for component in components) + "."
    for component in components:
        parts.append(f"Files: {component.name.replace(' ', '-').replace(',', '')}\nCopyright: {component.copyright}\n"
                     f"License: {component.licence.replace(' with ', '-with-').replace(' ', '-')}\n"
                     f"Comment: {component.name}.")
    parts.append(f"License: {MIT}\n{paragraph(text)}")
    for licence in dict.fromkeys(component.licence for component in components if component.licence != MIT):
        parts.append(f"License: {licence.replace(' with ', '-with-').replace(' ', '-')}\n{SHORT[licence]}")
    return "\n\n".join(parts) + "\n"


def debian_source() -> str:
    """For Debian's own package: that of the sources, with vendor/, whose programs load the system's Swift library."""
    holder, text = own()
    parts = ["Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: gestured",
             f"Files: *\nCopyright: {holder}\nLicense: {MIT}"]
    name = SWIFT.replace(" with ", "-with-").replace(" ", "-")
    for component in COMPONENTS:
        if component.name in ("swift-argument-parser", "swift-numerics"):
            parts.append(f"Files: vendor/{component.name}/*\nCopyright: {component.copyright}\nLicense: {name}")
    return "\n\n".join([*parts, f"License: {MIT}\n{paragraph(text)}", f"License: {name}\n{SHORT[SWIFT]}"]) + "\n"


def whole(package: str) -> str:
    """With the texts themselves, for systems that have none."""
    holder, text = own()
    parts = [f"gestured\nCopyright (c) {holder}\n\n{text}"]
    common = pathlib.Path("/usr/share/common-licenses")
    texts = {SWIFT: "Apache-2.0", LLVM: "Apache-2.0", GCC: "GPL-3"}
    components = contained(package)
    for component in components:
        parts.append(f"{component.name}\nCopyright (c) {component.copyright}\nLicense: {component.licence}")
    for licence in dict.fromkeys(component.licence for component in components if component.licence != MIT):
        parts.append(f"{licence}\n\n{SHORT[licence]}")
    for name in dict.fromkeys(texts[component.licence] for component in components if component.licence in texts):
        if not (common / name).exists():
            fail(f"{common / name} is missing; it is part of Debian's base-files")
        parts.append((common / name).read_text().strip("\n"))
    return f"\n\n{'-' * 72}\n\n".join(parts) + "\n"
