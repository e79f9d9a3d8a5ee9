// Preloaded before a program, makes one of its calls that write files fail: a disk that is full, a
// server that is gone. Calls are counted over all threads, those alone that concern files below
// $FAIL_UNDER; the one whose number is $FAIL_AT fails with $FAIL_WITH (an errno). With
// $FAIL_FOR_GOOD all that follow fail too. How many calls there were is left in the file
// $FAIL_COUNT. With $RUN_AT_CALL, a command of the shell, it is run in place of the failure, and
// the call succeeds: something that happens to other files meanwhile. With $WRITE_HALF every write
// takes half of what it is given, as it may. With $FAIL_READS those calls are counted that read
// files and folders instead.
//
// Likewise, of the calls that ask for memory or for a thread, counted from the beginning of main(),
// the one whose number is $FAIL_MEMORY_AT fails, with $FAIL_FOR_GOOD all that follow too. The file
// $FAIL_MEMORY_COUNT says how many there were. With $FAIL_THREADS no thread starts.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

static const char* setting(const char* name, const char* otherwise) {
  const char* value = getenv(name);
  return value ? value : otherwise;
}

static int is_ours(const char* path) {
  const char* under = setting("FAIL_UNDER", "");
  if (!path || !*under) return 0;
  char whole[8192];
  if (path[0] != '/') {
    char folder[4096];
    if (!getcwd(folder, sizeof folder)) return 0;
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    path = whole;
  }
  return strncmp(path, under, strlen(under)) == 0;
}

static int is_ours_fd(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t n = readlink(link, path, sizeof path - 1);
  if (n < 0) return 0;
  path[n] = 0;
  return is_ours(path);
}

enum Kind { writes, reads };

// Whether this call is to fail; errno is set.
static int fails_as(enum Kind kind) {
  if ((kind == reads) != (getenv("FAIL_READS") != NULL)) return 0;
  const long number = ++calls, at = atol(setting("FAIL_AT", "0"));
  if (at <= 0 || number < at || (number > at && !getenv("FAIL_FOR_GOOD"))) return 0;
  const char* command = getenv("RUN_AT_CALL");
  if (command) {
    char alone[8192];
    snprintf(alone, sizeof alone, "unset LD_PRELOAD; %s", command);
    if (system(alone) != 0) abort();
    return 0;
  }
  errno = atoi(setting("FAIL_WITH", "28"));
  return 1;
}
static int fails(void) { return fails_as(writes); }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void tell_number(const char* file_name, long number) {
  const char* path = getenv(file_name);
  if (!path) return;
  FILE* file = REAL(fopen)(path, "w");
  if (!file) return;
  fprintf(file, "%ld\n", number);
  REAL(fclose)(file);
}

static atomic_long requests;
static long fail_request = -1, fail_requests_on;  // -1: main() has not begun

__attribute__((destructor)) static void tell(void) {
  tell_number("FAIL_COUNT", calls);
  const long made = requests;
  fail_request = -1;
  tell_number("FAIL_MEMORY_COUNT", made);
}

// Whether this request for memory or a thread is to fail.
static int is_refused(void) {
  if (fail_request < 0) return 0;
  const long number = ++requests;
  return fail_request > 0 && (fail_requests_on ? number >= fail_request : number == fail_request);
}

// glibc's own names: what finds its functions by name may ask for memory itself.
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

static void* none(void) {
  errno = ENOMEM;
  return NULL;
}
void* malloc(size_t size) { return is_refused() ? none() : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return is_refused() ? none() : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  return size > 0 && is_refused() ? none() : __libc_realloc(old, size);
}
void* memalign(size_t alignment, size_t size) {
  return is_refused() ? none() : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** result, size_t alignment, size_t size) {
  void* made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *result = made;
  return 0;
}
void* mmap(void* where, size_t size, int protection, int flags, int fd, off_t offset) {
  if (flags & MAP_ANONYMOUS && is_refused()) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return REAL(mmap)(where, size, protection, flags, fd, offset);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*begin)(void*),
                   void* given) {
  return is_refused() || getenv("FAIL_THREADS")
             ? EAGAIN
             : REAL(pthread_create)(thread, attributes, begin, given);
}

