/*
 * The floor of the latency figures: what any process between the device and the client must do. It waits for the
 * device, reads, and writes a line that was ready all along.
 *
 *     floor FIFO SOCKET LENGTH
 */
#define _GNU_SOURCE
#include "hop.h"

#include <fcntl.h>
#include <linux/input.h>
#include <sys/epoll.h>

static int accept_client(const char *path)
{
    struct sockaddr_un address = unix_address(path);
    int listener = check(socket(AF_UNIX, SOCK_STREAM, 0), "socket");
    check(bind(listener, (struct sockaddr *)&address, sizeof address), path);
    check(listen(listener, 1), "listen");
    puts("ready");
    fflush(stdout);
    return check(accept(listener, NULL, NULL), "accept");
}

int main(int count, char **arguments)
{
    if (count != 4)
        return fputs("usage: floor FIFO SOCKET LENGTH\n", stderr), 2;
    size_t length = strtoul(arguments[3], NULL, 10);
    char *line = malloc(length);
    memset(line, 'x', length);
    line[length - 1] = '\n';

    int device = check(open(arguments[1], O_RDONLY | O_NONBLOCK), arguments[1]);
    int client = accept_client(arguments[2]);
    struct epoll_event ready = {.events = EPOLLIN};
    int poller = check(epoll_create1(0), "epoll_create1");
    check(epoll_ctl(poller, EPOLL_CTL_ADD, device, &ready), "epoll_ctl");
    for (;;) {
        struct input_event events[64];
        check(epoll_wait(poller, &ready, 1, -1), "epoll_wait");
        ssize_t size = read(device, events, sizeof events);
        for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++)
            if (events[i].type == EV_SYN && write(client, line, length) != (ssize_t)length)
                return 0;
    }
}
