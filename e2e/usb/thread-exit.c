/*
 * For Google's adbd from Debian: it waits until pthread_kill says ESRCH of a thread that has ended, as Android's
 * libc does. glibc says so only while the thread runs no more and is joined, so adbd would never open USB again.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int pthread_kill(pthread_t thread, int signal) {
  clockid_t clock;
  if (pthread_getcpuclockid(thread, &clock) == ESRCH) return ESRCH;
  int (*original)(pthread_t, int) = (int (*)(pthread_t, int))dlsym(RTLD_NEXT, "pthread_kill");
  return original(thread, signal);
}
