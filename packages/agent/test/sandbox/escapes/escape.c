/* Programs for the escape suite, chosen by the first argument. Each prints what it finds. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void show(int fd) {
  char text[256];
  ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text);
  if (length < 0) perror("read");
  else fwrite(text, 1, (size_t)length, stdout);
}

static int reach(int fd) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, getenv("SOCKET"), sizeof address.sun_path - 1);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
    perror("connect");
    return 1;
  }
  return 0;
}

static void *in_thread(void *nothing) {
  reach((int)syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0));
  return nothing;
}

static int in_namespaces(void *nothing) {
  (void)nothing;
  char directory[512];
  snprintf(directory, sizeof directory, "%s/.ssh", getenv("HOME"));
  if (umount2(directory, MNT_DETACH) < 0) perror("umount");
  show(open(getenv("HIDDEN"), O_RDONLY));
  return 0;
}

int main(int count, char **words) {
  const char *name = count > 1 ? words[1] : "";
  setvbuf(stdout, NULL, _IONBF, 0);
  if (strcmp(name, "open") == 0) {
    show((int)syscall(SYS_openat, AT_FDCWD, getenv("HIDDEN"), O_RDONLY));
  } else if (strcmp(name, "openat2") == 0) {
    struct open_how how = {.flags = O_RDONLY, .resolve = RESOLVE_NO_SYMLINKS};
    show((int)syscall(SYS_openat2, AT_FDCWD, getenv("HIDDEN"), &how, sizeof how));
  } else if (strcmp(name, "write") == 0) {
    int fd = open("lock.txt", O_WRONLY | O_TRUNC);
    if (fd < 0 || write(fd, "x", 1) < 0) perror("write");
  } else if (strcmp(name, "socket") == 0) {
    return reach((int)syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0));
  } else if (strcmp(name, "socket32") == 0) {
#ifdef __x86_64__
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(359), "b"(AF_UNIX), "c"(SOCK_STREAM), "d"(0) : "memory");
    if (result >= 0) puts("ESCAPED");
    printf("%ld\n", result);
#endif
  } else if (strcmp(name, "socket-x32") == 0) {
#ifdef __x86_64__
    if (syscall(0x40000000 + 41, AF_UNIX, SOCK_STREAM, 0) >= 0) puts("ESCAPED");
    perror("socket");
#endif
  } else if (strcmp(name, "thread") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_join(thread, NULL);
  } else if (strcmp(name, "vfork") == 0) {
    pid_t child = vfork();
    if (child == 0) {
      execl("/bin/cat", "cat", getenv("HIDDEN"), (char *)NULL);
      _exit(1);
    }
    waitpid(child, NULL, 0);
  } else if (strcmp(name, "clone") == 0) {
    static char stack[65536];
    pid_t child = clone(in_namespaces, stack + sizeof stack, CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | SIGCHLD, NULL);
    if (child < 0) perror("clone");
    else waitpid(child, NULL, 0);
  } else if (strcmp(name, "handle") == 0) {
    struct file_handle *handle = malloc(sizeof *handle + MAX_HANDLE_SZ);
    int mount;
    handle->handle_bytes = MAX_HANDLE_SZ;
    if (unshare(CLONE_NEWUSER) < 0) perror("unshare");
    if (name_to_handle_at(AT_FDCWD, getenv("HOME"), handle, &mount, 0) < 0) perror("name_to_handle_at");
    else if (open_by_handle_at(open("/", O_RDONLY), handle, O_RDONLY) >= 0) puts("ESCAPED");
    else perror("open_by_handle_at");
  } else {
    return 2;
  }
  return 0;
}
