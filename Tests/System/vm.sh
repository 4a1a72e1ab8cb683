#!/bin/bash
# Runs a command as root in a throw-away Debian machine: a real kernel with evdev and uinput, real udev, logind, and
# systemd as PID 1, all from memory. QEMU emulates the processor, because CI machines seldom offer /dev/kvm.
#
#   vm.sh OVERLAY COMMAND [ARG...]
#
# OVERLAY is a folder that is copied over the guest's root. COMMAND runs once the machine has booted. Its output is printed
# here, and its exit status is this script's, or 125 if the guest ended before the command. The guest has no network.
# VM_ARCHITECTURE=arm64 is a machine of another architecture. VM_SUITE is the release of Debian (bookworm). VM_PACKAGES adds packages, VM_MEMORY is in MB (1536). VM_TIMEOUT limits a run (seconds, 3600: next to other work the machine is several times slower).
# Needs qemu-system-x86 and cpio, and what base-image needs if no image is cached.
set -euo pipefail

overlay=$1
shift
base=$("$(dirname "$0")/base-image" "${VM_SUITE:-bookworm}")
work=$(mktemp -d)
qemu=
trap '[ -z "$qemu" ] || kill "$qemu" 2>/dev/null || true; rm -rf "$work"' EXIT

# The second serial line carries the output. The machine `virt` has one, and a second as a PCI device.
parameters="rdinit=/lib/systemd/systemd quiet systemd.show_status=0 systemd.service_watchdogs=0 mitigations=off panic=-1"
case ${VM_ARCHITECTURE:-$(dpkg --print-architecture)} in
    amd64)
        output=ttyS1
        program=(qemu-system-x86_64 -cpu max -serial "file:$work/console" -serial "file:$work/output")
        parameters+=" console=ttyS0 no_timer_check tsc=reliable clocksource=tsc"
        ;;
    arm64)
        output=ttyS0
        # A Raspberry Pi 4's, without the signatures of pointers, which are slow to emulate.
        program=(qemu-system-aarch64 -machine virt,gic-version=3 -cpu cortex-a72 -serial "file:$work/console"
            -chardev "file,id=output,path=$work/output" -device pci-serial,chardev=output)
        parameters+=" console=ttyAMA0"
        ;;
    *) echo "vm.sh: VM_ARCHITECTURE=$VM_ARCHITECTURE: must be amd64 or arm64" >&2; exit 2 ;;
esac

units=$work/top/etc/systemd/system
mkdir -p "$units/multi-user.target.wants" "$work/top/opt"
cp -a "$overlay/." "$work/top/"
printf '#!/bin/bash\n%s\n' "$(printf '%q ' "$@")" >"$work/top/opt/vm-command"
chmod +x "$work/top/opt/vm-command"
cat >"$units/vm-command.service" <<UNIT
[Unit]
After=multi-user.target systemd-logind.service
[Service]
Type=oneshot
StandardOutput=file:/dev/$output
StandardError=file:/dev/$output
ExecStartPre=/bin/stty -F /dev/$output raw
ExecStart=/bin/bash -c '/opt/vm-command; echo "vm-exit-status \$?"'
ExecStopPost=/bin/sh -c 'exec systemctl poweroff -ff >/dev/null 2>&1'
UNIT
ln -s ../vm-command.service "$units/multi-user.target.wants/vm-command.service"
# Else a test that closes the lid suspends the machine, which never wakes.
mkdir -p "$work/top/etc/systemd/logind.conf.d"
printf '[Login]\nHandleLidSwitch=ignore\nHandleLidSwitchDocked=ignore\n' >"$work/top/etc/systemd/logind.conf.d/lid.conf"

# Without the top folder itself: its mode, 0700 from mktemp, would become that of the guest's root, and no service with
# its own user would start.
(cd "$work/top" && find . -mindepth 1 | cpio -o -H newc --quiet --owner=0:0) >"$work/top.cpio"
cat "$base/root.cpio" "$work/top.cpio" >"$work/initrd"
: >"$work/output"
# One processor: TCG emulates two with threads, and what they share costs twice the time of a process start. The clock is read
# from the processor (tsc), because each reading of the HPET leaves the emulation.
# On a busy host a service may not get a processor for longer than its watchdog allows. Set here because a reload of systemd
# forgets what `systemctl service-watchdogs` set. For the same reason the kernel must not check at the start that its timer
# ticks in time (no_timer_check); if it panics after all, the machine ends at once (panic=-1).
timeout "${VM_TIMEOUT:-3600}" "${program[@]}" -accel tcg -m "${VM_MEMORY:-1536}" \
    -display none -nic none -no-reboot -kernel "$base/vmlinuz" -initrd "$work/initrd" \
    -append "$parameters" 2>"$work/qemu" &
qemu=$!
tail --pid="$qemu" -s 0.5 -n +1 -f "$work/output" | grep --line-buffered -v '^vm-exit-status ' || true
wait "$qemu" || true

status=$(sed -n 's/^vm-exit-status \([0-9]*\).*/\1/p' "$work/output")
if [ -z "$status" ]; then
    cat "$work/qemu" >&2
    tail -40 "$work/console" >&2
    echo "vm.sh: the machine ended, or exceeded ${VM_TIMEOUT:-3600} s, before the command did" >&2
    exit 125
fi
exit "$status"
