/* throng devices: what this machine offers. */
#include "tools/support/commit.h"
#include "tools/throng/subcommands.h"

#include <stdlib.h>
#include <string.h>

#define LAST_ISA THRONG_ISA_NEON /* behind it is that of WebAssembly, for which there is no program */

typedef struct devices_job {
    program_job job;
    throng_device_info *list;
    int32_t count;
} devices_job;

static int find_devices(devices_job *devices)
{
    throng_status status = throng_devices(NULL, NULL, 0, &devices->count);
    if (status == THRONG_OK && devices->count > 0) {
        devices->list = calloc((size_t)devices->count, sizeof *devices->list);
        if (!devices->list)
            return reject_memory("devices");
        int32_t found = 0;
        status = throng_devices(NULL, devices->list, devices->count, &found);
        devices->count = found < devices->count ? found : devices->count;
    }
    if (status != THRONG_OK)
        return reject_failure("devices", "%s", throng_status_string(status));
    return PROGRAM_OK;
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

static void print_all(void *data)
{
    const devices_job *devices = data;
    printf("throng %s (%s)\n\nbackends\n  cpu        available\n", throng_version(), program_commit());
    if (devices->count > 0)
        printf("  opencl     available, devices: %d\n", (int)devices->count);
    else
        printf("  opencl     not available: no OpenCL library, platform or device was found\n");
    printf("\nSIMD levels of the cpu backend (--isa)\n");
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa <= LAST_ISA; isa++)
        printf("  %-10s %s\n", throng_isa_name(isa),
               throng_isa_available(isa) ? "available" : "not available");
    if (devices->count > 0)
        printf("\nOpenCL devices (--device); an exact one gives the same bits as the cpu backend\n");
    for (int32_t i = 0; i < devices->count; i++)
        print_device(&devices->list[i]);
}

static cJSON *append_entry(cJSON *list, int *good)
{
    cJSON *entry = cJSON_CreateObject();
    if (cJSON_AddItemToArray(list, entry))
        return entry;
    cJSON_Delete(entry);
    *good = 0;
    return NULL;
}

static void add_available(cJSON *list, const char *name, int32_t available, int *good)
{
    cJSON *entry = append_entry(list, good);
    json_text(entry, "name", name, good);
    json_flag(entry, "available", available, good);
}

static void add_device(cJSON *list, const throng_device_info *device, int *good)
{
    cJSON *entry = append_entry(list, good);
    json_number(entry, "number", device->number, good);
    json_text(entry, "name", device->name, good);
    json_text(entry, "platform", device->platform, good);
    json_text(entry, "version", device->version, good);
    json_text(entry, "driver", device->driver, good);
    json_text(entry, "type", type_name(device->type), good);
    json_number(entry, "compute_units", device->compute_units, good);
    json_number(entry, "memory_bytes", (double)device->memory_bytes, good);
    json_flag(entry, "exact", device->exact, good);
    json_text(entry, "reason", device->reason, good);
}

static int write_json(const devices_job *devices, FILE *stream)
{
    int good = 1;
    cJSON *root = cJSON_CreateObject();
    json_text(root, "version", throng_version(), &good);
    json_text(root, "commit", program_commit(), &good);
    cJSON *backends = cJSON_AddArrayToObject(root, "backends");
    add_available(backends, throng_backend_name(THRONG_BACKEND_CPU), 1, &good);
    add_available(backends, throng_backend_name(THRONG_BACKEND_OPENCL), devices->count > 0, &good);
    cJSON *levels = cJSON_AddArrayToObject(root, "isa");
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa <= LAST_ISA; isa++)
        add_available(levels, throng_isa_name(isa), throng_isa_available(isa), &good);
    cJSON *list = cJSON_AddArrayToObject(root, "devices");
    good &= list != NULL;
    for (int32_t i = 0; i < devices->count; i++)
        add_device(list, &devices->list[i], &good);
    json_text(root, "operation", "devices", &good);
    report_add_options(root, &devices->job.options, &good);
    return json_write(root, good, stream);
}

static void list_options(void *data)
{
    devices_job *devices = data;
    option_output(&devices->job.options, "json",
                  "the same as JSON; - is standard output, in place of the table", &devices->job.common.json);
}

static int work(void *data)
{
    devices_job *devices = data;
    const int code = find_devices(devices);
    FILE *stream = devices->job.common.json.stream;
    return !code && stream ? write_json(devices, stream) : code;
}

static void release(void *data) { free(((devices_job *)data)->list); }

const program_command devices_command = {
    .name = "devices",
    .about = "backends, SIMD levels and OpenCL devices of this machine",
    .usage = "throng devices: backends, SIMD levels, OpenCL devices, and whether they round exactly\n",
    .size = sizeof(devices_job),
    .outputs = {"json"},
    .options = list_options,
    .work = work,
    .summary = print_all,
    .release = release,
};
