#pragma once

#include <stdbool.h>

/*
 * Replaces libc's ioctl, read and close in the whole process, including libevdev. The device of an attached descriptor
 * answers evdev requests; all other calls go to libc. Descriptors of 1024 and above cannot be attached.
 */
struct fake_device;

/* 0, or -1 for a descriptor out of range. The attachment ends when the descriptor is closed. */
int fake_descriptor_attach(int descriptor, struct fake_device *device);
/* From now on each read and request fails with ENODEV, as after an unplug. */
void fake_descriptor_remove(int descriptor);

/* Called when a descriptor's end of file was read, and before a request. Returns true if the device was removed. */
typedef bool (*fake_descriptor_hook)(int descriptor, struct fake_device *device);
void fake_descriptor_on_request(fake_descriptor_hook hook);
/* Called with the device of a descriptor that was closed. */
void fake_descriptor_on_close(void (*hook)(struct fake_device *device));

/* Called before a read of a descriptor. Returns the errno with which it fails; 0 if it does not. */
void fake_descriptor_on_read(int (*hook)(struct fake_device *device));

/*
 * Makes a pipe whose reading end (ends[0]) does not block. It is created with close-on-exec: otherwise a child that
 * another thread starts at the same time would keep it open. Returns 0, or -1 with errno.
 */
int fake_descriptor_pipe(int ends[2]);
/* Enlarges a pipe from 64 KiB to 1 MiB for floods: a test that writes to a full pipe would block. */
void fake_descriptor_widen(int descriptor);
