/* Requests, and the subscriptions that are made again on each connection. */
#include "internal.h"

#include <sys/epoll.h>
#include <sys/socket.h>

static void watch(struct gestured *client)
{
    bool is_writing = client->output.count > 0;
    if (client->socket < 0 || is_writing == client->is_watched_for_writing)
        return;
    struct epoll_event event = {.events = EPOLLIN | (is_writing ? (uint32_t)EPOLLOUT : 0)};
    client->is_watched_for_writing = is_writing;
    epoll_ctl(client->poller, EPOLL_CTL_MOD, client->socket, &event);
}

/* Ignores a broken connection: reading reports it, after the daemon's last lines. */
void flush(struct gestured *client)
{
    if (client->socket >= 0 && client->output.count > 0) {
        ssize_t sent = send(client->socket, client->output.bytes, client->output.count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            client->output.count -= (size_t)sent;
            memmove(client->output.bytes, client->output.bytes + sent, client->output.count);
        }
    }
    watch(client);
}

static bool append_region(struct gestured *client, struct buffer *line, const struct gestured_region *region)
{
    const double values[] = {region->x, region->y, region->width, region->height};
    const char *const names[] = {",\"region\":{\"x\":", ",\"y\":", ",\"width\":", ",\"height\":"};
    bool is_complete = true;
    for (int i = 0; i < 4; i++)
        is_complete &= append_text(client, line, names[i]) & append_number(client, line, values[i]);
    return is_complete & append_text(client, line, region->of_window ? ",\"of\":\"window\"}" : "}");
}

/* Sends {"id":…,MEMBERS MORE} and takes down what awaits the answer. NULL without memory. */
struct pending *send_request(
    struct gestured *client, const char *members, const char *more, const struct gestured_region *region)
{
    struct pending *pending = calloc(1, sizeof *pending);
    char head[40];
    snprintf(head, sizeof head, "{\"id\":%lld,", (long long)++client->last_id);
    size_t start = client->output.count;
    if (!pending || !append_text(client, &client->output, head) || !append_text(client, &client->output, members)
        || !append_text(client, &client->output, more) || (region && !append_region(client, &client->output, region)) || !append_text(client, &client->output, "}\n")) {
        client->output.count = start;
        client->is_out_of_memory = true;
        free(pending);
        return NULL;
    }
    pending->id = client->last_id;
    pending->next = client->pending;
    client->pending = pending;
    flush(client);
    return pending;
}

static bool has_capability(const struct gestured *client, const char *name, size_t length)
{
    for (const char *known = client->capabilities; known && *known; known += strlen(known) + 1)
        if (strlen(known) == length && !strncmp(known, name, length))
            return true;
    return false;
}

bool gestured_has_capability(const struct gestured *client, const char *name)
{
    return has_capability(client, name, strlen(name));
}

/* The first gesture of an expression that the daemon lacks: its token, or -1. */
static int missing_gesture(const struct gestured *client, int expression)
{
    if (client->tokens[expression].type != JSMN_OBJECT || client->tokens[expression].size < 1)
        return -1;
    int key = expression + 1, value = key + 1;
    const jsmntok_t *name = &client->tokens[key];
    if (!has_capability(client, client->line + name->start, (size_t)(name->end - name->start)))
        return key;
    if (client->tokens[value].type == JSMN_ARRAY) {
        for (int i = 0, part = value + 1; i < client->tokens[value].size; i++, part = client->tokens[part].parent) {
            int missing = missing_gesture(client, part);
            if (missing >= 0)
                return missing;
        }
    } else if (find(client, value, "edges") >= 0 && !gestured_has_capability(client, "edges")) {
        for (int i = 0, member = value + 1; i < client->tokens[value].size; i++, member = client->tokens[member + 1].parent)
            if (equals(client, member, "edges"))
                return member;
    }
    return -1;
}

