/*
 * Touch gestures of the daemon gestured; see gestured(3).
 *
 * A client belongs to one thread at a time: while one is in a function of the client, the functions that act fail with EBUSY in
 * another. It starts no thread and never blocks but in gestured_wait(). Callbacks run in gestured_process(), gestured_wait(),
 * gestured_subscribe(), gestured_subscribe_contacts(), gestured_move(), gestured_request(), gestured_unsubscribe() and
 * gestured_free(), and may call every function. After the start, an event allocates no memory.
 *
 * A word of a closed set is an enum, whose numbers never change; each has a function for its name. A word of a set to which a later
 * daemon may add is text. Structures that the library passes may get members at their end or in place of those that are reserved.
 */
#ifndef GESTURED_H
#define GESTURED_H

#include "gestured_values.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why a gesture failed. */
struct gestured_failure {
    /* Such as "movedTooFar"; NULL if nothing failed. A later daemon may have other names. */
    const char *name;
    /* A sentence for people. */
    const char *sentence;
    /* The number that was measured and the limit that it broke, in points, radians and microseconds; NAN without. */
    double measured, limit;
    /* For later members. */
    uint64_t reserved[4];
};

/* A part of a composition. */
struct gestured_part {
    /* GESTURED_NONE if the part has no value yet. */
    enum gestured_kind kind;
    enum gestured_part_phase phase;
    /* How many parts after this one are below it. */
    size_t descendants;
    union gestured_value value;
    /* NULL unless it failed, and for a press and hold that was lifted. */
    const char *reason;
    struct gestured_failure failure;
    /* For later members. */
    uint64_t reserved[8];
};

/* One step of one gesture. Its strings and parts are valid until the callback returns. */
struct gestured_event {
    /* All events of one gesture have this number, which is not used again on the connection. */
    uint64_t gesture;
    enum gestured_phase phase;
    /* The number of the hand, from 1, if hands are told apart; otherwise 0. */
    unsigned hand;
    /* Microseconds of CLOCK_MONOTONIC. */
    int64_t time;
    /* The id of the device. */
    const char *device;
    enum gestured_kind kind;
    /* With GESTURED_CANCELLED the last value that was sent. */
    union gestured_value value;
    /* A composition's phase, and its parts in the order of the request, each before the parts below it: those of the request, with
       values of their kinds. Otherwise 0 and NULL. */
    enum gestured_part_phase part_phase;
    const struct gestured_part *parts;
    size_t part_count;
    /* Why it was cancelled; NULL otherwise. A later daemon may have other reasons. This library adds "disconnected". */
    const char *reason;
    struct gestured_failure failure;
};

/* All contacts of a device in one frame. Valid until the callback returns. */
struct gestured_contacts {
    /* Microseconds of CLOCK_MONOTONIC. */
    int64_t time;
    /* The id of the device. */
    const char *device;
    const struct gestured_contact *contacts;
    size_t count;
};

/* Why a gesture was recognised or not, or a finger is missing in it. Valid until the callback returns. */
struct gestured_explanation {
    /* Microseconds of CLOCK_MONOTONIC, and since the first finger came down. */
    int64_t time, elapsed;
    /* The id of the device. */
    const char *device;
    /* The gesture, or "contact"; and its position in the request, from 1, or 0 if it is no part of a composition. */
    const char *recogniser;
    unsigned part;
    unsigned fingers;
    /* Such as "recognised" and "lost", and why it was cancelled, or NULL. A later daemon may have other words. */
    const char *outcome, *reason;
    struct gestured_failure failure;
    /* The whole explanation, for people. */
    const char *sentence;
    /* How many explanations before this one were dropped. */
    int64_t missed;
};

/* Why a request was refused. Valid until the callback returns. */
struct gestured_error {
    /* For programs, such as "outOfRange". The library adds "notConnected" and "unsupportedCapability". */
    const char *code;
    /* Which of several causes the code has; or NULL. */
    const char *reason;
    /* For people: the place, what was found, what would be right. */
    const char *message;
};

/* A rectangle in the subscription's units. */
struct gestured_region {
    double x, y, width, height;
    /* Measured from the corner of the app's window instead of the surface. */
    bool of_window;
};

