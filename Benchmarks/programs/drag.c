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
#include "stroke.h"

#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/wait.h>

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

    make_written(frames);
    received.most = (size_t)frames * 2;
    received.capacity = received.most * LONGEST_LINE / 2;
    received.bytes = malloc(received.capacity);
    received.messages = malloc(received.most * sizeof *received.messages);
    // Touched now, so that no page fault is taken for latency.
    memset(received.bytes, 0, received.capacity);
    memset(received.messages, 0, received.most * sizeof *received.messages);

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
