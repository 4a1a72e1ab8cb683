// The transaction of the callback that runs on the calling thread. A task-local value would allocate memory for each callback.
#pragma once

#pragma clang assume_nonnull begin

/// Returns a `Transaction` of the module Gestures, which exists as long as the callback runs. Returns NULL outside
/// callbacks, and in the body of `withTransaction`.
const void *_Nullable transaction_scope(void);
void set_transaction_scope(const void *_Nullable transaction);

#pragma clang assume_nonnull end
