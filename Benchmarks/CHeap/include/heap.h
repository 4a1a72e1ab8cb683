#pragma once

#include <stddef.h>

/// Bytes that are allocated and not freed, by mallinfo2(3), which Swift's Glibc module does not have.
size_t heap_in_use(void);
