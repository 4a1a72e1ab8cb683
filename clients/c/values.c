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

static bool is_single(enum gestured_kind kind) { return kind < first_composition; }

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
    failure->sentence = text(client, find(client, object, "failure"));
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

/* A standard set reports taps, presses, drags and pinches. */
bool matches(const struct gestured_subscription *subscription, enum gestured_kind kind)
{
    if (!subscription->gesture)
        return false;
    const char *name = subscription->gesture + strspn(subscription->gesture, "{ \t\"");
    size_t length = strcspn(name, "\"");
    if (length == 8 && !strncmp(name, "standard", length))
        return kind == GESTURED_TAP || kind == GESTURED_LONG_PRESS || kind == GESTURED_DRAG || kind == GESTURED_SIMULTANEOUS;
    return strlen(kind_words[kind - 1]) == length && !strncmp(name, kind_words[kind - 1], length);
}
