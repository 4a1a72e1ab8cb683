#include "transaction_scope.h"

static _Thread_local const void *current;
static _Thread_local bool delivering;

const void *transaction_scope(void) { return current; }

void set_transaction_scope(const void *transaction) { current = transaction; }

bool is_delivering(void) { return delivering; }

bool set_is_delivering(bool is_delivering) {
    bool was_delivering = delivering;
    delivering = is_delivering;
    return was_delivering;
}
