// Tries what a broken daemon might, from inside the service's own sandbox, and prints a line for each: the attempt, a
// tab, and `done` or the error's name. A program of C, linked statically, because the sandbox forbids a shell.
//
//   probe TOUCH-NODE KEYBOARD-NODE PEN-NODE PEN-AND-KEYBOARD-NODE LID-AND-KEY-NODE PROCESS-OF-ANOTHER-USER
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/netlink.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// `result` is at least 0 where the attempt succeeded.
static void report(const char *attempt, long result) {
    printf("%s\t%s\n", attempt, result >= 0 ? "done" : strerrorname_np(errno));
    fflush(stdout);
}

static void try_open(const char *attempt, const char *path, int flags) {
    int file = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0600);
    report(attempt, file);
    if (file >= 0) close(file);
}

static void try_socket(const char *attempt, int family, int type, int protocol) {
    int made = socket(family, type | SOCK_CLOEXEC, protocol);
    report(attempt, made);
    if (made >= 0) close(made);
}

// A child that replaces itself; the error comes back as its status.
static void try_exec(const char *attempt, const char *path) {
    pid_t child = fork();
    if (child == 0) {
        execl(path, path, "-c", "exit 0", (char *)NULL);
        _exit(errno);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0) return report(attempt, -1);
    errno = WEXITSTATUS(status);
    report(attempt, errno == 0 ? 0 : -1);
}

// As the daemon masks it: only BTN_TOOL_PEN passes.
static void try_mask(const char *attempt, const char *path) {
    unsigned char codes[KEY_CNT / 8] = {0};
    codes[BTN_TOOL_PEN / 8] = 1 << BTN_TOOL_PEN % 8;
    struct input_mask mask = {EV_KEY, sizeof codes, (unsigned long)codes};
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    report(attempt, file < 0 ? -1 : ioctl(file, EVIOCSMASK, &mask));
    if (file >= 0) close(file);
}

static void files(const char *touch, const char *keyboard) {
    try_open("read a touch node", touch, O_RDONLY);
    try_open("write to a touch node", touch, O_WRONLY);
    try_open("read and write a touch node", touch, O_RDWR);
    try_open("read a keyboard", keyboard, O_RDONLY);
    try_open("open /dev/uinput", "/dev/uinput", O_RDWR);
    try_open("open /dev/mem", "/dev/mem", O_RDONLY);
    try_open("open /dev/kmsg", "/dev/kmsg", O_RDONLY);
    try_open("open /dev/tty0", "/dev/tty0", O_RDONLY);
    try_open("open /dev/tty1", "/dev/tty1", O_RDWR);
    try_open("open /dev/port", "/dev/port", O_RDWR);
    try_open("read /etc/shadow", "/etc/shadow", O_RDONLY);
    try_open("list /root", "/root", O_RDONLY | O_DIRECTORY);
    try_open("read a file in a home", "/home/member/secret", O_RDONLY);
    try_open("read a file in /srv", "/srv/secret", O_RDONLY);
    try_open("write to /etc", "/etc/probe", O_WRONLY | O_CREAT);
    try_open("write to /usr", "/usr/local/bin/probe-wrote", O_WRONLY | O_CREAT);
    try_open("write to /run", "/run/probe", O_WRONLY | O_CREAT);
    try_open("write to /var/lib", "/var/lib/probe", O_WRONLY | O_CREAT);
    try_open("write to /run/lock", "/run/lock/probe", O_WRONLY | O_CREAT);
    try_open("change a kernel setting", "/proc/sys/kernel/hostname", O_WRONLY);
    try_open("read a secret in another's /tmp", "/tmp/secret", O_RDONLY);
    try_open("read the configuration", "/etc/gestured/gestured.toml", O_RDONLY);
}

// A home that is an empty folder shows nothing; its error is ours: ENOENT.
static void home(void) {
    DIR *folder = opendir("/home");
    if (!folder) return report("find a home in /home", -1);
    int found = 0;
    for (struct dirent *entry; (entry = readdir(folder));) found += entry->d_name[0] != '.';
    closedir(folder);
    errno = ENOENT;
    report("find a home in /home", found ? 0 : -1);
}

