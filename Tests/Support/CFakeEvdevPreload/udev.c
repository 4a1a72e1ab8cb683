/* Replaces the part of libudev that finds input devices, by the tree. All other functions are the real libudev's. */
#define _GNU_SOURCE
#include "tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct udev {
    int references;
};

struct udev_list_entry {
    char name[64];
    struct udev_list_entry *next;
};

struct udev_enumerate {
    struct udev_list_entry *first;
};

struct udev_device {
    int references;
    char name[32], node[64], path[160], action[16], value[256];
};

struct udev_monitor {
    int descriptor;
};

struct udev *udev_ref(struct udev *udev) { return udev->references++, udev; }

struct udev *udev_new(void)
{
    struct udev *udev = getenv("FAKE_EVDEV") ? calloc(1, sizeof *udev) : (errno = ENOENT, NULL);
    return udev ? udev_ref(udev) : NULL;
}

struct udev *udev_unref(struct udev *udev)
{
    if (udev && --udev->references == 0)
        free(udev);
    return NULL;
}

struct udev_enumerate *udev_enumerate_new(struct udev *udev)
{
    return (void)udev, calloc(1, sizeof(struct udev_enumerate));
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *e, const char *name) { return (void)e, (void)name, 0; }
int udev_enumerate_add_match_sysname(struct udev_enumerate *e, const char *name) { return (void)e, (void)name, 0; }
struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *enumerate) { return enumerate->first; }
struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) { return entry->next; }
const char *udev_list_entry_get_name(struct udev_list_entry *entry) { return entry->name; }

int udev_enumerate_scan_devices(struct udev_enumerate *enumerate)
{
    char path[PATH_MAX];
    DIR *directory = tree_path(path, "", "") ? opendir(path) : NULL;
    if (!directory)
        return -ENOENT;
    for (struct dirent *file; (file = readdir(directory));) {
        const char *suffix = strstr(file->d_name, ".udev");
        /* As libudev, which reads a file in the folder that it keeps open: with one free descriptor it finds no device. */
        int opened = suffix ? openat(dirfd(directory), file->d_name, O_RDONLY) : -1;
        if (opened < 0)
            continue;
        close(opened);
        struct udev_list_entry *entry = calloc(1, sizeof *entry);
        if (!entry)
            continue;
        snprintf(entry->name, sizeof entry->name, "/sys/class/input/%.*s", (int)(suffix - file->d_name), file->d_name);
        entry->next = enumerate->first;
        enumerate->first = entry;
    }
    closedir(directory);
    return 0;
}

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *enumerate)
{
    for (struct udev_list_entry *entry = enumerate->first, *next; entry; entry = next) {
        next = entry->next;
        free(entry);
    }
    free(enumerate);
    return NULL;
}

/* A device without a path of its own has the one in the tree. */
static struct udev_device *device_named(const char *name, const char *action, const char *path)
{
    struct udev_device *device = calloc(1, sizeof *device);
    if (!device)
        return NULL;
    device->references = 1;
    snprintf(device->name, sizeof device->name, "%s", name);
    snprintf(device->node, sizeof device->node, "/dev/input/%.31s", name);
    snprintf(device->action, sizeof device->action, "%s", action);
    if (!*path && tree_value(name, ".udev", "DEVPATH=", device->value, sizeof device->value))
        path = device->value;
    snprintf(device->path, sizeof device->path, "/sys%.*s", (int)sizeof device->path - 5, path);
    return device;
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *syspath)
{
    char path[PATH_MAX];
    const char *name = strrchr(syspath, '/') + 1;
    (void)udev;
    return tree_path(path, name, ".udev") && access(path, F_OK) == 0 ? device_named(name, "", "") : NULL;
}

/* The tree's FIFOs have no device number: any number means the tree's one device. */
struct udev_device *udev_device_new_from_devnum(struct udev *udev, char type, dev_t number)
{
    struct udev_enumerate *all = udev_enumerate_new(udev);
    struct udev_device *device = NULL;
    (void)type, (void)number;
    if (udev_enumerate_scan_devices(all) == 0 && all->first)
        device = udev_device_new_from_syspath(udev, all->first->name);
    udev_enumerate_unref(all);
    return device;
}

struct udev_device *udev_device_ref(struct udev_device *device) { return device->references++, device; }

struct udev_device *udev_device_unref(struct udev_device *device)
{
    if (device && --device->references == 0)
        free(device);
    return NULL;
}

int udev_device_get_is_initialized(struct udev_device *device) { return (void)device, 1; }
struct udev_device *udev_device_get_parent(struct udev_device *device) { return (void)device, NULL; }
const char *udev_device_get_syspath(struct udev_device *device) { return device->path; }
const char *udev_device_get_sysname(struct udev_device *device) { return device->name; }
const char *udev_device_get_devnode(struct udev_device *device) { return device->node; }
const char *udev_device_get_action(struct udev_device *device) { return *device->action ? device->action : NULL; }

const char *udev_device_get_property_value(struct udev_device *device, const char *key)
{
    char line[64];
    snprintf(line, sizeof line, "%s=", key);
    return tree_value(device->name, ".udev", line, device->value, sizeof device->value) ? device->value : NULL;
}

/* The event node is its own parent, the inputN that has the name. */
struct udev_device *udev_device_get_parent_with_subsystem_devtype(struct udev_device *device,
                                                                  const char *subsystem, const char *type)
{
    return (void)subsystem, (void)type, device;
}

const char *udev_device_get_sysattr_value(struct udev_device *device, const char *name)
{
    static const char *const ids[] = {"id/bustype", "id/vendor", "id/product", "id/version"};
    bool known = strcmp(name, "name") == 0
        && tree_value(device->name, ".evemu", "N: ", device->value, sizeof device->value);
    char line[64];
    snprintf(line, sizeof line, "%s=", name);
    known = known || tree_value(device->name, ".udev", line, device->value, sizeof device->value);
    for (size_t at = 0; at < sizeof ids / sizeof *ids && !known; at++) {
        known = strcmp(name, ids[at]) == 0
            && tree_value(device->name, ".evemu", "I: ", device->value, sizeof device->value);
        /* Each has four digits and a blank. */
        if (known)
            snprintf(device->value, sizeof device->value, "%.4s", strdupa(device->value) + 5 * at);
    }
    return known ? device->value : NULL;
}

/* Also opened for writing: the monitor does not hang up when the other end is closed. */
struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name)
{
    char path[PATH_MAX];
    int descriptor = tree_path(path, "uevents", "") ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1;
    struct udev_monitor *monitor = descriptor >= 0 ? calloc(1, sizeof *monitor) : NULL;
    (void)udev, (void)name;
    if (monitor)
        monitor->descriptor = descriptor;
    return monitor;
}

int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *m, const char *subsystem, const char *type)
{
    return (void)m, (void)subsystem, (void)type, 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) { return (void)monitor, 0; }
int udev_monitor_get_fd(struct udev_monitor *monitor) { return monitor->descriptor; }

struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor)
{
    char line[224] = "", action[16], name[32], path[156] = "";
    for (size_t at = 0; at < sizeof line - 1 && read(monitor->descriptor, line + at, 1) == 1 && line[at] != '\n'; at++)
        continue;
    if (sscanf(line, "%15s %31s %155s", action, name, path) >= 2)
        return device_named(name, action, path);
    errno = strncmp(line, "overrun", 7) == 0 ? ENOBUFS : EAGAIN;
    return NULL;
}

struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor)
{
    close(monitor->descriptor);
    free(monitor);
    return NULL;
}
