#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * A directory of fake devices, named by the environment's FAKE_EVDEV. For a device event5 it holds
 *   event5         the FIFO of its struct input_events
 *   event5.evemu   its description: an evemu header (N:, I:, P:, B: and A: lines)
 *   event5.udev    its udev properties, one KEY=VALUE per line, including DEVPATH; udev knows a device that has this file
 *   event5.state   struct input_events that lead from all zeros to its state; if absent, all is zero
 *   event5.refuse  requests to refuse, one "NUMBER ERRNO" per line, hexadecimal and decimal; number 0 is opening
 *   event5.fail    a call that fails once, as "open ERRNO" or "read ERRNO": the file is removed with it
 * and for all devices
 *   uevents        the FIFO that udev's monitor reads, with lines like "add event5 DEVPATH", or "overrun"
 *   failures       exists at the start if calls may fail
 *   socket.fail    the same for send(2), as "send ERRNO"
 */

/* Makes the path of an entry; false without a directory. */
bool tree_path(char path[PATH_MAX], const char *name, const char *suffix);

/*
 * Opens an entry for reading, one at a time; NULL if it does not exist. It uses a reserved descriptor, so that it works
 * when the program has run out of descriptors.
 */
FILE *tree_open(const char *name, const char *suffix);
void tree_close(FILE *file);

/* Gets the value of a line `KEY<separator>VALUE` in the entry; false if the entry lacks it. */
bool tree_value(const char *name, const char *suffix, const char *key, char *value, int size);

/* Whether the directory had `failures` at the start. Without it, no call costs more: benchmarks count instructions. */
bool tree_may_fail(void);

/* The errno with which the call, "open ", "read " or "send ", fails this time; 0 if it does not. */
int tree_failure(const char *name, const char *call);
