#pragma once

#include <linux/input.h>
#include <errno.h>
#include <libevdev/libevdev.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* In C, because the names are macros: in a 32-bit program whose time_t has 64 bits, the time has other fields. */
static inline int64_t cevdev_microseconds(const struct input_event *event)
{
    return (int64_t)event->input_event_sec * 1000000 + event->input_event_usec;
}

/* The receiver of a device's log messages: Swift cannot read the arguments of a va_list callback. */
struct cevdev_log {
    void (*write)(void *context, enum libevdev_log_priority priority, const char *text);
    void *context;
};

static inline void cevdev_format_log(const struct libevdev *device, enum libevdev_log_priority priority, void *data,
                                     const char *file, int line, const char *function, const char *format,
                                     va_list arguments)
{
    const struct cevdev_log *log = (const struct cevdev_log *)data;
    char text[512];
    (void)device, (void)file, (void)line, (void)function;
    if (!log)
        return;
    vsnprintf(text, sizeof text, format, arguments);
    log->write(log->context, priority, text);
}

/*
 * `log` must live as long as the device. Without a log the messages are dropped; libevdev itself would print them.
 * libevdev_set_fd keeps the function but clears the log (seen with 1.13.0): set it again after that.
 */
static inline void cevdev_set_log(struct libevdev *device, struct cevdev_log *log, enum libevdev_log_priority priority)
{
    libevdev_set_device_log_function(device, cevdev_format_log, priority, log);
}

/* Force feedback: Swift cannot import the ioctls, which are macros. C also fills in the effect, which contains a union. */

static inline bool cevdev_has_force(int descriptor, int code)
{
    unsigned char bits[FF_CNT / 8] = {0};
    return ioctl(descriptor, EVIOCGBIT(EV_FF, sizeof bits), bits) >= 0 && (bits[code / 8] >> code % 8 & 1);
}

/* A mask of event types. 4 bytes would hold the 32 types, but the kernel refuses a mask that is not a multiple of a long. */
typedef struct { unsigned char bits[8]; } cevdev_types;

/*
 * Stops all events to the descriptor: the mask of EV_SYN selects event types, and this one selects no type. A kernel
 * before 4.4 still sends the events.
 */
static inline void cevdev_mute(int descriptor)
{
    static const cevdev_types none = {{0}};
    struct input_mask mask = {EV_SYN, sizeof none, (__u64)(uintptr_t)&none};
    ioctl(descriptor, EVIOCSMASK, &mask);
}

/* Lifts cevdev_mute: all events reach the descriptor again. */
static inline void cevdev_unmute(int descriptor)
{
    static const cevdev_types all = {{255, 255, 255, 255, 255, 255, 255, 255}};
    struct input_mask mask = {EV_SYN, sizeof all, (__u64)(uintptr_t)&all};
    ioctl(descriptor, EVIOCSMASK, &mask);
}

/* Only these codes of this one type reach the descriptor, and SYN_REPORT after them. Returns 0, or a negative errno. */
static inline int cevdev_pass_only(int descriptor, uint16_t type, const uint16_t *codes, size_t count)
{
    cevdev_types types = {{0}};
    unsigned char bits[KEY_CNT / 8] = {0};
    struct input_mask of_types = {EV_SYN, sizeof types, (__u64)(uintptr_t)&types};
    struct input_mask of_codes = {type, sizeof bits, (__u64)(uintptr_t)bits};
    types.bits[type / 8] |= (unsigned char)(1u << type % 8);
    for (size_t at = 0; at < count; at++)
        bits[codes[at] / 8] |= (unsigned char)(1u << codes[at] % 8);
    if (ioctl(descriptor, EVIOCSMASK, &of_codes) < 0 || ioctl(descriptor, EVIOCSMASK, &of_types) < 0)
        return -errno;
    return 0;
}

/* Stamps later events with CLOCK_MONOTONIC, and discards the events that wait. Returns 0, or a negative errno. */
static inline int cevdev_use_monotonic_clock(int descriptor)
{
    int clock = CLOCK_MONOTONIC;
    return ioctl(descriptor, EVIOCSCLOCKID, &clock) < 0 ? -errno : 0;
}

/*
 * Queries keys or switches: bit n of `state` becomes 1 if the key or switch with the code `codes[n]` is on, otherwise 0.
 * Returns 0, or a negative errno.
 */
static inline int cevdev_state(int descriptor, uint16_t type, const uint16_t *codes, size_t count, uint32_t *state)
{
    unsigned char bits[KEY_CNT / 8] = {0};
    int result = type == EV_SW ? ioctl(descriptor, EVIOCGSW(sizeof bits), bits) : ioctl(descriptor, EVIOCGKEY(sizeof bits), bits);
    if (result < 0)
        return -errno;
    *state = 0;
    for (size_t at = 0; at < count; at++)
        *state |= (uint32_t)(bits[codes[at] / 8] >> codes[at] % 8 & 1) << at;
    return 0;
}

/* Queries which codes the device can send: bit n of `present` becomes 1 if it has `codes[n]`. Returns 0, or a negative errno. */
static inline int cevdev_has(int descriptor, uint16_t type, const uint16_t *codes, size_t count, uint32_t *present)
{
    unsigned char bits[KEY_CNT / 8] = {0};
    if (ioctl(descriptor, EVIOCGBIT(type, sizeof bits), bits) < 0)
        return -errno;
    *present = 0;
    for (size_t at = 0; at < count; at++)
        *present |= (uint32_t)(bits[codes[at] / 8] >> codes[at] % 8 & 1) << at;
    return 0;
}

/* Returns the effect's id, or a negative errno. */
static inline int cevdev_upload(int descriptor, struct ff_effect *effect)
{
    return ioctl(descriptor, EVIOCSFF, effect) < 0 ? -errno : effect->id;
}

/* Lengths in milliseconds; an id of -1 makes a new effect. */
static inline int cevdev_upload_rumble(int descriptor, int16_t id, uint16_t strong, uint16_t weak, uint16_t length,
                                       uint16_t delay)
{
    struct ff_effect effect = {.type = FF_RUMBLE, .id = id, .replay = {length, delay}};
    effect.u.rumble.strong_magnitude = strong;
    effect.u.rumble.weak_magnitude = weak;
    return cevdev_upload(descriptor, &effect);
}

/* Uploads a wave of 100 Hz, which the finger feels but the ear hardly hears. Otherwise like cevdev_upload_rumble. */
static inline int cevdev_upload_periodic(int descriptor, int16_t id, uint16_t form, int16_t magnitude, uint16_t length,
                                         uint16_t delay)
{
    struct ff_effect effect = {.type = FF_PERIODIC, .id = id, .replay = {length, delay}};
    effect.u.periodic.waveform = form;
    effect.u.periodic.period = 10;
    effect.u.periodic.magnitude = magnitude;
    return cevdev_upload(descriptor, &effect);
}

/* Returns 0, or a negative errno. */
static inline int cevdev_play(int descriptor, int16_t id, int32_t pulses)
{
    struct input_event event = {.type = EV_FF, .code = (__u16)id, .value = pulses};
    ssize_t count = write(descriptor, &event, sizeof event);
    return count == (ssize_t)sizeof event ? 0 : count < 0 ? -errno : -EIO;
}
