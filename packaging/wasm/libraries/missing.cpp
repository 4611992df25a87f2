// What libc++ asks for and the C library for WASI has not.
#include <cerrno>
#include <cstddef>
#include <sys/types.h>

extern "C" {

int __cxa_atexit(void (*end)(void*), void* object, void* library);
// There is one thread: what is to end with it ends with the program.
int __cxa_thread_atexit(void (*end)(void*), void* object, void* library) { return __cxa_atexit(end, object, library); }

// Then copies are made by streams.
ssize_t sendfile(int, int, off_t*, std::size_t) {
    errno = EINVAL;
    return -1;
}
}
