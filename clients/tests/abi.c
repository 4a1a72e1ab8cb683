/* Prints what programs that are linked with libgestured contain: sizes, offsets and numbers. */
#include "gestured.h"

#include <stddef.h>
#include <stdio.h>

#define SIZE(type) printf(#type " %zu\n", sizeof(type))
#define MEMBER(type, member) printf(#type "." #member " %zu\n", offsetof(type, member))
#define NUMBER(name) printf(#name " %d\n", (int)name)

int main(void)
{
#include "abi.h"
}