typedef int Main(int, char**, char**);
static Main* program;
static int counted_main(int argc, char** argv, char** environment) {
  fail_request = atol(setting("FAIL_MEMORY_AT", "0"));
  fail_requests_on = getenv("FAIL_FOR_GOOD") != NULL;
  return program(argc, argv, environment);
}
int __libc_start_main(Main* main, int argc, char** argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void* stack_end) {
  program = main;
  return REAL(__libc_start_main)(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}

#define OPEN(name)                                                  \
  int name(const char* path, int flags, ...) {                      \
    va_list more;                                                   \
    va_start(more, flags);                                          \
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                   \
    const int kind = flags & O_ACCMODE ? writes : reads;            \
    if (is_ours(path) && fails_as(kind)) return -1;                 \
    return REAL(name)(path, flags, mode);                           \
  }
OPEN(open)
OPEN(open64)

#define FOPEN(name)                                         \
  FILE* name(const char* path, const char* mode) {          \
    const int kind = strpbrk(mode, "wa+") ? writes : reads; \
    if (is_ours(path) && fails_as(kind)) return NULL;       \
    return REAL(name)(path, mode);                          \
  }
FOPEN(fopen)
FOPEN(fopen64)

DIR* opendir(const char* path) {
  return is_ours(path) && fails_as(reads) ? NULL : REAL(opendir)(path);
}
#define READDIR(name, entry)                                                         \
  struct entry* name(DIR* folder) {                                                  \
    return is_ours_fd(dirfd(folder)) && fails_as(reads) ? NULL : REAL(name)(folder); \
  }
READDIR(readdir, dirent)
READDIR(readdir64, dirent64)
ssize_t read(int fd, void* data, size_t size) {
  return is_ours_fd(fd) && fails_as(reads) ? -1 : REAL(read)(fd, data, size);
}

ssize_t write(int fd, const void* data, size_t size) {
  if (is_ours_fd(fd)) {
    if (fails()) return -1;
    if (getenv("WRITE_HALF") && size > 1) size /= 2;
  }
  // No function is looked up: a thread that has run out of memory may hold the loader's lock.
  return syscall(SYS_write, fd, data, size);
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
  if (is_ours_fd(fd) && fails()) return -1;
  return REAL(writev)(fd, parts, count);
}
ssize_t pwrite(int fd, const void* data, size_t size, off_t at) {
  if (is_ours_fd(fd) && fails()) return -1;
  return REAL(pwrite)(fd, data, size, at);
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t at) {
  if (is_ours_fd(fd) && fails()) return -1;
  return REAL(pwrite64)(fd, data, size, at);
}
size_t fwrite(const void* data, size_t size, size_t count, FILE* file) {
  if (is_ours_fd(fileno(file)) && fails()) return 0;
  return REAL(fwrite)(data, size, count, file);
}
// What a server could not keep is said here at the latest. The descriptor is closed all the same.
int close(int fd) {
  const int flags = fcntl(fd, F_GETFL);
  const int failed = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && is_ours_fd(fd) && fails();
  const int error = errno, closed = REAL(close)(fd);
  if (!failed) return closed;
  errno = error;
  return -1;
}
int ftruncate(int fd, off_t size) {
  if (is_ours_fd(fd) && fails()) return -1;
  return REAL(ftruncate)(fd, size);
}
int fsync(int fd) {
  if (is_ours_fd(fd) && fails()) return -1;
  return REAL(fsync)(fd);
}
int rename(const char* from, const char* to) {
  if (is_ours(to) && fails()) return -1;
  return REAL(rename)(from, to);
}
int link(const char* from, const char* to) {
  return is_ours(to) && fails() ? -1 : REAL(link)(from, to);
}
int unlink(const char* path) { return is_ours(path) && fails() ? -1 : REAL(unlink)(path); }
int mkdir(const char* path, mode_t mode) {
  if (is_ours(path) && fails()) return -1;
  return REAL(mkdir)(path, mode);
}
