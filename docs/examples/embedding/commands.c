/* A command as a function: one broadcast by every schedule, with a progress line; its results are JSON. And
 * the command line as a function, which gives what the program would print. */
#include <collnoc.h>
#include <stdio.h>

static int show(void* user, size_t done, size_t count, const char* what) {
  (void)user;
  fprintf(stderr, "%u of %u: %s\n", (unsigned)done, (unsigned)count, what);
  return 0; /* go on */
}

int main(void) {
  const collnoc_setting settings[] = {
      {"collective", "broadcast"}, {"topology", "torus:8x8"}, {"algorithm", "all"}};
  const char* const arguments[] = {"list", "network", "--topology", "torus:8x8"};
  collnoc_output* output = collnoc_command("run", sizeof settings / sizeof *settings, settings, show, NULL);
  int code = collnoc_output_code(output);
  if (code != 0)
    fprintf(stderr, "%s\n", output == NULL ? collnoc_error() : collnoc_output_error(output));
  else
    puts(collnoc_output_document(output));
  collnoc_output_free(output);
  if (code != 0) return code;

  output = collnoc_call(sizeof arguments / sizeof *arguments, arguments, NULL, NULL);
  fputs(collnoc_output_text(output), stderr);
  code = collnoc_output_code(output);
  collnoc_output_free(output);
  return code;
}
