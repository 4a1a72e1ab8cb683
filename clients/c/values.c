/* The values of gestures and contacts in a line. */
#include "internal.h"

static bool read_field(struct gestured *client, int token, const struct field *field, char *value)
{
    void *place = value + field->offset;
    if (token < 0 && !field->is_required) {
        if (field->reader == POINT)
            *(struct gestured_point *)place = (struct gestured_point){NAN, NAN};
        else if (field->reader == NUMBER)
            *(double *)place = NAN;
        else if (field->reader == RECTANGLE)
            *(struct gestured_rectangle *)place = (struct gestured_rectangle){NAN, NAN, NAN, NAN};
        return true;
    }
    int64_t count;
    switch (field->reader) {
    case WHOLE: return whole(client, token, place);
    case COUNT:
        if (!whole(client, token, &count) || count < 0 || count > INT32_MAX)
            return false;
        *(unsigned *)place = (unsigned)count;
        return true;
    case NUMBER: return number(client, token, place);
    case TEXT: return (*(const char **)place = text(client, token)) != NULL;
    case FLAG: return flag(client, token, place);
    case POINT: return numbers(client, token, place, 2);
    case RECTANGLE: return numbers(client, token, place, 4);
    case WORD: return (*(int *)place = word(client, token, field->words)) != 0;
    }
    return false;
}

/* The kind of a value or part, and the token with its fields or parts; GESTURED_NONE if it has none. */
static enum gestured_kind kind_of(const struct gestured *client, int object, int *token)
{
    *token = -1;
    for (int kind = 1; kind_words[kind - 1]; kind++)
        if ((*token = find(client, object, kind_words[kind - 1])) >= 0)
            return (enum gestured_kind)kind;
    return GESTURED_NONE;
}

bool read_fields(struct gestured *client, int object, const struct field *fields, void *value)
{
    if (client->tokens[object].type != JSMN_OBJECT)
        return false;
    for (const struct field *field = fields; field->name; field++)
        if (!read_field(client, find(client, object, field->name), field, value))
            return false;
    return true;
}

static bool is_single(enum gestured_kind kind) { return value_fields[kind] != NULL; }

static bool read_value(struct gestured *client, int token, enum gestured_kind kind, union gestured_value *value)
{
    memset(value, 0, sizeof *value);
    return read_fields(client, token, value_fields[kind], value);
}

static bool read_reason(struct gestured *client, int object, const char **reason, struct gestured_failure *failure)
{
    *reason = NULL;
    *failure = (struct gestured_failure){.measured = NAN, .limit = NAN};
    int token = find(client, object, "reason");
    if (token < 0)
        return true;
    *reason = text(client, token);
    if (!optional_text(client, find(client, object, "failure"), &failure->sentence))
        return false;
    int detail = find(client, object, "failureReason");
    if (detail < 0)
        return *reason != NULL;
    if (client->tokens[detail].type != JSMN_OBJECT || client->tokens[detail].size != 1)
        return false;
    int members = detail + 2;
    if (client->tokens[members].type != JSMN_OBJECT)
        return false;
    for (int i = 0, key = members + 1; i < client->tokens[members].size; i++, key = client->tokens[key + 1].parent)
        if (!number(client, key + 1, i == 0 && !equals(client, key, "limit") ? &failure->measured : &failure->limit)
            && is_numeric(client, key + 1))
            return false;
    failure->name = text(client, detail + 1);
    return *reason != NULL;
}

/* Appends the parts of an array, each before those below it. */
static bool read_parts(struct gestured *client, int array, size_t *count)
{
    if (client->tokens[array].type != JSMN_ARRAY)
        return false;
    for (int i = 0, token = array + 1; i < client->tokens[array].size; i++, token = client->tokens[token].parent) {
        if (*count == client->part_capacity) {
            size_t capacity = client->part_capacity ? client->part_capacity * 2 : 32;
            struct gestured_part *parts = realloc(client->parts, capacity * sizeof *parts);
            if (!parts) {
                client->is_out_of_memory = true;
                return false;
            }
            client->parts = parts;
            client->part_capacity = capacity;
        }
        size_t index = (*count)++;
        struct gestured_part part = {0};
        int fields;
        part.phase = (enum gestured_part_phase)word(client, find(client, token, "phase"), part_phase_words);
        part.kind = kind_of(client, token, &fields);
        if (!part.phase || !read_reason(client, token, &part.reason, &part.failure))
            return false;
        if (part.kind && is_single(part.kind) && !read_value(client, fields, part.kind, &part.value))
            return false;
        if (part.kind && !is_single(part.kind) && !read_parts(client, fields, count))
            return false;
        part.descendants = *count - index - 1;
        client->parts[index] = part;
    }
    return true;
}

