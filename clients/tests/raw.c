/*
 * Reads the socket as any program could, and prints the median latency of each gesture like a witness: the floor of a client.
 *
 *     raw SOCKET
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static long long latencies[20000];
static int count;

static int by_size(const void *left, const void *right)
{
    long long a = *(const long long *)left, b = *(const long long *)right;
    return (a > b) - (a < b);
}

int main(int argument_count, char **arguments)
{
    static char bytes[64 * 1024];
    size_t held = 0;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argument_count < 2)
        return 2;
    snprintf(address.sun_path, sizeof address.sun_path, "%s", arguments[1]);
    int daemon = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    const char *request = "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"drag\":{\"fingers\":[1,2,3,4,5]}}}\n";
    if (connect(daemon, (struct sockaddr *)&address, sizeof address) || write(daemon, request, strlen(request)) < 0)
        return perror("raw"), 1;
    for (;;) {
        struct pollfd polled = {.fd = daemon, .events = POLLIN};
        poll(&polled, 1, -1);
        ssize_t received = read(daemon, bytes + held, sizeof bytes - held - 1);
        if (received <= 0)
            return 0;
        held += (size_t)received;
        bytes[held] = 0;
        char *start = bytes, *end;
        for (; (end = memchr(start, '\n', held - (size_t)(start - bytes))); start = end + 1) {
            *end = 0;
            const char *time = strstr(start, "\"time\":");
            if (!time)
                continue;
            struct timespec now;
            clock_gettime(CLOCK_MONOTONIC, &now);
            latencies[count++ % 20000] = now.tv_sec * 1000000000LL + now.tv_nsec - strtoll(time + 7, NULL, 10);
            if (strstr(start, "\"ended\"")) {
                qsort(latencies, (size_t)count, sizeof *latencies, by_size);
                printf("latency %lld %d\n", latencies[count / 2], count);
                fflush(stdout);
                count = 0;
            }
        }
        held -= (size_t)(start - bytes);
        memmove(bytes, start, held);
    }
}
