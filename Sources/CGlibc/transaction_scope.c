#include "transaction_scope.h"

static _Thread_local const void *current;

const void *transaction_scope(void) { return current; }

void set_transaction_scope(const void *transaction) { current = transaction; }
