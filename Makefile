# `make help` lists the targets. install and uninstall use PREFIX, DESTDIR and BINARIES.

export PREFIX ?= /usr/local
export DESTDIR ?=
# A folder with both programs, to install on a machine without Swift.
export BINARIES ?=
# Part of --version; see the target CRelease.
export GESTURED_COMMIT ?= $(or $(shell git describe --always --abbrev=12 --exclude='*' --dirty 2>/dev/null),unknown)

PACKAGES := libevdev-dev libudev-dev libsystemd-dev libxcb1-dev libxcb-res0-dev libxcb-randr0-dev libxcb-xinput-dev libxcb-xtest0-dev libxkbcommon-dev \
	pkg-config acl python3
PRODUCTS := gestured gesturectl
# Of the tests and benchmarks in Python, which share the package `testing`.
export PYTHONPATH := $(CURDIR)/Tests/Python
# The installed programs contain Swift's libraries, and load Debian's libevdev, libudev and libsystemd. Package.swift has the
# linker's flags; here is what only a command line can say: no folder next to the program in which libraries are looked for.
RELEASE := swift build -c release --static-swift-stdlib --disable-local-rpath

# Without the link of the installed programs.
BENCHMARKS := --scratch-path .build/benchmarks

# The tests' build, apart from that of make run: the pure targets are optimised (Package.swift), so that the simulations take a
# third of the time. BUILT says that all is compiled.
export GESTURED_OPTIMISED := 1
TESTS := --scratch-path .build/tests
BUILD := $(if $(BUILT),: )swift build $(TESTS)
# For compiling and debugging.
PLAIN := env --unset=GESTURED_OPTIMISED

# Where programs are; SwiftPM links these names to the folders of the machine's architecture.
DEBUG := $(CURDIR)/.build/tests/debug
RELEASED := $(CURDIR)/.build/release

# Flags of debug builds: .ci/run sets it.
COMPILE ?=
TOOLKITS := --package-path clients/toolkits --scratch-path .build/toolkits $(COMPILE)
# Scores recognition with recordings of others.
LAB := --package-path lab --scratch-path .build/lab

.PHONY: help swift deps build compile other-packages programs view-tests view-figures release run check unit-tests test here documents snippets getting-started readme toolkits toolkits-machine carousel photo sizes desktops fuzz sanitize owners faults install uninstall \
	bench accuracy recognition recordings pages pictures soak docs lint clean packages packages-test man completions site \
	desktops-all schema schema-test clients clients-display clients-figures clients-programs