bool read_event(struct gestured *client, struct gestured_event *event)
{
    memset(event, 0, sizeof *event);
    int value = find(client, 0, "value"), fields;
    if (!unsigned_whole(client, find(client, 0, "gesture"), &event->gesture))
        return false;
    event->phase = (enum gestured_phase)word(client, find(client, 0, "phase"), phase_words);
    event->kind = value < 0 ? GESTURED_NONE : kind_of(client, value, &fields);
    if (!event->phase || !event->kind || !whole(client, find(client, 0, "time"), &event->time))
        return false;
    if (!(event->device = text(client, find(client, 0, "device"))))
        return false;
    int64_t hand = 0;
    int hand_token = find(client, 0, "hand");
    if (hand_token >= 0 && (!whole(client, hand_token, &hand) || hand < 1 || hand > INT32_MAX))
        return false;
    event->hand = (unsigned)hand;
    if (!read_reason(client, 0, &event->reason, &event->failure) || (event->phase == GESTURED_CANCELLED && !event->reason))
        return false;
    if (is_single(event->kind))
        return read_value(client, fields, event->kind, &event->value);
    event->part_phase = (enum gestured_part_phase)word(client, find(client, value, "phase"), part_phase_words);
    if (!event->part_phase || !read_parts(client, fields, &event->part_count))
        return false;
    event->parts = client->parts;
    return true;
}

bool read_explanation(struct gestured *client, struct gestured_explanation *explanation)
{
    memset(explanation, 0, sizeof *explanation);
    int64_t fingers, part = 0;
    int part_token = find(client, 0, "part"), missed = find(client, 0, "missed");
    if (!whole(client, find(client, 0, "time"), &explanation->time) || !whole(client, find(client, 0, "elapsed"), &explanation->elapsed)
        || !whole(client, find(client, 0, "fingers"), &fingers) || fingers < 0 || fingers > INT32_MAX
        || (part_token >= 0 && (!whole(client, part_token, &part) || part < 0 || part > INT32_MAX))
        || (missed >= 0 && !whole(client, missed, &explanation->missed)))
        return false;
    explanation->fingers = (unsigned)fingers;
    explanation->part = (unsigned)part;
    explanation->device = text(client, find(client, 0, "device"));
    explanation->recogniser = text(client, find(client, 0, "recogniser"));
    explanation->outcome = text(client, find(client, 0, "outcome"));
    explanation->sentence = text(client, find(client, 0, "sentence"));
    return explanation->device && explanation->recogniser && explanation->outcome && explanation->sentence
        && read_reason(client, 0, &explanation->reason, &explanation->failure);
}

/* Appends a gesture of a request, and those below it. */
static bool append_requested(struct gestured_subscription *subscription, int expression)
{
    struct gestured *client = subscription->client;
    size_t index = subscription->requested_count;
    struct requested_gesture *requested = realloc(subscription->requested, (index + 1) * sizeof *requested);
    if (!requested)
        return false;
    subscription->requested = requested;
    subscription->requested_count++;
    int parts;
    enum gestured_kind kind = client->tokens[expression].type == JSMN_OBJECT ? kind_of(client, expression, &parts) : GESTURED_NONE;
    if (kind && !is_single(kind) && client->tokens[parts].type == JSMN_ARRAY)
        for (int i = 0, token = parts + 1; i < client->tokens[parts].size; i++, token = client->tokens[token].parent)
            if (!append_requested(subscription, token))
                return false;
    subscription->requested[index] = (struct requested_gesture){kind, subscription->requested_count - index - 1};
    return true;
}

/* Reads which values the subscription's gesture may have. Returns false without memory. */
bool read_requested(struct gestured_subscription *subscription)
{
    struct gestured *client = subscription->client;
    client->scratch.count = 0;
    return append_text(client, &client->scratch, subscription->gesture)
        && parse(client, client->scratch.bytes, client->scratch.count) && append_requested(subscription, 0);
}

/* True if the parts are those of the request, with values of their kinds. */
static bool match(const struct requested_gesture *requested, size_t requested_count, const struct gestured_part *parts, size_t part_count)
{
    size_t i = 0, j = 0;
    while (i < requested_count && j < part_count) {
        const struct requested_gesture *gesture = &requested[i];
        const struct gestured_part *part = &parts[j];
        if (part->kind
            && (part->kind != gesture->kind || !match(gesture + 1, gesture->descendants, part + 1, part->descendants)))
            return false;
        i += gesture->descendants + 1;
        j += part->descendants + 1;
    }
    return i == requested_count && j == part_count;
}

/* True if an event can be one of the subscription's gesture. A standard set reports taps, presses, drags and pinches. */
bool matches(const struct gestured_subscription *subscription, const struct gestured_event *event)
{
    static const struct requested_gesture pinch[] = {{GESTURED_MAGNIFY, 0}, {GESTURED_ROTATE, 0}};
    const struct requested_gesture *requested = subscription->requested;
    if (!requested)
        return false;
    if (requested->kind)
        return requested->kind == event->kind && match(requested + 1, requested->descendants, event->parts, event->part_count);
    if (event->kind == GESTURED_SIMULTANEOUS)
        return match(pinch, 2, event->parts, event->part_count);
    return event->kind == GESTURED_TAP || event->kind == GESTURED_LONG_PRESS || event->kind == GESTURED_DRAG;
}
