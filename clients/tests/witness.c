/*
 * Prints what libgestured delivers, in the form of witness.py.
 *
 *     witness SOCKET GESTURE [ACTION]
 */
#define _GNU_SOURCE
#include "gestured.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *action = "";
static volatile sig_atomic_t is_stopped;

#ifdef COUNT_ALLOCATIONS
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static long allocations;

void *malloc(size_t size) { return allocations++, __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return allocations++, __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return allocations++, __libc_realloc(memory, size); }
#else
static const long allocations = 0;
#endif

static void stop(int signal) { is_stopped = signal; }
static long long latencies[20000];
static int latency_count;

static long long micro(double number)
{
    double millionths = number * 1e6;
    return fabs(millionths) >= 0x1p63 ? number > 0 ? LLONG_MAX : LLONG_MIN : llround(millionths);
}

static void point(const char *name, struct gestured_point point)
{
    if (!isnan(point.x))
        printf(" %s=%lld,%lld", name, micro(point.x), micro(point.y));
}

static void edge(enum gestured_edge edge, enum gestured_edge_part part, enum gestured_corner corner)
{
    if (edge)
        printf(" edge=%s", gestured_edge_name(edge));
    if (part)
        printf(" part=%s", gestured_edge_part_name(part));
    if (corner)
        printf(" corner=%s", gestured_corner_name(corner));
}

static void value(enum gestured_kind kind, const union gestured_value *value)
{
    printf(" %s", gestured_kind_name(kind));
    switch (kind) {
    case GESTURED_TAP:
        printf(" fingers=%u count=%u", value->tap.fingers, value->tap.count);
        point("location", value->tap.location);
        break;
    case GESTURED_LONG_PRESS:
        printf(" fingers=%u", value->long_press.fingers);
        point("location", value->long_press.location);
        point("startLocation", value->long_press.start_location);
        printf(" pressing=%d completed=%d", value->long_press.pressing, value->long_press.completed);
        if (value->long_press.deadline)
            printf(" deadline=%lld", (long long)value->long_press.deadline);
        break;
    case GESTURED_DRAG:
        printf(" fingers=%u", value->drag.fingers);
        point("location", value->drag.location);
        point("startLocation", value->drag.start_location);
        point("velocity", value->drag.velocity);
        edge(value->drag.edge, value->drag.part, value->drag.corner);
        break;
    case GESTURED_SWIPE:
        printf(" fingers=%u direction=%s", value->swipe.fingers, gestured_direction_name(value->swipe.direction));
        point("location", value->swipe.location);
        point("startLocation", value->swipe.start_location);
        point("velocity", value->swipe.velocity);
        edge(value->swipe.edge, value->swipe.part, value->swipe.corner);
        break;
    case GESTURED_MAGNIFY:
        printf(" fingers=%u", value->magnify.fingers);
        point("location", value->magnify.location);
        point("startLocation", value->magnify.start_location);
        printf(" magnification=%lld velocity=%lld", micro(value->magnify.magnification), micro(value->magnify.velocity));
        break;
    case GESTURED_ROTATE:
        printf(" fingers=%u", value->rotate.fingers);
        point("location", value->rotate.location);
        point("startLocation", value->rotate.start_location);
        printf(" rotation=%lld velocity=%lld", micro(value->rotate.rotation), micro(value->rotate.velocity));
        break;
    default: break;
    }
}

static size_t part(const struct gestured_part *parts)
{
    printf(" (%s", gestured_part_phase_name(parts->phase));
    if (parts->reason)
        printf(" reason=%s", parts->reason);
    if (parts->kind && parts->descendants == 0)
        value(parts->kind, &parts->value);
    else if (parts->kind)
        printf(" %s", gestured_kind_name(parts->kind));
    size_t next = 1;
    while (next <= parts->descendants)
        next += part(parts + next);
    printf(")");
    return next;
}

static struct gestured_subscription *second;
static void on_event(struct gestured_subscription *, const struct gestured_event *, void *);
static void on_answer(struct gestured *, const char *, const struct gestured_error *, void *);

