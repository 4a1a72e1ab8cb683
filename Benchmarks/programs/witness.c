/*
 * An honest client: writes a drag into one device and long presses into another, and takes the time until it can read each
 * frame's message and each completed press. Another process connects as another user, again and again, and takes the time
 * until `hello`.
 *
 *     witness DRAGS PRESSES SOCKET SECONDS UID GID
 *
 * UID and GID are the witness's; the other user is UID + 1. Prints, in microseconds,
 *
 *     frames=N answered=N frame_p50=US frame_p99=US frame_max=US presses=N completed=N press_p50=US press_max=US
 *     hellos=N hello_p50=US hello_max=US
 *
 * A frame or press that is not answered at the end counts with the time that it has waited until then.
 */
#define _GNU_SOURCE
#include "stroke.h"
#include "witness.h"

#include <errno.h>
#include <grp.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/wait.h>

#define HZ 125
/* In frames: from one press to the next, and how long each is held. */
#define PRESS_INTERVAL 48
#define PRESS_HELD 30
#define MAXIMUM_HELLOS 100000
#define REQUESTS \
    "{\"type\":\"subscribe\",\"id\":1,\"gesture\":{\"drag\":{\"minimumDistance\":0}},\"device\":{\"id\":\"event0\"}}\n" \
    "{\"type\":\"subscribe\",\"id\":2,\"gesture\":{\"longPress\":{\"minimumDuration\":0.1}},\"device\":{\"id\":\"event1\"}}"

static struct hellos {
    volatile bool is_over;
    size_t count;
    uint64_t taken[MAXIMUM_HELLOS];
} *hellos;

static void *shared(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(memory, 0, size);
    return memory;
}

static void become(uid_t user, gid_t group)
{
    check(setgroups(0, NULL), "setgroups");
    check(setresgid(group, group, group), "setresgid");
    check(setresuid(user, user, user), "setresuid");
}

/* When each press was made; by press. */
static uint64_t *pressed;

static void press(int device, long number, bool is_down)
{
    uint64_t now = nanoseconds();
    if (is_down)
        pressed[number] = now;
    struct input_event events[] = {
        event(now, EV_ABS, ABS_MT_TRACKING_ID, is_down ? (int)number + 1 : -1),
        event(now, EV_ABS, ABS_MT_POSITION_X, 500),
        event(now, EV_ABS, ABS_MT_POSITION_Y, 500),
        event(now, EV_SYN, SYN_REPORT, 0),
    };
    if (is_down)
        put(device, events, 4);
    else
        put(device, (struct input_event[]){events[0], events[3]}, 2);
}

static void write_devices(int drags, int presses, long frames)
{
    struct timespec next;
    prctl(PR_SET_TIMERSLACK, 1);
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (long frame = 0; frame < frames; frame++) {
        next.tv_nsec += 1000000000 / HZ;
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
        // A device that was not served goes on where it is; frames in a burst would be a jump of the finger.
        if ((uint64_t)next.tv_sec * 1000000000 + (uint64_t)next.tv_nsec < nanoseconds())
            clock_gettime(CLOCK_MONOTONIC, &next);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
        write_frame(drags, frame);
        // A press that could not be held to its end would not complete.
        if (frame % PRESS_INTERVAL == 0 && frame + PRESS_HELD < frames)
            press(presses, frame / PRESS_INTERVAL, true);
        if (frame % PRESS_INTERVAL == PRESS_HELD)
            press(presses, frame / PRESS_INTERVAL, false);
    }
    uint64_t now = nanoseconds() + 1000;
    struct input_event lift[] = {event(now, EV_ABS, ABS_MT_TRACKING_ID, -1), event(now, EV_SYN, SYN_REPORT, 0)};
    put(drags, lift, 2);
    put(presses, lift, 2);
}

static void say_hello(const char *path)
{
    struct sockaddr_un address = unix_address(path);
    char answer[64 * 1024];
    while (!hellos->is_over) {
        uint64_t start = nanoseconds();
        int client = check(socket(AF_UNIX, SOCK_STREAM, 0), "socket");
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){.tv_sec = 1}, sizeof(struct timeval));
        bool is_greeted = connect(client, (struct sockaddr *)&address, sizeof address) == 0
            && read(client, answer, sizeof answer) > 0 && memmem(answer, 24, "hello", 5);
        uint64_t taken = nanoseconds() - start;
        close(client);
        // A refusal counts as a wait of a second, which no goal allows.
        hellos->taken[hellos->count % MAXIMUM_HELLOS] = is_greeted ? taken : 1000000000;
        hellos->count++;
        usleep(20000);
    }
}

static long frame_count, press_count;
static uint64_t *answers, *completions;
static long answered, completed;

