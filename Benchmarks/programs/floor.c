/*
 * The floor of the latency figures: what any process between the device and its clients must do. It waits for the
 * device, reads, and writes to each client a line that was ready all along but for its time.
 *
 *     floor FIFO SOCKET LENGTH [CLIENTS]
 */
#define _GNU_SOURCE
#include "hop.h"

#include <fcntl.h>
#include <linux/input.h>
#include <sys/epoll.h>

#define HEAD "{\"type\":\"gesture\",\"subscription\":1,\"gesture\":1,\"phase\":\"changed\",\"time\":"
#define DIGITS 16

static void accept_clients(const char *path, int *clients, int count)
{
    struct sockaddr_un address = unix_address(path);
    int listener = check(socket(AF_UNIX, SOCK_STREAM, 0), "socket");
    check(bind(listener, (struct sockaddr *)&address, sizeof address), path);
    check(listen(listener, 128), "listen");
    puts("ready");
    fflush(stdout);
    for (int i = 0; i < count; i++)
        clients[i] = check(accept(listener, NULL, NULL), "accept");
}

static char *make_line(size_t length)
{
    char *line = malloc(length);
    memset(line, 'x', length);
    memcpy(line, HEAD, sizeof HEAD - 1);
    line[sizeof HEAD - 1 + DIGITS] = ',';
    line[length - 1] = '\n';
    return line;
}

static void put_time(char *line, const struct input_event *event)
{
    uint64_t time = (uint64_t)event->input_event_sec * 1000000 + (uint64_t)event->input_event_usec;
    for (char *digit = line + sizeof HEAD - 1 + DIGITS; digit-- > line + sizeof HEAD - 1; time /= 10)
        *digit = (char)('0' + time % 10);
}

int main(int count, char **arguments)
{
    if (count < 4 || count > 5)
        return fputs("usage: floor FIFO SOCKET LENGTH [CLIENTS]\n", stderr), 2;
    size_t length = strtoul(arguments[3], NULL, 10);
    int client_count = count > 4 ? atoi(arguments[4]) : 1;
    int *clients = calloc((size_t)client_count, sizeof *clients);
    if (length < sizeof HEAD + DIGITS + 1)
        return fputs("floor: so short a line has no room for its time\n", stderr), 2;
    char *line = make_line(length);

    int device = check(open(arguments[1], O_RDONLY | O_NONBLOCK), arguments[1]);
    accept_clients(arguments[2], clients, client_count);
    struct epoll_event ready = {.events = EPOLLIN};
    int poller = check(epoll_create1(0), "epoll_create1");
    check(epoll_ctl(poller, EPOLL_CTL_ADD, device, &ready), "epoll_ctl");
    for (;;) {
        struct input_event events[64];
        check(epoll_wait(poller, &ready, 1, -1), "epoll_wait");
        ssize_t size = read(device, events, sizeof events);
        for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++) {
            if (events[i].type != EV_SYN)
                continue;
            put_time(line, &events[i]);
            for (int client = 0; client < client_count; client++)
                if (write(clients[client], line, length) != (ssize_t)length)
                    return 0;
        }
    }
}
