/* The functions of gestured.h, and the life of a client. */
#include "internal.h"

#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>

void free_subscription(struct gestured_subscription *subscription)
{
    for (size_t i = 0; i < subscription->gesture_count; i++)
        free(subscription->gestures[i].line.bytes);
    free(subscription->gestures);
    free(subscription->gesture);
    free(subscription->requested);
    free(subscription->members);
    free(subscription->error);
    free(subscription->logged);
    free(subscription);
}

static void free_client(struct gestured *client)
{
    drop(client);
    while (client->subscriptions) {
        struct gestured_subscription *subscription = client->subscriptions;
        client->subscriptions = subscription->next;
        free_subscription(subscription);
    }
    if (client->poller >= 0)
        close(client->poller);
    if (client->timer >= 0)
        close(client->timer);
    if (client->locale)
        freelocale(client->locale);
    free(client->failure);
    free(client->tokens);
    free(client->parts);
    free(client->contacts);
    free(client->input.bytes);
    free(client->output.bytes);
    free(client->scratch.bytes);
    free(client->path);
    free(client);
}

/* Frees what callbacks have ended, once none of them is running. */
void leave(struct gestured *client)
{
    if (--client->depth > 0)
        return;
    atomic_store_explicit(&client->thread, NULL, memory_order_relaxed);
    if (client->is_freed) {
        free_client(client);
        return;
    }
    if (!client->has_ended_subscriptions)
        return;
    client->has_ended_subscriptions = false;
    for (struct gestured_subscription **place = &client->subscriptions; *place;) {
        struct gestured_subscription *subscription = *place;
        bool is_awaited = false;
        for (struct pending *pending = client->pending; pending; pending = pending->next)
            is_awaited |= pending->subscription == subscription;
        if (subscription->state != ENDED || is_awaited) {
            client->has_ended_subscriptions |= subscription->state == ENDED;
            place = &subscription->next;
            continue;
        }
        *place = subscription->next;
        free_subscription(subscription);
    }
}

void change(struct gestured *client, enum gestured_state state)
{
    if (client->state == state)
        return;
    client->state = state;
    if (client->on_state)
        client->on_state(client, state, client->state_data);
}

/* Calls the failure callback, or logs the message. */
void report(struct gestured_subscription *subscription, const char *code, const char *reason, const char *message)
{
    struct gestured_error error = {code, reason, message};
    if (subscription->state == ENDED)
        return;
    if (subscription->on_failure) {
        subscription->on_failure(subscription, &error, subscription->data);
    } else if (!subscription->logged || strcmp(subscription->logged, message)) {
        /* A daemon that starts again refuses with the same words. */
        replace_text(subscription->client, &subscription->logged, message);
        log_words(subscription->client, message);
    }
}

/* The gesture is not recognised. */
void fail(struct gestured_subscription *subscription, const char *code, const char *reason, const char *message)
{
    replace_text(subscription->client, &subscription->error, message);
    report(subscription, code, reason, message);
}

struct gestured *gestured_new(const char *path)
{
    struct gestured *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    client->poller = client->timer = client->socket = -1;
    client->delay = FIRST_DELAY;
    client->path = strdup(path ? path : DEFAULT_PATH);
    client->token_capacity = 256;
    client->tokens = malloc((size_t)client->token_capacity * sizeof *client->tokens);
    client->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    client->poller = epoll_create1(EPOLL_CLOEXEC);
    client->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    bool is_complete = client->path && client->tokens && client->locale && client->poller >= 0 && client->timer >= 0
        && !epoll_ctl(client->poller, EPOLL_CTL_ADD, client->timer, &event)
        && reserve(client, &client->input, 32 * 1024) && reserve(client, &client->scratch, 16 * 1024);
    if (is_complete && (!*client->path || strlen(client->path) >= sizeof ((struct sockaddr_un *)0)->sun_path)) {
        is_complete = false;
        errno = ENAMETOOLONG;
    }
    if (!is_complete) {
        int code = errno;
        free_client(client);
        errno = code;
        return NULL;
    }
    retry_after(client, 0);
    read_environment(client);
    return client;
}

void gestured_free(struct gestured *client)
{
    if (!client || client->is_freed || is_foreign(client, "gestured_free"))
        return;
    enter(client);
    drop(client);
    client->is_freed = true;
    client->state = GESTURED_DISCONNECTED;
    for (struct gestured_subscription *each = client->subscriptions; each; each = each->next)
        if (each->state != ENDED) {
            each->state = ENDED;
            cancel(each, "disconnected", NULL);
        }
    fail_requests(client);
    leave(client);
}

