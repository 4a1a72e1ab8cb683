#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tree_path(char path[PATH_MAX], const char *name, const char *suffix)
{
    const char *directory = getenv("FAKE_EVDEV");
    return directory && snprintf(path, PATH_MAX, "%s/%s%s", directory, name, suffix) < PATH_MAX;
}

bool tree_value(const char *name, const char *suffix, const char *key, char *value, int size)
{
    char path[PATH_MAX], line[512];
    bool found = false;
    FILE *file = tree_path(path, name, suffix) ? fopen(path, "re") : NULL;
    if (!file)
        return false;
    while (!found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        found = strncmp(line, key, strlen(key)) == 0;
        if (found)
            snprintf(value, (size_t)size, "%s", line + strlen(key));
    }
    fclose(file);
    return found;
}
