/* throng devices: what this machine offers. */
#include "tools/throng/program.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

typedef struct device_list {
    throng_device_info *list;
    int32_t count;
} device_list;

static int find_devices(device_list *devices)
{
    throng_status status = throng_devices(NULL, NULL, 0, &devices->count);
    if (status == THRONG_OK && devices->count > 0) {
        devices->list = calloc((size_t)devices->count, sizeof *devices->list);
        if (devices->list == NULL) {
            return throng_app_reject_memory("devices");
        }
        int32_t found = 0;
        status = throng_devices(NULL, devices->list, devices->count, &found);
        devices->count = found < devices->count ? found : devices->count;
    }
    if (status != THRONG_OK) {
        return throng_app_reject(THRONG_APP_FAILED, "devices", "%s", throng_status_string(status));
    }
    return THRONG_APP_OK;
}

static const char *type_name(throng_device_type type)
{
    return type == THRONG_DEVICE_CPU ? "CPU" : type == THRONG_DEVICE_GPU ? "GPU" : "other";
}

static void print_device(const throng_device_info *device)
{
    printf("  %d  %s\n", (int)device->number, device->name);
    printf("     platform  %s\n", device->platform);
    printf("     type      %s, %d compute units, %.1f GiB, %s, driver %s\n", type_name(device->type),
           (int)device->compute_units, (double)device->memory_bytes / (1024.0 * 1024.0 * 1024.0),
           device->version, device->driver);
    printf("     exact     %s%s%s\n", device->exact ? "yes" : "no", *device->reason != '\0' ? ": " : "",
           device->reason);
}

static void print_all(const device_list *devices)
{
    printf("throng %s (%s)\n\nbackends\n  cpu        available\n", throng_version(), throng_app_commit());
    if (devices->count > 0) {
        printf("  opencl     available, devices: %d\n", (int)devices->count);
    } else {
        printf("  opencl     not available: no OpenCL library, platform or device was found\n");
    }
    printf("\nSIMD levels of the cpu backend (--isa)\n");
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; ++isa) {
        printf("  %-10s %s\n", throng_isa_name(isa),
               throng_isa_available(isa) ? "available" : "not available");
    }
    if (devices->count > 0) {
        printf("\nOpenCL devices (--device); an exact one gives the same bits as the cpu backend\n");
    }
    for (int32_t i = 0; i < devices->count; ++i) {
        print_device(&devices->list[i]);
    }
}

static void add_available(cJSON *list, const char *name, int32_t available, int *good)
{
    cJSON *entry = cJSON_CreateObject();
    *good &= cJSON_AddStringToObject(entry, "name", name) != NULL;
    *good &= cJSON_AddBoolToObject(entry, "available", available) != NULL;
    if (!cJSON_AddItemToArray(list, entry)) {
        cJSON_Delete(entry);
        *good = 0;
    }
}

static void add_device(cJSON *list, const throng_device_info *device, int *good)
{
    cJSON *entry = cJSON_CreateObject();
    *good &= cJSON_AddNumberToObject(entry, "number", device->number) != NULL;
    *good &= cJSON_AddStringToObject(entry, "name", device->name) != NULL;
    *good &= cJSON_AddStringToObject(entry, "platform", device->platform) != NULL;
    *good &= cJSON_AddStringToObject(entry, "version", device->version) != NULL;
    *good &= cJSON_AddStringToObject(entry, "driver", device->driver) != NULL;
    *good &= cJSON_AddStringToObject(entry, "type", type_name(device->type)) != NULL;
    *good &= cJSON_AddNumberToObject(entry, "compute_units", device->compute_units) != NULL;
    *good &= cJSON_AddNumberToObject(entry, "memory_bytes", (double)device->memory_bytes) != NULL;
    *good &= cJSON_AddBoolToObject(entry, "exact", device->exact) != NULL;
    *good &= cJSON_AddStringToObject(entry, "reason", device->reason) != NULL;
    if (!cJSON_AddItemToArray(list, entry)) {
        cJSON_Delete(entry);
        *good = 0;
    }
}

static cJSON *device_tree(const device_list *devices)
{
    int good = 1;
    cJSON *root = cJSON_CreateObject();
    good &= cJSON_AddStringToObject(root, "version", throng_version()) != NULL;
    good &= cJSON_AddStringToObject(root, "commit", throng_app_commit()) != NULL;
    cJSON *backends = cJSON_AddArrayToObject(root, "backends");
    add_available(backends, throng_backend_name(THRONG_BACKEND_CPU), 1, &good);
    add_available(backends, throng_backend_name(THRONG_BACKEND_OPENCL), devices->count > 0, &good);
    cJSON *levels = cJSON_AddArrayToObject(root, "isa");
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; ++isa) {
        add_available(levels, throng_isa_name(isa), throng_isa_available(isa), &good);
    }
    cJSON *list = cJSON_AddArrayToObject(root, "devices");
    good &= list != NULL;
    for (int32_t i = 0; i < devices->count; ++i) {
        add_device(list, &devices->list[i], &good);
    }
    if (!good) {
        cJSON_Delete(root);
        return NULL;
    }
    return root;
}

static int write_json(const device_list *devices, FILE *stream)
{
    cJSON *root = device_tree(devices);
    char *text = root != NULL ? cJSON_Print(root) : NULL;
    cJSON_Delete(root);
    if (text == NULL) {
        return throng_app_reject_memory("--json");
    }
    (void)fprintf(stream, "%s\n", text);
    cJSON_free(text);
    return THRONG_APP_OK;
}

int throng_app_devices(int argc, char **argv)
{
    const char *json = NULL;
    throng_app_option options[] = {
        {"json", "FILE", "the same as JSON; - is standard output, in place of the table", THRONG_APP_TEXT,
         &json, 0, 0, NULL, 0},
    };
    throng_app_outputs outputs = {.count = 0};
    device_list devices = {NULL, 0};
    FILE *stream = NULL;
    int32_t help = 0;
    int code = throng_app_parse(argc, argv, options, 1, &help);
    if (code == THRONG_APP_OK && help) {
        printf("throng devices: backends, SIMD levels, OpenCL devices, and whether they round exactly\n\n");
        throng_app_print_options(options, 1);
        return THRONG_APP_OK;
    }
    if (code == THRONG_APP_OK) {
        code = throng_app_output_open(&outputs, "--json", json, &stream);
    }
    if (code == THRONG_APP_OK) {
        code = find_devices(&devices);
    }
    if (code == THRONG_APP_OK && stream != NULL) {
        code = write_json(&devices, stream);
    }
    if (code == THRONG_APP_OK && stream != stdout) {
        print_all(&devices);
    }
    if (code == THRONG_APP_OK) {
        code = throng_app_output_finish(&outputs);
    }
    throng_app_output_discard(&outputs);
    free(devices.list);
    return code;
}
