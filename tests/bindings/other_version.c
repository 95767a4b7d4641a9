/* A library of another version. It has nothing else: a binding that asks it for more has not looked. */
#include <throng/throng.h>

const char *throng_version(void) { return "0.99.0"; }