help:
	@echo 'make run          show gestures live, from a touch device or from a recording'
	@echo 'make check        run the unit tests'
	@echo 'make test         run all tests: lint, unit tests, real desktops, the installed service in a virtual machine'
	@echo 'make documents    compile and run the samples of the four documents, verbatim'
	@echo 'make snippets     compile what a SwiftUI developer types, and print how much of it compiles'
	@echo 'make getting-started  run the five commands of Getting Started in an empty folder, and print how long they take'
	@echo 'make readme       follow the README in an empty Debian, as root: ten to fifteen minutes'
	@echo 'make toolkits     compare recorded fingers through SDL 2, GTK 4, Wayland and the daemon'
	@echo 'make toolkits-machine  compare fingers through libinput and sway with the daemon, in a virtual machine'
	@echo 'make carousel     flick the carousel on a display (Xvfb), and compare screenshots; depends on real time'
	@echo 'make photo        move the photo viewers of SDL and GTK on a display (Xvfb), and compare their pictures'
	@echo 'make sizes        measure the programs whose sizes the documents state'
	@echo 'make desktops     follow the focus of real desktops, and perform actions in them'
	@echo 'make desktops-all run whole desktops of Debian 12, 13 and testing: GNOME, KDE, labwc, sway, Cinnamon (6 GB, DESKTOPS="SUITE:NAME...")'
	@echo 'make faults       break the service in a virtual machine in every known way; print a table (FAULTS="NAME...")'
	@echo 'make fuzz         fuzz every reader of external bytes, SECONDS=60 each (Tests/Fuzzing)'
	@echo 'make sanitize     run the unit tests under the address, leak and thread sanitizers'
	@echo 'make owners       release 10,000 owners of a recogniser in each phase of a gesture, under the address sanitizer'
	@echo 'make soak         simulate ten million steps and a day of use, and search for leaks: up to an hour'
	@echo 'make bench        measure latency, instructions, allocations and memory'
	@echo 'make accuracy     measure the error of estimated velocities'
	@echo 'make recognition  score what is recognised in recordings of real touches'
	@echo 'make pages        check the reports of all recordings: HTML, three widths, accessibility (PICTURES)'
	@echo 'make view-tests   test gesturectl view, with headless Chromium while a recording is played'
	@echo 'make view-figures measure how it draws ten fingers at 1 kHz, for SECONDS=60'
	@echo 'make pictures     draw the pictures of the documents again'
	@echo 'make recordings   write Examples/recordings again'
	@echo 'make lint         check the formatting, that public symbols are documented and tested, and the types in Python'
	@echo 'make docs         build the documentation of the Swift libraries'
	@echo 'make man          write the manual pages from the programs and the documents'
	@echo 'make site         build the site in build/site, with the libraries, and check it: links, three widths, accessibility'
	@echo 'make schema       write the JSON Schema of the protocol from the tables'
	@echo 'make schema-test  judge examples, lines of simulations and mutated requests by the schema and the daemon'
	@echo 'make clients      test the clients for C, Python and Swift: bad input, a killed daemon, equal values, snippets'
	@echo 'make clients-display  move the examples with windows on a display, in Swift, Python and C, and compare screenshots'
	@echo 'make clients-figures  measure them: rate, latency, 100 kills, 1,000 reconnections'
	@echo 'make completions  type in bash, zsh and fish, and check what Tab completes'
	@echo 'make packages     build .deb, .rpm and Arch packages in build/'
	@echo 'make packages-test  install, upgrade and purge the .deb in virtual machines (three releases of Debian; PREVIOUS)'
	@echo 'make release      build the packages, and check that the tag, the changelog, the documents and the packages name the same version'
	@echo 'make install      install the service and start its socket (PREFIX, DESTDIR)'
	@echo 'make uninstall    remove the service'
	@echo 'make clean        remove what was built'

# Before anything is installed.
swift:
	@command -v swift >/dev/null || { echo 'Swift 6.3 is missing: https://www.swift.org/install/linux has it for Debian 12; its usr/bin belongs in PATH' >&2; exit 1; }

deps: swift
	@packaging/require $(PACKAGES)
	@[ -d .build/checkouts ] || swift package resolve || \
		{ echo 'two packages are fetched from github.com before the first build; it needs a network once, and none afterwards' >&2; exit 1; }

build: deps
	@for product in $(PRODUCTS); do $(PLAIN) swift build --product $$product || exit; done

# The optimised programs, as they are installed.
programs: deps
	@for product in $(PRODUCTS); do $(RELEASE) --product $$product || exit; done

run: build
	@packaging/run "$(CURDIR)/.build/debug"

check: swift
	@packaging/require python3
	@Tests/stages 'unit tests' 'make unit-tests'

unit-tests: deps
	@packaging/require dbus-daemon
	$(BUILD) --build-tests
	swift test $(TESTS) --skip-build --ignore-lock

# Many stages mostly wait: for a browser, a display, a client that is stopped.
JOBS := 4

# The virtual machine takes longest, and one processor: all other tests run next to it. They need what is compiled before them,
# and compile nothing again (BUILT). MORE has further stages.
test: swift
	@packaging/require python3
	@BUILT=1 Tests/stages --beside 'other packages' 'make other-packages' 'programs' 'make programs' \
		--beside 'virtual machine' 'Tests/System/run "$(RELEASED)"' 'compilation' 'make compile' \
		--jobs $(JOBS) $(MORE) $(STAGES)

# Without the virtual machine.
here: swift
	@packaging/require python3
	@BUILT=1 Tests/stages --beside 'other packages' 'make other-packages' 'compilation' 'make compile' \
		--jobs $(JOBS) $(MORE) $(STAGES)

# All of this package, for tests.
compile: deps
	swift build $(TESTS) --build-tests $(COMPILE)

# The package with dependencies of its own: the toolkits. Without deps, which another stage runs.
other-packages: swift
	@packaging/require $(PACKAGES) libsdl2-dev libgtk-4-dev libgtk-3-dev libgtk-layer-shell-dev libwayland-dev wayland-protocols gcc
	swift build $(TOOLKITS) --build-tests

