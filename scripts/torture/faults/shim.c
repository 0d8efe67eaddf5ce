// Counts every call that changes the disk, in all threads and in all processes that inherit the environment, and lets
// one of them go wrong. Loaded with LD_PRELOAD: Node, libuv and the native SQLite all call the C library.
//
//   FAULT_STATE  a file that the processes share: how many calls there were, and what they were (see Record)
//   FAULT_AT     the call that goes wrong, counted from 1; 0: none
//   FAULT_KIND   kill: the process is killed, a write after its first half
//                once: this call alone fails with ENOSPC
//                full: from this call on nothing fits on the disk; a write takes its first half, then fails
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define RECORDS 8192
typedef struct { char text[128]; } Record;
typedef struct { unsigned long calls; unsigned long faults; char unused[112]; Record records[RECORDS]; } State;

static State *state;
static unsigned long fault_at;
static enum { NONE, KILL, ONCE, FULL } kind;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAULT_STATE"), *at = getenv("FAULT_AT"), *name = getenv("FAULT_KIND");
  if (!path) return;
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *mapped = mmap(0, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (mapped == MAP_FAILED) return;
  fault_at = at ? strtoul(at, 0, 10) : 0;
  kind = !name ? NONE : !strcmp(name, "kill") ? KILL : !strcmp(name, "once") ? ONCE : !strcmp(name, "full") ? FULL : NONE;
  state = mapped;
}

