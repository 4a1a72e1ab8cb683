# make help lists what there is; install takes PREFIX, DESTDIR, BINARIES

export PREFIX ?= /usr/local
export DESTDIR ?=
# A folder with both programs already built; a machine without Swift installs from it.
export BINARIES ?=

PACKAGES := libevdev-dev libudev-dev libsystemd-dev libxcb1-dev libxcb-res0-dev pkg-config acl
PRODUCTS := gestured gesturectl
# What ships: the Swift runtime inside each program; Debian's libevdev, libudev and libsystemd outside.
# Packed relocations are 0.7 MB less to read at the start and to keep (glibc 2.36, Debian 12, and later).
RELEASE := swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs

.PHONY: help deps build release run test desktops fuzz sanitize faults install uninstall bench accuracy recognition \
	soak docs lint clean

help:
	@echo 'make run        show gestures live, from a touch device or else from a recording'
	@echo 'make test       run every test, the one in a virtual machine included'
	@echo 'make faults     break the service in a virtual machine in every way, and show what came of it (FAULTS chooses)'
	@echo 'make desktops   follow the focus of real desktops'
	@echo 'make fuzz       give every reader of bytes from outside random ones, SECONDS=60 each (Tests/Fuzzing)'
	@echo 'make sanitize   run the unit tests under the address, leak and thread sanitizers'
	@echo 'make docs       make the documentation of the Swift libraries'
	@echo 'make install    install the service and start its socket (PREFIX, DESTDIR)'
	@echo 'make uninstall  undo that'
	@echo 'make bench      measure'
	@echo 'make accuracy   measure how far estimated velocities are off'
	@echo 'make recognition  score what is recognised in recordings of real fingers'
	@echo 'make soak       random lives, a day of use and leaks: some minutes to an hour'
	@echo 'make lint       check the formatting'
	@echo 'make clean      remove what was built'

deps:
	@packaging/require $(PACKAGES)

build: deps
	@for product in $(PRODUCTS); do swift build --product $$product || exit; done

release: deps
	@for product in $(PRODUCTS); do $(RELEASE) --product $$product || exit; done

run: build
	@packaging/run "$$(swift build --show-bin-path)"

test: deps
	@packaging/require dbus-daemon
	swift build --build-tests
	swift test --skip-build
	@$(MAKE) --no-print-directory desktops release
	Tests/System/run "$$($(RELEASE) --show-bin-path)"

# Takes half an hour. FAULTS names some of Tests/System/machine/fault_table.py.
faults: deps release
	Tests/System/run "$$($(RELEASE) --show-bin-path)" faults $(FAULTS)

# Each takes a few seconds, and is skipped with a word where its desktop cannot be installed.
desktops: deps
	@packaging/require python3
	swift build --product gesturectl
	Tests/Desktops/sway "$$(swift build --show-bin-path)/gesturectl" focus
	Tests/Desktops/x11 "$$(swift build --show-bin-path)/gesturectl" focus --follow --json
	Tests/Desktops/i3 "$$(swift build --show-bin-path)/gesturectl" focus --follow --json
	Tests/Desktops/wlroots "$$(swift build --show-bin-path)/gesturectl" focus --follow --json

# SECONDS=0 runs the committed corpus alone, as `make test` does without the sanitizer.
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
	$(RELEASE) --product local-frames
	$(RELEASE) --product standard-frames
	Benchmarks/run "$$($(RELEASE) --show-bin-path)"

# Fails where a goal is missed; docs/VELOCITY.md.
accuracy: deps
	$(RELEASE) --product velocity-accuracy
	"$$($(RELEASE) --show-bin-path)/velocity-accuracy" .

# Fails where a goal is missed.
recognition: deps
	@packaging/require python3
	$(RELEASE) --product recognition
	@PYTHONDONTWRITEBYTECODE=1 Benchmarks/scoring/recognition.py "$$($(RELEASE) --show-bin-path)/recognition" ../shared/recordings

# Ten million random steps, a simulated day, and valgrind; SOAK_STEPS, SOAK_HOURS and SOAK_PARTS make it shorter.
soak: release
	@packaging/require python3 valgrind binutils
	$(RELEASE) --product soak
	@Tests/Soak/run "$$($(RELEASE) --show-bin-path)"

# Fails at a symbol link that leads nowhere.
docs: deps
	swift build --target GestureClient
	@packaging/docs "$$(swift build --show-bin-path)"

lint:
	swift format lint --strict --recursive $(wildcard Package.swift Sources Tests Examples Benchmarks)

clean:
	rm -rf .build
