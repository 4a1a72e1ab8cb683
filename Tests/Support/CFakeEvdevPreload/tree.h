#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * A directory of fake devices, named by the environment's FAKE_EVDEV. For a device event5 it holds
 *   event5         the FIFO its struct input_events come through
 *   event5.evemu   its description: an evemu header (N:, I:, P:, B: and A: lines)
 *   event5.udev    its udev properties, KEY=VALUE a line, DEVPATH among them; this file makes it known to udev
 *   event5.state   struct input_events that lead from rest to its present state; absent: at rest
 *   event5.refuse  requests to refuse, "NUMBER ERRNO" a line in hexadecimal and decimal; number 0 is opening it
 * and for all of them
 *   uevents        the FIFO udev's monitor reads: lines like "add event5 DEVPATH", or "overrun"
 */

/* The directory's entry of that name; false without a directory. */
bool tree_path(char path[PATH_MAX], const char *name, const char *suffix);

/*
 * Reads the directory's entry of that name, one at a time; NULL where there is none. It takes no descriptor that the
 * program is short of: one is kept for it.
 */
FILE *tree_open(const char *name, const char *suffix);
void tree_close(FILE *file);

/* The value of a line `KEY<separator>VALUE` in the entry; false where there is none. */
bool tree_value(const char *name, const char *suffix, const char *key, char *value, int size);
