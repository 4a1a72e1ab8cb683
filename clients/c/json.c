/* The grammar of JSON, over the tokens of jsmn. */
#define JSMN_STATIC
#include "internal.h"

bool is_utf8(const char *text, size_t count)
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
ptrdiff_t unescape(const char *from, const char *end, char *to)
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
bool parse(struct gestured *client, char *line, size_t count)
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

bool equals(const struct gestured *client, int token, const char *text)
{
    return equals_bytes(client, token, text, strlen(text));
}

/* The value of an object's key; -1 if the object lacks it. */
int find(const struct gestured *client, int object, const char *key)
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
