/* The socket: connecting, receiving, and the end of a connection. */
#include "internal.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>

/* Discards everything that belongs to the connection, except requests without an answer. */
void drop(struct gestured *client)
{
    if (client->socket >= 0)
        close(client->socket);
    client->socket = -1;
    client->is_watched_for_writing = false;
    client->input.count = client->output.count = 0;
    free_devices(client->devices, client->device_count);
    free(client->capabilities);
    free(client->access_words);
    free(client->server);
    free(client->closing_error);
    client->devices = NULL;
    client->device_count = 0;
    client->capabilities = client->access_words = client->server = client->closing_error = NULL;
    client->access = (struct gestured_access){0};
}

void fail_requests(struct gestured *client)
{
    const struct gestured_error error = {"notConnected", NULL, "the connection ended before the answer"};
    while (client->pending) {
        struct pending *pending = client->pending;
        client->pending = pending->next;
        if (pending->kind == OTHER)
            answer(client, pending, NULL, 0, &error);
        else
            free(pending);
    }
}

void retry_after(struct gestured *client, int milliseconds)
{
    struct itimerspec time = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000000L + 1}};
    timerfd_settime(client->timer, 0, &time, NULL);
}

/* Everything that arrived before has been delivered. */
static void disconnect(struct gestured *client, const char *failure)
{
    char *former = client->failure;
    client->failure = copied(client, failure);
    struct gestured_device *devices = client->devices;
    size_t device_count = client->device_count;
    /* Those of a bad greeting have not been added. */
    if (client->state == GESTURED_CONNECTED) {
        client->devices = NULL;
        client->device_count = 0;
    } else {
        devices = NULL;
        device_count = 0;
    }
    drop(client);
    /* They go after their gestures. */
    client->devices = devices;
    client->device_count = device_count;
    retry_after(client, client->delay);
    client->delay = client->delay * 2 < LONGEST_DELAY ? client->delay * 2 : LONGEST_DELAY;
    /* All of them before the first callback, which may end another one. */
    bool is_changed = client->state != GESTURED_DISCONNECTED || !former || !client->failure || strcmp(former, client->failure);
    client->state = GESTURED_DISCONNECTED;
    free(former);
    for (struct gestured_subscription *each = client->subscriptions; each; each = each->next) {
        if (each->state == ENDED)
            continue;
        each->state = WAITING;
        if (each->is_withheld)
            replace_text(client, &each->error, NULL);
        each->is_withheld = false;
    }
    for (struct gestured_subscription *each = client->subscriptions; each; each = each->next)
        cancel(each, "disconnected", NULL);
    fail_requests(client);
    while (client->device_count > 0)
        remove_device(client, client->devices[client->device_count - 1].id);
    if (client->is_freed || !is_changed)
        return;
    if (client->on_state)
        client->on_state(client, GESTURED_DISCONNECTED, client->state_data);
    else
        log_words(client, failure);
}

static void disconnect_with(struct gestured *client, const char *words, const char *detail)
{
    char failure[512] = "";
    append_printable(failure, sizeof failure, words, strlen(words));
    append_printable(failure, sizeof failure, detail, strlen(detail));
    disconnect(client, failure);
}

static void disconnect_not_understood(struct gestured *client, const char *start, size_t count)
{
    char failure[64 + 6 * SHOWN] = "the daemon sent an invalid message: ";
    append_printable(failure, sizeof failure, start, count < SHOWN ? count : SHOWN);
    if (count > SHOWN)
        append_printable(failure, sizeof failure, "\xE2\x80\xA6", 3);
    disconnect(client, failure);
}

static void disconnect_too_long(struct gestured *client)
{
    disconnect(client, "the daemon sent an invalid message: a line that is too long");
}

void connect_socket(struct gestured *client)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, client->path, strlen(client->path));
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct epoll_event event = {.events = EPOLLIN};
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address)
        || epoll_ctl(client->poller, EPOLL_CTL_ADD, descriptor, &event)) {
        int code = errno;
        char failure[512];
        snprintf(failure, sizeof failure, "cannot connect to %s: %s%s", client->path, strerror(code),
            code == ENOENT || code == ECONNREFUSED ? "; is gestured running?" : "");
        if (descriptor >= 0)
            close(descriptor);
        disconnect(client, failure);
        return;
    }
    timerfd_settime(client->timer, 0, &(struct itimerspec){0}, NULL);
    client->socket = descriptor;
    change(client, GESTURED_CONNECTING);
}

/* Handles the whole lines that have arrived. A callback may disconnect or free the client. */
static void handle_lines(struct gestured *client, size_t searched)
{
    int descriptor = client->socket;
    size_t start = 0;
    for (;;) {
        char *end = memchr(client->input.bytes + searched, '\n', client->input.count - searched);
        if (!end)
            break;
        char *line = client->input.bytes + start;
        size_t count = (size_t)(end - line);
        start = searched = (size_t)(end - client->input.bytes) + 1;
        if (count > LONGEST_LINE) {
            disconnect_too_long(client);
            return;
        }
        /* Reading ends strings in the line. */
        char start_of_line[SHOWN];
        memcpy(start_of_line, line, count < SHOWN ? count : SHOWN);
        char failure[256] = "";
        enum outcome outcome = handle(client, line, count, failure);
        if (client->is_freed || client->socket != descriptor)
            return;
        if (outcome == NOT_UNDERSTOOD) {
            disconnect_not_understood(client, start_of_line, count);
            return;
        }
        if (outcome == UNKNOWN_PROTOCOL) {
            disconnect_with(client, failure, "");
            return;
        }
    }
    client->input.count -= start;
    memmove(client->input.bytes, client->input.bytes + start, client->input.count);
    if (client->input.count > LONGEST_LINE)
        disconnect_too_long(client);
}

void receive(struct gestured *client)
{
    /* A byte behind the last line is for its NUL. */
    if (!reserve(client, &client->input, client->input.count + 16 * 1024 + 1))
        return;
    size_t searched = client->input.count;
    ssize_t count = recv(client->socket, client->input.bytes + searched, client->input.capacity - searched - 1, MSG_DONTWAIT);
    if (count < 0) {
        if (errno != EAGAIN && errno != EINTR)
            disconnect_with(client, "connection lost: ", strerror(errno));
    } else if (count == 0 && client->closing_error) {
        disconnect_with(client, "the daemon closed the connection: ", client->closing_error);
    } else if (count == 0) {
        disconnect(client, "the daemon closed the connection");
    } else {
        client->input.count += (size_t)count;
        handle_lines(client, searched);
    }
}
