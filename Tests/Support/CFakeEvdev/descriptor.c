#define _GNU_SOURCE
#include "fake_descriptor.h"
#include "fake_device.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>

#define DESCRIPTORS 1024

static struct {
    _Atomic(struct fake_device *) device;
    atomic_bool removed;
} table[DESCRIPTORS];

static fake_descriptor_hook request_hook;
static int (*read_hook)(struct fake_device *device);
static void (*close_hook)(struct fake_device *device);

/* Not a direct system call: the next function may belong to another preloaded library. */
#define NEXT(function)                                          \
    static _Atomic(typeof(&function)) cached;                   \
    typeof(&function) next = atomic_load(&cached);              \
    if (!next)                                                  \
        atomic_store(&cached, next = (typeof(&function))dlsym(RTLD_NEXT, #function))

static struct fake_device *device_at(int descriptor)
{
    return descriptor >= 0 && descriptor < DESCRIPTORS ? atomic_load(&table[descriptor].device) : NULL;
}

static int fail(int code)
{
    errno = code;
    return -1;
}

int fake_descriptor_attach(int descriptor, struct fake_device *device)
{
    if (descriptor < 0 || descriptor >= DESCRIPTORS)
        return -1;
    atomic_store(&table[descriptor].removed, false);
    atomic_store(&table[descriptor].device, device);
    return 0;
}

void fake_descriptor_remove(int descriptor)
{
    if (device_at(descriptor))
        atomic_store(&table[descriptor].removed, true);
}

int fake_descriptor_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    fake_descriptor_widen(ends[1]);
    return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

void fake_descriptor_widen(int descriptor) { fcntl(descriptor, F_SETPIPE_SZ, 1 << 20); }

void fake_descriptor_on_request(fake_descriptor_hook hook) { request_hook = hook; }
void fake_descriptor_on_close(void (*hook)(struct fake_device *device)) { close_hook = hook; }
void fake_descriptor_on_read(int (*hook)(struct fake_device *device)) { read_hook = hook; }

static bool is_removed(int descriptor, struct fake_device *device)
{
    return atomic_load(&table[descriptor].removed) || (request_hook && request_hook(descriptor, device));
}

static void discard(int descriptor)
{
    NEXT(read);
    char events[4096];
    while (next(descriptor, events, sizeof events) > 0) {}
}

int ioctl(int descriptor, unsigned long request, ...)
{
    NEXT(ioctl);
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);

    struct fake_device *device = device_at(descriptor);
    if (!device || _IOC_TYPE(request) != 'E')
        return next(descriptor, request, argument);
    if (is_removed(descriptor, device))
        return fail(ENODEV);
    long result = fake_device_ioctl(device, request, argument);
    if (_IOC_NR(request) == _IOC_NR(EVIOCSMASK) && fake_device_has_missed(device))
        discard(descriptor);
    return result < 0 ? fail((int)-result) : (int)result;
}

/* The hook of requests is called only at the end of the file: a read that finds events costs one table look-up. */
ssize_t read(int descriptor, void *buffer, size_t size)
{
    NEXT(read);
    struct fake_device *device = device_at(descriptor);
    if (device && atomic_load(&table[descriptor].removed))
        return fail(ENODEV);
    int failure = device && read_hook ? read_hook(device) : 0;
    if (failure != 0)
        return fail(failure);
    ssize_t count;
    do
        count = next(descriptor, buffer, size);
    while (device && count > 0 && (count = fake_device_filter(device, buffer, count)) == 0);
    if (count == 0 && device && is_removed(descriptor, device))
        return fail(ENODEV);
    return count;
}

/* The kernel reuses a descriptor's number at once: it must not stay attached. */
int close(int descriptor)
{
    NEXT(close);
    struct fake_device *device = device_at(descriptor);
    if (device) {
        atomic_store(&table[descriptor].device, NULL);
        if (close_hook)
            close_hook(device);
    }
    return next(descriptor);
}
