#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

#include "CXCB.h"

#define FIND(name) all = (functions->name = dlsym(library, "xcb_" #name)) && all;

static bool find(struct cxcb *functions, void *library)
{
    bool all = true;
    XCB_FUNCTIONS(FIND)
    return all;
}

static bool find_res(struct cxcb_res *functions, void *library)
{
    bool all = (functions->id = dlsym(library, "xcb_res_id"));
    XCB_RES_FUNCTIONS(FIND)
    return all;
}

const struct cxcb *cxcb_load(const char *file)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    struct cxcb *functions = library ? malloc(sizeof *functions) : NULL;
    if (!functions || find(functions, library)) return functions;
    free(functions);
    return NULL;
}

const struct cxcb_res *cxcb_res_load(const char *file)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    struct cxcb_res *functions = library ? malloc(sizeof *functions) : NULL;
    if (!functions || find_res(functions, library)) return functions;
    free(functions);
    return NULL;
}
