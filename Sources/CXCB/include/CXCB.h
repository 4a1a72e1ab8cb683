// libxcb and libxcb-res, found when they are first needed: gesturectl is installed on machines without X11, too, and
// must start there. The headers are needed to build, so that the compiler knows every function's type.
#pragma once

#include <xcb/res.h>
#include <xcb/xcb.h>

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
    FUNCTION(get_property) \
    FUNCTION(get_property_reply) \
    FUNCTION(get_property_value) \
    FUNCTION(get_property_value_length) \
    FUNCTION(intern_atom) \
    FUNCTION(intern_atom_reply) \
    FUNCTION(translate_coordinates) \
    FUNCTION(translate_coordinates_reply)

#define XCB_RES_FUNCTIONS(FUNCTION) \
    FUNCTION(res_client_id_value_value) \
    FUNCTION(res_query_client_ids) \
    FUNCTION(res_query_client_ids_ids_iterator) \
    FUNCTION(res_query_client_ids_reply) \
    FUNCTION(res_query_version) \
    FUNCTION(res_query_version_reply)

#pragma clang assume_nonnull begin

#define MEMBER(name) __typeof__(xcb_##name) *name;

struct cxcb {
    XCB_FUNCTIONS(MEMBER)
};

struct cxcb_res {
    xcb_extension_t *id;
    XCB_RES_FUNCTIONS(MEMBER)
};

#undef MEMBER

/// The functions of the library `file`; NULL where it, or one of them, is not there. To be freed; the
/// library itself stays.
const struct cxcb *_Nullable cxcb_load(const char *file);
const struct cxcb_res *_Nullable cxcb_res_load(const char *file);

#pragma clang assume_nonnull end