/* The action `disturb`: what a callback received stays valid whatever it calls. */
static void disturb(struct gestured *client)
{
    static bool is_disturbing;
    static int requests;
    if (is_disturbing || strcmp(action, "disturb"))
        return;
    is_disturbing = true;
    const struct gestured_region region = {1, 2, 3, 4, false};
    struct gestured_subscription *other = gestured_subscribe(
        client, "{\"sequence\":[{\"longPress\":{\"minimumDuration\":\"never\"}},{\"drag\":{\"fingers\":[1,2,3]}}]}", NULL, on_event, NULL);
    /* None once the client is freed. */
    if (other)
        gestured_move(other, &region);
    gestured_unsubscribe(other);
    gestured_request(client, "{\"type\":\"status\"}", NULL, NULL);
    if (gestured_state(client) == GESTURED_CONNECTED && requests++ < 4)
        gestured_request(client, "{\"type\":\"haptic\",\"feedback\":\"success\"}", on_answer, NULL);
    gestured_wait(client, 0);
    is_disturbing = false;
}

static int by_size(const void *left, const void *right)
{
    long long a = *(const long long *)left, b = *(const long long *)right;
    return (a > b) - (a < b);
}

static void on_event(struct gestured_subscription *subscription, const struct gestured_event *event, void *data)
{
    (void)data;
    if (!strcmp(action, "latency")) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        static long early;
        early = latency_count == 100 ? allocations : early;
        latencies[latency_count++ % 20000] = now.tv_sec * 1000000000LL + now.tv_nsec - event->time;
        if (event->phase == GESTURED_ENDED) {
            /* Before sorting, which allocates. */
            long late = allocations;
            qsort(latencies, (size_t)latency_count, sizeof *latencies, by_size);
            printf("latency %lld %d %ld\n", latencies[latency_count / 2], latency_count, late - early);
            latency_count = 0;
        }
        return;
    }
    disturb(gestured_client(subscription));
    if (event->phase == GESTURED_CHANGED && !strcmp(action, "disturb") && second) {
        struct gestured_subscription *ended = second;
        second = NULL;
        gestured_unsubscribe(ended);
    }
    printf("event %s %llu %s", gestured_phase_name(event->phase), (unsigned long long)event->gesture,
        event->reason ? event->reason : "-");
    if (event->part_count > 0) {
        printf(" %s %s", gestured_kind_name(event->kind), gestured_part_phase_name(event->part_phase));
        for (size_t i = 0; i < event->part_count;)
            i += part(event->parts + i);
    } else {
        value(event->kind, &event->value);
    }
    if (event->failure.sentence)
        printf(" failure=\"%s\"", event->failure.sentence);
    puts("");
    const char *done = action;
    action = !strcmp(action, "unsubscribe") || !strcmp(action, "close") || !strcmp(action, "block") ? "" : action;
    if (!strcmp(done, "unsubscribe"))
        gestured_unsubscribe(subscription);
    else if (!strcmp(done, "close"))
        gestured_free(gestured_client(subscription));
    else if (!strcmp(done, "block"))
        usleep(300000);
}

static void on_ahead(struct gestured_subscription *subscription, const struct gestured_event *event, void *data)
{
    (void)subscription, (void)data;
    struct gestured_point point = gestured_location_after(&event->value.drag, 1);
    printf("ahead %.17g %.17g\n", point.x, point.y);
}

static void on_contacts(struct gestured_subscription *subscription, const struct gestured_contacts *frame, void *data)
{
    (void)data;
    static long early, count;
    if (!strcmp(action, "latency")) {
        early = count == 100 ? allocations : early;
        if (++count == 2000)
            printf("latency 0 %ld %ld\n", count, allocations - early);
        return;
    }
    disturb(gestured_client(subscription));
    printf("event contacts %lld %s", (long long)frame->time, frame->device);
    for (size_t i = 0; i < frame->count; i++) {
        const struct gestured_contact *contact = &frame->contacts[i];
        printf(" (%lld %s %s %s", (long long)contact->id, contact->phase, contact->state, contact->cause ? contact->cause : "-");
        point("position", contact->position);
        if (!isnan(contact->pressure))
            printf(" pressure=%g", contact->pressure);
        if (!isnan(contact->size))
            printf(" size=%g", contact->size);
        printf(")");
    }
    puts("");
}

