/*
 * A hostile user: keeps every limit of docs/PROTOCOL.md and does what it can to slow other clients down.
 *
 *     hostile SOCKET ATTACK CONNECTIONS UID
 *
 * ATTACK is a letter of the table in docs/SECURITY.md. The program runs until it is terminated. It reads and discards every
 * answer, and connects again when it is disconnected, so that it does the same to any server (control.c).
 *
 *     A  subscriptions that retain much: long device names on one half of the connections, compositions on the other
 *     B  requests without effect, as fast as they are answered
 *     C  connecting and closing; the number of connections does not matter
 *     D  1,024 different compositions of 16 parts
 *     F  one line of 64 kB that costs the most until it is refused, again and again
 *     G  connections that are held, each with a claim
 */
#define _GNU_SOURCE
#include "hop.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdbool.h>
#include <sys/epoll.h>

#define LINE (64 * 1024)
#define SUBSCRIPTIONS_PER_USER 1024
#define SUBSCRIPTIONS_PER_CLIENT 64

struct connection {
    int socket;
    int index;
    /* The requests that were made for it. */
    long count;
    size_t length, sent;
    char line[LINE];
};

static struct sockaddr_un address;
static int poller, connection_count;
static char attack;

/* Numbers that no other connection of the user has, so that no two subscriptions share their work. */
static double unique(const struct connection *connection)
{
    return 0.001 * (double)(connection->index * SUBSCRIPTIONS_PER_CLIENT + connection->count + 1);
}

static size_t composition(char *line, double number)
{
    int length = sprintf(line, "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"race\":[");
    for (int part = 0; part < 16; part++)
        length += sprintf(line + length, "%s{\"drag\":{\"minimumDistance\":%g}}", part ? "," : "", 100 * part + number);
    return (size_t)(length + sprintf(line + length, "]}}\n"));
}

static size_t named(char *line, double number)
{
    int head = sprintf(line, "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"tap\":{}},\"device\":{\"name\":\"%g", number);
    memset(line + head, 'n', (size_t)(LINE - 4 - head));
    memcpy(line + LINE - 4, "\"}}\n", 4);
    return LINE;
}

static size_t race(char *line)
{
    int length = sprintf(line, "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"race\":[{\"tap\":{}}");
    for (int part = 1; part < 5901 && length < LINE - 32; part++)
        length += sprintf(line + length, ",{\"tap\":{}}");
    return (size_t)(length + sprintf(line + length, "]}}\n"));
}

static size_t fingers(char *line)
{
    int length = sprintf(line, "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"tap\":{\"fingers\":[1");
    for (int number = 1; number < 32001 && length < LINE - 32; number++)
        length += sprintf(line + length, ",1");
    return (size_t)(length + sprintf(line + length, "]}}}\n"));
}

static size_t empty_requests(char *line)
{
    int length = 0;
    while (length < LINE - 64)
        length += sprintf(line + length, "{\"type\":\"unsubscribe\",\"id\":1,\"subscription\":1}\n");
    return (size_t)length;
}

/* Makes the next request; 0 if there is none. */
static size_t next_request(struct connection *connection)
{
    long each = SUBSCRIPTIONS_PER_USER / connection_count;
    if (each > SUBSCRIPTIONS_PER_CLIENT)
        each = SUBSCRIPTIONS_PER_CLIENT;
    char *line = connection->line;
    long number = connection->count++;
    switch (attack) {
    case 'A':
        if (number >= each)
            return 0;
        return connection->index % 2 ? composition(line, unique(connection)) : named(line, unique(connection));
    case 'B': return number == 0 ? empty_requests(line) : connection->length;
    case 'D': return number < each ? composition(line, unique(connection)) : 0;
    case 'F':
        // Made once each, and sent again and again.
        if (number == 0)
            return connection->index % 2 ? race(line) : fingers(line);
        return connection->length;
    case 'G':
        if (number > 0)
            return 0;
        return (size_t)sprintf(line, "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"drag\":{}},\"claim\":true}\n");
    default: return 0;
    }
}

static int open_socket(void)
{
    int client = check(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), "socket");
    while (connect(client, (struct sockaddr *)&address, sizeof address) < 0) {
        // The backlog is full.
        if (errno != EAGAIN && errno != EINTR && errno != ECONNREFUSED)
            check(-1, "connect");
        usleep(1000);
    }
    return client;
}

static void watch(struct connection *connection, int operation, bool has_output)
{
    struct epoll_event event = {.events = EPOLLIN | (has_output ? EPOLLOUT : 0), .data.ptr = connection};
    check(epoll_ctl(poller, operation, connection->socket, &event), "epoll_ctl");
}

static void start(struct connection *connection)
{
    connection->socket = open_socket();
    connection->count = 0;
    connection->sent = 0;
    connection->length = next_request(connection);
    watch(connection, EPOLL_CTL_ADD, connection->length > 0);
}

static bool write_requests(struct connection *connection)
{
    while (connection->length > 0) {
        ssize_t count = send(connection->socket, connection->line + connection->sent,
                             connection->length - connection->sent, MSG_NOSIGNAL);
        if (count < 0)
            return errno == EAGAIN;
        connection->sent += (size_t)count;
        if (connection->sent < connection->length)
            return true;
        connection->sent = 0;
        connection->length = next_request(connection);
    }
    watch(connection, EPOLL_CTL_MOD, false);
    return true;
}

static bool discard(struct connection *connection)
{
    static char answers[256 * 1024];
    ssize_t count = read(connection->socket, answers, sizeof answers);
    return count > 0 || (count < 0 && errno == EAGAIN);
}

static void serve(struct connection *connection, unsigned events)
{
    bool is_open = !(events & EPOLLIN) || discard(connection);
    if (is_open && events & EPOLLOUT)
        is_open = write_requests(connection);
    if (is_open && !(events & (EPOLLERR | EPOLLHUP)))
        return;
    close(connection->socket);
    usleep(1000);
    start(connection);
}

static void come_and_go(void)
{
    for (;;)
        close(open_socket());
}

int main(int count, char **arguments)
{
    if (count != 5)
        return fputs("usage: hostile SOCKET ATTACK CONNECTIONS UID\n", stderr), 2;
    address = unix_address(arguments[1]);
    attack = arguments[2][0];
    connection_count = atoi(arguments[3]);
    uid_t user = (uid_t)atoi(arguments[4]);
    check(setgroups(0, NULL), "setgroups");
    check(setresgid(user, user, user), "setresgid");
    check(setresuid(user, user, user), "setresuid");
    if (attack == 'C')
        come_and_go();
    poller = check(epoll_create1(0), "epoll_create1");
    struct connection *connections = calloc((size_t)connection_count, sizeof *connections);
    for (int i = 0; i < connection_count; i++) {
        connections[i].index = i;
        start(&connections[i]);
    }
    struct epoll_event ready[64];
    for (;;) {
        int found = epoll_wait(poller, ready, 64, -1);
        for (int i = 0; i < found; i++)
            serve(ready[i].data.ptr, ready[i].events);
    }
}
