#include "tools/support/memory.h"
#include "tools/support/message.h"

#include <stdlib.h>

void *allocate(size_t count, size_t size, const char *what, int *code)
{
    void *memory = *code ? NULL : calloc(count + 1, size);
    if (!*code && !memory)
        *code = reject_memory(what);
    return memory;
}