static void on_failure(struct gestured_subscription *subscription, const struct gestured_error *error, void *data)
{
    (void)data;
    disturb(gestured_client(subscription));
    printf("failure %s\n", error->message);
}

static void on_answer(struct gestured *client, const char *line, const struct gestured_error *error, void *data)
{
    (void)data;
    disturb(client);
    if (error)
        printf("answer %s %s %s\n", error->code, error->reason ? error->reason : "-", error->message);
    else
        printf("answer %s\n", line);
}

static void on_state(struct gestured *client, enum gestured_state state, void *data)
{
    (void)data;
    const char *failure = gestured_failure(client);
    disturb(client);
    printf("state %s %s\n", state == GESTURED_CONNECTED ? "connected" : state == GESTURED_CONNECTING ? "connecting" : "disconnected",
        state == GESTURED_DISCONNECTED && failure ? failure : "-");
}

static const char *const gestures[][2] = {
    {"drag", "{\"drag\":{\"fingers\":[1,2,3,4,5]}}"}, {"tap", "{\"tap\":{}}"}, {"longPress", "{\"longPress\":{\"fingers\":[1,2,3]}}"},
    {"swipe", "{\"swipe\":{\"fingers\":[1,2,3,4]}}"},
    {"pinch", "{\"simultaneous\":[{\"magnify\":{}},{\"rotate\":{}}]}"}, {"touchpad", "{\"standard\":\"touchpad\"}"},
    {"touchscreen", "{\"standard\":\"touchscreen\"}"}, {"bad", "{\"drag\":{\"minimumDistance\":-3}}"},
};

int main(int count, char **arguments)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count < 3)
        return fputs("usage: witness SOCKET GESTURE [ACTION]\n", stderr), 2;
    if (count > 3)
        action = arguments[3];
    const char *gesture = NULL;
    for (size_t i = 0; i < sizeof gestures / sizeof *gestures; i++)
        if (!strcmp(gestures[i][0], arguments[2]))
            gesture = gestures[i][1];
    struct gestured *client = gestured_new(arguments[1]);
    const struct gestured_options options = {.on_failure = on_failure};
    bool is_contacts = !strcmp(arguments[2], "contacts"), is_ahead = !strcmp(arguments[2], "ahead");
    if (!client || (!gesture && !is_contacts && !is_ahead))
        return perror("witness"), 1;
    struct sigaction stopping = {.sa_handler = stop};
    sigaction(SIGTERM, &stopping, NULL);
    gestured_on_state(client, on_state, NULL);
    if (is_ahead) {
        bool is_scaled = !strcmp(action, "scaled");
        const struct gestured_options units = {
            .units = is_scaled ? NULL : action, .units_width = is_scaled ? 640 : 0, .units_height = is_scaled ? 480 : 0};
        gestured_subscribe(client, gestures[0][1], &units, on_ahead, NULL);
        while (gestured_wait(client, -1) == 0 && !is_stopped)
            continue;
        return gestured_free(client), 0;
    }
    if (!(is_contacts ? gestured_subscribe_contacts(client, &options, on_contacts, NULL)
                      : gestured_subscribe(client, gesture, &options, on_event, NULL)))
        return perror("witness"), 1;
    if (!strcmp(action, "disturb"))
        second = gestured_subscribe(client, "{\"simultaneous\":[{\"magnify\":{}},{\"rotate\":{}}]}", &options, on_event, NULL);
    while (gestured_wait(client, -1) == 0)
        if (is_stopped)
            return gestured_free(client), 0;
    printf("closed %s\n", errno == ECANCELED ? "by a callback" : strerror(errno));
}
