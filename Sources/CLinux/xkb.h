// libxkbcommon is loaded at run time, because gesturectl must also start on machines without a desktop. Its headers are
// needed to build.
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <xkbcommon/xkbcommon.h>

#define XKB_FUNCTIONS(FUNCTION) \
    FUNCTION(context_new) \
    FUNCTION(context_unref) \
    FUNCTION(keymap_get_as_string) \
    FUNCTION(keymap_key_get_syms_by_level) \
    FUNCTION(keymap_max_keycode) \
    FUNCTION(keymap_min_keycode) \
    FUNCTION(keymap_mod_get_index) \
    FUNCTION(keymap_new_from_names) \
    FUNCTION(keymap_unref) \
    FUNCTION(keysym_from_name) \
    FUNCTION(keysym_get_name)

#pragma clang assume_nonnull begin

#define MEMBER(name) __typeof__(xkb_##name) *name;

struct cxkb {
    XKB_FUNCTIONS(MEMBER)
};

#undef MEMBER

#define FIND(name) all = (functions->name = dlsym(library, "xkb_" #name)) && all;

/// Returns the functions of the library `file`; NULL if the library or one of the functions is missing. The caller
/// frees the result; the library stays loaded.
static inline const struct cxkb *_Nullable cxkb_load(const char *file)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    struct cxkb *functions = library ? malloc(sizeof *functions) : NULL;
    bool all = functions != NULL;
    if (functions) {
        XKB_FUNCTIONS(FIND)
    }
    if (all)
        return functions;
    free(functions);
    return NULL;
}

#undef FIND

/// Sends bytes and a descriptor on a Unix socket. Returns the number of bytes sent, or -1.
static inline ssize_t cxkb_send(int socket, const void *bytes, size_t count, int descriptor)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec vector = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control,
        .msg_controllen = sizeof control.space};
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

/// Creates a file in memory that holds the bytes. Returns its descriptor, or -1.
static inline int cxkb_memory_file(const void *bytes, size_t count)
{
    int file = (int)syscall(SYS_memfd_create, "keymap", 1U /* MFD_CLOEXEC */);
    if (file >= 0 && write(file, bytes, count) != (ssize_t)count) {
        close(file);
        return -1;
    }
    return file;
}

#pragma clang assume_nonnull end