/* Returns false and reports it if the daemon lacks a capability. */
static bool is_supported(struct gestured_subscription *subscription)
{
    struct gestured *client = subscription->client;
    char missing[64] = "";
    int token = -1;
    if (subscription->gesture) {
        client->scratch.count = 0;
        if (!append_text(client, &client->scratch, subscription->gesture)
            || !parse(client, client->scratch.bytes, client->scratch.count))
            return false;
        token = missing_gesture(client, 0);
    }
    if (token >= 0)
        snprintf(missing, sizeof missing, "%.*s", client->tokens[token].end - client->tokens[token].start,
            client->line + client->tokens[token].start);
    const struct { bool is_needed; const char *word; } needed[] = {
        {!subscription->gesture, "contacts"}, {subscription->has_region, "region"}, {subscription->needs_units, "units"},
        {subscription->needs_scope, "scope"},
        {subscription->needs_claim, "claim"}, {subscription->needs_hands, "hands"}, {subscription->on_explanation != NULL, "explain"},
    };
    for (size_t i = 0; i < sizeof needed / sizeof *needed && !*missing; i++)
        if (needed[i].is_needed && !gestured_has_capability(client, needed[i].word))
            snprintf(missing, sizeof missing, "%s", needed[i].word);
    if (!*missing)
        return true;
    char message[256];
    snprintf(message, sizeof message, "%s does not support %s", client->server, missing);
    subscription->state = REFUSED;
    fail(subscription, "unsupportedCapability", missing, message);
    return false;
}

void subscribe(struct gestured_subscription *subscription)
{
    struct gestured *client = subscription->client;
    if (client->state != GESTURED_CONNECTED)
        return;
    replace_text(client, &subscription->error, NULL);
    subscription->region_in_force = subscription->region;
    subscription->has_region_in_force = subscription->has_region;
    if (!is_supported(subscription))
        return;
    subscription->state = REQUESTED;
    /* A daemon that cannot explain is not asked to, because the gesture does not depend on it. */
    bool explains = client->explains && subscription->gesture && !subscription->on_explanation
        && gestured_has_capability(client, "explain");
    struct pending *pending = send_request(client, subscription->members, explains ? ",\"explain\":true" : "",
        subscription->has_region ? &subscription->region : NULL);
    if (pending) {
        pending->kind = SUBSCRIBE;
        pending->subscription = subscription;
    }
}

void unsubscribe(struct gestured *client, int64_t number)
{
    char members[80];
    snprintf(members, sizeof members, "\"type\":\"unsubscribe\",\"subscription\":%lld", (long long)number);
    struct pending *pending = send_request(client, members, "", NULL);
    if (pending)
        pending->kind = UNSUBSCRIBE;
}

/* The region in force stays so, unless another was chosen since. */
static void refuse_move(struct gestured_subscription *subscription, const char *code, const char *reason, const char *message)
{
    bool is_moving = false;
    for (struct pending *each = subscription->client->pending; each; each = each->next)
        is_moving |= each->kind == MOVE && each->subscription == subscription;
    if (!is_moving) {
        subscription->region = subscription->region_in_force;
        subscription->has_region = subscription->has_region_in_force;
    }
    report(subscription, code, reason, message);
}

void send_region(struct gestured_subscription *subscription)
{
    struct gestured *client = subscription->client;
    if (!gestured_has_capability(client, "move")) {
        char message[256];
        snprintf(message, sizeof message, "%s does not support move", client->server);
        refuse_move(subscription, "unsupportedCapability", "move", message);
        return;
    }
    char members[80];
    snprintf(members, sizeof members, "\"type\":\"move\",\"subscription\":%lld", (long long)subscription->number);
    struct pending *pending = send_request(client, members, "", subscription->has_region ? &subscription->region : NULL);
    if (pending) {
        pending->kind = MOVE;
        pending->subscription = subscription;
        pending->region = subscription->region;
        pending->has_region = subscription->has_region;
    }
}

bool is_region(const struct gestured_subscription *subscription, const struct gestured_region *region, bool has_region)
{
    const struct gestured_region *own = &subscription->region;
    if (subscription->has_region != has_region)
        return false;
    return !has_region || (own->x == region->x && own->y == region->y && own->width == region->width
        && own->height == region->height && own->of_window == region->of_window);
}

