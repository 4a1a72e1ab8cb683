/* Texts, numbers and words of a line. */
#include "internal.h"

/* Ends a string in the line with a NUL, without its escapes; NULL if the token is no string. Once for each token. */
const char *text(struct gestured *client, int token)
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

bool is_numeric(const struct gestured *client, int token)
{
    if (token < 0 || client->tokens[token].type != JSMN_PRIMITIVE)
        return false;
    char first = client->line[client->tokens[token].start];
    return first == '-' || (first >= '0' && first <= '9');
}

bool number(struct gestured *client, int token, double *value)
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

bool whole(struct gestured *client, int token, int64_t *value)
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

bool unsigned_whole(struct gestured *client, int token, uint64_t *value)
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

bool flag(struct gestured *client, int token, bool *value)
{
    if (token < 0 || client->tokens[token].type != JSMN_PRIMITIVE)
        return false;
    *value = client->line[client->tokens[token].start] == 't';
    return *value || client->line[client->tokens[token].start] == 'f';
}

bool numbers(struct gestured *client, int token, double *values, int count)
{
    if (token < 0 || client->tokens[token].type != JSMN_ARRAY || client->tokens[token].size != count)
        return false;
    for (int i = 0, item = token + 1; i < count; i++, item = client->tokens[item].parent)
        if (!number(client, item, &values[i]))
            return false;
    return true;
}

/* NULL if there is none. Returns false for what is no text. */
bool optional_text(struct gestured *client, int token, const char **found)
{
    *found = text(client, token);
    return *found || token < 0;
}

bool are_texts(const struct gestured *client, int token)
{
    if (token < 0 || client->tokens[token].type != JSMN_ARRAY)
        return false;
    for (int i = 0, item = token + 1; i < client->tokens[token].size; i++, item = client->tokens[item].parent)
        if (client->tokens[item].type != JSMN_STRING)
            return false;
    return true;
}

/* 1 for the first of the words, 0 if it is none of them. */
int word(const struct gestured *client, int token, const char *const *words)
{
    if (token < 0 || client->tokens[token].type != JSMN_STRING)
        return 0;
    for (int i = 0; words[i]; i++)
        if (equals(client, token, words[i]))
            return i + 1;
    return 0;
}
