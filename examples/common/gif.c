/* GIF 89a with 256 colours. Frames are compressed by LZW: codes of growing width stand for strings of pixels
 * that were seen before. */
#include "examples/common/gif.h"

#include <string.h>

enum {
    LITERALS = 256,
    CLEAR = LITERALS, /* forget all strings */
    END = LITERALS + 1,
    FIRST_CODE = LITERALS + 2,
    MOST_CODES = 4096,
    BLOCK = 255
};

static void put_short(FILE *file, int32_t value)
{
    fputc(value & 255, file);
    fputc(value >> 8 & 255, file);
}

void gif_begin(FILE *file, int32_t width, int32_t height, const gif_color palette[256])
{
    fputs("GIF89a", file);
    put_short(file, width);
    put_short(file, height);
    fputc(0xf7, file); /* a palette for all frames, 256 colours of 8 bits */
    fputc(0, file);
    fputc(0, file);
    fwrite(palette, sizeof *palette, 256, file);
    fputs("\x21\xff\x0bNETSCAPE2.0\x03\x01", file); /* the usual way to say: again and again */
    put_short(file, 0);
    fputc(0, file);
}

/* ---------------------------------------------------------------- codes to bytes --------------------- */

typedef struct packer {
    FILE *file;
    uint32_t bits;
    int32_t held; /* bits not yet in the block */
    int32_t used;
    uint8_t block[BLOCK];
} packer;

static void flush_block(packer *p)
{
    if (p->used == 0)
        return;
    fputc(p->used, p->file);
    fwrite(p->block, 1, (size_t)p->used, p->file);
    p->used = 0;
}

static void put_code(packer *p, int32_t code, int32_t width)
{
    p->bits |= (uint32_t)code << p->held;
    p->held += width;
    while (p->held >= 8) {
        p->block[p->used++] = (uint8_t)(p->bits & 255);
        if (p->used == BLOCK)
            flush_block(p);
        p->bits >>= 8;
        p->held -= 8;
    }
}

/* ---------------------------------------------------------------- strings to codes ------------------- */

/* A string's continuation by one more pixel; 0: not seen yet. */
static int16_t longer[MOST_CODES][LITERALS];

static void compress(packer *p, const uint8_t *pixels, int32_t count)
{
    int32_t width = 9, next = FIRST_CODE, code = pixels[0];
    memset(longer, 0, sizeof longer);
    put_code(p, CLEAR, width);
    for (int32_t i = 1; i < count; i++) {
        int32_t known = longer[code][pixels[i]];
        if (known != 0) {
            code = known;
            continue;
        }
        put_code(p, code, width);
        if (next < MOST_CODES) {
            if (next == 1 << width)
                width++;
            longer[code][pixels[i]] = (int16_t)next++;
        } else {
            put_code(p, CLEAR, width);
            memset(longer, 0, sizeof longer);
            width = 9;
            next = FIRST_CODE;
        }
        code = pixels[i];
    }
    put_code(p, code, width);
    if (next == 1 << width && width < 12) /* the reader has added a string as well */
        width++;
    put_code(p, END, width);
    put_code(p, 0, 7); /* the last bits */
    flush_block(p);
}

void gif_frame(FILE *file, int32_t width, int32_t height, const uint8_t *pixels, int32_t hundredths)
{
    fputs("\x21\xf9\x04\x04", file);
    put_short(file, hundredths);
    fputc(0, file);
    fputc(0, file);
    fputc(0x2c, file);
    put_short(file, 0);
    put_short(file, 0);
    put_short(file, width);
    put_short(file, height);
    fputc(0, file);
    fputc(8, file);
    packer p = {.file = file};
    compress(&p, pixels, width * height);
    fputc(0, file);
}

void gif_end(FILE *file) { fputc(0x3b, file); }
