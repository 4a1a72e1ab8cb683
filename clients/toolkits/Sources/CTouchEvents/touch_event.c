#include "touch_event.h"
