#pragma once

#include <stdbool.h>

/*
 * Takes the place of libc's ioctl, read and close for the whole process, libevdev included: requests of evdev's kind on
 * an attached descriptor are answered from its device, everything else goes on to libc. Descriptors of 1024 and above
 * cannot be attached.
 */
struct fake_device;

/* 0, or -1 for a descriptor out of range. The attachment ends when the descriptor is closed. */
int fake_descriptor_attach(int descriptor, struct fake_device *device);
/* From now on every read and request fails with ENODEV, as after an unplug. */
void fake_descriptor_remove(int descriptor);

/* Called where a descriptor's end of file was read, and before a request: true when the device is gone for good. */
typedef bool (*fake_descriptor_hook)(int descriptor, struct fake_device *device);
void fake_descriptor_on_request(fake_descriptor_hook hook);
/* Called for the device of a descriptor that was closed. */
void fake_descriptor_on_close(void (*hook)(struct fake_device *device));

/*
 * A pipe whose reading end (ends[0]) never blocks, closed on exec from the start: a child that another thread starts in
 * between would keep it open. 0, or -1 with errno.
 */
int fake_descriptor_pipe(int ends[2]);
/* Gives a pipe room for a flood (1 MiB for 64 KiB): a test that writes to a full one would block. */
void fake_descriptor_widen(int descriptor);
