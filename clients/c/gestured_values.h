/* The gestures and values of the protocol. Written by clients/c/generate from the schema. */
#ifndef GESTURED_VALUES_H
#define GESTURED_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* A position, a displacement, a size or a velocity. A position is NAN while positions are withheld. */
struct gestured_point {
    double x, y;
};

struct gestured_rectangle {
    double x, y, width, height;
};

/* What fingers made. */
enum gestured_kind {
    GESTURED_NONE = 0,
    GESTURED_TAP = 1,
    GESTURED_LONG_PRESS = 2,
    GESTURED_DRAG = 3,
    GESTURED_SWIPE = 4,
    GESTURED_MAGNIFY = 5,
    GESTURED_ROTATE = 6,
    GESTURED_STROKE = 7,
    GESTURED_SIMULTANEOUS = 8,
    GESTURED_SEQUENCE = 9,
    GESTURED_EXCLUSIVE = 10,
    GESTURED_RACE = 11,
    GESTURED_SWIPE_HOLD = 12,
    GESTURED_DIAL = 13,
    GESTURED_TOUCH = 14,
};

/* Each GESTURED_BEGAN is followed by exactly one GESTURED_ENDED or GESTURED_CANCELLED. */
enum gestured_phase {
    GESTURED_BEGAN = 1,
    GESTURED_CHANGED = 2,
    GESTURED_ENDED = 3,
    GESTURED_CANCELLED = 4,
};

/* The phase of a composition, and of a part of one; 0 without a composition. */
enum gestured_part_phase {
    GESTURED_POSSIBLE = 1,
    GESTURED_ACTIVE = 2,
    GESTURED_PART_ENDED = 3,
    GESTURED_FAILED = 4,
};

/* 0 where it does not apply. */
enum gestured_edge {
    GESTURED_NO_EDGE = 0,
    GESTURED_EDGE_TOP = 1,
    GESTURED_EDGE_BOTTOM = 2,
    GESTURED_EDGE_LEFT = 3,
    GESTURED_EDGE_RIGHT = 4,
};

/* 0 where it does not apply. */
enum gestured_edge_part {
    GESTURED_NO_EDGE_PART = 0,
    GESTURED_EDGE_PART_START = 1,
    GESTURED_EDGE_PART_MIDDLE = 2,
    GESTURED_EDGE_PART_END = 3,
};

/* 0 where it does not apply. */
enum gestured_corner {
    GESTURED_NO_CORNER = 0,
    GESTURED_CORNER_TOP_LEFT = 1,
    GESTURED_CORNER_TOP_RIGHT = 2,
    GESTURED_CORNER_BOTTOM_LEFT = 3,
    GESTURED_CORNER_BOTTOM_RIGHT = 4,
};

/* 0 where it does not apply. */
enum gestured_direction {
    GESTURED_NO_DIRECTION = 0,
    GESTURED_DIRECTION_UP = 1,
    GESTURED_DIRECTION_DOWN = 2,
    GESTURED_DIRECTION_LEFT = 3,
    GESTURED_DIRECTION_RIGHT = 4,
};

struct gestured_tap_value {
    /* The number of fingers that make the gesture. */
    unsigned fingers;
    /* The number of this tap in its row. */
    unsigned count;
    /* The centre of the fingers. */
    struct gestured_point location;
};

struct gestured_long_press_value {
    /* The number of fingers that make the gesture. */
    unsigned fingers;
    /* The centre of the fingers. */
    struct gestured_point location;
    /* Where the fingers came down. */
    struct gestured_point start_location;
    /* Whether the fingers are down. */
    bool pressing;
    /* Whether the minimum duration was reached. */
    bool completed;
    /* When the press will complete, in microseconds. Absent if it never will. */
    int64_t deadline;
};

struct gestured_drag_value {
    /* The number of fingers that make the gesture. */
    unsigned fingers;
    /* The centre of the fingers. */
    struct gestured_point location;
    /* Where the fingers came down. */
    struct gestured_point start_location;
    /* How far the fingers have moved. */
    struct gestured_point translation;
    /* Units per second. */
    struct gestured_point velocity;
    /* Where the gesture would come to rest. */
    struct gestured_point predicted_end_location;
    /* How far the fingers would have moved there. */
    struct gestured_point predicted_end_translation;
    /* The edge at which the fingers came down, if the subscription has edges. */
    enum gestured_edge edge;
    /* The third of the edge. */
    enum gestured_edge_part part;
    /* The corner, if the fingers came down near two edges. */
    enum gestured_corner corner;
    /* The width and height of the surface in the subscription's units; NAN if they are not known. */
    struct gestured_point surface;
};

