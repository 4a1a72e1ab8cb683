/*
 * The program of an action: writes the time of its first instruction, in nanoseconds of CLOCK_MONOTONIC.
 *
 *     started FIFO
 */
#include <fcntl.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t time = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    int fifo = count > 1 ? open(arguments[1], O_WRONLY) : 1;
    return write(fifo, &time, sizeof time) != sizeof time;
}
