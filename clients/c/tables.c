/* The words and fields of the protocol. Written by clients/c/generate from the schema. */
#include "internal.h"

const char *const kind_words[] = {"tap", "longPress", "drag", "swipe", "magnify", "rotate", "stroke", "simultaneous",
    "sequence", "exclusive", "race", "swipeHold", "dial", "touch", NULL};
const char *const phase_words[] = {"began", "changed", "ended", "cancelled", NULL};
const char *const part_phase_words[] = {"possible", "active", "ended", "failed", NULL};
const char *const edge_words[] = {"top", "bottom", "left", "right", NULL};
const char *const edge_part_words[] = {"start", "middle", "end", NULL};
const char *const corner_words[] = {"topLeft", "topRight", "bottomLeft", "bottomRight", NULL};
const char *const direction_words[] = {"up", "down", "left", "right", NULL};
const char *const closing_words[] = {"lineTooLong", "tooManyClients", "overrun", "replaced", NULL};

static const struct field tap_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_tap_value, fingers), NULL},
    {"count", COUNT, true, offsetof(struct gestured_tap_value, count), NULL},
    {"location", POINT, false, offsetof(struct gestured_tap_value, location), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field long_press_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_long_press_value, fingers), NULL},
    {"location", POINT, false, offsetof(struct gestured_long_press_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_long_press_value, start_location), NULL},
    {"pressing", FLAG, true, offsetof(struct gestured_long_press_value, pressing), NULL},
    {"completed", FLAG, true, offsetof(struct gestured_long_press_value, completed), NULL},
    {"deadline", WHOLE, false, offsetof(struct gestured_long_press_value, deadline), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field drag_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_drag_value, fingers), NULL},
    {"location", POINT, false, offsetof(struct gestured_drag_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_drag_value, start_location), NULL},
    {"translation", POINT, true, offsetof(struct gestured_drag_value, translation), NULL},
    {"velocity", POINT, true, offsetof(struct gestured_drag_value, velocity), NULL},
    {"predictedEndLocation", POINT, false, offsetof(struct gestured_drag_value, predicted_end_location), NULL},
    {"predictedEndTranslation", POINT, true, offsetof(struct gestured_drag_value, predicted_end_translation), NULL},
    {"edge", WORD, false, offsetof(struct gestured_drag_value, edge), edge_words},
    {"part", WORD, false, offsetof(struct gestured_drag_value, part), edge_part_words},
    {"corner", WORD, false, offsetof(struct gestured_drag_value, corner), corner_words},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field swipe_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_swipe_value, fingers), NULL},
    {"direction", WORD, true, offsetof(struct gestured_swipe_value, direction), direction_words},
    {"location", POINT, false, offsetof(struct gestured_swipe_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_swipe_value, start_location), NULL},
    {"translation", POINT, true, offsetof(struct gestured_swipe_value, translation), NULL},
    {"velocity", POINT, true, offsetof(struct gestured_swipe_value, velocity), NULL},
    {"edge", WORD, false, offsetof(struct gestured_swipe_value, edge), edge_words},
    {"part", WORD, false, offsetof(struct gestured_swipe_value, part), edge_part_words},
    {"corner", WORD, false, offsetof(struct gestured_swipe_value, corner), corner_words},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field magnify_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_magnify_value, fingers), NULL},
    {"location", POINT, false, offsetof(struct gestured_magnify_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_magnify_value, start_location), NULL},
    {"magnification", NUMBER, true, offsetof(struct gestured_magnify_value, magnification), NULL},
    {"velocity", NUMBER, true, offsetof(struct gestured_magnify_value, velocity), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field rotate_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_rotate_value, fingers), NULL},
    {"location", POINT, false, offsetof(struct gestured_rotate_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_rotate_value, start_location), NULL},
    {"rotation", NUMBER, true, offsetof(struct gestured_rotate_value, rotation), NULL},
    {"velocity", NUMBER, true, offsetof(struct gestured_rotate_value, velocity), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field stroke_fields[] = {
    {"template", TEXT, true, offsetof(struct gestured_stroke_value, template_name), NULL},
    {"score", NUMBER, true, offsetof(struct gestured_stroke_value, score), NULL},
    {"size", POINT, true, offsetof(struct gestured_stroke_value, size), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_stroke_value, start_location), NULL},
    {"boundingBox", RECTANGLE, false, offsetof(struct gestured_stroke_value, bounding_box), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field swipe_hold_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_swipe_hold_value, fingers), NULL},
    {"direction", WORD, true, offsetof(struct gestured_swipe_hold_value, direction), direction_words},
    {"location", POINT, false, offsetof(struct gestured_swipe_hold_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_swipe_hold_value, start_location), NULL},
    {"translation", POINT, true, offsetof(struct gestured_swipe_hold_value, translation), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field dial_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_dial_value, fingers), NULL},
    {"location", POINT, false, offsetof(struct gestured_dial_value, location), NULL},
    {"startLocation", POINT, false, offsetof(struct gestured_dial_value, start_location), NULL},
    {"rotation", NUMBER, true, offsetof(struct gestured_dial_value, rotation), NULL},
    {"velocity", NUMBER, true, offsetof(struct gestured_dial_value, velocity), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

static const struct field touch_fields[] = {
    {"fingers", COUNT, true, offsetof(struct gestured_touch_value, fingers), NULL},
    {"tapping", FLAG, true, offsetof(struct gestured_touch_value, tapping), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

const struct field contact_fields[] = {
    {"id", WHOLE, true, offsetof(struct gestured_contact, id), NULL},
    {"phase", TEXT, true, offsetof(struct gestured_contact, phase), NULL},
    {"position", POINT, true, offsetof(struct gestured_contact, position), NULL},
    {"pressure", NUMBER, false, offsetof(struct gestured_contact, pressure), NULL},
    {"size", NUMBER, false, offsetof(struct gestured_contact, size), NULL},
    {"state", TEXT, true, offsetof(struct gestured_contact, state), NULL},
    {"cause", TEXT, false, offsetof(struct gestured_contact, cause), NULL},
    {NULL, WHOLE, false, 0, NULL},
};

const struct field *const value_fields[] = {
    NULL,
    tap_fields,
    long_press_fields,
    drag_fields,
    swipe_fields,
    magnify_fields,
    rotate_fields,
    stroke_fields,
    NULL,
    NULL,
    NULL,
    NULL,
    swipe_hold_fields,
    dial_fields,
    touch_fields,
};
