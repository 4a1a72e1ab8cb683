/* A drag of one finger that is written into a device, and those who wait for what it brings. */
#pragma once

#include "hop.h"

#include <fcntl.h>
#include <linux/input.h>
#include <sys/mman.h>
#include <sys/prctl.h>

/* Frames before those that count: the drag has begun by then, and caches are warm. */
#define LEAD 200
#define LONGEST_LINE 1024

/* When each frame was written. Shared by the process that writes frames and the one that reads messages. */
static uint64_t *written;

/* Touched at once, so that no page fault is taken for latency. */
static void make_written(long frames)
{
    size_t size = (size_t)frames * sizeof *written;
    written = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(written, 0, size);
}

static struct input_event event(uint64_t time, int type, int code, int value)
{
    struct input_event event = {.type = (unsigned short)type, .code = (unsigned short)code, .value = value};
    event.input_event_sec = (long)(time / 1000000000u);
    event.input_event_usec = (long)(time % 1000000000u / 1000);
    return event;
}

/* Back and forth between 200 and 200 + span, so that every frame moves. */
static int swing(long frame, long step, long span)
{
    long way = frame * step % (2 * span);
    return (int)(200 + (way < span ? way : 2 * span - way));
}

static void put(int device, const struct input_event *events, size_t count)
{
    if (write(device, events, count * sizeof *events) != (ssize_t)(count * sizeof *events))
        check(-1, "write a frame");
}

static void write_frame(int device, long frame)
{
    uint64_t now = written[frame] = nanoseconds();
    struct input_event events[] = {
        event(now, EV_ABS, ABS_MT_TRACKING_ID, 1),
        event(now, EV_ABS, ABS_MT_POSITION_X, swing(frame, 3, 2600)),
        event(now, EV_ABS, ABS_MT_POSITION_Y, swing(frame, 2, 1300)),
        event(now, EV_SYN, SYN_REPORT, 0),
    };
    put(device, events + (frame > 0), frame > 0 ? 3 : 4);
}

/* The finger lifts a period after the last frame: at the same microsecond its message would seem to be that frame's. */
static inline void write_frames(int device, long frames, long hz)
{
    struct timespec next;
    prctl(PR_SET_TIMERSLACK, 1);
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (long frame = 0; frame <= frames; frame++) {
        next.tv_nsec += 1000000000 / hz;
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
        if (frame < frames)
            write_frame(device, frame);
    }
    uint64_t now = nanoseconds();
    struct input_event lift[] = {event(now, EV_ABS, ABS_MT_TRACKING_ID, -1), event(now, EV_SYN, SYN_REPORT, 0)};
    put(device, lift, 2);
}

static int connect_to(const char *path)
{
    struct sockaddr_un address = unix_address(path);
    int client = check(socket(AF_UNIX, SOCK_STREAM, 0), "socket");
    check(connect(client, (struct sockaddr *)&address, sizeof address), path);
    return client;
}

static int occurrences(const char *text, const char *word)
{
    int count = 0;
    while ((text = strstr(text, word)))
        count++, text++;
    return count;
}

/* A request, or several with newlines between them. */
static void subscribe(int client, const char *request)
{
    char answer[16 * 1024] = "";
    int answers = occurrences(request, "\n") + 1;
    dprintf(client, "%s\n", request);
    for (size_t size = 0; occurrences(answer, "\"type\":\"ok\"") < answers;) {
        ssize_t count = check(read(client, answer + size, sizeof answer - 1 - size), "read the answer");
        size += (size_t)count;
        if (count == 0 || strstr(answer, "\"type\":\"error\"")) {
            fprintf(stderr, "not subscribed: %s\n", answer);
            exit(1);
        }
    }
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}
