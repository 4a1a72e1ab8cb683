/*
 * Uses what witness.c does not.
 *
 *     interface SOCKET silent|handler|states|devices|explain|options|threads|unsubscribes|moves|impossible|first
 */
#define _GNU_SOURCE
#include "gestured.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void on_event(struct gestured_subscription *subscription, const struct gestured_event *event, void *data)
{
    (void)data;
    const struct gestured_device *device = gestured_subscription_get_device(subscription, event->device);
    printf("event %s %s\n", gestured_phase_name(event->phase), device ? device->name : "-");
}

static void on_log(struct gestured *client, const char *words, void *data)
{
    printf("log %s %s\n", (const char *)data, words);
    (void)client;
}

static void on_device(struct gestured *client, const struct gestured_device *device, enum gestured_device_change change, void *data)
{
    (void)data;
    size_t count;
    gestured_devices(client, &count);
    printf("device %s %d of %zu\n", device->id, change, count);
}

static void on_explanation(struct gestured_subscription *subscription, const struct gestured_explanation *explanation, void *data)
{
    (void)subscription, (void)data;
    printf("explanation %s %u %s %g < %g: %s\n", explanation->recogniser, explanation->part, explanation->outcome,
        explanation->failure.measured, explanation->failure.limit, explanation->sentence);
}

static void on_state(struct gestured *client, enum gestured_state state, void *data)
{
    (void)data;
    printf("state %d %s\n", state, gestured_failure(client) ? gestured_failure(client) : "-");
}

/* What a later header would have. */
struct later_options {
    struct gestured_options options;
    void *later;
};

static void try_options(struct gestured *client, const char *name, const void *options)
{
    const struct gestured_subscription *made = gestured_subscribe(client, "{\"drag\":{}}", options, on_event, NULL);
    printf("%s %s\n", name, made ? "ok" : strerrorname_np(errno));
}

static void unsubscribe(struct gestured_subscription *subscription, const struct gestured_error *error, void *data)
{
    (void)data;
    printf("failure %s\n", error->message);
    gestured_unsubscribe(subscription);
}

static void *call(void *data)
{
    struct gestured *client = data;
    struct gestured_subscription *drag = gestured_subscribe(client, "{\"drag\":{}}", NULL, on_event, NULL);
    printf("subscribe %s\n", drag ? "ok" : strerrorname_np(errno));
    printf("contacts %s\n", gestured_subscribe_contacts(client, NULL, NULL, NULL) ? "ok" : strerrorname_np(errno));
    printf("process %s\n", gestured_process(client) == 0 ? "ok" : strerrorname_np(errno));
    printf("wait %s\n", gestured_wait(client, 0) == 0 ? "ok" : strerrorname_np(errno));
    printf("request %s\n", gestured_request(client, "{\"type\":\"status\"}", NULL, NULL) == 0 ? "ok" : strerrorname_np(errno));
    gestured_on_state(client, NULL, NULL);
    gestured_on_device(client, NULL, NULL);
    gestured_on_log(client, NULL, NULL);
    gestured_free(client);
    return NULL;
}

/* A callback, so that this thread is in gestured_wait(). */
static void while_busy(struct gestured *client, enum gestured_state state, void *data)
{
    (void)state, (void)data;
    pthread_t thread;
    pthread_create(&thread, NULL, call, client);
    pthread_join(thread, NULL);
}

static void move_twice(struct gestured_subscription *subscription, const struct gestured_event *event, void *data)
{
    (void)data;
    if (event->phase != GESTURED_BEGAN)
        return;
    gestured_move(subscription, &(struct gestured_region){.x = 2, .width = 10, .height = 10});
    gestured_move(subscription, &(struct gestured_region){.x = 3, .width = 10, .height = 10});
}

static void on_failure(struct gestured_subscription *subscription, const struct gestured_error *error, void *data)
{
    (void)data;
    const char *reason = gestured_subscription_error(subscription);
    printf("failure %s, not recognised: %s\n", error->message, reason ? reason : "-");
}

static void on_answer(struct gestured *client, const char *line, const struct gestured_error *error, void *data)
{
    (void)client;
    printf("answer %s\n", error ? error->message : line);
    *(bool *)data = true;
}

