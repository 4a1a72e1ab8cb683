/* What the files of libgestured share. None of these names is visible outside of it. */
#ifndef GESTURED_INTERNAL_H
#define GESTURED_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "gestured.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#ifndef JSMN_STATIC
#define JSMN_HEADER
#endif
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
/* Of the first published struct gestured_options. */
#define FIRST_OPTIONS_SIZE (offsetof(struct gestured_options, on_explanation) + sizeof(gestured_explanation_callback *))

/* How a member of a value is read, and where it goes. */
enum reader { WHOLE, COUNT, NUMBER, TEXT, FLAG, POINT, RECTANGLE, WORD };

struct field {
    const char *name;
    enum reader reader;
    bool is_required;
    size_t offset;
    const char *const *words;
};

/* The words of the schema, each list ended by NULL, and the fields of values by kind and of a contact. */
extern const char *const kind_words[], *const phase_words[], *const part_phase_words[], *const edge_words[], *const edge_part_words[],
    *const corner_words[], *const direction_words[], *const closing_words[];
/* NULL for a composition. */
extern const struct field *const value_fields[];
extern const struct field contact_fields[];

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

/* A gesture of a request, each before those below it. */
struct requested_gesture {
    enum gestured_kind kind;
    size_t descendants;
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
    /* The kinds that an event and its parts may have; a standard set has one without a kind. */
    struct requested_gesture *requested;
    size_t requested_count;
    /* The members of the request but the region. */
    char *members;
    /* What the app wants, and what is in force at the daemon; before its answer, what was requested. */
    struct gestured_region region, region_in_force;
    bool has_region, has_region_in_force, is_withheld;
    bool needs_units, needs_scope, needs_claim, needs_hands;
    /* The surface's size in units that are scaled to it; 0 in points and millimetres. */
    struct gestured_point units;
    bool is_in_millimetres;
    /* What was logged last. */
    char *error, *logged;
    struct open_gesture *gestures;
    size_t gesture_count;
    /* One of the two. */
    gestured_event_callback *on_event;
    gestured_contacts_callback *on_contacts;
    gestured_failure_callback *on_failure;
    gestured_explanation_callback *on_explanation;
    void *data;
};

/* A request without an answer. */
struct pending {
    struct pending *next;
    int64_t id;
    enum { SUBSCRIBE, MOVE, UNSUBSCRIBE, OTHER } kind;
    struct gestured_subscription *subscription;
    /* The region of a move. */
    struct gestured_region region;
    bool has_region;
    gestured_answer_callback *on_answer;
    void *data;
};

struct gestured {
    char *path;
    int poller, timer, socket;
    /* An address of the thread that is in a function, or NULL. */
    _Atomic(const char *) thread;
    /* GESTURED_EXPLAIN=1. */
    bool explains;
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
    /* The tokens, parts and contacts of the line that is read. */
    jsmntok_t *tokens;
    int token_count, token_capacity;
    char *line;
    struct gestured_part *parts;
    size_t part_capacity;
    struct gestured_contact *contacts;
    size_t contact_capacity;
    locale_t locale;
    gestured_state_callback *on_state;
    gestured_device_callback *on_device;
    gestured_log_callback *on_log;
    void *state_data, *device_data, *log_data;
};

/* buffer.c */
bool reserve(struct gestured *client, struct buffer *buffer, size_t count);
bool append(struct gestured *client, struct buffer *buffer, const char *bytes, size_t count);
bool append_text(struct gestured *client, struct buffer *buffer, const char *text);
bool append_quoted(struct gestured *client, struct buffer *buffer, const char *text);
bool append_number(struct gestured *client, struct buffer *buffer, double number);
char *copied(struct gestured *client, const char *text);
void replace_text(struct gestured *client, char **place, const char *text);

/* json.c */
bool is_utf8(const char *text, size_t count);
ptrdiff_t unescape(const char *from, const char *end, char *to);
bool parse(struct gestured *client, char *line, size_t count);
bool equals(const struct gestured *client, int token, const char *text);
int find(const struct gestured *client, int object, const char *key);

/* scalars.c */
const char *text(struct gestured *client, int token);
bool is_numeric(const struct gestured *client, int token);
bool number(struct gestured *client, int token, double *value);
bool whole(struct gestured *client, int token, int64_t *value);
bool unsigned_whole(struct gestured *client, int token, uint64_t *value);
bool flag(struct gestured *client, int token, bool *value);
bool numbers(struct gestured *client, int token, double *values, int count);
bool optional_text(struct gestured *client, int token, const char **found);
bool are_texts(const struct gestured *client, int token);
int word(const struct gestured *client, int token, const char *const *words);

/* values.c */
bool read_fields(struct gestured *client, int object, const struct field *fields, void *value);
bool read_event(struct gestured *client, struct gestured_event *event);
bool read_explanation(struct gestured *client, struct gestured_explanation *explanation);
bool read_requested(struct gestured_subscription *subscription);
bool matches(const struct gestured_subscription *subscription, const struct gestured_event *event);

/* log.c */
void append_printable(char *to, size_t room, const char *text, size_t count);
void log_words(struct gestured *client, const char *words);
void read_environment(struct gestured *client);
bool is_foreign(struct gestured *client, const char *function);

/* prediction.c */
void set_surface(const struct gestured_subscription *subscription, struct gestured_event *event);

/* devices.c */
void free_devices(struct gestured_device *devices, size_t count);
bool read_device(struct gestured *client, int object, bool is_reported);
void remove_device(struct gestured *client, const char *id);
void report_devices(struct gestured *client, enum gestured_device_change change, const struct gestured_device *devices, size_t count);

/* gestured.c */
void free_subscription(struct gestured_subscription *subscription);
void enter(struct gestured *client);
void leave(struct gestured *client);
void change(struct gestured *client, enum gestured_state state);
void report(struct gestured_subscription *subscription, const char *code, const char *reason, const char *message);
void fail(struct gestured_subscription *subscription, const char *code, const char *reason, const char *message);

/* subscription.c */
void flush(struct gestured *client);
struct pending *send_request(
    struct gestured *client, const char *members, const char *more, const struct gestured_region *region);
void subscribe(struct gestured_subscription *subscription);
void unsubscribe(struct gestured *client, int64_t number);
void send_region(struct gestured_subscription *subscription);
bool is_region(const struct gestured_subscription *subscription, const struct gestured_region *region, bool has_region);
void answer(struct gestured *client, struct pending *pending, const char *line, int64_t number, const struct gestured_error *error);
struct pending *take_pending(struct gestured *client, int64_t id);
struct open_gesture *open_gesture(struct gestured_subscription *subscription, uint64_t number, bool is_new);
void cancel(struct gestured_subscription *subscription, const char *reason, const char *device);

/* subscribing.c */
bool require_object(struct gestured *client, const char *text, bool is_request);
bool require_finite(struct gestured *client, const struct gestured_region *region);

/* What became of a line. */
enum outcome { HANDLED, NOT_UNDERSTOOD, UNKNOWN_PROTOCOL };

/* message.c */
enum outcome handle(struct gestured *client, char *line, size_t count, char *failure);

/* connection.c */
void drop(struct gestured *client);
void fail_requests(struct gestured *client);
void retry_after(struct gestured *client, int milliseconds);
void connect_socket(struct gestured *client);
void receive(struct gestured *client);

#endif
