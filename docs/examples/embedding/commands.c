/* A command of the program as a function: one broadcast by every schedule, as a table, and a progress line. */
#include <collnoc.h>
#include <stdio.h>

static int show(void* user, size_t done, size_t count, const char* what) {
  (void)user;
  fprintf(stderr, "%u of %u: %s\n", (unsigned)done, (unsigned)count, what);
  return 0; /* go on */
}

int main(void) {
  const char* const arguments[] = {"run", "broadcast", "--topology", "torus:8x8", "--algorithm", "all"};
  collnoc_output* output = collnoc_call(sizeof arguments / sizeof *arguments, arguments, show, NULL);
  int code = collnoc_output_code(output);
  if (code != 0)
    fprintf(stderr, "%s\n", output == NULL ? collnoc_error() : collnoc_output_messages(output));
  else
    fputs(collnoc_output_text(output), stdout);
  collnoc_output_free(output);
  return code;
}