struct gestured_swipe_value {
    /* The number of fingers that make the gesture. */
    unsigned fingers;
    /* The main axis of the movement. */
    enum gestured_direction direction;
    /* The centre of the fingers. */
    struct gestured_point location;
    /* Where the fingers came down. */
    struct gestured_point start_location;
    /* How far the fingers have moved. */
    struct gestured_point translation;
    /* Units per second. */
    struct gestured_point velocity;
    /* The edge at which the fingers came down, if the subscription has edges. */
    enum gestured_edge edge;
    /* The third of the edge. */
    enum gestured_edge_part part;
    /* The corner, if the fingers came down near two edges. */
    enum gestured_corner corner;
};

struct gestured_magnify_value {
    /* The number of fingers that make the gesture. */
    unsigned fingers;
    /* The centre of the fingers. */
    struct gestured_point location;
    /* Where the fingers came down. */
    struct gestured_point start_location;
    /* The distance between the fingers, relative to the one at their touch. */
    double magnification;
    /* Magnification per second. */
    double velocity;
};

struct gestured_rotate_value {
    /* The number of fingers that make the gesture. */
    unsigned fingers;
    /* The centre of the fingers. */
    struct gestured_point location;
    /* Where the fingers came down. */
    struct gestured_point start_location;
    /* Radians since the fingers came down, clockwise. */
    double rotation;
    /* Radians per second. */
    double velocity;
};

struct gestured_stroke_value {
    /* The name of the template that the path is most like. */
    const char *template_name;
    /* How similar the path is to the template, 0…1. */
    double score;
    /* The width and height of the path. */
    struct gestured_point size;
    /* Where the fingers came down. */
    struct gestured_point start_location;
    /* The smallest rectangle that contains the path. */
    struct gestured_rectangle bounding_box;
};

struct gestured_swipe_hold_value {
    /* The number of fingers that make the gesture. */
    unsigned fingers;
    /* The main axis of the movement. */
    enum gestured_direction direction;
    /* The centre of the fingers. */
    struct gestured_point location;
    /* Where the fingers came down. */
    struct gestured_point start_location;
    /* How far the fingers have moved. */
    struct gestured_point translation;
};

struct gestured_dial_value {
    /* The number of fingers that make the gesture. */
    unsigned fingers;
    /* The centre of the fingers. */
    struct gestured_point location;
    /* Where the fingers came down. */
    struct gestured_point start_location;
    /* Radians since the fingers came down, clockwise. */
    double rotation;
    /* Units per second. */
    double velocity;
};

struct gestured_touch_value {
    /* The number of fingers that make the gesture. */
    unsigned fingers;
    bool tapping;
};

/* A contact of a frame, also one that is taken for no finger. A later daemon may have other words. */
struct gestured_contact {
    /* Numbers the device's contacts. */
    int64_t id;
    /* Such as "began", "moved", "stationary", "ended". */
    const char *phase;
    /* In the subscription's units. */
    struct gestured_point position;
    /* In the device's units. NAN without. */
    double pressure;
    /* The longer diameter, in the device's units. NAN without. */
    double size;
    /* What the contact is taken for. Such as "finger", "held", "palm", "thumb", "ghost", "duplicate", "faulty",
       "cancelled", "penNear", "off", "deadZone". */
    const char *state;
    /* Why it is held or was rejected. Such as "edge", "nearPalm", "light", "brief", "ghosts", "late", "heavy",
       "bothSides", "jump", "follows", "continued". NULL without. */
    const char *cause;
    /* For later members. */
    uint64_t reserved[8];
};

/* The member of the event's kind. */
union gestured_value {
    struct gestured_tap_value tap;
    struct gestured_long_press_value long_press;
    struct gestured_drag_value drag;
    struct gestured_swipe_value swipe;
    struct gestured_magnify_value magnify;
    struct gestured_rotate_value rotate;
    struct gestured_stroke_value stroke;
    struct gestured_swipe_hold_value swipe_hold;
    struct gestured_dial_value dial;
    struct gestured_touch_value touch;
    /* Its size stays the same when the values get more members. */
    uint64_t reserved[40];
};

#endif