/* A touch device. */
struct gestured_device {
    const char *id, *name, *node, *kind, *seat, *availability;
    /* In millimetres. */
    double width, height;
    /* Where it is plugged in: udev's ID_PATH; NULL without one. */
    const char *path;
    /* For later members. */
    uint64_t reserved[7];
};

enum gestured_device_change { GESTURED_DEVICE_ADDED = 1, GESTURED_DEVICE_CHANGED = 2, GESTURED_DEVICE_REMOVED = 3 };

/* What the app may receive at present. */
struct gestured_access {
    /* "active", "inactive", "locked", "suspended", "paused" or "unmanaged". */
    const char *session;
    /* "unknown", "focused", "unfocused" or "lost". */
    const char *focus;
    bool has_positions;
};

enum gestured_state { GESTURED_DISCONNECTED = 0, GESTURED_CONNECTING = 1, GESTURED_CONNECTED = 2 };

struct gestured;
struct gestured_subscription;

typedef void gestured_event_callback(struct gestured_subscription *, const struct gestured_event *, void *data);
typedef void gestured_contacts_callback(struct gestured_subscription *, const struct gestured_contacts *, void *data);
/* The gesture is not recognised, or keeps its region. It stays subscribed: another daemon may accept it. */
typedef void gestured_failure_callback(struct gestured_subscription *, const struct gestured_error *, void *data);
typedef void gestured_explanation_callback(struct gestured_subscription *, const struct gestured_explanation *, void *data);
typedef void gestured_state_callback(struct gestured *, enum gestured_state, void *data);
/* The answer to a request: error is NULL if it was carried out, and line is the daemon's answer as JSON, which is valid until the
   callback returns. */
typedef void gestured_answer_callback(struct gestured *, const char *line, const struct gestured_error *error, void *data);

/* Valid until the callback returns. */
typedef void gestured_device_callback(
    struct gestured *, const struct gestured_device *, enum gestured_device_change, void *data);
/* One line for people, without its end. Control characters of the daemon's words are escaped. */
typedef void gestured_log_callback(struct gestured *, const char *words, void *data);

/* Members that are 0 or NULL have their default. */
struct gestured_options {
    /* sizeof (struct gestured_options), so that a later library knows which members there are; 0 stands for those of the first
       version, which end with on_explanation. */
    size_t size;
    /* Only devices of this kind ("touchscreen", "touchpad"), or with this id or name. At most one of them. */
    const char *kind, *id, *name;
    /* Only contacts that begin inside count; NULL for the whole surface. */
    const struct gestured_region *region;
    /* "points", "millimetres" or "normalized"; or a size to which the surface is scaled. */
    const char *units;
    double units_width, units_height;
    /* For shells: events also without the focus; other apps lose the fingers. */
    bool session_scope, claim;
    /* Without it, the reason is logged. gestured_subscription_error() has why the gesture is not recognised. */
    gestured_failure_callback *on_failure;
    /* Receives why the gesture was recognised or not. Without it, the variable GESTURED_EXPLAIN=1 logs the sentences. */
    gestured_explanation_callback *on_explanation;
    /* Only devices that are plugged in here (gestured_device.path), with * for any text; instead of kind, id or name. */
    const char *path;
    /* Each hand on a large screen makes the gesture alone. */
    bool hands_apart;
};

/* Connects in the first gestured_process(). path is NULL for the daemon's default. NULL with errno if it is too long or there is
   no memory or descriptor. */
struct gestured *gestured_new(const char *path);
/* Cancels gestures in progress "disconnected", and frees the client and its subscriptions. May be called by a callback. */
void gestured_free(struct gestured *);

/* Is readable when gestured_process() has work; the same for the client's life. */
int gestured_fd(const struct gestured *);
/* Connects if that is due, sends what waits and handles what has arrived. Never blocks. 0, or -1 with errno: EBUSY, ENOMEM, or
   ECANCELED if a callback freed the client, which must not be used any more. */
int gestured_process(struct gestured *);
/* Waits for work for so many milliseconds, or without limit if negative, and does it. Like gestured_process(). */
int gestured_wait(struct gestured *, int milliseconds);