static void connect_client(struct gestured *client)
{
    while (gestured_state(client) != GESTURED_CONNECTED && gestured_wait(client, -1) == 0)
        continue;
}

static void run(struct gestured *client)
{
    while (gestured_wait(client, -1) == 0)
        fflush(stdout);
}

int main(int count, char **arguments)
{
    if (count < 3)
        return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct gestured *client = gestured_new(arguments[1]);
    const char *mode = arguments[2];
    if (!strcmp(mode, "handler"))
        gestured_on_log(client, on_log, "app");
    if (!strcmp(mode, "states"))
        gestured_on_state(client, on_state, NULL);
    if (!strcmp(mode, "devices"))
        gestured_on_device(client, on_device, NULL);
    if (!strcmp(mode, "options")) {
        struct later_options later = {.options = {.size = sizeof later}};
        try_options(client, "none", NULL);
        try_options(client, "size", &(struct gestured_options){.size = sizeof later.options});
        try_options(client, "zero", &(struct gestured_options){0});
        try_options(client, "later", &later);
        later.later = &later;
        try_options(client, "unknown", &later);
        try_options(client, "scale", &(struct gestured_options){.size = offsetof(struct gestured_options, session_scope), .claim = true});
        printf("text %s\n", gestured_subscribe(client, "drag", NULL, on_event, NULL) ? "ok" : strerrorname_np(errno));
    }
    if (!strcmp(mode, "unsubscribes")) {
        connect_client(client);
        try_options(client, "returned", &(struct gestured_options){.size = sizeof (struct gestured_options), .on_failure = unsubscribe});
        return gestured_free(client), 0;
    }
    if (!strcmp(mode, "impossible")) {
        const struct gestured_region region = {.width = 10, .height = NAN};
        connect_client(client);
        try_options(client, "region", &(struct gestured_options){.size = sizeof (struct gestured_options), .region = &region});
        try_options(client, "name", &(struct gestured_options){.size = sizeof (struct gestured_options), .name = "caf\xe9"});
        struct gestured_subscription *drag = gestured_subscribe(client, "{\"drag\":{}}", NULL, on_event, NULL);
        printf("move %s\n", gestured_move(drag, &region) ? strerrorname_np(errno) : "ok");
        bool is_answered = false;
        const char *request = "{\"type\":\"status\",\"\\u0069d\":7}";
        printf("id %s\n", gestured_request(client, request, on_answer, &is_answered) ? strerrorname_np(errno) : "ok");
        printf("empty %s\n", gestured_request(client, "{ }", on_answer, &is_answered) ? strerrorname_np(errno) : "ok");
        while (!is_answered && gestured_wait(client, -1) == 0)
            continue;
        return gestured_free(client), 0;
    }
    if (!strcmp(mode, "first")) {
        connect_client(client);
        struct gestured_options first = {.kind = "touchpad", .path = "pci-0000:00", .hands_apart = true};
        gestured_subscribe(client, "{\"drag\":{}}", &first, on_event, NULL);
        first.size = sizeof first;
        first.kind = NULL;
        gestured_subscribe(client, "{\"drag\":{}}", &first, on_event, NULL);
        return gestured_free(client), 0;
    }
    if (!strcmp(mode, "moves")) {
        const struct gestured_region region = {.x = 1, .width = 10, .height = 10};
        const struct gestured_options moving = {.size = sizeof moving, .region = &region, .on_failure = on_failure};
        gestured_subscribe(client, "{\"drag\":{}}", &moving, move_twice, NULL);
        for (int connections = 0; connections < 2; connections++) {
            connect_client(client);
            while (gestured_state(client) == GESTURED_CONNECTED && gestured_wait(client, -1) == 0)
                continue;
        }
        return gestured_free(client), 0;
    }
    if (!strcmp(mode, "threads")) {
        gestured_on_state(client, while_busy, NULL);
        gestured_wait(client, -1);
        /* Later it belongs to whoever uses it. */
        printf("after %s\n", gestured_process(client) == 0 ? "ok" : strerrorname_np(errno));
        return gestured_free(client), 0;
    }
    const struct gestured_options options = {
        .size = sizeof options, .on_explanation = !strcmp(mode, "explain") ? on_explanation : NULL};
    gestured_subscribe(client, "{\"drag\":{}}", &options, on_event, NULL);
    run(client);
}