static int is_file(int fd) {
  struct stat info;
  return state && fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

// Whether this call goes wrong now. `grows`: it needs room on the disk.
static int is_hit(const char *name, const char *path, int fd, int grows) {
  if (!state) return 0;
  unsigned long n = __atomic_add_fetch(&state->calls, 1, __ATOMIC_SEQ_CST);
  if (n <= RECORDS) {
    char link[64], target[512] = "";
    if (!path && fd >= 0) {
      snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
      ssize_t length = readlink(link, target, sizeof target - 1);
      target[length > 0 ? length : 0] = 0;
      path = target;
    }
    // The end of a path says more than its beginning.
    size_t length = path ? strlen(path) : 0;
    snprintf(state->records[n - 1].text, sizeof(Record), "%s %.100s", name, length > 100 ? path + length - 100 : path ? path : "");
  }
  if (kind == NONE || fault_at == 0) return 0;
  int hit = kind == FULL ? n >= fault_at && grows : n == fault_at;
  if (hit) __atomic_add_fetch(&state->faults, 1, __ATOMIC_SEQ_CST);
  return hit;
}

static void die(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

// Before a call that either happens or does not.
static int fails(const char *name, const char *path, int fd, int grows) {
  if (!is_hit(name, path, fd, grows)) return 0;
  if (kind == KILL) die();
  errno = ENOSPC;
  return 1;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define SIMPLE(result, name, parameters, path, fd, grows, arguments) \
  result name parameters { REAL(name); return fails(#name, path, fd, grows) ? -1 : real arguments; }

// ——— files are made or emptied ———

static int opens(const char *name, const char *path, int flags) {
  if (!(flags & (O_CREAT | O_TRUNC)) || (flags & O_TMPFILE) == O_TMPFILE) return 0;
  struct stat info;
  int exists = stat(path, &info) == 0;
  if (exists && (!S_ISREG(info.st_mode) || !(flags & O_TRUNC))) return 0;
  return fails(name, path, -1, !exists);
}
#define MODE(last) va_list list; va_start(list, last); mode_t mode = (last & (O_CREAT | O_TMPFILE)) ? va_arg(list, mode_t) : 0; va_end(list)
#define OPEN(name) int name(const char *path, int flags, ...) { MODE(flags); REAL(name); return opens("open", path, flags) ? -1 : real(path, flags, mode); }
OPEN(open)
OPEN(open64)
#define OPENAT(name) int name(int dir, const char *path, int flags, ...) { MODE(flags); REAL(name); return opens("openat", path, flags) ? -1 : real(dir, path, flags, mode); }
OPENAT(openat)
OPENAT(openat64)
FILE *fopen64(const char *path, const char *how) {
  REAL(fopen64);
  return strpbrk(how, "wa") && opens("fopen", path, O_CREAT | (strchr(how, 'w') ? O_TRUNC : 0)) ? 0 : real(path, how);
}

// ——— bytes are written ———

// How many bytes to let through: all, half of them before a kill or when the disk fills up, or -1 for ENOSPC.
static ssize_t room(const char *name, int fd, size_t length, int *kills) {
  *kills = 0;
  if (!is_file(fd) || !is_hit(name, 0, fd, 1)) return length;
  *kills = kind == KILL;
  int first = kind == KILL || (kind == FULL && __atomic_load_n(&state->faults, __ATOMIC_SEQ_CST) == 1);
  if (first && length > 1) return length / 2;
  if (*kills) die();
  errno = ENOSPC;
  return -1;
}
#define WRITE(name, parameters, arguments) \
  ssize_t name parameters { \
    REAL(name); int kills; ssize_t count = room(#name, fd, length, &kills); \
    if (count < 0) return -1; \
    ssize_t written = real arguments; \
    if (kills) die(); \
    return written; }
WRITE(write, (int fd, const void *bytes, size_t length), (fd, bytes, count))
WRITE(pwrite, (int fd, const void *bytes, size_t length, off_t at), (fd, bytes, count, at))
WRITE(pwrite64, (int fd, const void *bytes, size_t length, off64_t at), (fd, bytes, count, at))
static int fails_file(const char *name, int fd) { return is_file(fd) && fails(name, 0, fd, 1); }
ssize_t writev(int fd, const struct iovec *parts, int count) { REAL(writev); return fails_file("writev", fd) ? -1 : real(fd, parts, count); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) { REAL(pwritev64); return fails_file("pwritev", fd) ? -1 : real(fd, parts, count, at); }
ssize_t sendfile64(int out, int in, off64_t *at, size_t count) { REAL(sendfile64); return fails_file("sendfile", out) ? -1 : real(out, in, at, count); }
long syscall(long number, ...) {
  va_list list; va_start(list, number);
  long a[6]; for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  REAL(syscall);
  if (number == SYS_copy_file_range && fails_file("copy_file_range", (int)a[2])) return -1;
  return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
SIMPLE(int, ftruncate, (int fd, off_t length), 0, fd, 0, (fd, length))
SIMPLE(int, ftruncate64, (int fd, off64_t length), 0, fd, 0, (fd, length))
SIMPLE(int, fsync, (int fd), 0, fd, 0, (fd))
SIMPLE(int, fdatasync, (int fd), 0, fd, 0, (fd))

// ——— names change ———

SIMPLE(int, rename, (const char *from, const char *to), to, -1, 0, (from, to))
SIMPLE(int, link, (const char *from, const char *to), to, -1, 1, (from, to))
SIMPLE(int, symlink, (const char *target, const char *path), path, -1, 1, (target, path))
SIMPLE(int, unlink, (const char *path), path, -1, 0, (path))
SIMPLE(int, mkdir, (const char *path, mode_t mode), path, -1, 1, (path, mode))
SIMPLE(int, rmdir, (const char *path), path, -1, 0, (path))
char *mkdtemp(char *path) { REAL(mkdtemp); return fails("mkdtemp", path, -1, 1) ? 0 : real(path); }

// ——— what is said about them changes ———

SIMPLE(int, chmod, (const char *path, mode_t mode), path, -1, 0, (path, mode))
SIMPLE(int, fchmod, (int fd, mode_t mode), 0, fd, 0, (fd, mode))
SIMPLE(int, futimens, (int fd, const struct timespec times[2]), 0, fd, 0, (fd, times))
SIMPLE(int, utimensat, (int dir, const char *path, const struct timespec times[2], int flags), path, -1, 0, (dir, path, times, flags))