enum gestured_state gestured_state(const struct gestured *);
/* Why there is no connection; NULL before the first attempt and while there is one. */
const char *gestured_failure(const struct gestured *);
/* Name and version of the daemon; NULL while not connected. */
const char *gestured_server(const struct gestured *);
bool gestured_has_capability(const struct gestured *, const char *word);
/* NULL while not connected. */
const struct gestured_access *gestured_access(const struct gestured *);
/* The touch devices. Valid until the next gestured_process(). */
const struct gestured_device *gestured_devices(const struct gestured *, size_t *count);
/* The device with this id, such as that of an event; NULL if it is not present. Valid until the next gestured_process(). */
const struct gestured_device *gestured_subscription_get_device(const struct gestured_subscription *, const char *id);
/* Called after each change of the state or the failure; gestures in progress have been cancelled before. Without it, the failure is
   logged. */
void gestured_on_state(struct gestured *, gestured_state_callback *, void *data);
/* Called for each device when the client has connected, after each change of one, and when it is gone, also with the connection.
   Gestures in progress on it have been cancelled before. */
void gestured_on_device(struct gestured *, gestured_device_callback *, void *data);
/* Receives what no callback does: why a gesture is not recognised, or there is no connection, once for as long as the words are the
   same; and wrong calls. NULL prints "gestured: " and the words on stderr, which is the default. */
void gestured_on_log(struct gestured *, gestured_log_callback *, void *data);

/*
 * Subscribes now or as soon as there is a connection, and again after each reconnection.
 *
 * gesture is the object of a request, such as {"drag":{"fingers":[1,2,3]}}; the daemon checks it. NULL with errno: EINVAL if it is
 * not a JSON object, a text of the options is not UTF-8 or a number of the region is not finite, E2BIG if the options have members
 * that this library does not know, ENOMEM, EBUSY, or ECANCELED if the failure callback freed the client or unsubscribed.
 */
struct gestured_subscription *gestured_subscribe(
    struct gestured *, const char *gesture, const struct gestured_options *, gestured_event_callback *, void *data);
/*
 * Subscribes to all contacts of each frame, now or as soon as there is a connection, and again after each reconnection. While
 * positions are withheld it is silent, and the failure callback is called.
 *
 * NULL with errno: EINVAL if the options have a region, a claim, hands_apart, on_explanation or a text that is not UTF-8, E2BIG,
 * ENOMEM, EBUSY, or ECANCELED if the failure callback freed the client or unsubscribed.
 */
struct gestured_subscription *gestured_subscribe_contacts(
    struct gestured *, const struct gestured_options *, gestured_contacts_callback *, void *data);
/* Cancels gestures in progress "unsubscribed", and frees the subscription. May be called by a callback. */
void gestured_unsubscribe(struct gestured_subscription *);
/* Continues in another region; NULL for the whole surface. A gesture in progress stays with the one in which it began. 0, or -1
   with errno: EBUSY, ENOMEM, EINVAL for a subscription to contacts or a number that is not finite. */
int gestured_move(struct gestured_subscription *, const struct gestured_region *);
/* Why the daemon does not recognise the gesture; NULL while it does, or before its answer. */
const char *gestured_subscription_error(const struct gestured_subscription *);
struct gestured *gestured_client(const struct gestured_subscription *);

/* Sends a single request, such as {"type":"haptic","feedback":"success"}; the library adds its id. The callback may be NULL and is
   called once, before this returns if there is no connection. 0, or -1 with errno: EBUSY, ENOMEM, EINVAL if it is not a JSON object or has
   an id. */
int gestured_request(struct gestured *, const char *request, gestured_answer_callback *, void *data);

/* Where the fingers will be so many seconds later, usually 0.008 to 0.032, such as when the next frame is on the screen: the location
   approaches the predicted end, and does not leave the surface. 0 or less is the location. NAN while positions are withheld, and, with
   EDOM, after seconds that are not a number. */
struct gestured_point gestured_location_after(const struct gestured_drag_value *, double seconds);

/* The protocol's words, such as "began" and "longPress"; "" for 0. */
const char *gestured_phase_name(enum gestured_phase);
const char *gestured_part_phase_name(enum gestured_part_phase);
const char *gestured_kind_name(enum gestured_kind);
const char *gestured_edge_name(enum gestured_edge);
const char *gestured_edge_part_name(enum gestured_edge_part);
const char *gestured_corner_name(enum gestured_corner);
const char *gestured_direction_name(enum gestured_direction);

#ifdef __cplusplus
}
#endif

#endif
