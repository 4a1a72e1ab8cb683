#pragma once

#include <linux/input.h>
#include <stdbool.h>

/* What a kernel would know of one evdev device, and its answers to EVIOC* requests. Safe to use from any thread. */
struct fake_device;

struct fake_device *fake_device_create(const char *name, struct input_id id);
void fake_device_destroy(struct fake_device *device);

void fake_device_add_property(struct fake_device *device, unsigned property);
/* Type 0 stands for the event types themselves. */
void fake_device_add_code(struct fake_device *device, unsigned type, unsigned code);
/* ABS_MT_SLOT's maximum sets the number of slots, of which at most FAKE_DEVICE_SLOTS are kept. */
void fake_device_add_axis(struct fake_device *device, unsigned code, const struct input_absinfo *axis);
#define FAKE_DEVICE_SLOTS 64

/* Follows an event as the kernel does, so that a later request is answered with what is true then. */
void fake_device_follow(struct fake_device *device, unsigned type, unsigned code, int value);
/* Every slot empty, every key up, every value 0. */
void fake_device_rest(struct fake_device *device);

/* Answers the request of this number (_IOC_NR) with an errno; 0 answers truthfully again. */
void fake_device_refuse(struct fake_device *device, unsigned request, int code);
/* How often requests of this number came. */
int fake_device_requests(struct fake_device *device, unsigned request);
/* The clock the reader chose; CLOCK_REALTIME before it did, as in the kernel. */
int fake_device_clock(struct fake_device *device);

/* >= 0: the ioctl's result; < 0: -errno. */
long fake_device_ioctl(struct fake_device *device, unsigned long request, void *argument);