static void sensors(const char *pen, const char *pen_keyboard, const char *lid_key) {
    try_open("read a pen", pen, O_RDONLY);
    try_open("write to a pen", pen, O_WRONLY);
    try_mask("mask a pen's events", pen);
    try_open("read a pen's node that is a keyboard", pen_keyboard, O_RDONLY);
    try_open("read a lid's node that has a key", lid_key, O_RDONLY);
}

static void processes(pid_t other) {
    char path[64];
    try_open("see process 1", "/proc/1/status", O_RDONLY);
    snprintf(path, sizeof path, "/proc/%d/cmdline", other);
    try_open("see another user's process", path, O_RDONLY);
    report("trace another user's process", ptrace(PTRACE_ATTACH, other, 0, 0));
    report("signal another user's process", kill(other, 0));
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    report("read another process's memory", process_vm_readv(other, &here, 1, &there, 1, 0));
    try_exec("start /bin/true", "/bin/true");
    try_exec("start /bin/sh", "/bin/sh");
    try_exec("start gesturectl", "/usr/local/bin/gesturectl");
}

// What was just written, mapped as a program.
static void try_execute_file(const char *attempt, int file) {
    if (file < 0 || ftruncate(file, 4096) < 0) return report(attempt, -1);
    report(attempt, mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) == MAP_FAILED ? -1 : 0);
    close(file);
}

// The settings of the sandbox need not reach each mount.
static void mounts(void) {
    FILE *list = fopen("/proc/self/mountinfo", "r");
    if (!list) return report("read its own mounts", -1);
    char line[4096], path[4096];
    int found = 0;
    while (fgets(line, sizeof line, list)) {
        struct statvfs system;
        if (sscanf(line, "%*s %*s %*s %*s %4095s", path) != 1 || access(path, W_OK) < 0 || statvfs(path, &system) < 0) continue;
        found += !(system.f_flag & ST_NOEXEC);
    }
    fclose(list);
    errno = ENOENT;
    report("find a mount in which it can write and execute", found ? 0 : -1);
}

static void memory(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    report("map memory that is writable and executable", page == MAP_FAILED ? -1 : 0);
    page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    report("make written memory executable", mprotect(page, 4096, PROT_READ | PROT_EXEC));
    try_execute_file("execute a file of memory", memfd_create("probe", 0));
    try_execute_file("execute a file in /tmp", open("/tmp/program", O_RDWR | O_CREAT | O_CLOEXEC, 0700));
    try_execute_file("execute a file in /dev/shm", open("/dev/shm/program", O_RDWR | O_CREAT | O_CLOEXEC, 0700));
}

static void network(void) {
    try_socket("make an IPv4 socket", AF_INET, SOCK_STREAM, 0);
    try_socket("make an IPv6 socket", AF_INET6, SOCK_DGRAM, 0);
    try_socket("make a packet socket", AF_PACKET, SOCK_RAW, htons(3));
    try_socket("make a Bluetooth socket", 31, SOCK_RAW, 0);
    try_socket("make a vsock", 40, SOCK_STREAM, 0);
    try_socket("make a Unix socket", AF_UNIX, SOCK_STREAM, 0);
    try_socket("make udev's kind of socket", AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT);
}

static void privileges(void) {
    report("become root", setuid(0));
    report("change its groups", syscall(SYS_setgroups, 0, NULL));
    report("mount a file system", mount("none", "/tmp", "tmpfs", 0, NULL));
    report("change its root", chroot("/tmp"));
    report("make a user namespace", unshare(CLONE_NEWUSER));
    report("make a mount namespace", unshare(CLONE_NEWNS));
    report("make a network namespace", unshare(CLONE_NEWNET));
    report("load a kernel module", syscall(SYS_finit_module, -1, "", 0));
    struct timeval now = {.tv_sec = 1};
    report("set the clock", settimeofday(&now, NULL));
    report("set the host's name", sethostname("probe", 5));
    report("restart the machine", syscall(SYS_reboot, 0, 0, 0, NULL));
    report("swap", syscall(SYS_swapon, "/tmp/probe", 0));
    report("load a BPF program", syscall(SYS_bpf, 5, NULL, 0));
    report("raise its priority in real time", sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 1}));
    int file = open("/tmp/probe", O_WRONLY | O_CREAT | O_CLOEXEC, 0700);
    report("write to a /tmp of its own", file);
    report("make a set-uid file", file < 0 ? -1 : fchmod(file, 04755));
    // /dev/mem's. 0, 0 is overlayfs's mark of what was removed, which everybody may make.
    report("make a device node", mknod("/tmp/node", S_IFCHR | 0600, makedev(1, 1)));
}

