/* PNG files as simple as they can be: rows that are stored, not compressed. */
#include "draw.h"
#include <stdio.h>

enum { MOST_STORED = 65535 }; /* bytes of a stored block */

/* A file with the sums that PNG asks for: one over each chunk, another over the pixels. */
typedef struct png_writer {
    FILE *file;
    uint32_t crc, a, b;
} png_writer;

static void put(png_writer *writer, const uint8_t *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        writer->crc ^= bytes[i];
        for (int32_t bit = 0; bit < 8; bit++)
            writer->crc = writer->crc >> 1 ^ (writer->crc & 1u ? 0xEDB88320u : 0u);
    }
    fwrite(bytes, 1, count, writer->file);
}

static void put_number(png_writer *writer, uint32_t number)
{
    const uint8_t bytes[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16), (uint8_t)(number >> 8),
                              (uint8_t)number};
    put(writer, bytes, 4);
}

static void begin_chunk(png_writer *writer, const char *name, uint32_t bytes)
{
    put_number(writer, bytes);
    writer->crc = 0xFFFFFFFFu;
    put(writer, (const uint8_t *)name, 4);
}

static void end_chunk(png_writer *writer) { put_number(writer, ~writer->crc); }

/* A row is a filter byte, which is 0, and its pixels. It makes a block of its own. */
static void put_row(png_writer *writer, const rts_picture *picture, int32_t row)
{
    const uint32_t bytes = 3u * (uint32_t)picture->width, length = bytes + 1;
    const uint8_t *const pixels = picture->pixels + (size_t)row * bytes;
    const uint8_t head[6] = {row + 1 == picture->height, (uint8_t)length,         (uint8_t)(length >> 8),
                             (uint8_t)~length,           (uint8_t)(~length >> 8), 0};
    put(writer, head, 6);
    put(writer, pixels, bytes);
    writer->b = (writer->b + writer->a) % 65521u; /* the filter byte */
    for (uint32_t i = 0; i < bytes; i++) {
        writer->a = (writer->a + pixels[i]) % 65521u;
        writer->b = (writer->b + writer->a) % 65521u;
    }
}

int32_t png_write(const rts_picture *picture, const char *path)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static const uint8_t kind[5] = {8, 2, 0, 0, 0}, zlib[2] = {0x78, 0x01}; /* 8 bits of red, green, blue */
    const uint32_t row = 3u * (uint32_t)picture->width + 1;
    if (row > MOST_STORED)
        return 1;
    png_writer writer = {fopen(path, "wb"), 0, 1, 0};
    if (!writer.file)
        return 1;
    put(&writer, signature, 8);
    begin_chunk(&writer, "IHDR", 13);
    put_number(&writer, (uint32_t)picture->width);
    put_number(&writer, (uint32_t)picture->height);
    put(&writer, kind, 5);
    end_chunk(&writer);
    begin_chunk(&writer, "IDAT", 2 + (uint32_t)picture->height * (row + 5) + 4);
    put(&writer, zlib, 2);
    for (int32_t i = 0; i < picture->height; i++)
        put_row(&writer, picture, i);
    put_number(&writer, writer.b << 16 | writer.a);
    end_chunk(&writer);
    begin_chunk(&writer, "IEND", 0);
    end_chunk(&writer);
    const int32_t failed = ferror(writer.file) != 0;
    return fclose(writer.file) != 0 || failed;
}