/* An answer to a request of a subscription. error is NULL after an `ok`. */
static void answer_subscription(struct gestured *client, struct pending *pending, int64_t number, const struct gestured_error *error)
{
    struct gestured_subscription *subscription = pending->subscription;
    bool is_current = is_region(subscription, &subscription->region_in_force, subscription->has_region_in_force);
    if (pending->kind == MOVE) {
        if (subscription->state == ENDED)
            return;
        if (error) {
            refuse_move(subscription, error->code, error->reason, error->message);
            return;
        }
        subscription->region_in_force = pending->region;
        subscription->has_region_in_force = pending->has_region;
    } else if (error) {
        if (subscription->state == ENDED)
            return;
        subscription->state = REFUSED;
        /* The refusal does not concern a region that was chosen since. */
        if (is_current)
            fail(subscription, error->code, error->reason, error->message);
        else
            subscribe(subscription);
    } else if (subscription->state == ENDED) {
        unsubscribe(client, number);
    } else {
        subscription->state = ACTIVE;
        subscription->number = number;
        if (!is_current)
            send_region(subscription);
    }
}

/* line is NULL without a connection. */
void answer(struct gestured *client, struct pending *pending, const char *line, int64_t number, const struct gestured_error *error)
{
    if (pending->kind == SUBSCRIBE || pending->kind == MOVE)
        answer_subscription(client, pending, number, error);
    else if (pending->kind == OTHER && pending->on_answer)
        pending->on_answer(client, line, error, pending->data);
    free(pending);
}

struct pending *take_pending(struct gestured *client, int64_t id)
{
    for (struct pending **place = &client->pending; *place; place = &(*place)->next) {
        if ((*place)->id == id) {
            struct pending *found = *place;
            *place = found->next;
            return found;
        }
    }
    return NULL;
}

struct open_gesture *open_gesture(struct gestured_subscription *subscription, uint64_t number, bool is_new)
{
    for (size_t i = 0; i < subscription->gesture_count; i++) {
        struct open_gesture *gesture = &subscription->gestures[i];
        if (is_new ? !gesture->is_open : gesture->is_open && gesture->number == number)
            return gesture;
    }
    if (!is_new)
        return NULL;
    struct open_gesture *gestures = realloc(subscription->gestures, (subscription->gesture_count + 1) * sizeof *gestures);
    if (!gestures) {
        subscription->client->is_out_of_memory = true;
        return NULL;
    }
    subscription->gestures = gestures;
    gestures[subscription->gesture_count] = (struct open_gesture){0};
    return &gestures[subscription->gesture_count++];
}

static bool is_on(struct gestured *client, const struct open_gesture *gesture, const char *device)
{
    /* A copy: reading ends strings in the line. */
    client->scratch.count = 0;
    if (!append(client, &client->scratch, gesture->line.bytes, gesture->line.count)
        || !parse(client, client->scratch.bytes, client->scratch.count))
        return false;
    const char *found = text(client, find(client, 0, "device"));
    return found && !strcmp(found, device);
}

/* Cancels the gestures in progress as their last event, on one device or on all. A callback may end another subscription, so the
   event has its strings in the gesture's own line, and its parts for itself. */
void cancel(struct gestured_subscription *subscription, const char *reason, const char *device)
{
    struct gestured *client = subscription->client;
    struct gestured_part *parts = client->parts;
    size_t part_capacity = client->part_capacity;
    for (size_t i = 0; i < subscription->gesture_count; i++) {
        struct open_gesture *gesture = &subscription->gestures[i];
        struct gestured_event event;
        if (!gesture->is_open || (device && !is_on(client, gesture, device)))
            continue;
        gesture->is_open = false;
        client->parts = NULL;
        client->part_capacity = 0;
        if (parse(client, gesture->line.bytes, gesture->line.count) && read_event(client, &event)) {
            event.phase = GESTURED_CANCELLED;
            event.reason = reason;
            event.failure = (struct gestured_failure){.measured = NAN, .limit = NAN};
            set_surface(subscription, &event);
            struct gestured_part *own = client->parts;
            client->parts = NULL;
            client->part_capacity = 0;
            subscription->on_event(subscription, &event, subscription->data);
            free(own);
        }
        free(client->parts);
    }
    client->parts = parts;
    client->part_capacity = part_capacity;
}
