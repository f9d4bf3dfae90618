/* Ends a program at its n-th call of the system that changes anything: a file, a name, a connection.
 *
 * Loaded before the C library (tests/mail/killed.rs). GRAIL_KILL_AT is n, from 1: the program is killed before that call,
 * or, with GRAIL_KILL_TORN, behind half of what it would write. GRAIL_KILL_TRACE is a file that gets a line for each call.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int calls;

/* Counts a call; whether half of what it writes is to be written before the end. */
static int step(const char *kind, const char *what)
{
    const char *at = getenv("GRAIL_KILL_AT"), *trace = getenv("GRAIL_KILL_TRACE");
    int n = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (trace) {
        char line[600];
        int length = snprintf(line, sizeof line, "%s %s\n", kind, what);
        int fd = syscall(SYS_openat, AT_FDCWD, trace, O_WRONLY | O_CREAT | O_APPEND, 0644);
        syscall(SYS_write, fd, line, length < (int)sizeof line ? length : (int)sizeof line - 1);
        syscall(SYS_close, fd);
    }
    if (!at || n != atoi(at))
        return 0;
    if (getenv("GRAIL_KILL_TORN"))
        return 1;
    kill(getpid(), SIGKILL);
    return 0;
}

static const char *path_of(int fd, char *room, size_t size)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, room, size - 1);
    room[length > 0 ? length : 0] = 0;
    return room;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define END() kill(getpid(), SIGKILL)

ssize_t write(int fd, const void *bytes, size_t size)
{
    char room[500];
    if (fd > 2 && step("write", path_of(fd, room, sizeof room))) {
        REAL(write)(fd, bytes, size / 2);
        END();
    }
    return REAL(write)(fd, bytes, size);
}

ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    /* What is said to a server, by its first word; a letter begins with a field. */
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)(size < 8 ? size : 8), (const char *)bytes);
    word[strcspn(word, " \r\n")] = 0;
    if (step("send", word)) {
        REAL(send)(fd, bytes, size / 2, flags);
        END();
    }
    return REAL(send)(fd, bytes, size, flags);
}

int connect(int fd, const struct sockaddr *to, socklen_t size)
{
    if (step("connect", ""))
        END();
    return REAL(connect)(fd, to, size);
}

int fsync(int fd)
{
    char room[500];
    if (step("fsync", path_of(fd, room, sizeof room)))
        END();
    return REAL(fsync)(fd);
}

int rename(const char *from, const char *to)
{
    if (step("rename", to))
        END();
    return REAL(rename)(from, to);
}

int unlink(const char *path)
{
    if (step("unlink", path))
        END();
    return REAL(unlink)(path);
}

int mkdir(const char *path, mode_t mode)
{
    if (step("mkdir", path))
        END();
    return REAL(mkdir)(path, mode);
}

int rmdir(const char *path)
{
    if (step("rmdir", path))
        END();
    return REAL(rmdir)(path);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    if ((flags & (O_CREAT | O_TRUNC)) && step("open", path))
        END();
    return REAL(open64)(path, flags, mode);
}