# Names, and commands for the shell; Tests/stages. Long ones come first.
STAGES = 'view' 'make view-tests' \
	'clients' 'make clients clients-display' \
	'unit tests' 'make unit-tests' \
	'desktops' 'make desktops' \
	'documents' 'make documents' \
	'toolkits' 'make toolkits' \
	'lint' 'make lint' \
	'TOML' 'Tests/toml-comparison "$(DEBUG)/toml-json" 10000' \
	'schema' 'make schema-test' \
	'manual pages' 'man/check "$(DEBUG)"' \
	'commands in documents' 'Tests/samples "$(DEBUG)"' \
	'scripts' 'Tests/packaging' \
	'completions' 'make completions' \
	'whole desktops' 'echo "SKIPPED: GNOME, KDE and labwc, which are large; make desktops-all"'

documents: snippets
	@packaging/require python3
	Tests/Documents/run

# What a SwiftUI developer types, and how much of it compiles.
snippets: deps
	@packaging/require python3
	$(BUILD) --target GesturesFoundation
	Tests/Snippets/run "$(DEBUG)"

# In an empty folder, so that everything is compiled again: a minute or two.
getting-started:
	@packaging/require python3
	$(PLAIN) Tests/getting-started

# In an empty Debian, as root: ten to fifteen minutes.
readme: swift
	@packaging/require mmdebstrap python3
	$(PLAIN) Tests/readme

toolkits: deps
	@packaging/require libsdl2-dev libgtk-4-dev libgtk-3-dev libgtk-layer-shell-dev libwayland-dev wayland-protocols gcc python3
	$(BUILD) --product gestured
	swift build $(TOOLKITS)
	swift test $(TOOLKITS)
	clients/toolkits/Tests/run "$(CURDIR)/.build/toolkits/debug" "$(DEBUG)/gestured"
	clients/toolkits/Tests/changing-windows "$(CURDIR)/.build/toolkits/debug"

# In real time, and therefore no part of `make test`.
toolkits-machine: deps
	@packaging/require libsdl2-dev libgtk-4-dev libgtk-3-dev libgtk-layer-shell-dev libwayland-dev
	$(BUILD) --product gestured
	swift build $(TOOLKITS)
	clients/toolkits/Tests/machine/run "$(CURDIR)/.build/toolkits/debug" "$(DEBUG)/gestured"

# In real time, and therefore no part of `make test`.
carousel: deps
	@packaging/require libsdl2-dev libgtk-4-dev libgtk-3-dev libgtk-layer-shell-dev libwayland-dev xvfb python3
	swift build $(TOOLKITS)
	clients/toolkits/Tests/carousel-display "$(CURDIR)/.build/toolkits/debug"

# The pictures do not depend on real time, but the display's answers do. PICTURES is a folder in which they are kept.
photo: deps
	@packaging/require libsdl2-dev libgtk-4-dev libgtk-3-dev libgtk-layer-shell-dev libwayland-dev xvfb python3
	swift build $(TOOLKITS)
	clients/toolkits/Tests/photo-display "$(CURDIR)/.build/toolkits/debug" $(PICTURES)

# The figures of the documents: what the installed programs hold, and how large a program is that links the library, with and
# without Foundation.
sizes: programs
	@packaging/require python3 binutils
	Benchmarks/sizes.py "$(RELEASED)"

# Takes an hour or more. FAULTS is a list of names from Tests/System/machine/fault_table.py.
faults: deps programs
	Tests/System/run "$(RELEASED)" faults $(FAULTS)

# Each takes a few seconds; it prints that it is skipped if its desktop cannot be installed.
desktops: deps
	@packaging/require python3
	$(BUILD) --product gesturectl
	$(BUILD) --product gestured
	Tests/Desktops/sway "$(DEBUG)/gesturectl" focus
	Tests/Desktops/x11 "$(DEBUG)/gesturectl" focus --follow --json
	Tests/Desktops/i3 "$(DEBUG)/gesturectl" focus --follow --json
	Tests/Desktops/outputs-sway "$(DEBUG)"/gestured "$(DEBUG)"/gesturectl
	Tests/Desktops/outputs-x11 "$(DEBUG)"/gestured "$(DEBUG)"/gesturectl
	Tests/Desktops/wlroots "$(DEBUG)/gesturectl" focus --follow --json
	Tests/Desktops/actions-sway "$(DEBUG)"/gestured "$(DEBUG)"/gesturectl
	Tests/Desktops/actions-i3 "$(DEBUG)"/gestured "$(DEBUG)"/gesturectl
	Tests/Desktops/actions-kiosk "$(DEBUG)"/gestured "$(DEBUG)"/gesturectl
	Tests/Desktops/actions-portal "$(DEBUG)"/gestured "$(DEBUG)"/gesturectl
	Tests/Desktops/actions-add "$(DEBUG)"/gestured "$(DEBUG)"/gesturectl
	Tests/Desktops/touchegg "$(DEBUG)"/gestured "$(DEBUG)"/gesturectl
	Tests/Desktops/actions-mistakes "$(DEBUG)"/gestured "$(DEBUG)"/gesturectl

