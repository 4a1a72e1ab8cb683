/*
 * A hostile user: keeps every limit of docs/PROTOCOL.md and does what it can to slow other clients down.
 *
 *     hostile SOCKET ATTACK CONNECTIONS UID [GROUP]
 *
 * With the group, the user receives gestures where there is no logind.
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
 *     H  asking for the status again and again, and never reading
 *     I  blank lines
 *     J  a request a byte at a time
 *     K  strokes of 64 templates, subscribed and unsubscribed
 *     L  subscribing and unsubscribing, also while fingers are down
 *     M  cancel
 *     N  haptic
 *     O  reload
 *     P  status
 *     T  one line of 64 kB with a key of one character with thousands of marks
 *     V  the standard set with explanations, as often as the limits allow
 *     W  claims, as many as the limits allow
 *
 * and with the socket of focus sources as SOCKET
 *
 *     Q  outputs, turned again and again
 *     R  locking and unlocking
 *     S  the focus of 1,020 processes
 *     U  CONNECTIONS users from UID on, one after the other: each reports 64 outputs with long names and leaves. Ends then.
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

static size_t repeat(char *line, const char *text)
{
    size_t length = 0, each = strlen(text);
    while (length + each < LINE - 64) {
        memcpy(line + length, text, each);
        length += each;
    }
    return length;
}

static size_t marks(char *line)
{
    size_t length = (size_t)sprintf(line, "{\"type\":\"cancel\",\"id\":1,\"a");
    /* U+0302 and U+0316, whose order normalising exchanges. */
    while (length < LINE - 64)
        length += (size_t)sprintf(line + length, "\xCC\x82\xCC\x96");
    return length + (size_t)sprintf(line + length, "\":1}\n");
}

static size_t stroke(char *line, long number)
{
    size_t length = (size_t)sprintf(line, "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"stroke\":{\"templates\":[");
    for (int template = 0; template < 64; template++) {
        length += (size_t)sprintf(line + length, "%s{\"name\":\"%d\",\"points\":[", template ? "," : "", template);
        for (int point = 0; point < 64; point++)
            length += (size_t)sprintf(line + length, "%s[%d,%d]", point ? "," : "", point, point % 7);
        length += (size_t)sprintf(line + length, "]}");
    }
    length += (size_t)sprintf(line + length, "]}}}\n");
    return length + (size_t)sprintf(line + length, "{\"type\":\"unsubscribe\",\"id\":1,\"subscription\":%ld}\n", number + 1);
}

static size_t subscriptions(char *line, long number)
{
    size_t length = 0;
    for (int i = 1; i <= 64; i++)
        length += (size_t)sprintf(line + length,
            "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"drag\":{\"minimumDistance\":%d}}}\n"
            "{\"type\":\"unsubscribe\",\"id\":1,\"subscription\":%ld}\n", i, number * 64 + i);
    return length;
}

static size_t outputs(char *line, long number)
{
    size_t length = (size_t)sprintf(line, "{\"type\":\"outputs\",\"id\":1,\"outputs\":[");
    for (int output = 0; output < 64; output++)
        length += (size_t)sprintf(line + length,
            "%s{\"name\":\"%d%0240d\",\"x\":%ld,\"y\":0,\"width\":9,\"height\":9,\"transform\":\"%s\"}", output ? "," : "",
            output, 0, number % 1000, number % 2 ? "90" : "normal");
    return length + (size_t)sprintf(line + length, "]}\n");
}

static size_t processes(char *line, long number)
{
    size_t length = (size_t)sprintf(line, "{\"type\":\"focus\",\"id\":1,\"processes\":[%ld", 1 + number % 1000);
    for (int process = 1; process < 1020; process++)
        length += (size_t)sprintf(line + length, ",%d", 100000 + process);
    return length + (size_t)sprintf(line + length, "]}\n");
}

/* Makes the next request; 0 if the strategy makes no more requests. */
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
    case 'H':
    case 'P': return number == 0 ? repeat(line, "{\"type\":\"status\",\"id\":1}\n") : connection->length;
    case 'I': return number == 0 ? repeat(line, "\n") : connection->length;
    case 'J': return (size_t)sprintf(line, "%c", "{\"type\":\"status\",\"id\":1}\n"[number % 25]);
    case 'K': return stroke(line, number);
    case 'L': return subscriptions(line, number);
    case 'M': return number == 0 ? repeat(line, "{\"type\":\"cancel\",\"id\":1}\n") : connection->length;
    case 'N':
        return number == 0 ? repeat(line, "{\"type\":\"haptic\",\"id\":1,\"feedback\":\"heavy\"}\n") : connection->length;
    case 'O': return number == 0 ? repeat(line, "{\"type\":\"reload\",\"id\":1}\n") : connection->length;
    case 'Q': return outputs(line, number);
    case 'R':
        return number == 0 ? repeat(line, "{\"type\":\"lock\",\"id\":1,\"locked\":true}\n"
                                          "{\"type\":\"lock\",\"id\":1,\"locked\":false}\n") : connection->length;
    case 'S': return processes(line, number);
    case 'T': return number == 0 ? marks(line) : connection->length;
    case 'V':
        if (number >= each)
            return 0;
        return (size_t)sprintf(line, "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"standard\":\"touchscreen\"},"
                                     "\"explain\":true,\"scope\":\"session\"}\n");
    case 'W':
        if (number >= each)
            return 0;
        return (size_t)sprintf(line, "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"drag\":{}},\"claim\":true,"
                                     "\"scope\":\"session\"}\n");
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
    unsigned reads = attack == 'H' ? 0 : EPOLLIN;
    struct epoll_event event = {.events = reads | (has_output ? EPOLLOUT : 0), .data.ptr = connection};
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
    if (attack == 'H')
        return true;
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

/* The kernel reports the effective user of the process that connects. */
static void users_in_turn(int number, uid_t first)
{
    static char line[LINE], answer[4096];
    size_t length = outputs(line, 1);
    for (int i = 0; i < number; i++) {
        check(seteuid(first + (uid_t)i), "seteuid");
        int client = check(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
        check(connect(client, (struct sockaddr *)&address, sizeof address), "connect");
        for (size_t sent = 0; sent < length;)
            sent += (size_t)check(send(client, line + sent, length - sent, MSG_NOSIGNAL), "send");
        /* Until the report was answered. */
        for (ssize_t got = 1; got > 0 && !memmem(answer, sizeof answer, "\"id\":1", 6);)
            got = read(client, answer, sizeof answer);
        memset(answer, 0, sizeof answer);
        close(client);
        check(seteuid(0), "seteuid");
    }
}

int main(int count, char **arguments)
{
    if (count != 5 && count != 6)
        return fputs("usage: hostile SOCKET ATTACK CONNECTIONS UID [GROUP]\n", stderr), 2;
    address = unix_address(arguments[1]);
    attack = arguments[2][0];
    connection_count = atoi(arguments[3]);
    uid_t user = (uid_t)atoi(arguments[4]);
    gid_t group = count == 6 ? (gid_t)atoi(arguments[5]) : 0;
    check(setgroups(count == 6, &group), "setgroups");
    if (attack == 'U')
        return users_in_turn(connection_count, user), 0;
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
