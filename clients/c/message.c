/* What the daemon sends. */
#include "internal.h"

static enum outcome handle_gesture(struct gestured *client, const char *line, size_t count)
{
    int64_t number;
    struct gestured_event event;
    if (!whole(client, find(client, 0, "subscription"), &number))
        return NOT_UNDERSTOOD;
    struct gestured_subscription *subscription = client->subscriptions;
    while (subscription && (subscription->state != ACTIVE || subscription->number != number))
        subscription = subscription->next;
    /* Reading ends strings in the line, whose copy cancels the gesture if the connection ends. */
    client->scratch.count = 0;
    if (subscription && !append(client, &client->scratch, line, count))
        return HANDLED;
    if (!read_event(client, &event))
        return NOT_UNDERSTOOD;
    if (!subscription)
        return HANDLED;
    if (!matches(subscription, &event))
        return NOT_UNDERSTOOD;
    struct open_gesture *gesture = open_gesture(subscription, event.gesture, false);
    if (event.phase == GESTURED_BEGAN ? gesture != NULL : gesture == NULL)
        return HANDLED;
    if (event.phase == GESTURED_BEGAN && !(gesture = open_gesture(subscription, 0, true)))
        return HANDLED;
    gesture->number = event.gesture;
    gesture->is_open = event.phase == GESTURED_BEGAN || event.phase == GESTURED_CHANGED;
    gesture->line.count = 0;
    if (gesture->is_open)
        append(client, &gesture->line, client->scratch.bytes, client->scratch.count);
    set_surface(subscription, &event);
    subscription->on_event(subscription, &event, subscription->data);
    return HANDLED;
}

static enum outcome handle_contacts(struct gestured *client)
{
    int64_t number;
    struct gestured_contacts frame = {0};
    int array = find(client, 0, "contacts");
    if (!whole(client, find(client, 0, "subscription"), &number) || !whole(client, find(client, 0, "time"), &frame.time)
        || !(frame.device = text(client, find(client, 0, "device"))) || array < 0 || client->tokens[array].type != JSMN_ARRAY)
        return NOT_UNDERSTOOD;
    frame.count = (size_t)client->tokens[array].size;
    if (frame.count > client->contact_capacity) {
        size_t capacity = frame.count < 16 ? 16 : frame.count * 2;
        struct gestured_contact *contacts = realloc(client->contacts, capacity * sizeof *contacts);
        if (!contacts) {
            client->is_out_of_memory = true;
            return HANDLED;
        }
        client->contacts = contacts;
        client->contact_capacity = capacity;
    }
    frame.contacts = client->contacts;
    for (size_t i = 0, token = (size_t)array + 1; i < frame.count; i++, token = (size_t)client->tokens[token].parent) {
        memset(&client->contacts[i], 0, sizeof *client->contacts);
        if (!read_fields(client, (int)token, contact_fields, &client->contacts[i]))
            return NOT_UNDERSTOOD;
    }
    struct gestured_subscription *subscription = client->subscriptions;
    while (subscription && (subscription->state != ACTIVE || subscription->number != number))
        subscription = subscription->next;
    if (subscription && subscription->on_contacts)
        subscription->on_contacts(subscription, &frame, subscription->data);
    return HANDLED;
}

static bool read_access(struct gestured *client, int object)
{
    const char *session = text(client, find(client, object, "session")), *focus = text(client, find(client, object, "focus"));
    const char *positions = text(client, find(client, object, "positions"));
    if (!session || !focus || !positions || !are_texts(client, find(client, object, "seats")))
        return false;
    size_t length = strlen(session) + 1, all = length + strlen(focus) + 1;
    char *words = malloc(all);
    if (!words) {
        client->is_out_of_memory = true;
        return true;
    }
    memcpy(words, session, length);
    memcpy(words + length, focus, all - length);
    free(client->access_words);
    client->access_words = words;
    client->access = (struct gestured_access){words, words + length, !strcmp(positions, "granted")};
    return true;
}

static bool read_capabilities(struct gestured *client, int array)
{
    if (array < 0 || client->tokens[array].type != JSMN_ARRAY)
        return false;
    client->scratch.count = 0;
    for (int i = 0, token = array + 1; i < client->tokens[array].size; i++, token = client->tokens[token].parent) {
        const char *name = text(client, token);
        if (!name)
            return false;
        append(client, &client->scratch, name, strlen(name) + 1);
    }
    append(client, &client->scratch, "", 1);
    free(client->capabilities);
    client->capabilities = malloc(client->scratch.count);
    if (client->capabilities)
        memcpy(client->capabilities, client->scratch.bytes, client->scratch.count);
    else
        client->is_out_of_memory = true;
    return true;
}

static enum outcome handle_hello(struct gestured *client, char *failure)
{
    int64_t protocol;
    int devices = find(client, 0, "devices"), access = find(client, 0, "access");
    if (!whole(client, find(client, 0, "protocol"), &protocol))
        return NOT_UNDERSTOOD;
    const char *server = text(client, find(client, 0, "server"));
    if (!server)
        return NOT_UNDERSTOOD;
    replace_text(client, &client->server, server);
    if (protocol != PROTOCOL) {
        snprintf(failure, 256, "%.150s speaks protocol %lld; this client supports protocol %d: update %s", server, (long long)protocol,
            PROTOCOL, protocol > PROTOCOL ? "it" : "gestured");
        return UNKNOWN_PROTOCOL;
    }
    if (devices < 0 || client->tokens[devices].type != JSMN_ARRAY || (access >= 0 && !read_access(client, access)))
        return NOT_UNDERSTOOD;
    for (int i = 0, token = devices + 1; i < client->tokens[devices].size; i++, token = client->tokens[token].parent)
        if (!read_device(client, token, false))
            return NOT_UNDERSTOOD;
    if (!read_capabilities(client, find(client, 0, "capabilities")))
        return NOT_UNDERSTOOD;
    client->delay = FIRST_DELAY;
    replace_text(client, &client->failure, NULL);
    change(client, GESTURED_CONNECTED);
    report_devices(client, GESTURED_DEVICE_ADDED, client->devices, client->device_count);
    for (struct gestured_subscription *each = client->subscriptions; each && !client->is_freed; each = each->next)
        if (each->state == WAITING)
            subscribe(each);
    return HANDLED;
}

