/* The touch devices that are present. */
#include "internal.h"

static void free_device(struct gestured_device *device)
{
    free((char *)device->id);
    free((char *)device->name);
    free((char *)device->node);
    free((char *)device->kind);
    free((char *)device->seat);
    free((char *)device->availability);
    free((char *)device->path);
}

void free_devices(struct gestured_device *devices, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free_device(&devices[i]);
    free(devices);
}

/* A callback may free the client, with its devices. */
static struct gestured_device copied_device(struct gestured *client, const struct gestured_device *device)
{
    struct gestured_device copy = *device;
    copy.id = copied(client, device->id);
    copy.name = copied(client, device->name);
    copy.node = copied(client, device->node);
    copy.kind = copied(client, device->kind);
    copy.seat = copied(client, device->seat);
    copy.availability = copied(client, device->availability);
    copy.path = device->path ? copied(client, device->path) : NULL;
    return copy;
}

/* The devices stay until this returns, unless a callback frees the client, which ends it. */
void report_devices(struct gestured *client, enum gestured_device_change change, const struct gestured_device *devices, size_t count)
{
    for (size_t i = 0; i < count && client->on_device && !client->is_freed; i++) {
        struct gestured_device device = copied_device(client, &devices[i]);
        client->on_device(client, &device, change, client->device_data);
        free_device(&device);
    }
}

void remove_device(struct gestured *client, const char *id)
{
    for (size_t i = 0; i < client->device_count; i++) {
        if (strcmp(client->devices[i].id, id))
            continue;
        struct gestured_device gone = client->devices[i];
        client->devices[i] = client->devices[--client->device_count];
        report_devices(client, GESTURED_DEVICE_REMOVED, &gone, 1);
        free_device(&gone);
        return;
    }
}

/* Adds a device, or replaces the one with its id. */
bool read_device(struct gestured *client, int object, bool is_reported)
{
    const char *names[] = {"id", "name", "node", "kind", "seat", "availability"}, *found[6];
    double size[2];
    uint64_t slots;
    for (int i = 0; i < 6; i++)
        if (!(found[i] = text(client, find(client, object, names[i]))))
            return false;
    const char *path;
    if (!optional_text(client, find(client, object, "path"), &path))
        return false;
    if (!numbers(client, find(client, object, "size"), size, 2) || !unsigned_whole(client, find(client, object, "slots"), &slots))
        return false;
    enum gestured_device_change change = GESTURED_DEVICE_CHANGED;
    size_t index = 0;
    while (index < client->device_count && strcmp(client->devices[index].id, found[0]))
        index++;
    if (index == client->device_count) {
        struct gestured_device *devices = realloc(client->devices, (index + 1) * sizeof *devices);
        if (!devices) {
            client->is_out_of_memory = true;
            return true;
        }
        client->devices = devices;
        client->device_count++;
        change = GESTURED_DEVICE_ADDED;
    } else {
        free_device(&client->devices[index]);
    }
    client->devices[index] = (struct gestured_device){
        .id = copied(client, found[0]), .name = copied(client, found[1]), .node = copied(client, found[2]),
        .kind = copied(client, found[3]), .seat = copied(client, found[4]), .availability = copied(client, found[5]),
        .width = size[0], .height = size[1], .path = path ? copied(client, path) : NULL,
    };
    if (is_reported)
        report_devices(client, change, &client->devices[index], 1);
    return true;
}

const struct gestured_device *gestured_devices(const struct gestured *client, size_t *count)
{
    *count = client->device_count;
    return client->devices;
}

const struct gestured_device *gestured_subscription_get_device(const struct gestured_subscription *subscription, const char *id)
{
    const struct gestured *client = subscription->client;
    for (size_t i = 0; id && i < client->device_count; i++)
        if (!strcmp(client->devices[i].id, id))
            return &client->devices[i];
    return NULL;
}

void gestured_on_device(struct gestured *client, gestured_device_callback *on_device, void *data)
{
    if (is_foreign(client, "gestured_on_device"))
        return;
    client->on_device = on_device;
    client->device_data = data;
}
