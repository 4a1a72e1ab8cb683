#define _GNU_SOURCE
#include "fake_descriptor.h"
#include "fake_device.h"
#include "tree.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NODES "/dev/input/"

/* The device of each fake. The state file is found by its name. */
static struct entry {
    struct fake_device *device;
    char name[32];
    bool refuses;
} entries[64];

static void describe_codes(struct fake_device *device, const char *line, unsigned offsets[static EV_CNT])
{
    unsigned type, byte;
    int at, next;
    if (sscanf(line, "%x%n", &type, &at) != 1 || type >= EV_CNT)
        return;
    for (; sscanf(line + at, "%x%n", &byte, &next) == 1; at += next, offsets[type] += 8)
        for (unsigned bit = 0; bit < 8; bit++)
            if (byte >> bit & 1)
                fake_device_add_code(device, type, offsets[type] + bit);
}

static void describe_properties(struct fake_device *device, const char *line, unsigned *offset)
{
    unsigned byte;
    for (int next; sscanf(line, "%x%n", &byte, &next) == 1; line += next, *offset += 8)
        for (unsigned bit = 0; bit < 8; bit++)
            if (byte >> bit & 1)
                fake_device_add_property(device, *offset + bit);
}

static void describe_axis(struct fake_device *device, const char *line)
{
    unsigned code;
    struct input_absinfo axis = {0};
    if (sscanf(line, "%x %d %d %d %d %d", &code, &axis.minimum, &axis.maximum, &axis.fuzz, &axis.flat,
               &axis.resolution) >= 5)
        fake_device_add_axis(device, code, &axis);
}

static struct fake_device *describe(const char *name)
{
    char line[512], own_name[256] = "", id[64] = "";
    unsigned code_offsets[EV_CNT] = {0}, property_offset = 0, bus = 0, vendor = 0, product = 0, version = 0;
    tree_value(name, ".evemu", "N: ", own_name, sizeof own_name);
    tree_value(name, ".evemu", "I: ", id, sizeof id);
    FILE *file = tree_open(name, ".evemu");
    if (!file)
        return NULL;
    sscanf(id, "%x %x %x %x", &bus, &vendor, &product, &version);
    struct fake_device *device = fake_device_create(own_name, (struct input_id){
        (unsigned short)bus, (unsigned short)vendor, (unsigned short)product, (unsigned short)version});
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "B:", 2) == 0)
            describe_codes(device, line + 2, code_offsets);
        else if (strncmp(line, "P:", 2) == 0)
            describe_properties(device, line + 2, &property_offset);
        else if (strncmp(line, "A:", 2) == 0)
            describe_axis(device, line + 2);
    }
    tree_close(file);
    return device;
}

static const struct entry *entry_of(const struct fake_device *device)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (entries[i].device == device)
            return &entries[i];
    return NULL;
}

static void read_state(const struct entry *entry)
{
    struct input_event event;
    fake_device_reset(entry->device);
    FILE *file = tree_open(entry->name, ".state");
    while (file && fread(&event, sizeof event, 1, file) == 1)
        fake_device_follow(entry->device, event.type, event.code, event.value);
    if (file)
        tree_close(file);
}

/* Most devices refuse nothing, and requests are frequent: the file is read only while it exists, and once after that. */
static void read_refusals(struct entry *entry)
{
    char path[PATH_MAX], code[32];
    bool refuses = tree_path(path, entry->name, ".refuse") && access(path, F_OK) == 0;
    bool refused = entry->refuses;
    entry->refuses = refuses;
    if (!refuses && !refused)
        return;
    for (unsigned request = 1; request < 256; request++) {
        char number[8];
        snprintf(number, sizeof number, "%x ", request);
        bool is_refused = tree_value(entry->name, ".refuse", number, code, sizeof code);
        fake_device_refuse(entry->device, request, is_refused ? atoi(code) : 0);
    }
}

/* A FIFO without a writer reads as ended even before the first writer came. The device is gone only if it was unlinked. */
static bool on_request(int descriptor, struct fake_device *device)
{
    struct stat status;
    struct entry *entry = (struct entry *)entry_of(device);
    if (fstat(descriptor, &status) == 0 && status.st_nlink == 0)
        return true;
    if (entry) {
        read_state(entry);
        read_refusals(entry);
    }
    return false;
}

static int on_read(struct fake_device *device)
{
    const struct entry *entry = entry_of(device);
    return entry ? tree_failure(entry->name, "read ") : 0;
}

static void on_close(struct fake_device *device)
{
    struct entry *entry = (struct entry *)entry_of(device);
    if (entry)
        entry->device = NULL;
    fake_device_destroy(device);
}

static int attach(const char *name, int descriptor)
{
    struct entry *entry = (struct entry *)entry_of(NULL);
    struct fake_device *device = entry ? describe(name) : NULL;
    if (!device || fake_descriptor_attach(descriptor, device) != 0)
        return descriptor;
    entry->device = device;
    snprintf(entry->name, sizeof entry->name, "%s", name);
    read_refusals(entry);
    fake_descriptor_on_request(on_request);
    fake_descriptor_on_close(on_close);
    if (tree_may_fail())
        fake_descriptor_on_read(on_read);
    return descriptor;
}

static int open_node(const char *path, int flags, mode_t mode)
{
    static int (*next)(const char *, int, ...);
    char real[PATH_MAX], code[32];
    const char *name = path + strlen(NODES);
    if (!next)
        next = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    if (strncmp(path, NODES, strlen(NODES)) != 0 || !tree_path(real, name, ""))
        return next(path, flags, mode);
    if (tree_value(name, ".refuse", "0 ", code, sizeof code)) {
        errno = atoi(code);
        return -1;
    }
    int failure = tree_failure(name, "open ");
    if (failure != 0) {
        errno = failure;
        return -1;
    }
    int descriptor = next(real, flags, mode);
    return descriptor < 0 ? descriptor : attach(name, descriptor);
}

#define OPEN(function)                                            \
    int function(const char *path, int flags, ...)                \
    {                                                             \
        va_list arguments;                                        \
        va_start(arguments, flags);                               \
        mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0; \
        va_end(arguments);                                        \
        return open_node(path, flags, mode);                      \
    }

OPEN(open)
OPEN(open64)

/* Called by programs built with _FORTIFY_SOURCE if they create no file. */
int __open64_2(const char *path, int flags) { return open_node(path, flags, 0); }
