/* Where a finger will be, as docs/VELOCITY.md describes it. */
#include "internal.h"

#define MILLIMETRES_PER_POINT 0.15875
/* Seconds in which the velocity decays, and those of the predicted end. */
#define DECAY 0.25

/* A surface that is not known has no end. A finger that is outside stays where it is. */
static double moved(double start, double velocity, double end, double reach)
{
    double found = start + velocity * reach;
    return isnan(end) ? found : fmax(fmin(found, fmax(start, end)), fmin(start, 0));
}

struct gestured_point gestured_location_after(const struct gestured_drag_value *drag, double seconds)
{
    if (isnan(seconds)) {
        errno = EDOM;
        return (struct gestured_point){NAN, NAN};
    }
    struct gestured_point location = drag->location;
    if (isnan(location.x) || seconds <= 0)
        return location;
    double reach = DECAY * -expm1(-seconds / DECAY);
    return (struct gestured_point){moved(location.x, drag->velocity.x, drag->surface.x, reach),
        moved(location.y, drag->velocity.y, drag->surface.y, reach)};
}

/* The size of a device's surface in the subscription's units. */
static struct gestured_point surface(const struct gestured_subscription *subscription, const char *id)
{
    if (subscription->units.x > 0)
        return subscription->units;
    const struct gestured_device *device = gestured_subscription_get_device(subscription, id);
    double unit = subscription->is_in_millimetres ? 1 : MILLIMETRES_PER_POINT;
    return device ? (struct gestured_point){device->width / unit, device->height / unit} : (struct gestured_point){NAN, NAN};
}

void set_surface(const struct gestured_subscription *subscription, struct gestured_event *event)
{
    struct gestured_point size = surface(subscription, event->device);
    event->value.drag.surface = event->kind == GESTURED_DRAG ? size : event->value.drag.surface;
    for (size_t i = 0; i < event->part_count; i++)
        if (event->parts[i].kind == GESTURED_DRAG)
            subscription->client->parts[i].value.drag.surface = size;
}
