#include "release.h"

const char *const crelease_commit = GESTURED_COMMIT;
