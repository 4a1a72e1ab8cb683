/* See gestured.h. */
#define _GNU_SOURCE
#include "gestured.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>

#define DEFAULT_PATH "/run/gestured/gestured.sock"
#define PROTOCOL 1
/* Longer than any line of the daemon. */
#define LONGEST_LINE (1 << 20)
/* Arrays and objects in each other, more than any line of the daemon has. */
#define DEEPEST 64
/* How much of an invalid line a failure has. */
#define SHOWN 200
/* Milliseconds: doubled after each failure. */
#define FIRST_DELAY 100
#define LONGEST_DELAY 5000

/* How a member of a value is read, and where it goes. */
enum reader { WHOLE, COUNT, NUMBER, TEXT, FLAG, POINT, RECTANGLE, WORD };

struct field {
    const char *name;
    enum reader reader;
    bool is_required;
    size_t offset;
    const char *const *words;
};

/* From the schema; clients/c/generate. */

static const char *const kind_words[] = {
    "tap",
    "longPress",
    "drag",
    "swipe",
    "magnify",
    "rotate",
    "stroke",
    "simultaneous",
    "sequence",
    "exclusive",
    "race",
    NULL,
};

static const char *const edge_words[] = {
    "top",
    "bottom",
    "left",
    "right",
    NULL,
};

static const char *const edge_part_words[] = {
    "start",
    "middle",
    "end",
    NULL,
};

static const char *const corner_words[] = {
    "topLeft",
    "topRight",
    "bottomLeft",
    "bottomRight",
    NULL,
};

static const char *const direction_words[] = {
    "up",
    "down",
    "left",
    "right",
    NULL,
};

