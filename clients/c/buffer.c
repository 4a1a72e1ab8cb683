/* Bytes and texts that grow. */
#include "internal.h"

bool reserve(struct gestured *client, struct buffer *buffer, size_t count)
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

bool append(struct gestured *client, struct buffer *buffer, const char *bytes, size_t count)
{
    if (!reserve(client, buffer, buffer->count + count + 1))
        return false;
    memcpy(buffer->bytes + buffer->count, bytes, count);
    buffer->count += count;
    buffer->bytes[buffer->count] = 0;
    return true;
}

bool append_text(struct gestured *client, struct buffer *buffer, const char *text)
{
    return append(client, buffer, text, strlen(text));
}

/* A string of JSON, in quotes. */
bool append_quoted(struct gestured *client, struct buffer *buffer, const char *text)
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
bool append_number(struct gestured *client, struct buffer *buffer, double number)
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

char *copied(struct gestured *client, const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    if (text && !copy)
        client->is_out_of_memory = true;
    return copy;
}

void replace_text(struct gestured *client, char **place, const char *text)
{
    char *copy = copied(client, text);
    free(*place);
    *place = copy;
}
