#include "fake_device.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BYTES(count) (((count) + 7) / 8)

struct fake_device {
    pthread_mutex_t lock;
    char name[256];
    struct input_id id;
    uint8_t properties[BYTES(INPUT_PROP_CNT)];
    uint8_t codes[EV_CNT][BYTES(KEY_CNT)];
    uint8_t pressed[BYTES(KEY_CNT)];
    uint8_t switched[BYTES(SW_CNT)];
    /* What passes of each type, EV_SYN's being the types, as in the kernel. */
    bool masked[EV_CNT];
    uint8_t masks[EV_CNT][BYTES(KEY_CNT)];
    bool in_packet;
    /* True if nothing passed until the last mask. */
    bool has_missed;
    struct input_absinfo axes[ABS_CNT];
    int slots;
    int values[ABS_CNT][FAKE_DEVICE_SLOTS];
    int clock;
    bool grabbed;
    int refused[256];
    int requests[256];
};

static void set(uint8_t *bits, unsigned bit, bool value)
{
    uint8_t mask = (uint8_t)(1u << bit % 8);
    bits[bit / 8] = (uint8_t)(value ? bits[bit / 8] | mask : bits[bit / 8] & ~mask);
}

static bool has_axis(const struct fake_device *device, unsigned code)
{
    return code < ABS_CNT && device->codes[EV_ABS][code / 8] >> code % 8 & 1;
}

struct fake_device *fake_device_create(const char *name, struct input_id id)
{
    struct fake_device *device = calloc(1, sizeof *device);
    if (!device)
        abort();
    pthread_mutex_init(&device->lock, NULL);
    strncpy(device->name, name, sizeof device->name - 1);
    device->id = id;
    device->clock = CLOCK_REALTIME;
    fake_device_reset(device);
    return device;
}

void fake_device_destroy(struct fake_device *device)
{
    pthread_mutex_destroy(&device->lock);
    free(device);
}

void fake_device_add_property(struct fake_device *device, unsigned property)
{
    if (property < INPUT_PROP_CNT)
        set(device->properties, property, true);
}

void fake_device_add_code(struct fake_device *device, unsigned type, unsigned code)
{
    if (type < EV_CNT && code < KEY_CNT)
        set(device->codes[type], code, true);
}

void fake_device_add_axis(struct fake_device *device, unsigned code, const struct input_absinfo *axis)
{
    if (code >= ABS_CNT)
        return;
    device->axes[code] = *axis;
    set(device->codes[EV_ABS], code, true);
    if (code == ABS_MT_SLOT)
        device->slots = axis->maximum + 1 < FAKE_DEVICE_SLOTS ? axis->maximum + 1 : FAKE_DEVICE_SLOTS;
}

static void follow_axis(struct fake_device *device, unsigned code, int value)
{
    int slot = device->axes[ABS_MT_SLOT].value;
    if (!has_axis(device, code))
        return;
    if (code <= ABS_MT_SLOT)
        device->axes[code].value = value;
    else if (slot >= 0 && slot < device->slots)
        device->values[code][slot] = value;
}

void fake_device_follow(struct fake_device *device, unsigned type, unsigned code, int value)
{
    pthread_mutex_lock(&device->lock);
    if (type == EV_ABS)
        follow_axis(device, code, value);
    else if (type == EV_KEY && code < KEY_CNT)
        set(device->pressed, code, value != 0);
    else if (type == EV_SW && code < SW_CNT)
        set(device->switched, code, value != 0);
    pthread_mutex_unlock(&device->lock);
}

void fake_device_reset(struct fake_device *device)
{
    pthread_mutex_lock(&device->lock);
    memset(device->pressed, 0, sizeof device->pressed);
    memset(device->switched, 0, sizeof device->switched);
    memset(device->values, 0, sizeof device->values);
    for (int slot = 0; slot < FAKE_DEVICE_SLOTS; slot++)
        device->values[ABS_MT_TRACKING_ID][slot] = -1;
    for (int code = 0; code < ABS_CNT; code++)
        device->axes[code].value = 0;
    pthread_mutex_unlock(&device->lock);
}

void fake_device_refuse(struct fake_device *device, unsigned request, int code)
{
    pthread_mutex_lock(&device->lock);
    device->refused[request & 0xff] = code;
    pthread_mutex_unlock(&device->lock);
}

int fake_device_requests(struct fake_device *device, unsigned request)
{
    pthread_mutex_lock(&device->lock);
    int count = device->requests[request & 0xff];
    pthread_mutex_unlock(&device->lock);
    return count;
}

int fake_device_clock(struct fake_device *device)
{
    pthread_mutex_lock(&device->lock);
    int clock = device->clock;
    pthread_mutex_unlock(&device->lock);
    return clock;
}

/* The kernel writes no more than fits into the caller's buffer, and does not clear the rest of it. */
static long give(void *to, size_t room, const void *from, size_t size)
{
    size_t count = size < room ? size : room;
    memcpy(to, from, count);
    return (long)count;
}

/* EVIOCGMTSLOTS: the caller sets an axis in the first word, and gets one value per slot in the others. */
static long give_slots(struct fake_device *device, int *words, size_t room)
{
    unsigned code = (unsigned)words[0];
    if (room < sizeof *words || code <= ABS_MT_SLOT || !device->slots || !has_axis(device, code))
        return -EINVAL;
    give(words + 1, room - sizeof *words, device->values[code], (size_t)device->slots * sizeof *words);
    return 0;
}

static long grab(struct fake_device *device, bool wanted)
{
    if (wanted == device->grabbed)
        return wanted ? -EBUSY : -EINVAL;
    device->grabbed = wanted;
    return 0;
}

