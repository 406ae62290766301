/* SPDX-License-Identifier: MIT */
/* shim.c: an LD_PRELOAD library that makes chosen calls of the daemon fail.
 *
 * The environment variable FAULT_CONTROL names a file of sizeof(struct control) bytes. It is mapped
 * shared, so a test arms, disarms and counts at any time by reading and writing the file's words;
 * faults.py knows the layout. Without the variable every call goes through unchanged.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum point { ALLOCATE, ACCEPT, RECEIVE, SEND, WAIT, WATCH, THREAD, POINTS };

enum mode {
    OFF,
    ONCE,    /* the n-th call fails */
    FOREVER, /* the n-th call and all after it */
    SHARE    /* n calls in a million, drawn from the seed */
};

/* One kind of call. Eight words. */
struct fault {
    _Atomic uint64_t mode, n, error;
    _Atomic uint64_t calls, hits; /* since the test set them to 0 */
    uint64_t unused[3];
};

struct control {
    _Atomic uint64_t attached; /* 1 once the daemon has the file */
    _Atomic uint64_t seed;
    _Atomic int64_t realtime_seconds, monotonic_milliseconds; /* added to the clocks */
    uint64_t unused[4];
    struct fault faults[POINTS];
};

static struct control *control;

/* Scramble a number (Steele, Lea, Flood: SplitMix). */
static uint64_t scrambled(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Whether this call is to fail; errno is then set. */
static bool fails(enum point point)
{
    if (control == NULL) {
        return false;
    }
    struct fault *fault = &control->faults[point];
    uint64_t mode = atomic_load(&fault->mode), n = atomic_load(&fault->n);
    if (mode == OFF) {
        return false;
    }
    uint64_t call = atomic_fetch_add(&fault->calls, 1) + 1;
    bool hit = mode == ONCE      ? call == n
               : mode == FOREVER ? call >= n
                                 : scrambled(atomic_load(&control->seed) + call) % 1000000 < n;
    if (hit) {
        atomic_fetch_add(&fault->hits, 1);
        errno = (int)atomic_load(&fault->error);
    }
    return hit;
}

/* The next definition of a function, for a pointer of any function type. */
static void find(const char *name, void *function)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        abort();
    }
    memcpy(function, &found, sizeof found);
}

/* next: the definition behind ours. */
#define NEXT(name)                                                                                 \
    static __typeof__(&(name)) next;                                                               \
    if (next == NULL) {                                                                            \
        find(#name, &next);                                                                        \
    }

__attribute__((constructor)) static void attach(void)
{
    const char *path = getenv("FAULT_CONTROL");
    int file = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    void *map = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    (void)close(file);
    if (map != MAP_FAILED) {
        control = map;
        atomic_store(&control->attached, 1);
    }
}

/* glibc's own names of its allocator: dlsym itself allocates, so it cannot serve here. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    return fails(ALLOCATE) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(ALLOCATE) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails(ALLOCATE) ? NULL : __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    void *made = fails(ALLOCATE) ? NULL : __libc_memalign(alignment, size);
    if (made == NULL) {
        return ENOMEM;
    }
    *block = made;
    return 0;
}

void *mmap(void *place, size_t size, int protection, int flags, int file, off_t offset)
{
    NEXT(mmap)
    return fails(ALLOCATE) ? MAP_FAILED : next(place, size, protection, flags, file, offset);
}

void *mremap(void *place, size_t size, size_t wanted, int flags, ...)
{
    NEXT(mremap) /* nobody here asks for a fixed place, so there is no fifth argument */
    return fails(ALLOCATE) ? MAP_FAILED : next(place, size, wanted, flags);
}

int accept4(int socket, __SOCKADDR_ARG address, socklen_t *restrict size, int flags)
{
    NEXT(accept4)
    return fails(ACCEPT) ? -1 : next(socket, address, size, flags);
}

