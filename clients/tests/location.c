/* Prints gestured_location_after() of the numbers of a line: location, velocity, surface, seconds. */
#include "gestured.h"

#include <errno.h>
#include <stdio.h>

int main(void)
{
    struct gestured_drag_value drag = {0};
    double seconds;
    while (scanf("%lf %lf %lf %lf %lf %lf %lf", &drag.location.x, &drag.location.y, &drag.velocity.x, &drag.velocity.y,
               &drag.surface.x, &drag.surface.y, &seconds)
        == 7) {
        errno = 0;
        struct gestured_point found = gestured_location_after(&drag, seconds);
        printf("%.17g %.17g%s\n", found.x, found.y, errno == EDOM ? " EDOM" : "");
    }
}
