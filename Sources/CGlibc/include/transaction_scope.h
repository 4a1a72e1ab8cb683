// What callbacks of gestures run on the calling thread. A task-local value would allocate memory for each callback.
#pragma once

#include <stdbool.h>

#pragma clang assume_nonnull begin

/// Returns a `Transaction` of the module Gestures, which exists as long as the callback runs. Returns NULL outside
/// callbacks, and in the body of `withTransaction`.
const void *_Nullable transaction_scope(void);
void set_transaction_scope(const void *_Nullable transaction);

/// True while the callbacks of an event run.
bool is_delivering(void);
/// Returns what `is_delivering` was.
bool set_is_delivering(bool is_delivering);

#pragma clang assume_nonnull end
