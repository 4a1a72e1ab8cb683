#include "tree.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int spare = -1;

__attribute__((constructor)) static void keep_spare(void)
{
    // Files are read while other files are open.
    if (spare < 0 && getenv("FAKE_EVDEV"))
        spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

FILE *tree_open(const char *name, const char *suffix)
{
    char path[PATH_MAX];
    if (spare >= 0)
        close(spare);
    spare = -1;
    FILE *file = tree_path(path, name, suffix) ? fopen(path, "re") : NULL;
    if (!file)
        keep_spare();
    return file;
}

void tree_close(FILE *file)
{
    fclose(file);
    keep_spare();
}

bool tree_path(char path[PATH_MAX], const char *name, const char *suffix)
{
    const char *directory = getenv("FAKE_EVDEV");
    return directory && snprintf(path, PATH_MAX, "%s/%s%s", directory, name, suffix) < PATH_MAX;
}

bool tree_value(const char *name, const char *suffix, const char *key, char *value, int size)
{
    char line[512];
    bool found = false;
    FILE *file = tree_open(name, suffix);
    if (!file)
        return false;
    while (!found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        found = strncmp(line, key, strlen(key)) == 0;
        if (found)
            snprintf(value, (size_t)size, "%s", line + strlen(key));
    }
    tree_close(file);
    return found;
}
