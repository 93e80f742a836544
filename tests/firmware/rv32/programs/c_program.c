/* A hosted C program: it uses the C library, and what is C and not C++. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collnoc/firmware/rv32/mark.h"

struct pair {
  int key;
  char *name;
};

static int by_key(const void *a, const void *b) {
  return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}

int main(int argc, char **argv) {
  (void)argv;
  struct pair *new = malloc(3 * sizeof *new);
  for (int i = 0; i < 3; ++i) {
    char name[16];
    snprintf(name, sizeof name, "item-%d", 3 - i);
    new[i] = (struct pair){.key = 3 - i, .name = strdup(name)};
  }
  collnoc_mark_begin();
  qsort(new, 3, sizeof *new, by_key);
  collnoc_mark_end();
  for (int i = 0; i < 3; ++i) printf("%s %03d %#x\n", new[i].name, new[i].key, 4096 * new[i].key);
  printf("argc %d, %lu, %s\n", argc, 4000000000ul, malloc(1 << 20) == NULL ? "no more memory" : "memory");
  fputs("to stderr\n", stderr);
  printf("no newline");
  free(new);
  exit(strtol("7", NULL, 10));
}
