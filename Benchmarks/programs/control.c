/*
 * The control of the attacks: a server that sends the witness its lines, and reads and discards everything else. What a
 * witness waits for here is the machine's contention, not the daemon's work for hostile clients.
 *
 *     control DRAGS PRESSES SOCKET UID
 *
 * DRAGS and PRESSES are the witness's devices, UID is its user.
 */
#define _GNU_SOURCE
#include "witness.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/timerfd.h>

#define HELLO "{\"type\":\"hello\",\"protocol\":1,\"server\":\"control\",\"capabilities\":[],\"devices\":[]}\n"
#define OK "{\"type\":\"ok\",\"id\":1,\"subscription\":1}\n"
#define TAIL "\"device\":\"event0\",\"value\":{\"drag\":{\"fingers\":1,\"location\":[314,201],\"startLocation\":[300,200]}}}\n"

enum { LISTENER, DRAGS, PRESSES, TIMER, FIRST_CLIENT };

static int poller, timer, witness = -1;
static uint64_t deadline;

static void watch(int descriptor, uint32_t tag)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = (uint64_t)tag << 32 | (uint32_t)descriptor};
    check(epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event), "epoll_ctl");
}

static void put_line(const char *phase, uint64_t time)
{
    char line[512];
    int length = snprintf(line, sizeof line, "{\"type\":\"gesture\",\"phase\":\"changed\",%s\"time\":%llu," TAIL, phase,
                          (unsigned long long)time);
    if (witness >= 0 && send(witness, line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EAGAIN)
        witness = -1;
}

static void read_device(int device, bool is_press)
{
    struct input_event events[64];
    ssize_t size = read(device, events, sizeof events);
    for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++) {
        uint64_t time = (uint64_t)events[i].input_event_sec * 1000000 + (uint64_t)events[i].input_event_usec;
        if (!is_press && events[i].type == EV_SYN)
            put_line("", time);
        if (!is_press || events[i].code != ABS_MT_TRACKING_ID || events[i].value < 0)
            continue;
        deadline = time + PRESS_MICROSECONDS;
        struct itimerspec at = {.it_value = {.tv_sec = (time_t)(deadline / 1000000), .tv_nsec = (long)(deadline % 1000000 * 1000)}};
        timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL);
    }
}

static void accept_client(int listener, uid_t user)
{
    int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client < 0)
        return;
    struct ucred peer = {0};
    socklen_t length = sizeof peer;
    getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &length);
    send(client, HELLO, sizeof HELLO - 1, MSG_NOSIGNAL);
    if (peer.uid == user) {
        witness = client;
        send(client, OK OK, 2 * (sizeof OK - 1), MSG_NOSIGNAL);
    }
    watch(client, FIRST_CLIENT);
}

static void discard(int client)
{
    static char bytes[16 * 1024];
    ssize_t count = read(client, bytes, sizeof bytes);
    if (count > 0 || (count < 0 && errno == EAGAIN))
        return;
    if (client == witness)
        witness = -1;
    close(client);
}

int main(int count, char **arguments)
{
    if (count != 5)
        return fputs("usage: control DRAGS PRESSES SOCKET UID\n", stderr), 2;
    struct rlimit limit = {4096, 4096};
    setrlimit(RLIMIT_NOFILE, &limit);
    int drags = check(open(arguments[1], O_RDONLY | O_NONBLOCK), arguments[1]);
    int presses = check(open(arguments[2], O_RDONLY | O_NONBLOCK), arguments[2]);
    struct sockaddr_un address = unix_address(arguments[3]);
    int listener = check(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0), "socket");
    check(bind(listener, (struct sockaddr *)&address, sizeof address), arguments[3]);
    check(chmod(arguments[3], 0666), "chmod");
    check(listen(listener, 128), "listen");
    timer = check(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), "timerfd_create");
    poller = check(epoll_create1(0), "epoll_create1");
    watch(listener, LISTENER);
    watch(drags, DRAGS);
    watch(presses, PRESSES);
    watch(timer, TIMER);
    puts("ready");
    fflush(stdout);
    struct epoll_event ready[16];
    for (;;) {
        int found = epoll_wait(poller, ready, 16, -1);
        for (int i = 0; i < found; i++) {
            int descriptor = (int)(uint32_t)ready[i].data.u64;
            uint64_t expirations;
            switch (ready[i].data.u64 >> 32) {
            case LISTENER: accept_client(descriptor, (uid_t)atoi(arguments[4])); break;
            case DRAGS: read_device(descriptor, false); break;
            case PRESSES: read_device(descriptor, true); break;
            case TIMER:
                if (read(timer, &expirations, sizeof expirations) > 0)
                    put_line("\"completed\":true,", deadline);
                break;
            default: discard(descriptor);
            }
        }
    }
}
