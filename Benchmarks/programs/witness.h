/* What the witness and the control agree on. */
#pragma once

#include "hop.h"

/* How long a finger is held until its long press completes. */
#define PRESS_MICROSECONDS 100000
