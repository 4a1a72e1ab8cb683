/* Prints how fast fingers leave a touch device. cc velocity.c $(pkg-config --cflags --libs gestured) */
#include <gestured.h>
#include <stdio.h>

static void on_drag(struct gestured_subscription *subscription, const struct gestured_event *event, void *data)
{
    (void)subscription, (void)data;
    const struct gestured_drag_value *drag = &event->value.drag;
    if (event->phase == GESTURED_ENDED)
        printf("%u fingers left with %.0f, %.0f points per second\n", drag->fingers, drag->velocity.x, drag->velocity.y);
    else if (event->phase == GESTURED_CANCELLED)
        printf("cancelled: %s\n", event->failure.sentence ? event->failure.sentence : event->reason);
    fflush(stdout);
}

static void on_state(struct gestured *client, enum gestured_state state, void *data)
{
    (void)data;
    if (state == GESTURED_DISCONNECTED && gestured_failure(client))
        fprintf(stderr, "%s\n", gestured_failure(client));
}

int main(int count, char **arguments)
{
    struct gestured *client = gestured_new(count > 1 ? arguments[1] : NULL);
    if (!client)
        return perror("gestured_new"), 1;
    gestured_on_state(client, on_state, NULL);
    gestured_subscribe(client, "{\"drag\":{\"fingers\":[1,2,3]}}", NULL, on_drag, NULL);
    while (gestured_wait(client, -1) == 0)
        continue;
}
