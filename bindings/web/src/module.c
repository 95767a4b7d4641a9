/* What the module has beside the library: a logger that hands messages to JavaScript. */
#include <throng/throng.h>

/* The page's; imports.js tells the linker of it. */
void throng_web_log(void *user, throng_log_level level, const char *message);

static void hand_over(void *user, throng_log_level level, const char *message)
{
    throng_web_log(user, level, message);
}

/* What JavaScript writes into throng_logger.log. */
void (*throng_web_logger(void))(void *user, throng_log_level level, const char *message);
void (*throng_web_logger(void))(void *user, throng_log_level level, const char *message) { return hand_over; }
