/*
 * Writes a drag of one finger into a device and takes the time until each of many clients can read each frame's
 * message. One process and one thread is all the clients, so that what is measured is who writes to them.
 *
 *     crowd FIFO SOCKET FRAMES HZ CLIENTS [REQUEST…]
 *
 * With requests the socket is the daemon's, and each client sends the next of them in turn; an argument may be several,
 * with newlines between them. Without, it is the floor's. A frame's message is the line with the frame's time. Prints
 *
 *     frames=N messages=N length=BYTES first_p50=US first_p99=US median_p50=… last_p50=… all_p50=…
 *
 * where `messages` counts the frames that every client had a line of, exactly once each; `first`, `median` and `last`
 * are of the client that had it first, of the one in the middle and of the last, in each frame; `all` is every line.
 */
#define _GNU_SOURCE
#include "stroke.h"

#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/wait.h>

#define ROOM (16 * 1024)
#define TIME_KEY "\"time\":"

struct client {
    int socket;
    size_t kept;
    /* Lines come in order: the next is of this frame or a later one. */
    long frame;
    char bytes[ROOM];
};

static struct client *clients;
static int client_count;
static long frame_count;
/* Nanoseconds from a frame to a client's line of it, at frame × clients + client; 0 while it has none. */
static uint32_t *latencies;
static size_t line_bytes, line_count;

/* Lines that no frame brought (a finger that the writer's stall made stop) are passed over. */
static void take_line(struct client *client, const char *line, size_t length, uint64_t now)
{
    const char *key = memmem(line, length, TIME_KEY, sizeof TIME_KEY - 1);
    uint64_t time = key ? strtoull(key + sizeof TIME_KEY - 1, NULL, 10) : 0;
    while (client->frame < frame_count && written[client->frame] && written[client->frame] / 1000 < time)
        client->frame++;
    if (client->frame == frame_count || written[client->frame] / 1000 != time)
        return;
    uint32_t *latency = &latencies[client->frame * client_count + (client - clients)];
    if (*latency) {
        fprintf(stderr, "a frame that had a line has another: %.*s", (int)length, line);
        exit(1);
    }
    *latency = (uint32_t)(now - written[client->frame]);
    line_bytes += length;
    line_count++;
}

static bool take(struct client *client)
{
    ssize_t size = read(client->socket, client->bytes + client->kept, ROOM - client->kept);
    uint64_t now = nanoseconds();
    if (size <= 0)
        return false;
    char *line = client->bytes, *end = client->bytes + client->kept + size, *newline;
    while ((newline = memchr(line, '\n', (size_t)(end - line)))) {
        take_line(client, line, (size_t)(newline + 1 - line), now);
        line = newline + 1;
    }
    client->kept = (size_t)(end - line);
    memmove(client->bytes, line, client->kept);
    return true;
}

/* Until every frame is written and nothing has come for a second. */
static void read_messages(pid_t writer)
{
    struct epoll_event ready[128];
    int poller = check(epoll_create1(0), "epoll_create1"), count;
    for (int i = 0; i < client_count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &clients[i]};
        check(epoll_ctl(poller, EPOLL_CTL_ADD, clients[i].socket, &event), "epoll_ctl");
    }
    while ((count = epoll_wait(poller, ready, 128, 1000)) > 0 || waitpid(writer, NULL, WNOHANG) == 0)
        for (int i = 0; i < count; i++)
            if (!take(ready[i].data.ptr)) {
                fprintf(stderr, "a client was cut\n");
                exit(1);
            }
}

static void print_quantiles(const char *name, uint64_t *values, size_t count)
{
    qsort(values, count, sizeof *values, ascending);
    printf(" %s_p50=%.1f %s_p99=%.1f", name, (double)values[(count - 1) / 2] / 1000, name,
           (double)values[(count - 1) * 99 / 100] / 1000);
}

static void report(void)
{
    size_t lines = 0, frames = 0, n = (size_t)client_count;
    uint64_t *all = calloc((size_t)frame_count * n, sizeof *all);
    uint64_t *ranks[3] = {NULL};
    for (int i = 0; i < 3; i++)
        ranks[i] = calloc((size_t)frame_count, sizeof *ranks[i]);
    for (long frame = LEAD; frame < frame_count; frame++) {
        uint64_t *of_frame = all + lines;
        for (size_t i = 0; i < n; i++)
            of_frame[i] = latencies[(size_t)frame * n + i];
        qsort(of_frame, n, sizeof *of_frame, ascending);
        if (of_frame[0] == 0)
            continue;
        ranks[0][frames] = of_frame[0];
        ranks[1][frames] = of_frame[n / 2];
        ranks[2][frames] = of_frame[n - 1];
        frames++;
        lines += n;
    }
    if (frames == 0) {
        fprintf(stderr, "no frame was answered to every client\n");
        exit(1);
    }
    printf("frames=%ld messages=%zu length=%zu", frame_count - LEAD, frames, line_bytes / line_count);
    print_quantiles("first", ranks[0], frames);
    print_quantiles("median", ranks[1], frames);
    print_quantiles("last", ranks[2], frames);
    print_quantiles("all", all, lines);
    printf("\n");
}

int main(int count, char **arguments)
{
    if (count < 6)
        return fputs("usage: crowd FIFO SOCKET FRAMES HZ CLIENTS [REQUEST...]\n", stderr), 2;
    frame_count = LEAD + atol(arguments[3]);
    long hz = atol(arguments[4]);
    client_count = atoi(arguments[5]);
    int device = check(open(arguments[1], O_WRONLY), arguments[1]);

    make_written(frame_count);
    size_t size = (size_t)frame_count * (size_t)client_count * sizeof *latencies;
    clients = calloc((size_t)client_count, sizeof *clients);
    latencies = malloc(size);
    // Touched now, so that no page fault is taken for latency.
    memset(latencies, 0, size);
    memset(clients, 0, (size_t)client_count * sizeof *clients);
    for (int i = 0; i < client_count; i++) {
        clients[i].socket = connect_to(arguments[2]);
        if (count > 6)
            subscribe(clients[i].socket, arguments[6 + i % (count - 6)]);
    }
    pid_t writer = check(fork(), "fork");
    if (writer == 0) {
        write_frames(device, frame_count, hz);
        _exit(0);
    }
    read_messages(writer);
    report();
    return 0;
}
