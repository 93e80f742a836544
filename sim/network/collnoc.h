/* collnoc as a library, in C. A network for other simulators: describe it with the options of the program,
 * send messages, step, and take what has arrived. And the program's commands as functions: collnoc_command.
 * Link libcollnoc. docs/user/embedding.md has examples.
 *
 * No function aborts or lets an exception through: a function that fails returns what its comment says, and
 * collnoc_error() is one line with the reason. A network that has failed while it was stepped (RTL and model
 * differ, a deadlock) fails in every later call, too.
 *
 * A network may be used by one thread at a time; several networks may be used by several threads, and
 * commands called. Equal calls give equal results, whatever the options `backend` and `threads` are. */
#ifndef COLLNOC_H
#define COLLNOC_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct collnoc_network collnoc_network;

/* A message that has arrived. Cycles count from 0, the first cycle of the network. */
typedef struct collnoc_arrival {
  uint64_t message; /* the number that collnoc_send returned */
  uint64_t source;  /* rank */
  uint64_t target;  /* rank */
  uint64_t bytes;
  uint64_t sent;     /* the cycle of collnoc_send */
  uint64_t injected; /* its first flit is on the first link */
  uint64_t accepted; /* its first flit is accepted by the NIC of the target */
  uint64_t arrived;  /* its last flit is in memory */
} collnoc_arrival;

/* The version, such as "1.0.0". */
const char* collnoc_version(void);

/* Why the last call of this thread that failed has failed; "" if none has. Valid until the next call of this
 * thread. */
const char* collnoc_error(void);

/* A network in cycle 0. `options` are options of `collnoc replay` for the network, such as
 * "--topology torus:8x8 --vcs 4 --backend rtl". NULL on failure. */
collnoc_network* collnoc_open(const char* options);

/* A setting. Its name is that of the option, with - or _: "topology", "vc_depth"; of an argument without an
 * option that of the help in small letters: "collective", "trace", "file", "what". Where the command line has
 * them also "config", a TOML file with settings, "set" with KEY=VALUE, and keys with a point, "hardware.vcs".
 * Its value is the text that the option has; of a switch "on" or "off". */
typedef struct collnoc_setting {
  const char* name;
  const char* value;
} collnoc_setting;

/* The same as collnoc_open, with settings. */
collnoc_network* collnoc_open_with(size_t count, const collnoc_setting* settings);

/* Frees a network; NULL is allowed. */
void collnoc_close(collnoc_network* network);

/* The number of nodes; ranks are 0 to nodes - 1. 0 on failure. */
uint32_t collnoc_nodes(const collnoc_network* network);

/* The current cycle. */
uint64_t collnoc_now(const collnoc_network* network);

/* Gives a message to the queue of `source` in the current cycle; 0 bytes is a signal, a packet of one flit.
 * Returns its number: 1, 2, 3, ... 0 on failure. */
uint64_t collnoc_send(collnoc_network* network, uint32_t source, uint32_t target, uint64_t bytes);

/* Simulates `cycles` cycles. Returns 0; -1 on failure. */
int collnoc_step(collnoc_network* network, uint64_t cycles);

/* Simulates until a message has arrived that was not taken yet, no message is under way, or `most` cycles are
 * over. Returns the number of arrivals that can be taken; -1 on failure. */
int64_t collnoc_step_to_arrival(collnoc_network* network, uint64_t most);

/* Messages that were sent and have not arrived. */
uint64_t collnoc_under_way(const collnoc_network* network);

/* Takes up to `capacity` arrivals, oldest first; those of one cycle in the order of their targets. A signal
 * can be taken one cycle after it has arrived. Returns how many; 0 also on failure. */
size_t collnoc_take_arrivals(collnoc_network* network, collnoc_arrival* arrivals, size_t capacity);

/* What a command has given. */
typedef struct collnoc_output collnoc_output;

/* Called a few times per second: `done` of `count` parts have ended, `what` is the next one. Another result
 * than 0 ends the command. */
typedef int (*collnoc_progress)(void* user, size_t done, size_t count, const char* what);

/* A command with settings: "run" with {"collective", "broadcast"}, {"topology", "torus:8x8"}. Commands are
 * run, traffic, replay, check, schedule, sweep, tune, regress, report, synthesize, list. It writes the files
 * that settings name; nothing is printed, but what "explain_speed" says, on standard error. Points of a sweep
 * run in this process, "jobs" at once. A setting that has several values, as the "file" of a report, is given
 * several times. `progress` may be NULL. An output also for a command that fails; NULL if `progress` has
 * ended it, for NULL in the arguments, and without memory. */
collnoc_output* collnoc_command(const char* command, size_t count, const collnoc_setting* settings,
                                collnoc_progress progress, void* user);

/* Of collnoc_command: the results as JSON (docs/schemas), "" without any; what programs on tiles have
 * printed; notes, a line each, such as which schedules were left out; and the line that says what is wrong,
 * "" if nothing is. "" for NULL. Valid until collnoc_output_free. */
const char* collnoc_output_document(const collnoc_output* output);
const char* collnoc_output_printed(const collnoc_output* output);
const char* collnoc_output_notes(const collnoc_output* output);
const char* collnoc_output_error(const collnoc_output* output);

/* The command line as a function: `collnoc ARGUMENTS`, such as {"run", "broadcast", "--topology",
 * "torus:8x8", "--quiet", "--json", "-"}. What the program would print is in the output; otherwise as
 * collnoc_command. */
collnoc_output* collnoc_call(size_t count, const char* const* arguments, collnoc_progress progress,
                             void* user);

/* The exit code of the program: 0, or as docs/user/README.md says. -1 for NULL. */
int collnoc_output_code(const collnoc_output* output);

/* Of collnoc_call: standard output, and standard error: with a code other than 0, its last line is the
 * reason. "" for NULL. Valid until collnoc_output_free. */
const char* collnoc_output_text(const collnoc_output* output);
const char* collnoc_output_messages(const collnoc_output* output);

/* Frees an output; NULL is allowed. */
void collnoc_output_free(collnoc_output* output);

#ifdef __cplusplus
}
#endif
#endif
