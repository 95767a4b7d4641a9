/* pixel FILE X Y [X Y ...]: red, green and blue of pixels of a PNG, a line for each. */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (argc < 4 || !png_image_begin_read_from_file(&image, argv[1])) {
        (void)fprintf(stderr, "pixel: %s\n", argc < 4 ? "usage: pixel FILE X Y [X Y ...]" : image.message);
        return 1;
    }
    image.format = PNG_FORMAT_RGB;
    png_bytep pixels = malloc(PNG_IMAGE_SIZE(image));
    int failed = pixels == NULL || !png_image_finish_read(&image, NULL, pixels, 0, NULL);
    for (int i = 2; i + 1 < argc && !failed; i += 2) {
        const unsigned long x = strtoul(argv[i], NULL, 10);
        const unsigned long y = strtoul(argv[i + 1], NULL, 10);
        failed = x >= image.width || y >= image.height;
        if (!failed) {
            const png_byte *pixel = pixels + 3 * (y * image.width + x);
            printf("%d %d %d\n", pixel[0], pixel[1], pixel[2]);
        }
    }
    free(pixels);
    png_image_free(&image);
    return failed;
}
