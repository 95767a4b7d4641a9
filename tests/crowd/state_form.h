/* The form of agents' states, written down once more, for those who forge them. */
#ifndef THRONG_TESTS_CROWD_STATE_FORM_H
#define THRONG_TESTS_CROWD_STATE_FORM_H

#include "tests/crowd/snapshot_form.h"

#include <throng/throng.h>

/* Words of 32 bits; ids and sums have two. Behind them an agent as a snapshot has it. */
enum { STATE_VERSION = 0, STATE_BYTES = 1, STATE_ID = 2, STATE_SUM = 4, STATE_DEF = 6, STATE_AGENT = 8 };
enum { STATE_WORDS = STATE_AGENT + AGENT_WORDS };

static inline uint32_t state_word(const throng_agent_state *state, size_t word)
{
    return form_word((const unsigned char *)state, word);
}

static inline void state_put(throng_agent_state *state, size_t word, uint32_t value)
{
    form_put((unsigned char *)state, word, value);
}

/* The sum as it has to be. */
static inline void state_mend(throng_agent_state *state)
{
    uint64_t words[STATE_WORDS / 2], sum = 0;
    memcpy(words, state, sizeof words);
    words[STATE_SUM / 2] = 0;
    for (size_t i = 0; i < STATE_WORDS / 2; i++) {
        sum = (sum ^ words[i]) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
    }
    memcpy((char *)state + 4 * STATE_SUM, &sum, sizeof sum);
}

#endif