static enum outcome handle_ok(struct gestured *client, const char *line)
{
    int64_t id, number = 0;
    int subscription = find(client, 0, "subscription");
    if (!whole(client, find(client, 0, "id"), &id) || (subscription >= 0 && !whole(client, subscription, &number)))
        return NOT_UNDERSTOOD;
    struct pending *pending = take_pending(client, id);
    if (!pending)
        return HANDLED;
    if (pending->kind == SUBSCRIBE && number < 1) {
        free(pending);
        return NOT_UNDERSTOOD;
    }
    answer(client, pending, line, number, NULL);
    return HANDLED;
}

static enum outcome handle_error(struct gestured *client)
{
    int64_t id;
    int token = find(client, 0, "id"), code_token = find(client, 0, "code");
    bool is_closing = word(client, code_token, closing_words) != 0;
    struct gestured_error error = {text(client, code_token), NULL, text(client, find(client, 0, "message"))};
    if (!optional_text(client, find(client, 0, "reason"), &error.reason) || !error.code || !error.message || (token >= 0 && !whole(client, token, &id)))
        return NOT_UNDERSTOOD;
    if (token < 0) {
        /* Others concern a device. */
        if (is_closing)
            replace_text(client, &client->closing_error, error.message);
        else
            log_words(client, error.message);
        return HANDLED;
    }
    struct pending *pending = take_pending(client, id);
    if (pending)
        answer(client, pending, NULL, 0, &error);
    return HANDLED;
}

static enum outcome handle_removal(struct gestured *client)
{
    char *id = copied(client, text(client, find(client, 0, "device")));
    if (!id)
        return client->is_out_of_memory ? HANDLED : NOT_UNDERSTOOD;
    for (struct gestured_subscription *each = client->subscriptions; each && !client->is_freed; each = each->next)
        cancel(each, "deviceLost", id);
    if (!client->is_freed)
        remove_device(client, id);
    free(id);
    return HANDLED;
}

static enum outcome handle_explanation(struct gestured *client)
{
    int64_t number;
    struct gestured_explanation explanation;
    if (!whole(client, find(client, 0, "subscription"), &number) || !read_explanation(client, &explanation))
        return NOT_UNDERSTOOD;
    struct gestured_subscription *subscription = client->subscriptions;
    while (subscription && (subscription->state != ACTIVE || subscription->number != number))
        subscription = subscription->next;
    if (subscription && subscription->on_explanation)
        subscription->on_explanation(subscription, &explanation, subscription->data);
    else if (subscription && client->explains)
        log_words(client, explanation.sentence);
    return HANDLED;
}

static enum outcome handle_positions(struct gestured *client)
{
    int64_t number;
    int positions = find(client, 0, "positions");
    if (!whole(client, find(client, 0, "subscription"), &number) || positions < 0
        || client->tokens[positions].type != JSMN_STRING)
        return NOT_UNDERSTOOD;
    bool is_withheld = equals(client, positions, "withheld");
    for (struct gestured_subscription *each = client->subscriptions; each; each = each->next) {
        if (each->state != ACTIVE || each->number != number || each->is_withheld == is_withheld)
            continue;
        each->is_withheld = is_withheld;
        if (!is_withheld)
            replace_text(client, &each->error, NULL);
        else
            fail(each, "positionsWithheld", NULL,
                "positions are withheld: a region and edges receive nothing until the app is known to have the focus, or the "
                "configuration grants positions");
        break;
    }
    return HANDLED;
}

/* failure has room for 256 bytes, for a daemon of another protocol. */
enum outcome handle(struct gestured *client, char *line, size_t count, char *failure)
{
    if (!parse(client, line, count))
        return NOT_UNDERSTOOD;
    int type = find(client, 0, "type");
    if (type < 0 || client->tokens[type].type != JSMN_STRING)
        return NOT_UNDERSTOOD;
    if (equals(client, type, "gesture"))
        return handle_gesture(client, line, count);
    if (equals(client, type, "contacts"))
        return handle_contacts(client);
    if (equals(client, type, "hello"))
        return handle_hello(client, failure);
    if (equals(client, type, "ok") || equals(client, type, "status"))
        return handle_ok(client, line);
    if (equals(client, type, "error"))
        return handle_error(client);
    if (equals(client, type, "deviceAdded") || equals(client, type, "deviceChanged"))
        return read_device(client, find(client, 0, "device"), true) ? HANDLED : NOT_UNDERSTOOD;
    if (equals(client, type, "deviceRemoved"))
        return handle_removal(client);
    if (equals(client, type, "accessChanged"))
        return read_access(client, find(client, 0, "access")) ? HANDLED : NOT_UNDERSTOOD;
    if (equals(client, type, "subscriptionChanged"))
        return handle_positions(client);
    if (equals(client, type, "explanation"))
        return handle_explanation(client);
    return HANDLED;
}