# Large: each release of Debian is installed once, in ~/.cache/gestured-desktops. Run it before each release.
desktops-all: DESKTOPS ?= bookworm:gnome bookworm:kde trixie:gnome trixie:kde trixie:labwc trixie:sway trixie:cinnamon \
	forky:gnome forky:kde forky:labwc forky:sway
desktops-all: deps programs
	@for desktop in $(DESKTOPS); do \
		Tests/Desktops/whole/run $${desktop%:*} $${desktop#*:} "$(RELEASED)" || exit; \
	done

# SECONDS=0 runs the committed corpus alone; `make test` does so without the sanitizer.
fuzz: SECONDS ?= 60
fuzz: deps
	$(RELEASE) --product dearest
	@Tests/Fuzzing/run $(SECONDS) $(TARGETS)

sanitize: deps
	@$(PLAIN) Tests/Sanitizers/run

# The library and one program, in a build folder of their own. Finding leaks, too.
owners: deps
	$(PLAIN) swift build --sanitize=address --scratch-path .build/owners --product release-owners
	ASAN_OPTIONS=malloc_context_size=12 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Sanitizers/leaks.supp:print_suppressions=0 \
		"$(CURDIR)/.build/owners/debug/release-owners"

ifeq ($(BINARIES),)
install: programs
	@BINARIES="$(RELEASED)" packaging/install
else
install:
	@packaging/install
endif

uninstall:
	@packaging/uninstall

bench: programs
	@packaging/require gcc python3 valgrind libinput-tools
	$(RELEASE) $(BENCHMARKS) --product local-frames
	$(RELEASE) $(BENCHMARKS) --product standard-frames
	$(RELEASE) $(BENCHMARKS) --product request-costs
	Benchmarks/run "$(RELEASED)" "$(CURDIR)/.build/benchmarks/release"
	Benchmarks/actions "$(RELEASED)/gesturectl" "$(RELEASED)/benchmarks"

# Fails if a goal is missed; docs/VELOCITY.md.
accuracy: deps
	swift build $(LAB) -c release --product velocity-accuracy
	"$(CURDIR)/.build/lab/release/velocity-accuracy" .

# Fails if a goal is missed.
recognition: deps
	@[ -d ../shared/recordings ] || { echo 'make recognition: ../shared/recordings is missing' >&2; exit 1; }
	@packaging/require python3
	swift build $(LAB) -c release --product recognition
	@PYTHONDONTWRITEBYTECODE=1 lab/scoring/recognition.py \
		"$(CURDIR)/.build/lab/release/recognition" ../shared/recordings ../shared/more-recordings
	$(RELEASE) --product gesturectl
	@PYTHONDONTWRITEBYTECODE=1 lab/scoring/actions.py "$(RELEASED)/gesturectl" packaging/actions \
		../shared/recordings ../shared/more-recordings

# The pictures of the documents, from Examples/recordings. A test compares them.
pictures: deps
	$(BUILD) --product gesturectl
	docs/pictures/make "$(DEBUG)/gesturectl"

# Takes some minutes. PICTURES is a folder for screenshots.
pages: deps
	$(BUILD) --product gesturectl
	Tests/Pages/run "$(DEBUG)/gesturectl" "$(PICTURES)"

recordings: deps
	swift run $(TESTS) generate-recordings Examples/recordings

# SOAK_STEPS, SOAK_HOURS and SOAK_PARTS make it shorter.
soak: programs
	@packaging/require python3 valgrind binutils
	$(RELEASE) $(BENCHMARKS) --product soak
	Benchmarks/soak/run "$(RELEASED)" "$(CURDIR)/.build/benchmarks/release"

# Fails if a symbol link has no target.
docs: deps
	$(BUILD) --target GestureClient
	$(BUILD) --target GesturesFoundation
	$(BUILD) --target TouchRecordings
	@packaging/docs "$(DEBUG)"

lint: deps
	@packaging/require python3 python3-pip mypy python3-typeshed
	swift format lint --strict --recursive Package.swift Sources Tests Examples Benchmarks clients lab
	$(BUILD) --target GestureClient
	$(BUILD) --target GesturesFoundation
	$(BUILD) --target TouchRecordings
	Tests/public-symbols "$(DEBUG)"
	Tests/python-types

# Needs no Swift with BINARIES.
ifeq ($(BINARIES),)
packages packages-test: export BINARIES = $(RELEASED)
packages packages-test: programs
endif
packages:
	@packaging/require dpkg-dev binutils gcc libjsmn-dev python3 python3-pip xz-utils git
	@packaging/packages/build "$(BINARIES)" build
	@packaging/packages/check build

# PREVIOUS is a folder with the programs, or the .deb packages, of an earlier commit, for the upgrade. Takes a quarter of an
# hour.
packages-test: PREVIOUS ?= $(BINARIES)
packages-test:
	@packaging/packages/check build "$(BINARIES)"
	Tests/System/packages "$(BINARIES)" "$(PREVIOUS)"

man: deps
	@packaging/require mandoc python3
	$(BUILD) --product gesturectl
	@man/generate "$(DEBUG)"
	@man/check "$(DEBUG)"

schema: deps
	$(BUILD) --product protocol-schema
	"$(DEBUG)/protocol-schema" > .build/gestured.schema.json
	mv .build/gestured.schema.json schema/gestured.schema.json
	clients/python/generate
	clients/c/generate

schema-test: deps
	@packaging/require python3-jsonschema
	$(BUILD) --build-tests
	SIMULATED_LINES=$(CURDIR)/.build/simulated-lines swift test $(TESTS) --skip-build --ignore-lock --filter SimulatedLinesTests
	Tests/Schema/run "$(DEBUG)" .build/simulated-lines

# The library for C, and the programs that print what each client delivers.
clients-programs: deps
	@packaging/require gcc g++ libjsmn-dev libglib2.0-dev python3 mypy python3-typeshed
	clients/python/generate --check
	clients/c/generate --check
	cd clients/python && mypy src/gestured
	$(MAKE) -C clients/c
	clients/tests/build
	for product in gestured gesturectl client-witness velocity; do $(BUILD) --product $$product || exit; done

clients: clients-programs
	clients/tests/bad-input "$(DEBUG)"
	KILLS=5 RECONNECTIONS=50 clients/tests/figures "$(DEBUG)" values kills reconnect allocations
	clients/tests/snippets "$(DEBUG)"

# The examples with windows, in a real sway without a screen. PICTURES is a folder in which the screenshots are kept.
clients-display: deps
	@packaging/require gcc libjsmn-dev libgtk-4-dev libgtk-3-dev libgtk-layer-shell-dev sway grim python3-gi-cairo gir1.2-gtk-3.0 gir1.2-gtk-4.0 \
		gir1.2-gtklayershell-0.1
	$(BUILD) --product gestured
	for product in panel photo; do swift build $(TOOLKITS) --product $$product || exit; done
	$(MAKE) -C clients/c
	clients/tests/build display
	clients/tests/display "$(DEBUG)" "$(CURDIR)/.build/toolkits/debug" $(PICTURES)

# An unoptimised client in Swift receives about 600 gestures a second.
clients-figures: clients-programs
	$(RELEASE) --product client-witness
	SWIFT_WITNESS="$(RELEASED)/client-witness" clients/tests/figures "$(DEBUG)"

completions: deps
	@packaging/require zsh fish python3
	for product in $(PRODUCTS); do $(BUILD) --product $$product || exit; done
	Tests/completions "$(DEBUG)"

view-tests: deps
	for product in gestured gesturectl; do $(BUILD) --product $$product || exit; done
	Tests/View/run "$(DEBUG)"

# Ten fingers at 1 kHz. Depends on real time, and therefore no part of `make test`.
view-figures: programs
	Tests/View/run "$(RELEASED)" figures $(SECONDS)

site: docs
	@packaging/require python3-markdown python3-pygments
	@/usr/bin/python3 -B docs/site/build build/site .build/docs/all
	@docs/site/check build/site

release: packages
	@packaging/release-check

clean:
	rm -rf .build build
