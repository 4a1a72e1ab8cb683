// Swift cannot call prctl(2), because it takes a variable number of arguments.
#pragma once
#include <sys/prctl.h>

// Makes this process the parent of orphans among its descendants. Returns 0, or -1 with errno.
static inline int cprocess_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
