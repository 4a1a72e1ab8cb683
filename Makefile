# `make help` lists the targets. install and uninstall use PREFIX, DESTDIR and BINARIES.

export PREFIX ?= /usr/local
export DESTDIR ?=
# A folder with both programs, to install on a machine without Swift.
export BINARIES ?=

PACKAGES := libevdev-dev libudev-dev libsystemd-dev libxcb1-dev libxcb-res0-dev pkg-config acl
PRODUCTS := gestured gesturectl
# The installed programs contain the Swift and C++ runtimes, and load Debian's libevdev, libudev and libsystemd. Every page
# of code counts in a resident daemon:
# - Packed relocations: 0.7 MB less to read at the start and to keep (glibc 2.36, Debian 12, and later).
# - A static libstdc++, without what is unused: 0.6 MB. The linker prefers the archive in .build/static to the shared library.
# - No exported symbols: 0.2 MB. The functions that are called next to each other: 1.3 MB.
RELEASE := swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
	-Xswiftc -L$(CURDIR)/.build/static -Xlinker --version-script=$(CURDIR)/packaging/link/exports.map \
	-Xlinker --symbol-ordering-file=$(CURDIR)/packaging/link/functions.order -Xlinker --no-warn-symbol-ordering
LIBSTDCXX := $(lastword $(sort $(wildcard /usr/lib/gcc/*/*/libstdc++.a)))

BENCHMARKS := --package-path Benchmarks --scratch-path .build/benchmarks
FUZZING := --package-path Tests/Fuzzing --scratch-path .build/fuzz

.PHONY: help deps build release run check test desktops desktops-all fuzz sanitize faults install uninstall bench accuracy \
	recognition recordings soak symbol-order docs lint clean

help:
	@echo 'make run          show gestures live, from a touch device or from a recording'
	@echo 'make check        run the unit tests'
	@echo 'make test         run all tests: lint, unit tests, real desktops, the installed service in a virtual machine'
	@echo 'make desktops     follow the focus of real desktops'
	@echo 'make desktops-all run whole desktops: GNOME and KDE of Debian 12, 13 and testing (1.3 GB each, DESKTOPS="SUITE:NAME...")'
	@echo 'make faults       break the service in a virtual machine in every known way; print a table (FAULTS="NAME...")'
	@echo 'make fuzz         fuzz every reader of external bytes, SECONDS=60 each (Tests/Fuzzing)'
	@echo 'make sanitize     run the unit tests under the address, leak and thread sanitizers'
	@echo 'make soak         simulate ten million steps and a day of use, and search for leaks: up to an hour'
	@echo 'make bench        measure latency, instructions, allocations and memory'
	@echo 'make accuracy     measure the error of estimated velocities'
	@echo 'make recognition  score what is recognised in recordings of real touches'
	@echo 'make recordings   write Examples/recordings again'
	@echo 'make lint         check the formatting, and that public symbols are documented and tested'
	@echo 'make docs         build the documentation of the Swift libraries'
	@echo 'make install      install the service and start its socket (PREFIX, DESTDIR)'
	@echo 'make uninstall    remove the service'
	@echo 'make clean        remove what was built'

deps:
	@packaging/require $(PACKAGES)
	@mkdir -p .build/static && for library in $(LIBSTDCXX); do ln -sf $$library .build/static/; done

build: deps
	@for product in $(PRODUCTS); do swift build --product $$product || exit; done

release: deps
	@for product in $(PRODUCTS); do $(RELEASE) --product $$product || exit; done

run: build
	@packaging/run "$$(swift build --show-bin-path)"

check: deps
	@packaging/require dbus-daemon
	swift build --build-tests
	swift test --skip-build

test: check lint
	swift test $(BENCHMARKS)
	swift test $(FUZZING)
	@$(MAKE) --no-print-directory desktops release
	@echo 'SKIPPED: GNOME and KDE, which are large; make desktops-all'
	Tests/System/run "$$($(RELEASE) --show-bin-path)"