static void take_line(const char *line, uint64_t now)
{
    const char *key = strstr(line, "\"time\":");
    if (!key || !strstr(line, "\"changed\""))
        return;
    uint64_t time = strtoull(key + 7, NULL, 10);
    if (strstr(line, "\"completed\":true")) {
        for (long i = 0; i < press_count; i++)
            if (pressed[i] && !completions[i] && pressed[i] / 1000 + PRESS_MICROSECONDS == time) {
                completions[i] = now;
                completed++;
            }
        return;
    }
    // The device's frames come in order and once.
    static long frame;
    while (frame < frame_count && written[frame] && written[frame] / 1000 < time)
        frame++;
    if (frame < frame_count && written[frame] / 1000 == time && !answers[frame]) {
        answers[frame] = now;
        answered++;
    }
}

static void read_lines(int client, uint64_t end)
{
    static char bytes[256 * 1024];
    size_t kept = 0;
    struct epoll_event ready = {.events = EPOLLIN};
    int poller = check(epoll_create1(0), "epoll_create1");
    check(epoll_ctl(poller, EPOLL_CTL_ADD, client, &ready), "epoll_ctl");
    for (uint64_t now = nanoseconds(); now < end; now = nanoseconds()) {
        if (epoll_wait(poller, &ready, 1, (int)((end - now) / 1000000) + 1) <= 0)
            continue;
        ssize_t size = read(client, bytes + kept, sizeof bytes - 1 - kept);
        now = nanoseconds();
        if (size <= 0) {
            fprintf(stderr, "the witness was disconnected: %.*s\n", (int)kept, bytes);
            exit(1);
        }
        char *line = bytes, *last = bytes + kept + size, *newline;
        while ((newline = memchr(line, '\n', (size_t)(last - line)))) {
            *newline = 0;
            take_line(line, now);
            line = newline + 1;
        }
        kept = (size_t)(last - line);
        memmove(bytes, line, kept);
    }
}

/* In microseconds. */
static double quantile(uint64_t *values, size_t count, size_t percent)
{
    qsort(values, count, sizeof *values, ascending);
    return count ? (double)values[(count - 1) * percent / 100] / 1000 : 0;
}

static void report(uint64_t end)
{
    uint64_t *waits = calloc((size_t)frame_count, sizeof *waits);
    size_t frames = 0, presses = 0;
    // The first frames begin the drag, and the last may be on their way.
    for (long i = 20; i < frame_count; i++)
        if (written[i] && written[i] + 100000000 < end)
            waits[frames++] = (answers[i] ? answers[i] : end) - written[i];
    printf("frames=%zu answered=%ld frame_p50=%.1f frame_p99=%.1f frame_max=%.1f", frames, answered,
           quantile(waits, frames, 50), quantile(waits, frames, 99), quantile(waits, frames, 100));
    for (long i = 0; i < press_count; i++) {
        uint64_t due = pressed[i] + PRESS_MICROSECONDS * 1000;
        if (pressed[i] && due < end)
            waits[presses++] = (completions[i] ? completions[i] : end) - due;
    }
    printf(" presses=%zu completed=%ld press_p50=%.1f press_max=%.1f", presses, completed, quantile(waits, presses, 50),
           quantile(waits, presses, 100));
    size_t count = hellos->count < MAXIMUM_HELLOS ? hellos->count : MAXIMUM_HELLOS;
    printf(" hellos=%zu hello_p50=%.1f hello_max=%.1f\n", hellos->count, quantile(hellos->taken, count, 50),
           quantile(hellos->taken, count, 100));
}

int main(int count, char **arguments)
{
    if (count != 7)
        return fputs("usage: witness DRAGS PRESSES SOCKET SECONDS UID GID\n", stderr), 2;
    frame_count = (long)(atof(arguments[4]) * HZ);
    press_count = frame_count / PRESS_INTERVAL + 1;
    uid_t user = (uid_t)atoi(arguments[5]);
    gid_t group = (gid_t)atoi(arguments[6]);
    int drags = check(open(arguments[1], O_WRONLY), arguments[1]);
    int presses = check(open(arguments[2], O_WRONLY), arguments[2]);
    make_written(frame_count);
    pressed = shared((size_t)press_count * sizeof *pressed);
    hellos = shared(sizeof *hellos);
    answers = calloc((size_t)frame_count, sizeof *answers);
    completions = calloc((size_t)press_count, sizeof *completions);

    pid_t visitor = check(fork(), "fork");
    if (visitor == 0) {
        become(user + 1, user + 1);
        say_hello(arguments[3]);
        _exit(0);
    }
    become(user, group);
    int client = connect_to(arguments[3]);
    subscribe(client, REQUESTS);
    pid_t writer = check(fork(), "fork");
    if (writer == 0) {
        write_devices(drags, presses, frame_count);
        _exit(0);
    }
    // A press that was due at the end may be late.
    uint64_t end = nanoseconds() + (uint64_t)(frame_count + HZ / 2) * (1000000000 / HZ);
    read_lines(client, end);
    hellos->is_over = true;
    waitpid(visitor, NULL, 0);
    waitpid(writer, NULL, 0);
    report(end);
    return 0;
}
