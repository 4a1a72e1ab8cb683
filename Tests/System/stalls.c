// Prints when each processor of the machine stood still: emulated ones do, where their host has something else to do.
// On every processor the most urgent thread there can be wants to run each 2 ms; a line is its processor's number, and
// when it should have run and when it did, in microseconds of CLOCK_MONOTONIC, where that is 1 ms apart or more.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { period = 2000, late = 1000 };

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static int watch(int processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    struct sched_param urgent = {.sched_priority = 99};
    if (sched_setaffinity(0, sizeof set, &set) != 0 || sched_setscheduler(0, SCHED_FIFO, &urgent) != 0)
        return perror("cannot be urgent"), 1;
    for (long long due = now() + period;; due += period) {
        struct timespec time = {due / 1000000, due % 1000000 * 1000};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
        long long ran = now();
        if (ran - due < late)
            continue;
        // Whoever reads is not waited for: what has no room is lost, and counts as no stall.
        dprintf(STDOUT_FILENO, "%d %lld %lld\n", processor, due, ran);
        due = ran;
    }
}

int main(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    mlockall(MCL_CURRENT | MCL_FUTURE);
    fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK);
    for (int other = 1; other < processors; other++)
        if (fork() == 0)
            return watch(other);
    return watch(0);
}
