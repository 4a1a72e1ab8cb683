sockets="gestured.socket gestured-focus.socket"
config=/etc/gestured/gestured.toml
# The user and the groups that the package created, so that a purge removes no others.
created=/var/lib/gestured/created

running_systemd() { [ -d /run/systemd/system ]; }
message() { echo "gestured: $*" >&2; }

# A unit of `make install` would be started instead of the package's. Only what root has written is asked: any user can run a
# program of any name, so no process is looked for, and none would keep the sockets: systemd binds their paths again.
refuse_other_installation() {
    for path in /usr/local/lib/systemd/system /etc/systemd/system; do
        [ -f "$path/gestured.service" ] && [ ! -L "$path/gestured.service" ] || continue
        message "$path/gestured.service belongs to another installation and would be used instead of this package;"
        message "remove it first, with: sudo make uninstall (and the PREFIX of that installation)"
        exit 1
    done
}

create_users() {
    for name in gestured gestured-input gestured-clients; do
        if getent group "$name" >/dev/null; then
            grep -qsx "group $name" "$created" || [ -n "${1-}" ] || warn_of_group "$name"
        else
            mkdir -p "${created%/*}" && echo "group $name" >>"$created"
        fi
    done
    if ! getent passwd gestured >/dev/null; then
        mkdir -p "${created%/*}" && echo "user gestured" >>"$created"
    elif [ -z "${1-}" ] && ! grep -qsx "user gestured" "$created"; then
        message "the user gestured existed before and runs the service; it stays when this package is purged"
    fi
    systemd-sysusers gestured.conf
}

warn_of_group() {
    members=$(getent group "$1" | cut -d: -f4)
    message "the group $1 existed before and is used; it stays when this package is purged"
    [ -z "$members" ] || [ "$1" != gestured-input ] || message "its members can read touch devices now: $members"
}

remove_users() {
    [ -e "$created" ] || return 0
    if grep -qx "user gestured" "$created" && getent passwd gestured >/dev/null; then
        # userdel also removes a group of the user's name, unless the user has another one.
        grep -qx "group gestured" "$created" || usermod --gid nogroup gestured
        userdel gestured
    fi
    for name in gestured gestured-input gestured-clients; do
        grep -qx "group $name" "$created" && getent group "$name" >/dev/null || continue
        groupdel "$name"
    done
    rm -rf "${created%/*}"
}

apply_rules() {
    [ -S /run/udev/control ] || return 0
    udevadm control --reload || true
    udevadm trigger --subsystem-match=input --sysname-match='event*' --settle || true
}

# udev leaves access lists as they are when a rule is removed.
revoke_access() {
    command -v setfacl >/dev/null || return 0
    for node in /dev/input/event*; do
        [ -e "$node" ] || continue
        getfacl --omit-header --absolute-names "$node" | grep -q '^group:gestured-input:' || continue
        setfacl --remove g:gestured-input "$node"
        # The mask entry remains. It is removed with the whole list if the list names no other user or group.
        getfacl --omit-header --absolute-names "$node" | grep -q '^[a-z]*:[^:]' || setfacl --remove-all "$node"
    done
}

haptics_off() {
    [ ! -e /etc/systemd/system/gestured.service.d/haptics.conf ] || /usr/share/gestured/haptics/switch off >/dev/null || true
}

# A running daemon continues with the configuration that it has read; a new one would not start.
configuration_is_valid() {
    mistakes=$(gestured --check-config 2>&1 >/dev/null) && return 0
    message "the service does not start until these mistakes are corrected; then run: sudo systemctl restart gestured.socket"
    echo "$mistakes" >&2
    return 1
}

without_systemd() {
    message "systemd does not run here, so nothing was started; gestured --help names the options to start it with"
    configuration_is_valid || true
}

# Fails if no daemon runs.
restart_running() {
    [ "$(systemctl show --value --property MainPID gestured.service 2>/dev/null || echo 0)" != 0 ] || return 1
    if configuration_is_valid; then
        systemctl try-restart gestured.service || true
    else
        message "the daemon of the previous version is still running, with its previous configuration"
    fi
}
