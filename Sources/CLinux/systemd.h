#pragma once

#include <malloc.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-login.h>

/* Not in glibc's headers before 2.27. */
enum { CSYSTEMD_SO_PEERGROUPS = 59 };

/* struct ucred needs _GNU_SOURCE, which Swift's Glibc module is built without. */
struct csystemd_peer {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};
