# `make help` lists the targets; Tests/stages.toml the stages of the tests. install and uninstall use PREFIX, DESTDIR and BINARIES.

export PREFIX ?= /usr/local
export DESTDIR ?=
# Of the packages: amd64 or arm64. Another one than the machine's is compiled with Debian unstable's Swift.
MACHINE := $(shell dpkg --print-architecture 2>/dev/null)
export ARCHITECTURE ?= $(MACHINE)
# Where they go.
PACKED := build$(if $(filter-out $(MACHINE),$(ARCHITECTURE)),/$(ARCHITECTURE))
# A folder with both programs, to install on a machine without Swift.
export BINARIES ?=
# Part of --version; see the target CRelease.
export GESTURED_COMMIT ?= $(or $(shell sed -n 's/^commit \(.\{12\}\).*/\1/p' packaging/SOURCE 2>/dev/null),$(shell git describe --always --abbrev=12 --exclude='*' --dirty 2>/dev/null),unknown)

PACKAGES := libevdev-dev libudev-dev libsystemd-dev libxcb1-dev libxcb-res0-dev libxcb-randr0-dev libxcb-xinput-dev libxcb-xtest0-dev libxkbcommon-dev \
	pkg-config acl python3
# What the toolkits' headers are in.
DESKTOP := libsdl2-dev libgtk-4-dev libgtk-3-dev libgtk-layer-shell-dev libwayland-dev wayland-protocols gcc
PRODUCTS := gestured gesturectl
# Of the tests and benchmarks in Python, which share the package `testing`.
export PYTHONPATH := $(CURDIR)/Tests/Python
export PYTHONDONTWRITEBYTECODE := 1

# The installed programs contain Swift's libraries, and load Debian's libevdev, libudev and libsystemd. Package.swift has the
# linker's flags; here is what only a command line can say: no folder next to the program in which libraries are looked for.
# GESTURED_RUNTIME=system, for distributions, loads the system's Swift libraries, and uses no flags that SwiftPM calls unsafe.
export GESTURED_RUNTIME ?= static
RELEASE := swift build -c release --$(if $(filter system,$(GESTURED_RUNTIME)),no-)static-swift-stdlib --disable-local-rpath
# Without the link of the installed programs.
BENCHMARKS := --scratch-path .build/benchmarks

# The tests' build, apart from that of make run: the pure targets are optimised (Package.swift), so that the simulations take a
# third of the time. Without debug information, which is a quarter of the compiler's time.
export GESTURED_OPTIMISED := 1
QUICK := -Xswiftc -gnone -Xswiftc -use-ld=lld
export TESTS := --scratch-path .build/tests $(QUICK)
export TOOLKITS := --package-path clients/toolkits --scratch-path .build/toolkits $(QUICK)
# Scores recognition with recordings of others.
export LAB := --package-path lab --scratch-path .build/lab $(QUICK)
# For debugging, and for the toolkits, of which the compiler then takes half the time.
export PLAIN := env --unset=GESTURED_OPTIMISED
# A sixth of the compiler's time less than file by file. Not for the tests: Swift 6.3 then copies a generic value of another module
# wrongly, and the examples crash.
WHOLE := -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2

# Where programs are; SwiftPM links these names to the folders of the machine's architecture.
export DEBUG := $(CURDIR)/.build/tests/debug
export RELEASED := $(CURDIR)/.build/release
# A folder in which some tests keep what they have seen.
export PICTURES ?=

.PHONY: help swift deps build programs run check test nightly lint documents desktops clients toolkits \
	toolkits-machine desktops-all faults packages-test fuzz sanitize bench sizes soak recognition accuracy clients-figures view-figures \
	recordings schema man docs site packages dist release install uninstall clean

help: ## list these commands
	@sed -n 's/^\([a-z][a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile | while IFS='	' read -r name text; do printf 'make %-17s %s\n' "$$name" "$$text"; done

# MARK: Building

# Before anything is installed.
swift:
	@packaging/require-swift $(GESTURED_RUNTIME)
	@[ ! -e SHA256SUMS ] || packaging/dist --check

deps: swift
	@packaging/require $(PACKAGES)
	@[ -d .build/checkouts ] || swift package resolve || \
		{ echo 'two packages are fetched from github.com before the first build; it needs a network once, and none afterwards' >&2; exit 1; }

build: deps ## build the programs for debugging, in .build/debug
	@for product in $(PRODUCTS); do $(PLAIN) swift build $(WHOLE) --product $$product || exit; done

programs: deps ## build the optimised programs, as they are installed, in .build/release
	@for product in $(PRODUCTS); do $(RELEASE) --product $$product || exit; done