ssize_t recv(int socket, void *bytes, size_t size, int flags)
{
    NEXT(recv)
    return fails(RECEIVE) ? -1 : next(socket, bytes, size, flags);
}

ssize_t send(int socket, const void *bytes, size_t size, int flags)
{
    NEXT(send)
    return fails(SEND) ? -1 : next(socket, bytes, size, flags);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags)
{
    NEXT(sendmsg)
    return fails(SEND) ? -1 : next(socket, message, flags);
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int milliseconds)
{
    NEXT(epoll_wait)
    return fails(WAIT) ? -1 : next(epoll, events, count, milliseconds);
}

/* What epoll_wait becomes where the program has its own. */
int epoll_pwait(int epoll, struct epoll_event *events, int count, int milliseconds,
                const sigset_t *mask)
{
    NEXT(epoll_pwait)
    return fails(WAIT) ? -1 : next(epoll, events, count, milliseconds, mask);
}

/* Only additions fail: libmicrohttpd aborts by design where a removal does. */
int epoll_ctl(int epoll, int operation, int file, struct epoll_event *event)
{
    NEXT(epoll_ctl)
    if (operation == EPOLL_CTL_ADD && fails(WATCH)) {
        return -1;
    }
    return next(epoll, operation, file, event);
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                   void *(*start)(void *), void *restrict argument)
{
    NEXT(pthread_create)
    if (fails(THREAD)) {
        return errno; /* this one tells its error as its value */
    }
    return next(thread, attributes, start, argument);
}

/* How far a clock is off, in milliseconds. */
static int64_t offset_of(clockid_t clock)
{
    if (control == NULL || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) {
        return 0;
    }
    bool is_realtime = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    return is_realtime ? atomic_load(&control->realtime_seconds) * 1000
                       : atomic_load(&control->monotonic_milliseconds);
}

static void add_milliseconds(struct timespec *at, int64_t milliseconds)
{
    int64_t nanoseconds = at->tv_nsec + milliseconds % 1000 * 1000000;
    at->tv_sec += milliseconds / 1000 + nanoseconds / 1000000000;
    at->tv_nsec = nanoseconds % 1000000000;
    if (at->tv_nsec < 0) {
        at->tv_sec--;
        at->tv_nsec += 1000000000;
    }
}

static int64_t milliseconds_until(const struct timespec *then, const struct timespec *now)
{
    return (then->tv_sec - now->tv_sec) * 1000 + (then->tv_nsec - now->tv_nsec) / 1000000;
}

static int real_clock(clockid_t clock, struct timespec *now)
{
    NEXT(clock_gettime)
    return next(clock, now);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = real_clock(clock, now);
    if (result == 0) {
        add_milliseconds(now, offset_of(clock));
    }
    return result;
}

time_t time(time_t *out)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (out != NULL) {
        *out = now.tv_sec;
    }
    return now.tv_sec;
}

/* The kernel's clock does not jump with ours: turn the deadline into its time, and come back a few
 * times a second (as a spurious wake-up), since ours may jump during the wait. Which of the two
 * clocks the condition uses shows in the deadline: they lie decades apart. */
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until)
{
    NEXT(pthread_cond_timedwait)
    struct timespec real, monotonic, slice;
    (void)clock_gettime(CLOCK_REALTIME, &real);
    (void)clock_gettime(CLOCK_MONOTONIC, &monotonic);
    bool is_realtime = until->tv_sec > monotonic.tv_sec + (real.tv_sec - monotonic.tv_sec) / 2;
    clockid_t clock = is_realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    (void)real_clock(clock, &slice);
    int64_t left = milliseconds_until(until, is_realtime ? &real : &monotonic);
    add_milliseconds(&slice, left < 0 ? 0 : left > 50 ? 50 : left + 1);
    int result = next(condition, mutex, &slice);
    if (result != ETIMEDOUT) {
        return result;
    }
    (void)clock_gettime(clock, &slice);
    return milliseconds_until(until, &slice) > 0 ? 0 : ETIMEDOUT;
}
