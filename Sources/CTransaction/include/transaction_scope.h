// The transaction of the callback that runs on the calling thread. A task-local value would allocate memory for each callback.
#pragma once

#pragma clang assume_nonnull begin

/// A Transaction of the library, which exists as long as the callback runs; NULL outside callbacks.
const void *_Nullable transaction_scope(void);
void set_transaction_scope(const void *_Nullable transaction);

#pragma clang assume_nonnull end