# Takes half an hour. FAULTS is a list of names from Tests/System/machine/fault_table.py.
faults: deps release
	Tests/System/run "$$($(RELEASE) --show-bin-path)" faults $(FAULTS)

# Each takes a few seconds; it prints that it is skipped if its desktop cannot be installed.
desktops: deps
	@packaging/require python3
	swift build --product gesturectl
	Tests/Desktops/sway "$$(swift build --show-bin-path)/gesturectl" focus
	Tests/Desktops/x11 "$$(swift build --show-bin-path)/gesturectl" focus --follow --json
	Tests/Desktops/i3 "$$(swift build --show-bin-path)/gesturectl" focus --follow --json
	Tests/Desktops/wlroots "$$(swift build --show-bin-path)/gesturectl" focus --follow --json

# Large: each release of Debian is installed once, in ~/.cache/gestured-desktops. Run it before each release.
desktops-all: DESKTOPS ?= bookworm:gnome bookworm:kde trixie:gnome trixie:kde forky:gnome forky:kde
desktops-all: deps release
	@for desktop in $(DESKTOPS); do \
		Tests/Desktops/whole/run $${desktop%:*} $${desktop#*:} "$$($(RELEASE) --show-bin-path)" || exit; \
	done

# SECONDS=0 runs the committed corpus alone; `make test` does so without the sanitizer.
fuzz: SECONDS ?= 60
fuzz: deps
	@Tests/Fuzzing/run $(SECONDS) $(TARGETS)

sanitize: deps
	@Tests/Sanitizers/run

ifeq ($(BINARIES),)
install: release
	@BINARIES="$$($(RELEASE) --show-bin-path)" packaging/install
else
install:
	@packaging/install
endif

uninstall:
	@packaging/uninstall

bench: release
	@packaging/require gcc python3 valgrind libinput-tools
	$(RELEASE) $(BENCHMARKS) --product local-frames
	$(RELEASE) $(BENCHMARKS) --product standard-frames
	Benchmarks/run "$$($(RELEASE) --show-bin-path)" "$$($(RELEASE) $(BENCHMARKS) --show-bin-path)"

# Run it for another release of Swift.
symbol-order: release
	@packaging/require binutils gcc python3 valgrind
	Benchmarks/run "$$($(RELEASE) --show-bin-path)" --symbol-order > .build/functions.order
	mv .build/functions.order packaging/link/functions.order

# Fails if a goal is missed; docs/VELOCITY.md.
accuracy: deps
	$(RELEASE) $(BENCHMARKS) --product velocity-accuracy
	"$$($(RELEASE) $(BENCHMARKS) --show-bin-path)/velocity-accuracy" .

# Fails if a goal is missed.
recognition: deps
	@[ -d ../shared/recordings ] || { echo 'make recognition: ../shared/recordings is missing' >&2; exit 1; }
	@packaging/require python3
	$(RELEASE) $(BENCHMARKS) --product recognition
	@PYTHONDONTWRITEBYTECODE=1 Benchmarks/scoring/recognition.py \
		"$$($(RELEASE) $(BENCHMARKS) --show-bin-path)/recognition" ../shared/recordings

recordings: deps
	swift run $(BENCHMARKS) generate-recordings Examples/recordings

# SOAK_STEPS, SOAK_HOURS and SOAK_PARTS make it shorter.
soak: release
	@packaging/require python3 valgrind binutils
	$(RELEASE) $(BENCHMARKS) --product soak
	Benchmarks/soak/run "$$($(RELEASE) --show-bin-path)" "$$($(RELEASE) $(BENCHMARKS) --show-bin-path)"

# Fails if a symbol link has no target.
docs: deps
	swift build --target GestureClient
	@packaging/docs "$$(swift build --show-bin-path)"

lint: deps
	@packaging/require python3
	swift format lint --strict --recursive Package.swift Sources Tests Examples Benchmarks
	swift build --target GestureClient
	swift build --target GesturesFoundation
	Tests/public-symbols "$$(swift build --show-bin-path)"

clean:
	rm -rf .build