static const struct field tap_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_tap_value, fingers), NULL},
    {"count", COUNT, true, offsetof(struct gestured_tap_value, count), NULL},
    {"location", POINT, false, offsetof(struct gestured_tap_value, location), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field long_press_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_long_press_value, fingers), NULL},
    {"location", POINT, false, offsetof(struct gestured_long_press_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_long_press_value, start_location), NULL},
    {"pressing", FLAG, true, offsetof(struct gestured_long_press_value, pressing), NULL},
    {"completed", FLAG, true, offsetof(struct gestured_long_press_value, completed), NULL},
    {"deadline", WHOLE, false, offsetof(struct gestured_long_press_value, deadline), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field drag_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_drag_value, fingers), NULL},
    {"location", POINT, false, offsetof(struct gestured_drag_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_drag_value, start_location), NULL},
    {"translation", POINT, true, offsetof(struct gestured_drag_value, translation), NULL},
    {"velocity", POINT, true, offsetof(struct gestured_drag_value, velocity), NULL},
    {"predictedEndLocation", POINT, false, offsetof(struct gestured_drag_value, predicted_end_location), NULL},
    {"predictedEndTranslation", POINT, true, offsetof(struct gestured_drag_value, predicted_end_translation), NULL},
    {"edge", WORD, false, offsetof(struct gestured_drag_value, edge), edge_words},
    {"part", WORD, false, offsetof(struct gestured_drag_value, part), edge_part_words},
    {"corner", WORD, false, offsetof(struct gestured_drag_value, corner), corner_words},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field swipe_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_swipe_value, fingers), NULL},
    {"direction", WORD, true, offsetof(struct gestured_swipe_value, direction), direction_words},
    {"location", POINT, false, offsetof(struct gestured_swipe_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_swipe_value, start_location), NULL},
    {"translation", POINT, true, offsetof(struct gestured_swipe_value, translation), NULL},
    {"velocity", POINT, true, offsetof(struct gestured_swipe_value, velocity), NULL},
    {"edge", WORD, false, offsetof(struct gestured_swipe_value, edge), edge_words},
    {"part", WORD, false, offsetof(struct gestured_swipe_value, part), edge_part_words},
    {"corner", WORD, false, offsetof(struct gestured_swipe_value, corner), corner_words},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field magnify_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_magnify_value, fingers), NULL},
    {"location", POINT, false, offsetof(struct gestured_magnify_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_magnify_value, start_location), NULL},
    {"magnification", NUMBER, true, offsetof(struct gestured_magnify_value, magnification), NULL},
    {"velocity", NUMBER, true, offsetof(struct gestured_magnify_value, velocity), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field rotate_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_rotate_value, fingers), NULL},
    {"location", POINT, false, offsetof(struct gestured_rotate_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_rotate_value, start_location), NULL},
    {"rotation", NUMBER, true, offsetof(struct gestured_rotate_value, rotation), NULL},
    {"velocity", NUMBER, true, offsetof(struct gestured_rotate_value, velocity), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field stroke_fields[] = {
    {"template", TEXT, true, offsetof(struct gestured_stroke_value, template_name), NULL},
    {"score", NUMBER, true, offsetof(struct gestured_stroke_value, score), NULL},
    {"size", POINT, true, offsetof(struct gestured_stroke_value, size), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_stroke_value, start_location), NULL},
    {"boundingBox", RECTANGLE, false, offsetof(struct gestured_stroke_value, bounding_box), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field contact_fields[] = {
    {"id", WHOLE, true, offsetof(struct gestured_contact, id), NULL},
    {"phase", TEXT, true, offsetof(struct gestured_contact, phase), NULL},
    {"position", POINT, true, offsetof(struct gestured_contact, position), NULL},
    {"pressure", NUMBER, false, offsetof(struct gestured_contact, pressure), NULL},
    {"size", NUMBER, false, offsetof(struct gestured_contact, size), NULL},
    {"state", TEXT, true, offsetof(struct gestured_contact, state), NULL},
    {"cause", TEXT, false, offsetof(struct gestured_contact, cause), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

/* By kind; a composition has none. */
static const struct field *const value_fields[] = {
    NULL,
    tap_fields,
    long_press_fields,
    drag_fields,
    swipe_fields,
    magnify_fields,
    rotate_fields,
    stroke_fields,
};

/* End of what is from the schema. */

static const char *const phase_words[] = {"began", "changed", "ended", "cancelled", NULL};
static const char *const part_phase_words[] = {"possible", "active", "ended", "failed", NULL};
/* After which the daemon closes the connection. */
static const char *const closing_words[] = {"lineTooLong", "tooManyClients", "overrun", "replaced", NULL};

/* Bytes that grow. */
struct buffer {
    char *bytes;
    size_t count, capacity;
};

/* A gesture in progress, as the line of its last event. */
struct open_gesture {
    uint64_t number;
    bool is_open;
    struct buffer line;
};

enum subscription_state { WAITING, REQUESTED, ACTIVE, REFUSED, ENDED };

struct gestured_subscription {
    struct gestured *client;
    struct gestured_subscription *next;
    enum subscription_state state;
    /* The daemon's number. */
    int64_t number;
    /* NULL for contacts. */
    char *gesture;
    /* The members of the request but the region. */
    char *members;
    struct gestured_region region;
    bool has_region, is_withheld;
    bool needs_units, needs_scope, needs_claim;
    char *error;
    struct open_gesture *gestures;
    size_t gesture_count;
    /* One of the two. */
    gestured_event_callback *on_event;
    gestured_contacts_callback *on_contacts;
    gestured_failure_callback *on_failure;
    void *data;
};

/* A request without an answer. */
struct pending {
    struct pending *next;
    int64_t id;
    enum { SUBSCRIBE, MOVE, UNSUBSCRIBE, OTHER } kind;
    struct gestured_subscription *subscription;
    /* The region of a subscribe, or the one before a move. */
    struct gestured_region region;
    bool has_region;
    gestured_answer_callback *on_answer;
    void *data;
};

struct gestured {
    char *path;
    int poller, timer, socket;
    bool is_watched_for_writing;
    /* Callbacks that have not returned. While there are any, nothing is freed. */
    int depth;
    bool is_freed, has_ended_subscriptions, is_out_of_memory;
    /* True if the line that is read may have characters below a space, or a backslash. */
    bool has_controls, has_escapes;
    enum gestured_state state;
    char *failure, *server, *closing_error;
    /* Words, each ended by a NUL; an empty one ends them. */
    char *capabilities;
    struct gestured_device *devices;
    size_t device_count;
    struct gestured_access access;
    char *access_words;
    struct gestured_subscription *subscriptions;
    struct pending *pending;
    int64_t last_id;
    int delay;
    struct buffer input, output, scratch;
    /* Of the line that is read. */
    jsmntok_t *tokens;
    int token_count, token_capacity;
    char *line;
    struct gestured_part *parts;
    size_t part_capacity;
    struct gestured_contact *contacts;
    size_t contact_capacity;
    locale_t locale;
    gestured_state_callback *on_state;
    void *state_data;
};

/* MARK: Memory */

static bool reserve(struct gestured *client, struct buffer *buffer, size_t count)
{
    if (buffer->capacity >= count)
        return true;
    size_t capacity = buffer->capacity ? buffer->capacity : 512;
    while (capacity < count)
        capacity *= 2;
    char *bytes = realloc(buffer->bytes, capacity);
    if (!bytes) {
        client->is_out_of_memory = true;
        return false;
    }
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

static bool append(struct gestured *client, struct buffer *buffer, const char *bytes, size_t count)
{
    if (!reserve(client, buffer, buffer->count + count + 1))
        return false;
    memcpy(buffer->bytes + buffer->count, bytes, count);
    buffer->count += count;
    buffer->bytes[buffer->count] = 0;
    return true;
}

static bool append_text(struct gestured *client, struct buffer *buffer, const char *text)
{
    return append(client, buffer, text, strlen(text));
}

/* A string of JSON, in quotes. */
static bool append_quoted(struct gestured *client, struct buffer *buffer, const char *text)
{
    bool is_complete = append_text(client, buffer, "\"");
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        char escape[8];
        if (byte == '"' || byte == '\\')
            snprintf(escape, sizeof escape, "\\%c", byte);
        else if (byte < 0x20)
            snprintf(escape, sizeof escape, "\\u%04x", byte);
        else
            snprintf(escape, sizeof escape, "%c", byte);
        is_complete &= append_text(client, buffer, escape);
    }
    return is_complete & append_text(client, buffer, "\"");
}

/* The shortest digits that read back as the same number, with a point in every locale. */
static bool append_number(struct gestured *client, struct buffer *buffer, double number)
{
    char digits[40] = "null";
    if (isfinite(number)) {
        locale_t former = uselocale(client->locale);
        for (int precision = 15; precision <= 17; precision++) {
            snprintf(digits, sizeof digits, "%.*g", precision, number);
            if (strtod(digits, NULL) == number)
                break;
        }
        uselocale(former);
    }
    return append_text(client, buffer, digits);
}

static char *copied(struct gestured *client, const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    if (text && !copy)
        client->is_out_of_memory = true;
    return copy;
}

static void replace_text(struct gestured *client, char **place, const char *text)
{
    char *copy = copied(client, text);
    free(*place);
    *place = copy;
}

/* MARK: JSON */

static bool is_utf8(const char *text, size_t count)
{
    const unsigned char *byte = (const unsigned char *)text, *end = byte + count;
    while (byte < end) {
        /* Nearly all lines are ASCII. */
        uint64_t eight;
        if (end - byte >= 8 && (memcpy(&eight, byte, sizeof eight), (eight & 0x8080808080808080) == 0)) {
            byte += 8;
            continue;
        }
        int more = *byte < 0x80 ? 0 : *byte >= 0xC2 && *byte < 0xE0 ? 1 : (*byte & 0xF0) == 0xE0 ? 2
            : *byte >= 0xF0 && *byte < 0xF5 ? 3 : -1;
        if (more < 0 || end - byte <= more)
            return false;
        /* Overlong forms, surrogates, and what is beyond Unicode. */
        if ((*byte == 0xE0 && byte[1] < 0xA0) || (*byte == 0xED && byte[1] > 0x9F) || (*byte == 0xF0 && byte[1] < 0x90)
            || (*byte == 0xF4 && byte[1] > 0x8F))
            return false;
        for (int i = 1; i <= more; i++)
            if ((byte[i] & 0xC0) != 0x80)
                return false;
        byte += more + 1;
    }
    return true;
}

/* True if each byte is ASCII and no character below a space, as in nearly all lines of the daemon: their strings need not be
   searched one by one. */
static bool is_plain(const char *text, size_t count)
{
    size_t i = 0;
    uint64_t found = 0;
    for (uint64_t eight; i + 8 <= count; i += 8) {
        memcpy(&eight, text + i, sizeof eight);
        found |= (eight - 0x2020202020202020) | eight;
    }
    for (; i < count; i++)
        found |= (unsigned char)text[i] < 0x20 || (unsigned char)text[i] >= 0x80 ? 0x80 : 0;
    return (found & 0x8080808080808080) == 0;
}

static int after_space(const char *line, int position)
{
    while (line[position] == ' ' || line[position] == '\t' || line[position] == '\r' || line[position] == '\n')
        position++;
    return position;
}

static bool is_number(const char *text, int count)
{
    int i = text[0] == '-', start = i;
    while (i < count && text[i] >= '0' && text[i] <= '9')
        i++;
    if (i == start || (text[start] == '0' && i > start + 1))
        return false;
    if (i < count && text[i] == '.') {
        start = ++i;
        while (i < count && text[i] >= '0' && text[i] <= '9')
            i++;
        if (i == start)
            return false;
    }
    if (i < count && (text[i] == 'e' || text[i] == 'E')) {
        i++;
        if (i < count && (text[i] == '+' || text[i] == '-'))
            i++;
        start = i;
        while (i < count && text[i] >= '0' && text[i] <= '9')
            i++;
        if (i == start)
            return false;
    }
    return i == count;
}

static unsigned hexadecimal(const char *digits)
{
    unsigned value = 0;
    for (int i = 0; i < 4; i++) {
        char digit = digits[i];
        value = value << 4 | (unsigned)(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
    }
    return value;
}

/* The bytes of a character in UTF-8, of which bytes has room for 4. */
static int encode(unsigned scalar, char *bytes)
{
    if (scalar < 0x80) {
        bytes[0] = (char)scalar;
        return 1;
    }
    int count = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
    static const unsigned char heads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (int i = count - 1; i > 0; i--, scalar >>= 6)
        bytes[i] = (char)(0x80 | (scalar & 0x3F));
    bytes[0] = (char)(heads[count] | scalar);
    return count;
}

/* Writes a string without its escapes, which may be in place or, if to is NULL, nowhere. Returns its bytes; -1 if it has half a
   surrogate pair. jsmn has checked the escapes. */
static ptrdiff_t unescape(const char *from, const char *end, char *to)
{
    ptrdiff_t count = 0;
    while (from < end) {
        char bytes[4] = {*from++};
        int length = 1;
        if (bytes[0] == '\\') {
            char escape = *from++;
            const char *plain = "b\bf\fn\nr\rt\t", *found = strchr(plain, escape);
            bytes[0] = found && (found - plain) % 2 == 0 ? found[1] : escape;
            if (escape == 'u') {
                unsigned scalar = hexadecimal(from);
                from += 4;
                if (scalar >= 0xD800 && scalar < 0xE000) {
                    unsigned low = end - from >= 6 && from[0] == '\\' && from[1] == 'u' ? hexadecimal(from + 2) : 0;
                    if (scalar >= 0xDC00 || low < 0xDC00 || low >= 0xE000)
                        return -1;
                    scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
                    from += 6;
                }
                length = encode(scalar, bytes);
            }
        }
        if (to)
            memcpy(to + count, bytes, (size_t)length);
        count += length;
    }
    return count;
}

/* jsmn finds the tokens and leaves the grammar between them to its user. Returns the index of the token behind this one and all
   below it, or -1. A token's parent, which is not needed any more, becomes that index. */
static int checked(struct gestured *client, int index, int depth)
{
    if (index >= client->token_count)
        return -1;
    jsmntok_t *token = &client->tokens[index];
    const char *line = client->line, *text = line + token->start;
    int length = token->end - token->start, next = index + 1;
    if (token->type == JSMN_STRING) {
        if (client->has_controls)
            for (int i = 0; i < length; i++)
                if ((unsigned char)text[i] < 0x20)
                    return -1;
        if (client->has_escapes && unescape(text, text + length, NULL) < 0)
            return -1;
    } else if (token->type == JSMN_PRIMITIVE) {
        bool is_word = (length == 4 && (!memcmp(text, "true", 4) || !memcmp(text, "null", 4)))
            || (length == 5 && !memcmp(text, "false", 5));
        if (!is_word && !is_number(text, length))
            return -1;
    } else {
        if (depth == DEEPEST)
            return -1;
        bool is_object = token->type == JSMN_OBJECT;
        int position = token->start + 1;
        for (int i = 0; i < token->size; i++) {
            position = after_space(line, position);
            if (i > 0) {
                if (line[position] != ',')
                    return -1;
                position = after_space(line, position + 1);
            }
            for (int half = is_object ? 0 : 1; half < 2; half++) {
                if (next >= client->token_count)
                    return -1;
                jsmntok_t *child = &client->tokens[next];
                bool is_text = child->type == JSMN_STRING, is_key = half == 0;
                if (child->start - is_text != position || child->end > token->end)
                    return -1;
                if (is_key ? !is_text || child->size != 1 : is_text && child->size != 0)
                    return -1;
                int end = child->end + is_text;
                next = checked(client, next, depth + 1);
                if (next < 0)
                    return -1;
                position = end;
                if (is_key) {
                    position = after_space(line, position);
                    if (line[position] != ':')
                        return -1;
                    position = after_space(line, position + 1);
                }
            }
        }
        if (after_space(line, position) != token->end - 1)
            return -1;
    }
    token->parent = next;
    return next;
}

/* Reads a line into the client's tokens. The byte behind it must be writable. */
static bool parse(struct gestured *client, char *line, size_t count)
{
    line[count] = 0;
    client->line = line;
    client->token_count = 0;
    client->has_controls = !is_plain(line, count);
    client->has_escapes = memchr(line, '\\', count) != NULL;
    if (client->has_controls && (!is_utf8(line, count) || memchr(line, 0, count)))
        return false;
    for (;;) {
        jsmn_parser parser;
        jsmn_init(&parser);
        int found = jsmn_parse(&parser, line, count, client->tokens, (unsigned)client->token_capacity);
        if (found != JSMN_ERROR_NOMEM) {
            client->token_count = found;
            break;
        }
        int capacity = client->token_capacity * 2;
        jsmntok_t *tokens = realloc(client->tokens, (size_t)capacity * sizeof *tokens);
        if (!tokens) {
            client->is_out_of_memory = true;
            return false;
        }
        client->tokens = tokens;
        client->token_capacity = capacity;
    }
    if (client->token_count <= 0 || client->tokens[0].type != JSMN_OBJECT)
        return false;
    return checked(client, 0, 0) == client->token_count && after_space(line, 0) == client->tokens[0].start
        && line[after_space(line, client->tokens[0].end)] == 0;
}

static bool equals_bytes(const struct gestured *client, int token, const char *text, size_t length)
{
    const jsmntok_t *found = &client->tokens[token];
    const char *start = client->line + found->start, *end = client->line + found->end;
    char plain[6 * 64];
    if (client->has_escapes && memchr(start, '\\', (size_t)(end - start)) && (size_t)(end - start) <= sizeof plain) {
        end = plain + unescape(start, end, plain);
        start = plain;
    }
    return (size_t)(end - start) == length && !memcmp(start, text, length);
}

static bool equals(const struct gestured *client, int token, const char *text)
{
    return equals_bytes(client, token, text, strlen(text));
}

/* The value of an object's key; -1 if the object lacks it. */
static int find(const struct gestured *client, int object, const char *key)
{
    if (object < 0 || client->tokens[object].type != JSMN_OBJECT)
        return -1;
    int token = object + 1, found = -1;
    size_t length = strlen(key);
    for (int i = 0; i < client->tokens[object].size; i++) {
        if (equals_bytes(client, token, key, length))
            found = token + 1;
        token = client->tokens[token + 1].parent;
    }
    return found;
}

/* Ends a string in the line with a NUL, without its escapes; NULL if the token is no string. Once for each token. */
static const char *text(struct gestured *client, int token)
{
    if (token < 0 || client->tokens[token].type != JSMN_STRING)
        return NULL;
    char *start = client->line + client->tokens[token].start, *end = client->line + client->tokens[token].end;
    if (client->has_escapes)
        end = start + unescape(start, end, start);
    *end = 0;
    return start;
}

/* Reads digits with at most one point, no exponent, and below 2^53 without the point: an integer divided by a power of ten that a
   double represents exactly, which rounds once, as strtod does. Nearly all numbers are such, and strtod takes ten times as long. */
static bool short_number(const char *text, const char *end, double *value)
{
    static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    bool is_negative = *text == '-';
    int64_t digits = 0;
    const char *point = NULL;
    text += is_negative;
    if (end - text > 16)
        return false;
    for (; text < end; text++) {
        if (*text == '.' && !point)
            point = text;
        else if (*text >= '0' && *text <= '9')
            digits = digits * 10 + (*text - '0');
        else
            return false;
    }
    if (digits >= INT64_C(1) << 53)
        return false;
    double found = point ? (double)digits / powers[end - point - 1] : (double)digits;
    *value = is_negative ? -found : found;
    return true;
}

static bool is_numeric(const struct gestured *client, int token)
{
    if (token < 0 || client->tokens[token].type != JSMN_PRIMITIVE)
        return false;
    char first = client->line[client->tokens[token].start];
    return first == '-' || (first >= '0' && first <= '9');
}

static bool number(struct gestured *client, int token, double *value)
{
    if (!is_numeric(client, token))
        return false;
    char *start = client->line + client->tokens[token].start, *end;
    if (short_number(start, client->line + client->tokens[token].end, value))
        return true;
    double found = strtod_l(start, &end, client->locale);
    if (end != client->line + client->tokens[token].end || !isfinite(found))
        return false;
    *value = found;
    return true;
}

/* True if a number is written without a point and an exponent, which alone is exact from 2^53 on. */
static bool is_digits(const struct gestured *client, int token)
{
    const char *start = client->line + client->tokens[token].start, *end = client->line + client->tokens[token].end;
    for (start += *start == '-'; start < end; start++)
        if (*start < '0' || *start > '9')
            return false;
    return true;
}

static bool whole(struct gestured *client, int token, int64_t *value)
{
    double found;
    if (!number(client, token, &found) || found != floor(found))
        return false;
    if (fabs(found) < 0x1p53) {
        *value = (int64_t)found;
        return true;
    }
    errno = 0;
    int64_t exact = strtoll(client->line + client->tokens[token].start, NULL, 10);
    if (errno || !is_digits(client, token))
        return false;
    *value = exact;
    return true;
}

static bool unsigned_whole(struct gestured *client, int token, uint64_t *value)
{
    int64_t found;
    if (whole(client, token, &found)) {
        *value = (uint64_t)found;
        return found >= 0;
    }
    double floating;
    if (!number(client, token, &floating) || floating < 0x1p63 || !is_digits(client, token))
        return false;
    errno = 0;
    *value = strtoull(client->line + client->tokens[token].start, NULL, 10);
    return errno == 0;
}

static bool flag(struct gestured *client, int token, bool *value)
{
    if (token < 0 || client->tokens[token].type != JSMN_PRIMITIVE)
        return false;
    *value = client->line[client->tokens[token].start] == 't';
    return *value || client->line[client->tokens[token].start] == 'f';
}

static bool numbers(struct gestured *client, int token, double *values, int count)
{
    if (token < 0 || client->tokens[token].type != JSMN_ARRAY || client->tokens[token].size != count)
        return false;
    for (int i = 0, item = token + 1; i < count; i++, item = client->tokens[item].parent)
        if (!number(client, item, &values[i]))
            return false;
    return true;
}

/* 1 for the first of the words, 0 if it is none of them. */
static int word(const struct gestured *client, int token, const char *const *words)
{
    if (token < 0 || client->tokens[token].type != JSMN_STRING)
        return 0;
    for (int i = 0; words[i]; i++)
        if (equals(client, token, words[i]))
            return i + 1;
    return 0;
}

/* MARK: Events */

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
    for (int kind = 1; kind_words[kind - 1]; kind++)
        if ((*token = find(client, object, kind_words[kind - 1])) >= 0)
            return (enum gestured_kind)kind;
    return GESTURED_NONE;
}

static bool read_fields(struct gestured *client, int object, const struct field *fields, void *value)
{
    if (client->tokens[object].type != JSMN_OBJECT)
        return false;
    for (const struct field *field = fields; field->name; field++)
        if (!read_field(client, find(client, object, field->name), field, value))
            return false;
    return true;
}

static bool is_single(enum gestured_kind kind) { return kind < sizeof value_fields / sizeof *value_fields; }

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

static bool read_event(struct gestured *client, struct gestured_event *event)
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
static bool matches(const struct gestured_subscription *subscription, enum gestured_kind kind)
{
    if (!subscription->gesture)
        return false;
    const char *name = subscription->gesture + strspn(subscription->gesture, "{ \t\"");
    size_t length = strcspn(name, "\"");
    if (length == 8 && !strncmp(name, "standard", length))
        return kind == GESTURED_TAP || kind == GESTURED_LONG_PRESS || kind == GESTURED_DRAG || kind == GESTURED_SIMULTANEOUS;
    return strlen(kind_words[kind - 1]) == length && !strncmp(name, kind_words[kind - 1], length);
}

/* MARK: Callbacks */

static void free_subscription(struct gestured_subscription *subscription)
{
    for (size_t i = 0; i < subscription->gesture_count; i++)
        free(subscription->gestures[i].line.bytes);
    free(subscription->gestures);
    free(subscription->gesture);
    free(subscription->members);
    free(subscription->error);
    free(subscription);
}

static void drop(struct gestured *client);

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

static void enter(struct gestured *client) { client->depth++; }

/* Frees what callbacks have ended, once none of them is running. */
static void leave(struct gestured *client)
{
    if (--client->depth > 0)
        return;
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

static void change(struct gestured *client, enum gestured_state state)
{
    if (client->state == state)
        return;
    client->state = state;
    if (client->on_state)
        client->on_state(client, state, client->state_data);
}

static void fail(struct gestured_subscription *subscription, const char *code, const char *reason, const char *message)
{
    replace_text(subscription->client, &subscription->error, message);
    struct gestured_error error = {code, reason, message};
    if (subscription->on_failure && subscription->state != ENDED)
        subscription->on_failure(subscription, &error, subscription->data);
}

/* MARK: Requests */

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
static void flush(struct gestured *client)
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

/* Sends {"id":…,MEMBERS} and takes down what awaits the answer. NULL without memory. */
static struct pending *send_request(struct gestured *client, const char *members, const struct gestured_region *region)
{
    struct pending *pending = calloc(1, sizeof *pending);
    char head[40];
    snprintf(head, sizeof head, "{\"id\":%lld,", (long long)++client->last_id);
    size_t start = client->output.count;
    if (!pending || !append_text(client, &client->output, head) || !append_text(client, &client->output, members)
        || (region && !append_region(client, &client->output, region)) || !append_text(client, &client->output, "}\n")) {
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
        {!subscription->gesture, "contacts"}, {subscription->has_region, "region"}, {subscription->needs_units, "units"}, {subscription->needs_scope, "scope"},
        {subscription->needs_claim, "claim"},
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

static void subscribe(struct gestured_subscription *subscription)
{
    struct gestured *client = subscription->client;
    if (client->state != GESTURED_CONNECTED)
        return;
    replace_text(client, &subscription->error, NULL);
    if (!is_supported(subscription))
        return;
    subscription->state = REQUESTED;
    struct pending *pending =
        send_request(client, subscription->members, subscription->has_region ? &subscription->region : NULL);
    if (pending) {
        pending->kind = SUBSCRIBE;
        pending->subscription = subscription;
        pending->region = subscription->region;
        pending->has_region = subscription->has_region;
    }
}

static void unsubscribe(struct gestured *client, int64_t number)
{
    char members[80];
    snprintf(members, sizeof members, "\"type\":\"unsubscribe\",\"subscription\":%lld", (long long)number);
    struct pending *pending = send_request(client, members, NULL);
    if (pending)
        pending->kind = UNSUBSCRIBE;
}

static void send_region(struct gestured_subscription *subscription, const struct gestured_region *former)
{
    struct gestured *client = subscription->client;
    if (!gestured_has_capability(client, "move")) {
        subscription->has_region = former != NULL;
        if (former)
            subscription->region = *former;
        char message[256];
        snprintf(message, sizeof message, "%s does not support move", client->server);
        fail(subscription, "unsupportedCapability", "move", message);
        return;
    }
    char members[80];
    snprintf(members, sizeof members, "\"type\":\"move\",\"subscription\":%lld", (long long)subscription->number);
    struct pending *pending = send_request(client, members, subscription->has_region ? &subscription->region : NULL);
    if (pending) {
        pending->kind = MOVE;
        pending->subscription = subscription;
        pending->has_region = former != NULL;
        if (former)
            pending->region = *former;
    }
}

static bool is_region(const struct gestured_subscription *subscription, const struct gestured_region *region, bool has_region)
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
    bool is_current = is_region(subscription, &pending->region, pending->has_region);
    if (pending->kind == MOVE) {
        if (!error || subscription->state == ENDED)
            return;
        subscription->has_region = pending->has_region;
        subscription->region = pending->region;
        fail(subscription, error->code, error->reason, error->message);
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
            send_region(subscription, pending->has_region ? &pending->region : NULL);
    }
}

/* line is NULL without a connection. */
static void answer(struct gestured *client, struct pending *pending, const char *line, int64_t number, const struct gestured_error *error)
{
    if (pending->kind == SUBSCRIBE || pending->kind == MOVE)
        answer_subscription(client, pending, number, error);
    else if (pending->kind == OTHER && pending->on_answer)
        pending->on_answer(client, line, error, pending->data);
    free(pending);
}

static struct pending *take_pending(struct gestured *client, int64_t id)
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

/* MARK: Gestures */

static struct open_gesture *open_gesture(struct gestured_subscription *subscription, uint64_t number, bool is_new)
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
static void cancel(struct gestured_subscription *subscription, const char *reason, const char *device)
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

/* MARK: Messages */

enum outcome { HANDLED, NOT_UNDERSTOOD, UNKNOWN_PROTOCOL };

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
    if (!matches(subscription, event.kind))
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

static void free_device(struct gestured_device *device)
{
    free((char *)device->id);
    free((char *)device->name);
    free((char *)device->node);
    free((char *)device->kind);
    free((char *)device->seat);
    free((char *)device->availability);
}

/* Adds a device, or replaces the one with its id. */
static bool read_device(struct gestured *client, int object)
{
    const char *names[] = {"id", "name", "node", "kind", "seat", "availability"}, *found[6];
    double size[2];
    for (int i = 0; i < 6; i++)
        if (!(found[i] = text(client, find(client, object, names[i]))))
            return false;
    if (!numbers(client, find(client, object, "size"), size, 2))
        return false;
    size_t index = 0;
    while (index < client->device_count && strcmp(client->devices[index].id, found[0]))
        index++;
    if (index == client->device_count) {
        struct gestured_device *devices = realloc(client->devices, (index + 1) * sizeof *devices);
        if (!devices) {
            client->is_out_of_memory = true;
            return true;
        }
        client->devices = devices;
        client->device_count++;
    } else {
        free_device(&client->devices[index]);
    }
    client->devices[index] = (struct gestured_device){
        .id = copied(client, found[0]), .name = copied(client, found[1]), .node = copied(client, found[2]),
        .kind = copied(client, found[3]), .seat = copied(client, found[4]), .availability = copied(client, found[5]),
        .width = size[0], .height = size[1],
    };
    return true;
}

static bool read_access(struct gestured *client, int object)
{
    const char *session = text(client, find(client, object, "session")), *focus = text(client, find(client, object, "focus"));
    const char *positions = text(client, find(client, object, "positions"));
    if (!session || !focus || !positions)
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
        if (!read_device(client, token))
            return NOT_UNDERSTOOD;
    if (!read_capabilities(client, find(client, 0, "capabilities")))
        return NOT_UNDERSTOOD;
    client->delay = FIRST_DELAY;
    replace_text(client, &client->failure, NULL);
    change(client, GESTURED_CONNECTED);
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
    struct gestured_error error = {
        text(client, code_token), text(client, find(client, 0, "reason")), text(client, find(client, 0, "message"))};
    if (!error.code || !error.message || (token >= 0 && !whole(client, token, &id)))
        return NOT_UNDERSTOOD;
    if (token < 0) {
        /* Others concern a device. */
        if (is_closing)
            replace_text(client, &client->closing_error, error.message);
        return HANDLED;
    }
    struct pending *pending = take_pending(client, id);
    if (pending)
        answer(client, pending, NULL, 0, &error);
    return HANDLED;
}

static enum outcome handle_removal(struct gestured *client)
{
    const char *id = text(client, find(client, 0, "device"));
    if (!id)
        return NOT_UNDERSTOOD;
    for (size_t i = 0; i < client->device_count; i++) {
        if (strcmp(client->devices[i].id, id))
            continue;
        struct gestured_device gone = client->devices[i];
        client->devices[i] = client->devices[--client->device_count];
        for (struct gestured_subscription *each = client->subscriptions; each && !client->is_freed; each = each->next)
            cancel(each, "deviceLost", gone.id);
        free_device(&gone);
        break;
    }
    return HANDLED;
}

static enum outcome handle_positions(struct gestured *client)
{
    int64_t number;
    int positions = find(client, 0, "positions");
    if (!whole(client, find(client, 0, "subscription"), &number) || positions < 0)
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
static enum outcome handle(struct gestured *client, char *line, size_t count, char *failure)
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
        return read_device(client, find(client, 0, "device")) ? HANDLED : NOT_UNDERSTOOD;
    if (equals(client, type, "deviceRemoved"))
        return handle_removal(client);
    if (equals(client, type, "accessChanged"))
        return read_access(client, find(client, 0, "access")) ? HANDLED : NOT_UNDERSTOOD;
    if (equals(client, type, "subscriptionChanged"))
        return handle_positions(client);
    return HANDLED;
}

/* MARK: The connection */

/* Discards everything that belongs to the connection, except requests without an answer. */
static void drop(struct gestured *client)
{
    if (client->socket >= 0)
        close(client->socket);
    client->socket = -1;
    client->is_watched_for_writing = false;
    client->input.count = client->output.count = 0;
    for (size_t i = 0; i < client->device_count; i++)
        free_device(&client->devices[i]);
    free(client->devices);
    free(client->capabilities);
    free(client->access_words);
    free(client->server);
    free(client->closing_error);
    client->devices = NULL;
    client->device_count = 0;
    client->capabilities = client->access_words = client->server = client->closing_error = NULL;
    client->access = (struct gestured_access){0};
}

static void fail_requests(struct gestured *client)
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

static void retry_after(struct gestured *client, int milliseconds)
{
    struct itimerspec time = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000000L + 1}};
    timerfd_settime(client->timer, 0, &time, NULL);
}

/* Everything that arrived before has been delivered. */
static void disconnect(struct gestured *client, const char *failure)
{
    char *former = client->failure;
    client->failure = copied(client, failure);
    drop(client);
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
    if (!client->is_freed && is_changed && client->on_state)
        client->on_state(client, GESTURED_DISCONNECTED, client->state_data);
}

/* Characters that control a terminal, or change the direction of writing. */
static bool is_control(unsigned scalar)
{
    return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0) || scalar == 0x61C || scalar == 0x200E || scalar == 0x200F
        || (scalar >= 0x2028 && scalar <= 0x202E) || (scalar >= 0x2066 && scalar <= 0x2069);
}

/* Appends a text that may be anything for a log or a terminal: control characters as \u{1b}, and what is not UTF-8 as U+FFFD. */
static void append_printable(char *to, size_t room, const char *text, size_t count)
{
    size_t used = strlen(to);
    for (size_t i = 0; i < count;) {
        size_t length = 1;
        unsigned scalar = (unsigned char)text[i];
        if (scalar >= 0xC0) {
            length = scalar >= 0xF0 ? 4 : scalar >= 0xE0 ? 3 : 2;
            scalar &= 0x7Fu >> length;
            for (size_t j = 1; j < length && i + j < count; j++)
                scalar = scalar << 6 | ((unsigned char)text[i + j] & 0x3F);
        }
        char shown[16] = "\xEF\xBF\xBD";
        if (i + length > count || !is_utf8(text + i, length))
            length = 1;
        else if (is_control(scalar))
            snprintf(shown, sizeof shown, "\\u{%x}", scalar);
        else
            snprintf(shown, sizeof shown, "%.*s", (int)length, text + i);
        if (used + strlen(shown) >= room)
            return;
        memcpy(to + used, shown, strlen(shown) + 1);
        used += strlen(shown);
        i += length;
    }
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

static void connect_socket(struct gestured *client)
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
        disconnect(client, "the daemon sent an invalid message: a line that is too long");
}

static void receive(struct gestured *client)
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

/* MARK: Public functions */

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
    return client;
}

void gestured_free(struct gestured *client)
{
    if (!client || client->is_freed)
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

int gestured_process(struct gestured *client)
{
    /* A nested call of a callback does nothing. */
    if (client->depth > 0)
        return 0;
    enter(client);
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

int gestured_wait(struct gestured *client, int milliseconds)
{
    /* Not the epoll descriptor, which costs a second wakeup. The timer runs only without a connection. */
    struct pollfd polled = {.fd = client->timer, .events = POLLIN};
    if (client->socket >= 0)
        polled = (struct pollfd){.fd = client->socket, .events = (short)(POLLIN | (client->output.count > 0 ? POLLOUT : 0))};
    poll(&polled, 1, milliseconds);
    return gestured_process(client);
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

const struct gestured_device *gestured_devices(const struct gestured *client, size_t *count)
{
    *count = client->device_count;
    return client->devices;
}

void gestured_on_state(struct gestured *client, gestured_state_callback *on_state, void *data)
{
    client->on_state = on_state;
    client->state_data = data;
}

/* Builds the members of a subscribe request but the region. */
static char *make_members(struct gestured *client, const char *gesture, const struct gestured_options *options)
{
    struct buffer line = {0};
    bool is_complete = append_text(client, &line, "\"type\":\"subscribe\",")
        & append_text(client, &line, gesture ? "\"gesture\":" : "\"contacts\":true") & append_text(client, &line, gesture ? gesture : "");
    const char *const filters[] = {options->kind, options->id, options->name};
    const char *const names[] = {"\"kind\":", "\"id\":", "\"name\":"};
    const char *separator = ",\"device\":{";
    for (int i = 0; i < 3; i++) {
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
    if (is_complete)
        return line.bytes;
    free(line.bytes);
    return NULL;
}

/* Returns false with errno unless the text is a JSON object on one line. */
static bool require_object(struct gestured *client, const char *text)
{
    struct buffer copy = {0};
    errno = ENOMEM;
    if (!append_text(client, &copy, text))
        return false;
    bool is_object = !strchr(text, '\n') && parse(client, copy.bytes, copy.count);
    free(copy.bytes);
    errno = EINVAL;
    return is_object;
}

/* Without a gesture it is a subscription to contacts. */
static struct gestured_subscription *add_subscription(
    struct gestured *client, const char *gesture, const struct gestured_options *options, gestured_event_callback *on_event,
    gestured_contacts_callback *on_contacts, void *data)
{
    struct gestured_subscription *subscription = calloc(1, sizeof *subscription);
    if (!subscription)
        return NULL;
    *subscription = (struct gestured_subscription){
        .client = client, .next = client->subscriptions, .gesture = gesture ? strdup(gesture) : NULL,
        .members = make_members(client, gesture, options), .has_region = options->region != NULL,
        .needs_units = (options->units && strcmp(options->units, "points")) || options->units_width != 0,
        .needs_scope = options->session_scope, .needs_claim = options->claim, .on_event = on_event,
        .on_contacts = on_contacts, .on_failure = options->on_failure, .data = data,
    };
    if (options->region)
        subscription->region = *options->region;
    if ((gesture && !subscription->gesture) || !subscription->members) {
        free_subscription(subscription);
        errno = ENOMEM;
        return NULL;
    }
    client->subscriptions = subscription;
    enter(client);
    subscribe(subscription);
    bool is_freed = client->is_freed;
    leave(client);
    errno = is_freed ? ECANCELED : errno;
    return is_freed ? NULL : subscription;
}

static const struct gestured_options default_options;

struct gestured_subscription *gestured_subscribe(
    struct gestured *client, const char *gesture, const struct gestured_options *options, gestured_event_callback *on_event, void *data)
{
    if (client->is_freed || !on_event || !gesture) {
        errno = EINVAL;
        return NULL;
    }
    if (!require_object(client, gesture))
        return NULL;
    return add_subscription(client, gesture, options ? options : &default_options, on_event, NULL, data);
}

struct gestured_subscription *gestured_subscribe_contacts(
    struct gestured *client, const struct gestured_options *options, gestured_contacts_callback *on_contacts, void *data)
{
    if (client->is_freed || !on_contacts || (options && (options->region || options->claim))) {
        errno = EINVAL;
        return NULL;
    }
    return add_subscription(client, NULL, options ? options : &default_options, NULL, on_contacts, data);
}

void gestured_unsubscribe(struct gestured_subscription *subscription)
{
    if (!subscription || subscription->state == ENDED)
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
    if (!subscription->gesture) {
        errno = EINVAL;
        return -1;
    }
    if (subscription->state == ENDED || is_region(subscription, region, region != NULL))
        return 0;
    struct gestured_region former = subscription->region;
    bool had_region = subscription->has_region;
    subscription->has_region = region != NULL;
    if (region)
        subscription->region = *region;
    client->is_out_of_memory = false;
    enter(client);
    if (subscription->state == REFUSED)
        subscribe(subscription);
    else if (subscription->state == ACTIVE)
        send_region(subscription, had_region ? &former : NULL);
    int code = client->is_freed ? ECANCELED : client->is_out_of_memory ? ENOMEM : 0;
    leave(client);
    errno = code ? code : errno;
    return code ? -1 : 0;
}

const char *gestured_subscription_error(const struct gestured_subscription *subscription) { return subscription->error; }
struct gestured *gestured_client(const struct gestured_subscription *subscription) { return subscription->client; }

int gestured_request(struct gestured *client, const char *request, gestured_answer_callback *on_answer, void *data)
{
    if (!request || client->is_freed) {
        errno = EINVAL;
        return -1;
    }
    if (!require_object(client, request))
        return -1;
    if (client->state != GESTURED_CONNECTED) {
        const struct gestured_error error = {"notConnected", NULL, "not connected to the daemon"};
        enter(client);
        if (on_answer)
            on_answer(client, NULL, &error, data);
        leave(client);
        return 0;
    }
    /* Its members without the braces. */
    char *members = strdup(strchr(request, '{') + 1);
    if (!members)
        return -1;
    *strrchr(members, '}') = 0;
    struct pending *pending = send_request(client, *members ? members : "\"type\":\"\"", NULL);
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
const char *gestured_kind_name(enum gestured_kind kind) { return name_of((int)kind, kind_words); }