static size_t field(char *message, size_t at, char code, char type, const char *text) {
    at = (at + 7) / 8 * 8;
    unsigned length = strlen(text);
    memcpy(message + at, (char[]){code, 1, type, 0}, 4);
    memcpy(message + at + 4, &length, 4);
    memcpy(message + at + 8, text, length + 1);
    return at + 8 + length + 1;
}

// The call that every connection begins with. Returns its size.
static size_t hello(char *message) {
    memset(message, 0, 256);
    memcpy(message, (char[]){'l', 1, 0, 1}, 4);
    message[8] = 1;
    size_t end = field(message, 16, 1, 'o', "/org/freedesktop/DBus");
    end = field(message, end, 6, 's', "org.freedesktop.DBus");
    end = field(message, end, 2, 's', "org.freedesktop.DBus");
    end = field(message, end, 3, 's', "Hello");
    unsigned fields = end - 16;
    memcpy(message + 12, &fields, 4);
    return (end + 7) / 8 * 8;
}

// Says hello as D-Bus has it: who it is, in hexadecimal digits of its decimal uid.
static void bus(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/dbus/system_bus_socket"};
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int result = connect(made, (struct sockaddr *)&address, sizeof address);
    report("connect to the system bus", result);
    if (result < 0) return;
    char user[16], line[64] = "AUTH EXTERNAL ", answer[64] = "";
    snprintf(user, sizeof user, "%u", getuid());
    for (char *digit = user; *digit; digit++) sprintf(line + strlen(line), "%02x", *digit);
    strcat(line, "\r\n");
    if (write(made, "", 1) != 1 || write(made, line, strlen(line)) < 0 || read(made, answer, sizeof answer - 1) < 0) {
        return report("be known to the system bus", -1);
    }
    errno = EACCES;
    report("be known to the system bus", strncmp(answer, "OK ", 3) == 0 ? 0 : -1);
    char message[256], reply[256] = "";
    size_t size = hello(message);
    if (write(made, "BEGIN\r\n", 7) != 7 || write(made, message, size) != (ssize_t)size) {
        return report("be answered by the system bus", -1);
    }
    // 2 is an answer, 3 an error. On whom it cannot find among the users the bus hangs up, dynamic ones included.
    long count = read(made, reply, sizeof reply);
    errno = count == 0 ? ECONNRESET : EACCES;
    report("be answered by the system bus", count > 1 && reply[1] == 2 ? 0 : -1);
    close(made);
}

// What the service manager handed over listens; a client of its own shows that it serves.
static void own_socket(void) {
    struct sockaddr_un address;
    socklen_t size = sizeof address;
    memset(&address, 0, size);
    report("know the socket it was handed", getsockname(3, (struct sockaddr *)&address, &size));
    int client = accept4(3, NULL, NULL, SOCK_CLOEXEC);
    report("accept a client", client);
    struct ucred peer;
    size = sizeof peer;
    report("know who the client is", getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size));
    errno = EPERM;
    report("know the client's true user", peer.uid < 60000 ? 0 : -1);
    report("write to its client", write(client, "hello\n", 6));
}

int main(int count, char **arguments) {
    if (count != 7) return 2;
    files(arguments[1], arguments[2]);
    sensors(arguments[3], arguments[4], arguments[5]);
    home();
    processes(atoi(arguments[6]));
    mounts();
    memory();
    network();
    privileges();
    bus();
    own_socket();
    return 0;
}
