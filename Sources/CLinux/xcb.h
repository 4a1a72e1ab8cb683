// libxcb and its extensions are loaded at run time, because gesturectl must also start on machines without X11. Their
// headers are needed to build.
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

#include <xcb/randr.h>
#include <xcb/res.h>
#include <xcb/xcb.h>
#include <xcb/xinput.h>
#include <xcb/xtest.h>

#define XCB_FUNCTIONS(FUNCTION) \
    FUNCTION(connect) \
    FUNCTION(connection_has_error) \
    FUNCTION(discard_reply) \
    FUNCTION(disconnect) \
    FUNCTION(flush) \
    FUNCTION(get_extension_data) \
    FUNCTION(get_file_descriptor) \
    FUNCTION(get_setup) \
    FUNCTION(poll_for_event) \
    FUNCTION(screen_next) \
    FUNCTION(setup_roots_iterator) \
    FUNCTION(change_window_attributes) \
    FUNCTION(get_geometry) \
    FUNCTION(get_geometry_reply) \
    FUNCTION(get_input_focus) \
    FUNCTION(get_input_focus_reply) \
    FUNCTION(get_keyboard_mapping) \
    FUNCTION(get_keyboard_mapping_keysyms) \
    FUNCTION(get_keyboard_mapping_reply) \
    FUNCTION(get_property) \
    FUNCTION(get_property_reply) \
    FUNCTION(get_property_value) \
    FUNCTION(get_property_value_length) \
    FUNCTION(intern_atom) \
    FUNCTION(intern_atom_reply) \
    FUNCTION(translate_coordinates) \
    FUNCTION(translate_coordinates_reply) \
    FUNCTION(configure_window) \
    FUNCTION(create_window) \
    FUNCTION(destroy_window) \
    FUNCTION(generate_id) \
    FUNCTION(map_window) \
    FUNCTION(grab_pointer) \
    FUNCTION(grab_pointer_reply)

#define XCB_RES_FUNCTIONS(FUNCTION) \
    FUNCTION(res_client_id_value_value) \
    FUNCTION(res_query_client_ids) \
    FUNCTION(res_query_client_ids_ids_iterator) \
    FUNCTION(res_query_client_ids_reply) \
    FUNCTION(res_query_version) \
    FUNCTION(res_query_version_reply)

#define XCB_RANDR_FUNCTIONS(FUNCTION) \
    FUNCTION(randr_get_crtc_info) \
    FUNCTION(randr_get_crtc_info_reply) \
    FUNCTION(randr_get_output_info) \
    FUNCTION(randr_get_output_info_name) \
    FUNCTION(randr_get_output_info_name_length) \
    FUNCTION(randr_get_output_info_reply) \
    FUNCTION(randr_get_screen_resources_current) \
    FUNCTION(randr_get_screen_resources_current_outputs) \
    FUNCTION(randr_get_screen_resources_current_outputs_length) \
    FUNCTION(randr_get_screen_resources_current_reply) \
    FUNCTION(randr_query_version) \
    FUNCTION(randr_query_version_reply) \
    FUNCTION(randr_select_input)

#define XCB_INPUT_FUNCTIONS(FUNCTION) \
    FUNCTION(input_device_class_next) \
    FUNCTION(input_xi_device_info_classes_iterator) \
    FUNCTION(input_xi_device_info_next) \
    FUNCTION(input_xi_get_property) \
    FUNCTION(input_xi_get_property_items) \
    FUNCTION(input_xi_get_property_reply) \
    FUNCTION(input_xi_query_device) \
    FUNCTION(input_xi_query_device_infos_iterator) \
    FUNCTION(input_xi_query_device_reply) \
    FUNCTION(input_xi_query_version) \
    FUNCTION(input_xi_query_version_reply) \
    FUNCTION(input_xi_allow_events) \
    FUNCTION(input_xi_passive_grab_device) \
    FUNCTION(input_xi_passive_grab_device_reply) \
    FUNCTION(input_xi_passive_ungrab_device) \
    FUNCTION(input_xi_select_events)

#define XCB_TEST_FUNCTIONS(FUNCTION) \
    FUNCTION(test_fake_input) \
    FUNCTION(test_get_version) \
    FUNCTION(test_get_version_reply)

#pragma clang assume_nonnull begin

#define MEMBER(name) __typeof__(xcb_##name) *name;

struct cxcb {
    XCB_FUNCTIONS(MEMBER)
};

struct cxcb_test {
    XCB_TEST_FUNCTIONS(MEMBER)
};

struct cxcb_res {
    xcb_extension_t *id;
    XCB_RES_FUNCTIONS(MEMBER)
};

struct cxcb_randr {
    xcb_extension_t *id;
    XCB_RANDR_FUNCTIONS(MEMBER)
};

struct cxcb_input {
    xcb_extension_t *id;
    XCB_INPUT_FUNCTIONS(MEMBER)
};

#undef MEMBER

#define FIND(name) all = (functions->name = dlsym(library, "xcb_" #name)) && all;

/// Returns the functions of the library `file`; NULL if the library or one of the functions is missing. The caller
/// frees the result; the library stays loaded.
static inline const struct cxcb *_Nullable cxcb_load(const char *file)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    struct cxcb *functions = library ? malloc(sizeof *functions) : NULL;
    bool all = functions != NULL;
    if (functions) {
        XCB_FUNCTIONS(FIND)
    }
    if (all)
        return functions;
    free(functions);
    return NULL;
}

static inline const struct cxcb_res *_Nullable cxcb_res_load(const char *file)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    struct cxcb_res *functions = library ? malloc(sizeof *functions) : NULL;
    bool all = functions && (functions->id = dlsym(library, "xcb_res_id"));
    if (functions) {
        XCB_RES_FUNCTIONS(FIND)
    }
    if (all)
        return functions;
    free(functions);
    return NULL;
}

static inline const struct cxcb_randr *_Nullable cxcb_randr_load(const char *file)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    struct cxcb_randr *functions = library ? malloc(sizeof *functions) : NULL;
    bool all = functions && (functions->id = dlsym(library, "xcb_randr_id"));
    if (functions) {
        XCB_RANDR_FUNCTIONS(FIND)
    }
    if (all)
        return functions;
    free(functions);
    return NULL;
}

static inline const struct cxcb_input *_Nullable cxcb_input_load(const char *file)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    struct cxcb_input *functions = library ? malloc(sizeof *functions) : NULL;
    bool all = functions && (functions->id = dlsym(library, "xcb_input_id"));
    if (functions) {
        XCB_INPUT_FUNCTIONS(FIND)
    }
    if (all)
        return functions;
    free(functions);
    return NULL;
}

static inline const struct cxcb_test *_Nullable cxcb_test_load(const char *file)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    struct cxcb_test *functions = library ? malloc(sizeof *functions) : NULL;
    bool all = functions != NULL;
    if (functions) {
        XCB_TEST_FUNCTIONS(FIND)
    }
    if (all)
        return functions;
    free(functions);
    return NULL;
}

#undef FIND

#pragma clang assume_nonnull end