run: build ## show gestures live, from a touch device or from a recording
	@packaging/run "$(CURDIR)/.build/debug"

ifeq ($(BINARIES),)
install: export BINARIES = $(RELEASED)
install: programs
packages packages-test: programs
ifeq ($(ARCHITECTURE),$(MACHINE))
packages packages-test: export BINARIES = $(RELEASED)
else
# Completions and pages come from this machine's programs.
packages: export TOOLS = $(RELEASED)
packages: export BINARIES = $(CURDIR)/.build/$(ARCHITECTURE)
packages: cross
endif
endif

.PHONY: cross
cross: deps
	@packaging/require mmdebstrap binutils-aarch64-linux-gnu gcc-aarch64-linux-gnu libc6-dev-arm64-cross
	packaging/distributions/cross $(ARCHITECTURE) .build/$(ARCHITECTURE)

install: ## install the service and start its socket (PREFIX, DESTDIR, BINARIES)
	@packaging/install

uninstall: ## remove the service
	@packaging/uninstall

clean: ## remove what was built
	rm -rf .build build

# MARK: Testing

check: deps ## run the unit tests
	@Tests/stages 'unit tests' 'daemon tests'

# ONLY names stages of Tests/stages.toml, or has options: make test ONLY="--without 'virtual machine'".
test: deps ## run all tests: lint, unit tests, real desktops, the installed service in a virtual machine (ONLY="STAGE...")
	@Tests/stages $(ONLY)

nightly: deps ## run what takes hours or needs recordings of others
	@Tests/stages --nightly

lint: deps ## check the formatting, that public symbols are documented, and the types in Python
	@Tests/stages lint

documents: deps ## compile and run the samples of the documents, and what a SwiftUI developer types
	@Tests/stages documents snippets

desktops: deps ## follow the focus of real desktops, and perform actions in them
	@Tests/stages desktops

clients: deps ## test the clients for C, Python and Swift: bad input, a killed daemon, equal values, windows (PICTURES)
	@Tests/stages clients 'client windows'

toolkits: deps ## compare recorded fingers through SDL 2, GTK 4, Wayland and the daemon, and both photo viewers (PICTURES)
	@Tests/stages toolkits 'photo viewers'

# In real time, and therefore no part of `make test`.
toolkits-machine: deps ## compare fingers through libinput and sway with the daemon, in a virtual machine
	@packaging/require $(DESKTOP)
	swift build $(TESTS) --product gestured
	$(PLAIN) swift build $(TOOLKITS) --build-tests
	clients/toolkits/Tests/machine/run "$(CURDIR)/.build/toolkits/debug" "$(DEBUG)/gestured"

# Large: each release of Debian is installed once, in ~/.cache/gestured-desktops. Run it before each release.
desktops-all: DESKTOPS ?= bookworm:gnome bookworm:kde bookworm:gnome-exclusive trixie:gnome trixie:kde trixie:labwc trixie:sway trixie:cinnamon \
	trixie:gnome-exclusive trixie:kde-exclusive trixie:gnome-keys trixie:kde-keys \
	forky:gnome forky:kde forky:labwc forky:sway
