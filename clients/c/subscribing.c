/* What a program subscribes to. */
#include "internal.h"

/* Builds the members of a subscribe request but the region. */
static char *make_members(struct gestured *client, const char *gesture, const struct gestured_options *options)
{
    struct buffer line = {0};
    bool is_complete = append_text(client, &line, "\"type\":\"subscribe\",")
        & append_text(client, &line, gesture ? "\"gesture\":" : "\"contacts\":true") & append_text(client, &line, gesture ? gesture : "");
    const char *const filters[] = {options->kind, options->id, options->name, options->path};
    const char *const names[] = {"\"kind\":", "\"id\":", "\"name\":", "\"path\":"};
    const char *separator = ",\"device\":{";
    for (int i = 0; i < 4; i++) {
        if (!filters[i])
            continue;
        is_complete &= append_text(client, &line, separator) & append_text(client, &line, names[i])
            & append_quoted(client, &line, filters[i]);
        separator = ",";
    }
    if (*separator == ',' && separator[1] == 0)
        is_complete &= append_text(client, &line, "}");
    if (options->units) {
        is_complete &= append_text(client, &line, ",\"units\":") & append_quoted(client, &line, options->units);
    } else if (options->units_width != 0 || options->units_height != 0) {
        is_complete &= append_text(client, &line, ",\"units\":{\"width\":") & append_number(client, &line, options->units_width)
            & append_text(client, &line, ",\"height\":") & append_number(client, &line, options->units_height)
            & append_text(client, &line, "}");
    }
    if (options->session_scope)
        is_complete &= append_text(client, &line, ",\"scope\":\"session\"");
    if (options->claim)
        is_complete &= append_text(client, &line, ",\"claim\":true");
    if (options->hands_apart)
        is_complete &= append_text(client, &line, ",\"hands\":\"apart\"");
    if (options->on_explanation)
        is_complete &= append_text(client, &line, ",\"explain\":true");
    if (is_complete)
        return line.bytes;
    free(line.bytes);
    return NULL;
}

static bool refuse(struct gestured *client, const char *words)
{
    log_words(client, words);
    errno = EINVAL;
    return false;
}

/* Returns false with errno unless the text is a JSON object on one line, that of a request without an id. */
bool require_object(struct gestured *client, const char *text, bool is_request)
{
    struct buffer copy = {0};
    errno = ENOMEM;
    if (!append_text(client, &copy, text))
        return false;
    bool is_object = !strchr(text, '\n') && parse(client, copy.bytes, copy.count);
    bool has_id = is_object && is_request && find(client, 0, "id") >= 0;
    free(copy.bytes);
    if (is_object && !has_id)
        return true;
    char words[300];
    snprintf(words, sizeof words, "%.100s%s %s", text, strlen(text) > 100 ? "\u2026" : "",
        has_id ? "has an id, which the library adds" : "is not a JSON object on one line, such as {\"drag\":{}}");
    return refuse(client, words);
}

bool require_finite(struct gestured *client, const struct gestured_region *region)
{
    return !region || (isfinite(region->x) && isfinite(region->y) && isfinite(region->width) && isfinite(region->height))
        || refuse(client, "a region has a number that is not finite");
}

/* The daemon cannot read, and so not answer, a line that is not UTF-8. */
static bool require_texts(struct gestured *client, const struct gestured_options *options)
{
    const char *const texts[] = {options->kind, options->id, options->name, options->units, options->path};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i] && !is_utf8(texts[i], strlen(texts[i])))
            return refuse(client, "a text of the options is not UTF-8");
    return true;
}

/* Copies the members that a program of another version has. Returns false with E2BIG if it sets one that is not known here. */
static bool read_options(struct gestured *client, const struct gestured_options *options, struct gestured_options *known)
{
    *known = (struct gestured_options){.size = sizeof *known};
    if (!options)
        return true;
    size_t size = options->size ? options->size : FIRST_OPTIONS_SIZE;
    for (size_t i = sizeof *known; i < size; i++) {
        if (!((const char *)options)[i])
            continue;
        log_words(client, "the options have a member that this version of libgestured does not know; a later one does");
        errno = E2BIG;
        return false;
    }
    memcpy(known, options, size < sizeof *known ? size : sizeof *known);
    return true;
}

