/*
 * The time from starting a program to its READY=1, in milliseconds, a line a start.
 *
 *     ready TIMES PROGRAM ARGUMENT…
 */
#define _GNU_SOURCE
#include "hop.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

static int notify_socket(const char *path)
{
    struct sockaddr_un address = unix_address(path);
    struct timeval limit = {.tv_sec = 5};
    int notify = check(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0), "socket");
    check(bind(notify, (struct sockaddr *)&address, sizeof address), path);
    check(setsockopt(notify, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit), "setsockopt");
    return notify;
}

static double start(char **command, int notify)
{
    char message[256] = "";
    pid_t program;
    uint64_t before = nanoseconds();
    if (posix_spawn(&program, command[0], NULL, NULL, command, environ) != 0)
        check(-1, command[0]);
    do {
        ssize_t size = check(recv(notify, message, sizeof message - 1, 0), "wait for READY=1");
        message[size] = 0;
    } while (!strstr(message, "READY=1"));
    uint64_t after = nanoseconds();
    kill(program, SIGTERM);
    waitpid(program, NULL, 0);
    while (recv(notify, message, sizeof message, MSG_DONTWAIT) > 0)
        continue;
    return (double)(after - before) / 1e6;
}

int main(int count, char **arguments)
{
    if (count < 3)
        return fputs("usage: ready TIMES PROGRAM ARGUMENT...\n", stderr), 2;
    char path[64];
    snprintf(path, sizeof path, "/tmp/ready-%d", (int)getpid());
    int notify = notify_socket(path);
    setenv("NOTIFY_SOCKET", path, 1);
    for (int times = atoi(arguments[1]); times > 0; times--)
        printf("%.2f\n", start(arguments + 2, notify));
    unlink(path);
    return 0;
}
