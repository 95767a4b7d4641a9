/* cache_start FOLDER: a process of its own that uses the folder for built kernels. */
#define _POSIX_C_SOURCE 200809L
#include "tests/context/cache_use.h"

int main(int argc, char **argv)
{
    if (argc == 2)
        printf("result %llx\n", (unsigned long long)compute_with(argv[1]));
    return argc != 2;
}
