/*
 * Writes a drag of one finger into a device and takes the time until each frame's message can be read by a client.
 *
 *     drag FIFO SOCKET FRAMES HZ [REQUEST]
 *
 * With a request the socket is the daemon's: the request is sent first, and a frame's message is the `changed` with the
 * frame's time. Without one it is the floor's, and the n-th line is the n-th frame's. Prints
 *
 *     frames=N messages=N length=BYTES p50=US p99=US max=US
 *
 * where `messages` counts the frames that were answered, exactly once each, and `length` is the messages' mean.
 */
#define _GNU_SOURCE
#include "hop.h"

#include <fcntl.h>
#include <linux/input.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* Frames before those that count: the drag has begun by then, and caches are warm. */
#define LEAD 200
#define LONGEST_LINE 1024

/* Shared by the process that writes frames and the one that reads messages. */
static uint64_t *written;

struct message {
    uint64_t read;
    size_t end;
};

/* What the client received: the bytes, and for each line its end and when it was there. */
static struct {
    char *bytes;
    size_t size, capacity, count, most;
    struct message *messages;
} received;

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

static void write_frames(int device, long frames, long hz)
{
    struct timespec next;
    prctl(PR_SET_TIMERSLACK, 1);
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (long frame = 0; frame < frames; frame++) {
        next.tv_nsec += 1000000000 / hz;
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
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

static void subscribe(int client, const char *request)
{
    char answer[16 * 1024] = "";
    dprintf(client, "%s\n", request);
    for (size_t size = 0; !strstr(answer, "\"type\":\"ok\"");) {
        ssize_t count = check(read(client, answer + size, sizeof answer - 1 - size), "read the answer");
        size += (size_t)count;
        if (count == 0 || strstr(answer, "\"type\":\"error\"")) {
            fprintf(stderr, "not subscribed: %s\n", answer);
            exit(1);
        }
    }
}

static void take(size_t size, uint64_t now)
{
    const char *end = received.bytes + received.size + size;
    for (const char *at = received.bytes + received.size; received.count < received.most; received.count++, at++) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (!at)
            break;
        received.messages[received.count] = (struct message){now, (size_t)(at + 1 - received.bytes)};
    }
    received.size += size;
}

/* Until nothing has come for a second. What the lines say is looked at afterwards. */
static void read_messages(int client)
{
    struct epoll_event ready = {.events = EPOLLIN};
    int poller = check(epoll_create1(0), "epoll_create1");
    check(epoll_ctl(poller, EPOLL_CTL_ADD, client, &ready), "epoll_ctl");
    while (epoll_wait(poller, &ready, 1, 1000) > 0) {
        ssize_t size = read(client, received.bytes + received.size, received.capacity - received.size);
        uint64_t now = nanoseconds();
        if (size <= 0)
            break;
        take((size_t)size, now);
    }
}

static long frame_at(uint64_t microseconds, long frames)
{
    long low = 0, high = frames;
    while (low < high) {
        long middle = (low + high) / 2;
        if (written[middle] / 1000 < microseconds)
            low = middle + 1;
        else
            high = middle;
    }
    return low < frames && written[low] / 1000 == microseconds ? low : -1;
}

/* The frame a line answers, or -1: the lines of the beginning and the end, and those a stall of the writer brings. */
static long frame_of(const char *line, long number, long frames, bool is_daemon)
{
    if (!is_daemon)
        return number < frames ? number : -1;
    const char *time = strstr(line, "\"phase\":\"changed\"") ? strstr(line, "\"time\":") : NULL;
    return time ? frame_at(strtoull(time + 7, NULL, 10), frames) : -1;
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void report(long frames, bool is_daemon)
{
    uint64_t *latencies = calloc((size_t)frames, sizeof *latencies);
    bool *answered = calloc((size_t)frames, 1);
    long counted = 0, twice = 0;
    size_t start = 0, bytes = 0;
    for (size_t i = 0; i < received.count; i++) {
        struct message message = received.messages[i];
        char *line = received.bytes + start;
        size_t length = message.end - start;
        received.bytes[message.end - 1] = 0;
        start = message.end;
        long frame = frame_of(line, (long)i, frames, is_daemon);
        if (frame < LEAD)
            continue;
        twice += answered[frame];
        answered[frame] = true;
        bytes += length;
        latencies[counted++] = message.read - written[frame];
    }
    if (counted == 0 || twice > 0) {
        fprintf(stderr, "%ld messages, %ld of them for a frame that had one\n", counted, twice);
        exit(1);
    }
    qsort(latencies, (size_t)counted, sizeof *latencies, ascending);
    printf("frames=%ld messages=%ld length=%zu p50=%.1f p99=%.1f max=%.1f\n", frames - LEAD, counted,
           bytes / (size_t)counted, (double)latencies[(counted - 1) / 2] / 1000,
           (double)latencies[(counted - 1) * 99 / 100] / 1000, (double)latencies[counted - 1] / 1000);
}

int main(int count, char **arguments)
{
    if (count < 5 || count > 6)
        return fputs("usage: drag FIFO SOCKET FRAMES HZ [REQUEST]\n", stderr), 2;
    long frames = LEAD + atol(arguments[3]), hz = atol(arguments[4]);
    int device = check(open(arguments[1], O_WRONLY), arguments[1]);
    int client = connect_to(arguments[2]);

    written = mmap(NULL, (size_t)frames * sizeof *written, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    received.most = (size_t)frames * 2;
    received.capacity = received.most * LONGEST_LINE / 2;
    received.bytes = malloc(received.capacity);
    received.messages = malloc(received.most * sizeof *received.messages);
    // Touched now, so that no page fault is taken for latency.
    memset(received.bytes, 0, received.capacity);
    memset(received.messages, 0, received.most * sizeof *received.messages);
    memset(written, 0, (size_t)frames * sizeof *written);

    if (count == 6)
        subscribe(client, arguments[5]);
    pid_t writer = check(fork(), "fork");
    if (writer == 0) {
        write_frames(device, frames, hz);
        _exit(0);
    }
    read_messages(client);
    waitpid(writer, NULL, 0);
    report(frames, count == 6);
    return 0;
}
