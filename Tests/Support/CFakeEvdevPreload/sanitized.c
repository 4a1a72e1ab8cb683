#include <stdlib.h>

/* Clang's; a compiler without it sanitizes nothing here. */
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

/* What a sanitized program starts is its symbolizer, which is not sanitized: this library would keep it from loading, and
   without names of functions no suppression holds. */
__attribute__((constructor)) static void keep_to_this_program(void)
{
    unsetenv("LD_PRELOAD");
}

#endif
#endif
