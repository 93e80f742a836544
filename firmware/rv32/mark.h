/* Marks for C programs on processors: the part of a program that is to be measured, as mark_begin(tile) and
   mark_end(tile) of firmware/hal/mark.hpp for C++. A mark is a call and a store; also callable from C++. */
#ifndef COLLNOC_FIRMWARE_RV32_MARK_H
#define COLLNOC_FIRMWARE_RV32_MARK_H

#ifdef __cplusplus
extern "C" {
#endif

/* The measured part lasts from the first begin on any tile to the last end on any tile. */
void collnoc_mark_begin(void);
void collnoc_mark_end(void);

#ifdef __cplusplus
}
#endif

#endif
