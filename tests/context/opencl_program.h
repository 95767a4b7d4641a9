/* A program with OpenCL objects of its own, for the tests of throng_opencl.h. */
#ifndef THRONG_TESTS_CONTEXT_OPENCL_PROGRAM_H
#define THRONG_TESTS_CONTEXT_OPENCL_PROGRAM_H

#include "tests/support/rejected.h"

#include "src/cl/device/api.h"

#include <throng/throng_opencl.h>

enum { WIDTH = 70, HEIGHT = 45, CELLS = WIDTH * HEIGHT, OBJECTS = 40, CAPACITY = 48 };
#define INVALID THRONG_ERROR_INVALID_ARGUMENT

/* What the library itself has no use for. */
typedef struct more_api {
    cl_event(CL_API_CALL *clCreateUserEvent)(cl_context, cl_int *);
    cl_int(CL_API_CALL *clSetUserEventStatus)(cl_event, cl_int);
} more_api;

typedef struct program {
    throng_cl_api cl;
    more_api more;
    throng_opencl_host host;
    cl_uint references; /* to the context and the queue, before the library had them */
    watch *w;
    throng_context *context;
    throng_influence *map;
    throng_influence_object objects[OBJECTS];
} program;

cl_mem buffer_of(const program *p, size_t bytes, const void *content); /* content NULL: anything */
cl_command_queue queue_of(const program *p, cl_context context, cl_command_queue_properties properties);
cl_context context_of(const program *p);
/* A function of OpenCL by its name; ends the process where it is missing. */
void find_opencl(const char *name, void *function, size_t size);
/* To its context and queue. */
cl_uint references(const program *p);
void expect_references(const program *p, cl_uint wanted, const char *what);
/* For 20 ms. */
void doze(void);

throng_influence_def map_of_program(void);
void make_objects(program *p);
/* Context and queue alone, to be released; or with a map on throng's context on them, all watched. Skips the
 * test where there is no OpenCL. */
void open_host(program *p);
void close_host(program *p);
void begin(program *p, int32_t profile);
void end(program *p);
/* Values, or the program's updated map, are those of these objects by the reference level. */
void expect_map_of(const throng_influence_object *objects, int32_t count, const float *values,
                   const char *what);
void expect_map(const program *p, const throng_influence_object *objects, const char *what);

/* A buffer of bytes MARK, and what it is to hold: the same, until a test writes into `expected`. */
enum { ROOM = 65536, MARK = 0x5a };
extern unsigned char expected[ROOM], found[ROOM];
cl_mem marked_buffer(const program *p);
/* What is in the buffer now, which is in `found` then, is `expected`, the bytes beside the values too. */
void expect_buffer(const program *p, cl_mem buffer, cl_event event, const char *what);

/* An event of the program's, and that a call's event is over after it, and not before; both are released. */
cl_event gate_of(const program *p);
void expect_waits(const program *p, const char *what, cl_event gate, cl_event event);

/* The call is refused on the context of `p`, and says so. */
#define REFUSES(expected, words, call)                                                                       \
    do {                                                                                                     \
        p.w->logs = p.w->assertions = 0;                                                                     \
        const throng_status got = (call);                                                                    \
        expect_told(p.w, p.context, #call, got, expected, words);                                            \
    } while (0)

#define SET(first, count, buffer, offset, stride)                                                            \
    throng_influence_set_objects_cl(p.map, 0, first, count, buffer, offset, stride, 0, NULL, NULL)
#define MOVE(first, count, buffer, offset, stride, other, other_offset, other_stride)                        \
    throng_influence_move_objects_cl(p.map, 0, first, count, buffer, offset, stride, other, other_offset,    \
                                     other_stride, 0, NULL, NULL)

#endif
