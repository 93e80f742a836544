/* The files of GTKWave's FST writer (fstapi.c), which checks no write: cmake/FstWriter.cmake includes this header
 * before it. What the writer needs while it writes is in memory, so that only the waves are on a disk. A write that
 * fails is kept for collnoc_fst_error(), and what is missing of a file does not end the program (SIGBUS).
 */
#pragma once
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first error (errno) of this thread since the last call; 0: none. */
int collnoc_fst_error(void);

/* NAME.hier that is written is in memory. A file that is there already is overwritten, not replaced. */
FILE* collnoc_fst_open(const char* name, const char* mode);
FILE* collnoc_fst_temporary(void);
int collnoc_fst_unlink(const char* name);
size_t collnoc_fst_write(const void* from, size_t size, size_t count, FILE* file);
int collnoc_fst_flush(FILE* file);
int collnoc_fst_seek(FILE* file, off_t offset, int whence);
int collnoc_fst_close(FILE* file);
void* collnoc_fst_map(void* at, size_t bytes, int protection, int flags, int file, off_t offset);

#ifdef __cplusplus
}
#endif

#ifdef COLLNOC_FST_FILES
#define fopen collnoc_fst_open
#define tmpfile collnoc_fst_temporary
#define unlink collnoc_fst_unlink
#define fwrite collnoc_fst_write
#define fflush collnoc_fst_flush
#define fseeko collnoc_fst_seek
#define fclose collnoc_fst_close
#define mmap collnoc_fst_map
#endif
