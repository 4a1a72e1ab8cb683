#define _GNU_SOURCE
#include "fake_descriptor.h"
#include "tree.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* Whether calls fail at all: the file is looked for once, so that a program without failures makes no further calls. */
static bool may_fail;

__attribute__((constructor)) static void find_failures(void)
{
    char path[PATH_MAX];
    may_fail = tree_path(path, "failures", "") && access(path, F_OK) == 0;
}

bool tree_may_fail(void) { return may_fail; }

int tree_failure(const char *name, const char *call)
{
    char path[PATH_MAX], code[32];
    if (!may_fail || !tree_path(path, name, ".fail") || !tree_value(name, ".fail", call, code, sizeof code))
        return 0;
    unlink(path);
    return atoi(code);
}

ssize_t send(int descriptor, const void *bytes, size_t size, int flags)
{
    static ssize_t (*next)(int, const void *, size_t, int);
    if (!next)
        next = (ssize_t (*)(int, const void *, size_t, int))dlsym(RTLD_NEXT, "send");
    int code = may_fail ? tree_failure("socket", "send ") : 0;
    if (code == 0)
        return next(descriptor, bytes, size, flags);
    errno = code;
    return -1;
}