static long set_clock(struct fake_device *device, int clock)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME)
        return -EINVAL;
    device->clock = clock;
    return 0;
}

static bool is_mute(const struct fake_device *device)
{
    static const uint8_t none[sizeof device->masks[0]];
    return device->masked[EV_SYN] && memcmp(device->masks[EV_SYN], none, sizeof none) == 0;
}

/* Lifts a mask. Filtering would cost instructions, which benchmarks count. */
static bool is_full(const struct input_mask *mask)
{
    const uint8_t *bytes = (const void *)(uintptr_t)mask->codes_ptr;
    for (size_t at = 0; at < mask->codes_size; at++)
        if (bytes[at] != 0xff)
            return false;
    return true;
}

static long set_mask(struct fake_device *device, const struct input_mask *mask)
{
    if (mask->type >= EV_CNT || mask->codes_size > sizeof device->masks[0] || mask->codes_size % sizeof(long))
        return -EINVAL;
    bool was_mute = is_mute(device);
    memset(device->masks[mask->type], 0, sizeof device->masks[0]);
    memcpy(device->masks[mask->type], (const void *)(uintptr_t)mask->codes_ptr, mask->codes_size);
    device->masked[mask->type] = !is_full(mask);
    device->has_missed = device->has_missed || (was_mute && !is_mute(device));
    return 0;
}

bool fake_device_has_missed(struct fake_device *device)
{
    pthread_mutex_lock(&device->lock);
    bool missed = device->has_missed;
    device->has_missed = false;
    pthread_mutex_unlock(&device->lock);
    return missed;
}

static bool passes(const struct fake_device *device, const struct input_event *event)
{
    if (event->type == EV_SYN || event->type >= EV_CNT)
        return true;
    if (device->masked[EV_SYN] && !(device->masks[EV_SYN][event->type / 8] >> event->type % 8 & 1))
        return false;
    return !device->masked[event->type]
        || (event->code < KEY_CNT && device->masks[event->type][event->code / 8] >> event->code % 8 & 1);
}

/* Removes what the reader has masked. The kernel drops a report that is then empty. */
ssize_t fake_device_filter(struct fake_device *device, struct input_event *events, ssize_t size)
{
    ssize_t count = size / (ssize_t)sizeof *events, kept = 0;
    pthread_mutex_lock(&device->lock);
    bool any = device->masked[EV_SYN];
    for (ssize_t at = 0; at < count && any; at++) {
        bool report = events[at].type == EV_SYN && events[at].code == SYN_REPORT;
        if (!passes(device, &events[at]) || (report && !device->in_packet))
            continue;
        device->in_packet = !report;
        events[kept++] = events[at];
    }
    pthread_mutex_unlock(&device->lock);
    return any ? kept * (ssize_t)sizeof *events : size;
}

static long answer(struct fake_device *device, unsigned request, size_t room, void *argument)
{
    static const int version = EV_VERSION, repeat[2] = {250, 33};
    static const uint8_t off[BYTES(KEY_CNT)];

    if (request >= _IOC_NR(EVIOCGABS(0)) && request < _IOC_NR(EVIOCGABS(ABS_CNT))) {
        unsigned code = request - _IOC_NR(EVIOCGABS(0));
        if (!has_axis(device, code))
            return -EINVAL;
        give(argument, room, &device->axes[code], sizeof device->axes[code]);
        return 0;
    }
    if (request >= _IOC_NR(EVIOCGBIT(0, 0)) && request < _IOC_NR(EVIOCGBIT(EV_CNT, 0)))
        return give(argument, room, device->codes[request - _IOC_NR(EVIOCGBIT(0, 0))], sizeof device->codes[0]);
    switch (request) {
    case _IOC_NR(EVIOCGVERSION):
        return give(argument, room, &version, sizeof version), 0;
    case _IOC_NR(EVIOCGID):
        return give(argument, room, &device->id, sizeof device->id), 0;
    case _IOC_NR(EVIOCGREP):
        return give(argument, room, repeat, sizeof repeat), 0;
    case _IOC_NR(EVIOCGNAME(0)):
        return give(argument, room, device->name, strlen(device->name) + 1);
    case _IOC_NR(EVIOCGPHYS(0)):
    case _IOC_NR(EVIOCGUNIQ(0)):
        return -ENOENT;
    case _IOC_NR(EVIOCGPROP(0)):
        return give(argument, room, device->properties, sizeof device->properties);
    case _IOC_NR(EVIOCGMTSLOTS(0)):
        return give_slots(device, argument, room);
    case _IOC_NR(EVIOCGKEY(0)):
        return give(argument, room, device->pressed, sizeof device->pressed);
    case _IOC_NR(EVIOCGLED(0)):
    case _IOC_NR(EVIOCGSND(0)):
        return give(argument, room, off, sizeof off);
    case _IOC_NR(EVIOCGSW(0)):
        return give(argument, room, device->switched, sizeof device->switched);
    case _IOC_NR(EVIOCSMASK):
        return set_mask(device, argument);
    case _IOC_NR(EVIOCGRAB):
        return grab(device, argument != NULL);
    case _IOC_NR(EVIOCSCLOCKID):
        return set_clock(device, *(int *)argument);
    default:
        return -EINVAL;
    }
}

long fake_device_ioctl(struct fake_device *device, unsigned long request, void *argument)
{
    unsigned number = _IOC_NR(request);
    pthread_mutex_lock(&device->lock);
    device->requests[number]++;
    int refused = device->refused[number];
    long result = refused ? -refused : answer(device, number, _IOC_SIZE(request), argument);
    pthread_mutex_unlock(&device->lock);
    return result;
}
