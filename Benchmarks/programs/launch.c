/*
 * The floor of the latency of actions: reads lines from a socket, and starts a program for each that ends a gesture.
 *
 *     launch SOCKET PROGRAM [ARG...]
 */
#define _GNU_SOURCE
#include "hop.h"

#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

int main(int count, char **arguments)
{
    if (count < 3)
        return fputs("usage: launch SOCKET PROGRAM [ARG...]\n", stderr), 2;
    struct sockaddr_un address = unix_address(arguments[1]);
    int daemon = check(socket(AF_UNIX, SOCK_STREAM, 0), "socket");
    check(connect(daemon, (struct sockaddr *)&address, sizeof address), arguments[1]);
    char lines[65536];
    ssize_t size;
    while ((size = read(daemon, lines, sizeof lines - 1)) > 0) {
        lines[size] = 0;
        if (!strstr(lines, "\"ended\""))
            continue;
        pid_t child;
        posix_spawn(&child, arguments[2], NULL, NULL, arguments + 2, environ);
        waitpid(child, NULL, 0);
    }
}
