#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

/* A sanitized program starts its symbolizer, which is not sanitized. This library would keep the symbolizer from loading,
   and without names of functions no suppression matches. */
__attribute__((constructor)) static void keep_to_this_program(void)
{
    if (dlsym(RTLD_DEFAULT, "__asan_init") || dlsym(RTLD_DEFAULT, "__tsan_init"))
        unsetenv("LD_PRELOAD");
}