/* Without a gesture it is a subscription to contacts. */
static struct gestured_subscription *add_subscription(
    struct gestured *client, const char *gesture, const struct gestured_options *options, gestured_event_callback *on_event,
    gestured_contacts_callback *on_contacts, void *data)
{
    if (!require_texts(client, options) || !require_finite(client, options->region))
        return NULL;
    struct gestured_subscription *subscription = calloc(1, sizeof *subscription);
    if (!subscription)
        return NULL;
    *subscription = (struct gestured_subscription){
        .client = client, .next = client->subscriptions, .gesture = gesture ? strdup(gesture) : NULL,
        .members = make_members(client, gesture, options), .has_region = options->region != NULL,
        .needs_units = (options->units && strcmp(options->units, "points")) || options->units_width != 0,
        .needs_scope = options->session_scope, .needs_claim = options->claim,
        .needs_hands = options->hands_apart, .on_event = on_event,
        .on_contacts = on_contacts, .on_failure = options->on_failure, .on_explanation = options->on_explanation, .data = data,
    };
    if (options->region)
        subscription->region = *options->region;
    if (options->units) {
        subscription->is_in_millimetres = !strcmp(options->units, "millimetres");
        double scale = strcmp(options->units, "normalized") ? 0 : 1;
        subscription->units = (struct gestured_point){scale, scale};
    } else {
        subscription->units = (struct gestured_point){options->units_width, options->units_height};
    }
    if ((gesture && (!subscription->gesture || !read_requested(subscription))) || !subscription->members) {
        free_subscription(subscription);
        errno = ENOMEM;
        return NULL;
    }
    client->subscriptions = subscription;
    enter(client);
    subscribe(subscription);
    /* The failure callback may have ended the client or the subscription, which leave() then frees. */
    bool is_gone = client->is_freed || subscription->state == ENDED;
    leave(client);
    errno = is_gone ? ECANCELED : errno;
    return is_gone ? NULL : subscription;
}

struct gestured_subscription *gestured_subscribe(
    struct gestured *client, const char *gesture, const struct gestured_options *options, gestured_event_callback *on_event, void *data)
{
    struct gestured_options known;
    if (client->is_freed || !on_event || !gesture) {
        errno = EINVAL;
        return NULL;
    }
    if (is_foreign(client, "gestured_subscribe") || !require_object(client, gesture, false) || !read_options(client, options, &known))
        return NULL;
    return add_subscription(client, gesture, &known, on_event, NULL, data);
}

struct gestured_subscription *gestured_subscribe_contacts(
    struct gestured *client, const struct gestured_options *options, gestured_contacts_callback *on_contacts, void *data)
{
    struct gestured_options known;
    if (is_foreign(client, "gestured_subscribe_contacts") || !read_options(client, options, &known))
        return NULL;
    if (client->is_freed || !on_contacts || known.region || known.claim || known.hands_apart || known.on_explanation) {
        errno = EINVAL;
        return NULL;
    }
    return add_subscription(client, NULL, &known, NULL, on_contacts, data);
}

void gestured_unsubscribe(struct gestured_subscription *subscription)
{
    if (!subscription || is_foreign(subscription->client, "gestured_unsubscribe") || subscription->state == ENDED)
        return;
    struct gestured *client = subscription->client;
    bool is_active = subscription->state == ACTIVE;
    enter(client);
    subscription->state = ENDED;
    client->has_ended_subscriptions = true;
    if (is_active && client->socket >= 0)
        unsubscribe(client, subscription->number);
    cancel(subscription, "unsubscribed", NULL);
    leave(client);
}

int gestured_move(struct gestured_subscription *subscription, const struct gestured_region *region)
{
    struct gestured *client = subscription->client;
    if (is_foreign(client, "gestured_move"))
        return -1;
    if (!subscription->gesture) {
        errno = EINVAL;
        return -1;
    }
    if (!require_finite(client, region))
        return -1;
    if (subscription->state == ENDED || is_region(subscription, region, region != NULL))
        return 0;
    subscription->has_region = region != NULL;
    if (region)
        subscription->region = *region;
    client->is_out_of_memory = false;
    enter(client);
    if (subscription->state == REFUSED)
        subscribe(subscription);
    else if (subscription->state == ACTIVE)
        send_region(subscription);
    int code = client->is_freed ? ECANCELED : client->is_out_of_memory ? ENOMEM : 0;
    leave(client);
    errno = code ? code : errno;
    return code ? -1 : 0;
}
