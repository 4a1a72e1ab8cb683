#pragma once

#include <gtk-layer-shell.h>
