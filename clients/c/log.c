/* What people read, and calls of another thread. */
#include "internal.h"

#include <stdatomic.h>

/* Characters that control a terminal, or change the direction of writing. */
static bool is_control(unsigned scalar)
{
    return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0) || scalar == 0x61C || scalar == 0x200E || scalar == 0x200F
        || (scalar >= 0x2028 && scalar <= 0x202E) || (scalar >= 0x2066 && scalar <= 0x2069);
}

/* Appends a text that may be anything for a log or a terminal: control characters as \u{1b}, and what is not UTF-8 as U+FFFD. */
void append_printable(char *to, size_t room, const char *text, size_t count)
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

void log_words(struct gestured *client, const char *words)
{
    char printable[2048] = "";
    append_printable(printable, sizeof printable, words, strlen(words));
    if (client->on_log)
        client->on_log(client, printable, client->log_data);
    else
        fprintf(stderr, "gestured: %s\n", printable);
}

void read_environment(struct gestured *client)
{
    /* Not that of whoever starts a program with more rights. */
    const char *value = secure_getenv("GESTURED_EXPLAIN");
    client->explains = value && !strcmp(value, "1");
    if (!value || client->explains || !*value || !strcmp(value, "0"))
        return;
    char words[256];
    snprintf(words, sizeof words, "GESTURED_EXPLAIN is '%.100s', which is neither 1 nor 0; nothing is explained", value);
    log_words(client, words);
}

/* Its address is one in each thread. */
static _Thread_local char here;

void enter(struct gestured *client)
{
    client->depth++;
    atomic_store_explicit(&client->thread, &here, memory_order_relaxed);
}

/* Logs a call while another thread is in a function, and returns true with EBUSY. */
bool is_foreign(struct gestured *client, const char *function)
{
    const char *thread = atomic_load_explicit(&client->thread, memory_order_relaxed);
    if (!thread || thread == &here)
        return false;
    char words[200];
    snprintf(words, sizeof words, "%s() was called while another thread is in the client, which belongs to one thread at a time",
        function);
    log_words(client, words);
    errno = EBUSY;
    return true;
}

void gestured_on_log(struct gestured *client, gestured_log_callback *on_log, void *data)
{
    if (is_foreign(client, "gestured_on_log"))
        return;
    client->on_log = on_log;
    client->log_data = data;
}
