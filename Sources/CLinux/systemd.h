#pragma once

#include <malloc.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <unistd.h>

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-login.h>

/* The kernel's headers have SO_PEERGROUPS since 4.13, and SO_PEERPIDFD since 6.5. */
enum { CSYSTEMD_SO_PEERGROUPS = 59, CSYSTEMD_SO_PEERPIDFD = 77 };

/* pidfd_open(2), which glibc has since 2.36. */
static inline int csystemd_pidfd_open(pid_t process) { return (int)syscall(434, process, 0); }

/* struct ucred needs _GNU_SOURCE, which Swift's Glibc module is built without. */
struct csystemd_peer {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};
