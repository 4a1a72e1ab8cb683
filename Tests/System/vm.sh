#!/bin/bash
# Runs a command as root in a throw-away Debian machine: a real kernel with evdev and uinput, real udev, logind, and
# systemd as PID 1, all from memory. QEMU emulates the processor, because CI machines seldom lend out /dev/kvm.
#
#   vm.sh OVERLAY COMMAND [ARG...]
#
# OVERLAY is a folder laid over the guest's root. COMMAND runs once the machine is up; its output is printed here as it
# comes and its exit status is this script's; 125 when the guest did not live to tell it. The guest has no network.
# VM_TIMEOUT bounds one run (seconds, 600).
# Needs qemu-system-x86 and cpio, and what base-image needs when no image is cached.
set -euo pipefail

overlay=$1
shift
base=$("$(dirname "$0")/base-image")
work=$(mktemp -d)
qemu=
trap '[ -z "$qemu" ] || kill "$qemu" 2>/dev/null || true; rm -rf "$work"' EXIT

units=$work/top/etc/systemd/system
mkdir -p "$units/multi-user.target.wants" "$work/top/opt"
cp -a "$overlay/." "$work/top/"
printf '#!/bin/bash\n%s\n' "$(printf '%q ' "$@")" >"$work/top/opt/vm-command"
chmod +x "$work/top/opt/vm-command"
cat >"$units/vm-command.service" <<'UNIT'
[Unit]
After=multi-user.target systemd-logind.service
[Service]
Type=oneshot
StandardOutput=file:/dev/ttyS1
StandardError=file:/dev/ttyS1
ExecStartPre=/bin/stty -F /dev/ttyS1 raw
ExecStart=/bin/bash -c '/opt/vm-command; echo "vm-exit-status $?"'
ExecStopPost=/bin/sh -c 'exec systemctl poweroff -ff >/dev/null 2>&1'
UNIT
ln -s ../vm-command.service "$units/multi-user.target.wants/vm-command.service"

# Without the top folder itself: its mode, 0700 where mktemp made it, would become that of the guest's root, and no
# service with a user of its own would start.
(cd "$work/top" && find . -mindepth 1 | cpio -o -H newc --quiet --owner=0:0) >"$work/top.cpio"
cat "$base/root.cpio" "$work/top.cpio" >"$work/initrd"
: >"$work/output"
timeout "${VM_TIMEOUT:-600}" qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 1536 \
    -display none -nic none -no-reboot -serial "file:$work/console" -serial "file:$work/output" \
    -kernel "$base/vmlinuz" -initrd "$work/initrd" \
    -append "console=ttyS0 rdinit=/lib/systemd/systemd quiet systemd.show_status=0 mitigations=off" 2>"$work/qemu" &
qemu=$!
tail --pid="$qemu" -s 0.5 -n +1 -f "$work/output" | grep --line-buffered -v '^vm-exit-status ' || true
wait "$qemu" || true

status=$(sed -n 's/^vm-exit-status \([0-9]*\).*/\1/p' "$work/output")
if [ -z "$status" ]; then
    cat "$work/qemu" >&2
    tail -40 "$work/console" >&2
    echo "vm.sh: the machine ended, or ran out of its ${VM_TIMEOUT:-600} s, before the command did" >&2
    exit 125
fi
exit "$status"