desktops-all: deps programs ## run whole desktops of Debian 12, 13 and testing: GNOME, KDE, labwc, sway, Cinnamon (6 GB, DESKTOPS="SUITE:NAME...")
	@for desktop in $(DESKTOPS); do \
		Tests/Desktops/whole/run $${desktop%:*} $${desktop#*:} "$(RELEASED)" || exit; \
	done

# Takes an hour or more. FAULTS is a list of names from Tests/System/machine/fault_table.py.
faults: deps programs ## break the service in a virtual machine in every known way; print a table (FAULTS="NAME...")
	Tests/System/run "$(RELEASED)" faults $(FAULTS)

# SECONDS=0 runs the seeds and the committed corpus alone; `make test` does so without the sanitizer.
fuzz: SECONDS ?= 60
fuzz: deps ## fuzz every reader of external bytes, SECONDS=60 each (Tests/Fuzzing)
	$(RELEASE) --product readers
	@Tests/Fuzzing/run $(SECONDS) $(TARGETS)

sanitize: deps ## run the unit tests under the address, leak and thread sanitizers, and release 10,000 owners of a recogniser
	@$(PLAIN) Tests/Sanitizers/run

# MARK: Measuring

bench: programs ## measure latency, instructions, allocations and memory
	@packaging/require gcc python3 valgrind libinput-tools
	$(RELEASE) $(BENCHMARKS) --product frames
	Benchmarks/run "$(RELEASED)" "$(CURDIR)/.build/benchmarks/release"
	Benchmarks/actions "$(RELEASED)/gesturectl" "$(RELEASED)/benchmarks"

sizes: programs ## measure the programs whose sizes the documents state
	@packaging/require python3 binutils
	Benchmarks/sizes.py "$(RELEASED)"

# SOAK_STEPS, SOAK_HOURS and SOAK_PARTS make it shorter.
soak: programs ## simulate ten million steps and a day of use, and search for leaks: up to an hour
	@packaging/require python3 valgrind binutils
	$(RELEASE) $(BENCHMARKS) --product soak
	Benchmarks/soak/run "$(RELEASED)" "$(CURDIR)/.build/benchmarks/release"

# Fails if a goal is missed; docs/VELOCITY.md.
accuracy: deps ## measure the error of estimated velocities
	swift build $(LAB) -c release --product velocity-accuracy
	"$(CURDIR)/.build/lab/release/velocity-accuracy" .

# Fails if a goal is missed.
recognition: deps ## score what is recognised in recordings of real touches
	@[ -d ../shared/recordings ] || { echo 'make recognition: ../shared/recordings is missing' >&2; exit 1; }
	swift build $(LAB) -c release --product recognition
	@lab/scoring/recognition.py "$(CURDIR)/.build/lab/release/recognition" ../shared/recordings ../shared/more-recordings
	$(RELEASE) --product gesturectl
	@lab/scoring/actions.py "$(RELEASED)/gesturectl" packaging/actions ../shared/recordings ../shared/more-recordings
	@lab/scoring/touchscreens.py "$(RELEASED)/gesturectl" "$(CURDIR)/.build/lab/release/recognition" ../shared/touchscreens
	@lab/scoring/unmeant.py "$(RELEASED)/gesturectl" ../shared/touchscreens ../shared/recordings ../shared/more-recordings
	@lab/scoring/shaken.py "$(RELEASED)/gesturectl" ../shared/touchscreens
	@lab/scoring/meant.py "$(RELEASED)/gesturectl"

# An unoptimised client in Swift receives about 600 gestures a second.
clients-figures: deps ## measure the clients: rate, latency, 100 kills, 1,000 reconnections
	@Tests/stages clients
	$(RELEASE) --product client-witness
	SWIFT_WITNESS="$(RELEASED)/client-witness" clients/tests/figures "$(DEBUG)"

# Depends on real time, and therefore no part of `make test`.
view-figures: programs ## measure how gesturectl view draws ten fingers at 1 kHz, for SECONDS=60
	Tests/View/run "$(RELEASED)" figures $(SECONDS)

# MARK: Writing

recordings: deps ## write Examples/recordings, and the pictures of the documents that show them
	swift run $(TESTS) generate recordings Examples/recordings
	swift build $(TESTS) --product gesturectl
	docs/pictures/make "$(DEBUG)/gesturectl"

schema: deps ## write the JSON Schema of the protocol, and the clients' types, from the tables
	swift build $(TESTS) --product generate
	"$(DEBUG)/generate" schema > .build/gestured.schema.json
	mv .build/gestured.schema.json schema/gestured.schema.json
	clients/python/generate
	clients/c/generate

man: deps ## build the manual pages in .build/man, to read with man -l, and check them
	@Tests/stages 'manual pages'

# Fails if a symbol link has no target.
docs: deps ## build the documentation of the Swift libraries
	@Tests/stages symbols
	@packaging/docs .build/symbols

site: deps ## build the site in build/site, with the libraries, and check it: links, widths, accessibility
	@Tests/stages site

# FORMATS=deb leaves out .rpm and Arch packages.
packages: ## build .deb, .rpm and Arch packages in build/ (FORMATS, ARCHITECTURE=arm64)
	@packaging/require dpkg-dev binutils gcc libjsmn-dev python3 python3-pip xz-utils git
	@packaging/packages/build "$(BINARIES)" "$(PACKED)"
	@packaging/packages/check "$(PACKED)"

# PREVIOUS is a folder with the programs, or the .deb packages, of an earlier commit, for the upgrade. Takes a quarter of an
# hour.
packages-test: PREVIOUS ?= $(BINARIES)
packages-test: ## install, upgrade and purge the .deb in virtual machines (three releases of Debian; PREVIOUS)
	@packaging/packages/check build "$(BINARIES)"
	Tests/System/packages "$(BINARIES)" "$(PREVIOUS)"

# In an unpacked tarball, `swift build` and `make programs` need no network.
dist: ## write the sources, with those of the packages that they need, as build/gestured-VERSION.tar.xz
	@packaging/require python3 git
	@packaging/dist build

release: export GESTURED_RELEASE := yes
release: packages dist ## build the packages and the tarball, and check that they, the changelog and the documents name the same version
	@packaging/release-check
