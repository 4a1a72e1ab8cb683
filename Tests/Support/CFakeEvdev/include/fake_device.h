#pragma once

#include <linux/input.h>
#include <stdbool.h>
#include <sys/types.h>

/* The state of one evdev device in the kernel, and its answers to EVIOC* requests. Safe to use from any thread. */
struct fake_device;

struct fake_device *fake_device_create(const char *name, struct input_id id);
void fake_device_destroy(struct fake_device *device);

void fake_device_add_property(struct fake_device *device, unsigned property);
/* Type 0 stands for the event types themselves. */
void fake_device_add_code(struct fake_device *device, unsigned type, unsigned code);
/* ABS_MT_SLOT's maximum sets the number of slots, at most FAKE_DEVICE_SLOTS. */
void fake_device_add_axis(struct fake_device *device, unsigned code, const struct input_absinfo *axis);
#define FAKE_DEVICE_SLOTS 64

/* Applies an event to the state, as the kernel does. */
void fake_device_follow(struct fake_device *device, unsigned type, unsigned code, int value);
/* Empties every slot, releases every key, sets every value to 0. */
void fake_device_reset(struct fake_device *device);

/* Answers the request of this number (_IOC_NR) with an errno; 0 answers it normally again. */
void fake_device_refuse(struct fake_device *device, unsigned request, int code);
/* Returns the number of requests of this number. */
int fake_device_requests(struct fake_device *device, unsigned request);
/* Returns the reader's clock; CLOCK_REALTIME unless it chose one, as in the kernel. */
int fake_device_clock(struct fake_device *device);

/* Removes the events that the reader's masks withhold from those that were read; returns their size in bytes. */
ssize_t fake_device_filter(struct fake_device *device, struct input_event *events, ssize_t size);

/* Returns true, once, if the reader has lifted a mask that withheld everything: the kernel has kept no event for it. */
bool fake_device_has_missed(struct fake_device *device);

/* >= 0: the ioctl's result; < 0: -errno. */
long fake_device_ioctl(struct fake_device *device, unsigned long request, void *argument);
