#pragma once

#include <linux/input.h>
#include <libevdev/libevdev.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

/* glibc declares it under _GNU_SOURCE alone, which Swift's own Glibc module is not built with. */
const char *strerrorname_np(int code);

/* A macro hides the time fields' names, which differ where a 32-bit kernel's time_t has 64 bits. */
static inline int64_t cevdev_microseconds(const struct input_event *event)
{
    return (int64_t)event->input_event_sec * 1000000 + event->input_event_usec;
}

/* Where a device's log messages go: Swift cannot take a va_list callback's arguments apart. */
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
 * `log` must live as long as the device; without one the messages go nowhere, where libevdev itself would print them.
 * libevdev_set_fd keeps the function but forgets the log (seen with 1.13.0): set it again after that.
 */
static inline void cevdev_set_log(struct libevdev *device, struct cevdev_log *log, enum libevdev_log_priority priority)
{
    libevdev_set_device_log_function(device, cevdev_format_log, priority, log);
}