int gestured_fd(const struct gestured *client) { return client->poller; }

/* Ends what enter() has begun. */
static int work(struct gestured *client)
{
    client->is_out_of_memory = false;
    if (client->socket < 0) {
        uint64_t expirations;
        if (read(client->timer, &expirations, sizeof expirations) > 0)
            connect_socket(client);
    }
    if (client->socket >= 0 && !client->is_freed) {
        if (client->output.count > 0)
            flush(client);
        receive(client);
    }
    int code = client->is_freed ? ECANCELED : client->is_out_of_memory ? ENOMEM : 0;
    leave(client);
    errno = code;
    return code ? -1 : 0;
}

int gestured_process(struct gestured *client)
{
    if (is_foreign(client, "gestured_process"))
        return -1;
    /* A nested call of a callback does nothing. */
    if (client->depth > 0)
        return 0;
    enter(client);
    return work(client);
}

int gestured_wait(struct gestured *client, int milliseconds)
{
    if (is_foreign(client, "gestured_wait"))
        return -1;
    if (client->depth > 0)
        return 0;
    enter(client);
    /* Not the epoll descriptor, which costs a second wakeup. The timer runs only without a connection. */
    struct pollfd polled = {.fd = client->timer, .events = POLLIN};
    if (client->socket >= 0)
        polled = (struct pollfd){.fd = client->socket, .events = (short)(POLLIN | (client->output.count > 0 ? POLLOUT : 0))};
    poll(&polled, 1, milliseconds);
    return work(client);
}

enum gestured_state gestured_state(const struct gestured *client) { return client->state; }
const char *gestured_failure(const struct gestured *client) { return client->failure; }
const char *gestured_server(const struct gestured *client)
{
    return client->state == GESTURED_CONNECTED ? client->server : NULL;
}

const struct gestured_access *gestured_access(const struct gestured *client)
{
    return client->access_words ? &client->access : NULL;
}

void gestured_on_state(struct gestured *client, gestured_state_callback *on_state, void *data)
{
    if (is_foreign(client, "gestured_on_state"))
        return;
    client->on_state = on_state;
    client->state_data = data;
}

const char *gestured_subscription_error(const struct gestured_subscription *subscription) { return subscription->error; }
struct gestured *gestured_client(const struct gestured_subscription *subscription) { return subscription->client; }

int gestured_request(struct gestured *client, const char *request, gestured_answer_callback *on_answer, void *data)
{
    if (!request || client->is_freed) {
        errno = EINVAL;
        return -1;
    }
    if (is_foreign(client, "gestured_request"))
        return -1;
    if (!require_object(client, request, true))
        return -1;
    if (client->state != GESTURED_CONNECTED) {
        const struct gestured_error error = {"notConnected", NULL, "not connected to the daemon"};
        enter(client);
        if (on_answer)
            on_answer(client, NULL, &error, data);
        leave(client);
        return 0;
    }
    /* Its members without the braces; without any, the daemon names what is missing. */
    bool is_empty = client->tokens[0].size == 0;
    char *members = strdup(strchr(request, '{') + 1);
    if (!members)
        return -1;
    *strrchr(members, '}') = 0;
    struct pending *pending = send_request(client, is_empty ? "\"type\":\"\"" : members, "", NULL);
    free(members);
    if (!pending) {
        errno = ENOMEM;
        return -1;
    }
    pending->kind = OTHER;
    pending->on_answer = on_answer;
    pending->data = data;
    return 0;
}

static const char *name_of(int index, const char *const *words)
{
    int count = 0;
    while (words[count])
        count++;
    return index >= 1 && index <= count ? words[index - 1] : "";
}

const char *gestured_phase_name(enum gestured_phase phase) { return name_of((int)phase, phase_words); }
const char *gestured_part_phase_name(enum gestured_part_phase phase) { return name_of((int)phase, part_phase_words); }
const char *gestured_kind_name(enum gestured_kind kind) { return name_of((int)kind, kind_words); }
const char *gestured_edge_name(enum gestured_edge edge) { return name_of((int)edge, edge_words); }
const char *gestured_edge_part_name(enum gestured_edge_part part) { return name_of((int)part, edge_part_words); }
const char *gestured_corner_name(enum gestured_corner corner) { return name_of((int)corner, corner_words); }
const char *gestured_direction_name(enum gestured_direction direction) { return name_of((int)direction, direction_words); }
