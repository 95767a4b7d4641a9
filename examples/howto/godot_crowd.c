/* A GDExtension for Godot 4.2 or later, in C: the class ThrongCrowd, for GDScript. It needs Godot's header
 * gdextension_interface.h, which `godot --dump-gdextension-interface` writes. Real numbers are floats, as in
 * official builds. */
#include <gdextension_interface.h>
#include <stdlib.h>
#include <string.h>
#include <throng/throng.h>

enum { MOST_ARGUMENTS = 2, RESIZE_HASH = 848867239 }; /* the hash of resize() in Godot's extension_api.json */

/* Memory that Godot's own types fill: a StringName, and the largest type that a method returns. */
typedef struct string_name {
    void *data;
} string_name;
typedef union value {
    GDExtensionBool truth;
    int64_t whole;
    double real;
    float vector[2];
    void *data[2]; /* String, PackedVector2Array */
} value;

static throng_context *context;
static GDExtensionClassLibraryPtr library;
static string_name class_name, parent_name, no_name;
static void *no_text;

/* What Godot offers, found by name. */
static struct {
    GDExtensionInterfaceStringNameNewWithLatin1Chars name_new;
    GDExtensionInterfaceStringNewWithUtf8Chars text_new;
    GDExtensionInterfaceVariantGetType type_of;
    GDExtensionInterfaceGetVariantToTypeConstructor from_variant;
    GDExtensionInterfaceGetVariantFromTypeConstructor to_variant;
    GDExtensionInterfaceVariantGetPtrConstructor constructor;
    GDExtensionInterfaceVariantGetPtrDestructor destructor;
    GDExtensionInterfaceVariantGetPtrBuiltinMethod builtin;
    GDExtensionInterfacePackedVector2ArrayOperatorIndex vector_at;
    GDExtensionInterfaceClassdbConstructObject construct;
    GDExtensionInterfaceObjectSetInstance set_instance;
    GDExtensionInterfaceClassdbRegisterExtensionClass2 register_class;
    GDExtensionInterfaceClassdbRegisterExtensionClassMethod register_method;
    GDExtensionInterfaceClassdbUnregisterExtensionClass unregister_class;
    GDExtensionPtrBuiltInMethod resize;
    GDExtensionPtrDestructor destroy_text;
} godot;

/* An instance of the class. */
typedef struct instance {
    throng_crowd *crowd;
} instance;

/* ---------------------------------------------------------------- methods --------------------------- */

typedef const GDExtensionConstTypePtr *arguments;

/* start(capacity: int) -> bool: makes the crowd, or makes it anew. */
static void start(void *user, GDExtensionClassInstancePtr self, arguments given, GDExtensionTypePtr result)
{
    (void)user;
    instance *of = self;
    const int64_t capacity = *(const int64_t *)given[0];
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = capacity < 0 || capacity > THRONG_MAX_AGENTS ? -1 : (int32_t)capacity;
    throng_crowd *made = NULL;
    const throng_status status = throng_crowd_create(context, &def, &made);
    if (status == THRONG_OK) {
        throng_crowd_destroy(of->crowd);
        of->crowd = made;
    }
    *(GDExtensionBool *)result = status == THRONG_OK;
}

/* add(position: Vector2, goal: Vector2) -> int: the id of a new agent, or -1. */
static void add(void *user, GDExtensionClassInstancePtr self, arguments given, GDExtensionTypePtr result)
{
    (void)user;
    const instance *of = self;
    const float *position = given[0], *goal = given[1];
    throng_agent_def def = throng_agent_default_def();
    def.x = position[0];
    def.y = position[1];
    def.navigation = THRONG_NAVIGATE_GOAL;
    def.target_x = goal[0];
    def.target_y = goal[1];
    throng_agent agent;
    uint64_t id = 0;
    throng_status status = throng_crowd_add(of->crowd, 1, &def, 0, &agent);
    if (status == THRONG_OK)
        status = throng_crowd_get(of->crowd, THRONG_AGENT_ID, 1, &agent, 0, &id, 0);
    *(int64_t *)result = status == THRONG_OK ? (int64_t)id : -1;
}

/* step(delta: float) -> bool */
static void step(void *user, GDExtensionClassInstancePtr self, arguments given, GDExtensionTypePtr result)
{
    (void)user;
    const instance *of = self;
    const float dt = (float)*(const double *)given[0];
    *(GDExtensionBool *)result = throng_crowd_step(of->crowd, dt) == THRONG_OK;
}

/* positions() -> PackedVector2Array: of all agents, in the order of ids unless some were removed. */
static void positions(void *user, GDExtensionClassInstancePtr self, arguments given,
                      GDExtensionTypePtr result)
{
    (void)user;
    (void)given;
    const instance *of = self;
    throng_crowd_info info;
    if (throng_crowd_get_info(of->crowd, &info) != THRONG_OK)
        info.agents = 0;
    const int64_t count = info.agents;
    int64_t ignored = 0;
    const GDExtensionConstTypePtr size[] = {&count};
    godot.resize(result, size, &ignored, 1);
    if (count > 0) /* a Vector2 is two floats, and the array is packed */
        throng_crowd_get(of->crowd, THRONG_AGENT_POSITION, info.agents, NULL, 0, godot.vector_at(result, 0),
                         0);
}

/* message() -> String: why the last call failed. */
static void message(void *user, GDExtensionClassInstancePtr self, arguments given, GDExtensionTypePtr result)
{
    (void)user;
    (void)self;
    (void)given;
    godot.destroy_text(result);
    godot.text_new(result, throng_context_message(context));
}

/* ---------------------------------------------------------------- calls with variants --------------- */

typedef struct method {
    const char *name;
    GDExtensionClassMethodPtrCall call;
    GDExtensionVariantType result;
    uint32_t argument_count;
    GDExtensionVariantType arguments[MOST_ARGUMENTS];
} method;

static const method methods[] = {
    {"start", start, GDEXTENSION_VARIANT_TYPE_BOOL, 1, {GDEXTENSION_VARIANT_TYPE_INT}},
    {"add",
     add,
     GDEXTENSION_VARIANT_TYPE_INT,
     2,
     {GDEXTENSION_VARIANT_TYPE_VECTOR2, GDEXTENSION_VARIANT_TYPE_VECTOR2}},
    {"step", step, GDEXTENSION_VARIANT_TYPE_BOOL, 1, {GDEXTENSION_VARIANT_TYPE_FLOAT}},
    {"positions",
     positions,
     GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR2_ARRAY,
     0,
     {GDEXTENSION_VARIANT_TYPE_NIL}},
    {"message", message, GDEXTENSION_VARIANT_TYPE_STRING, 0, {GDEXTENSION_VARIANT_TYPE_NIL}},
};
enum { METHOD_COUNT = sizeof methods / sizeof *methods };

/* Copies an argument out of its variant. Returns 0 if it is of another type; an int serves as a float. */
static int read_argument(GDExtensionConstVariantPtr from, GDExtensionVariantType wanted, value *to)
{
    const GDExtensionVariantType found = godot.type_of(from);
    const int whole = wanted == GDEXTENSION_VARIANT_TYPE_FLOAT && found == GDEXTENSION_VARIANT_TYPE_INT;
    if (found != wanted && !whole)
        return 0;
    godot.from_variant(found)(to, (GDExtensionVariantPtr)(uintptr_t)from);
    if (whole) {
        const GDExtensionInt number = to->whole;
        to->real = (double)number;
    }
    return 1;
}

/* Calls a method with variants, as GDScript does where it does not know types. */
static void call(void *user, GDExtensionClassInstancePtr self, const GDExtensionConstVariantPtr *given,
                 GDExtensionInt count, GDExtensionVariantPtr result, GDExtensionCallError *error)
{
    const method *of = user;
    value values[MOST_ARGUMENTS], made;
    GDExtensionConstTypePtr pointers[MOST_ARGUMENTS] = {NULL};
    error->error = GDEXTENSION_CALL_OK;
    if (count != (GDExtensionInt)of->argument_count) {
        error->error = count < (GDExtensionInt)of->argument_count ? GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS
                                                                  : GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS;
        error->expected = (int32_t)of->argument_count;
        return;
    }
    for (uint32_t i = 0; i < of->argument_count; i++) {
        if (!read_argument(given[i], of->arguments[i], &values[i])) {
            error->error = GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT;
            error->argument = (int32_t)i;
            error->expected = (int32_t)of->arguments[i];
            return;
        }
        pointers[i] = &values[i];
    }
    memset(&made, 0, sizeof made);
    godot.constructor(of->result, 0)(&made, NULL);
    of->call(NULL, self, pointers, &made);
    godot.to_variant(of->result)(result, &made);
    GDExtensionPtrDestructor destroy = godot.destructor(of->result);
    if (destroy)
        destroy(&made);
}

/* ---------------------------------------------------------------- the class ------------------------- */

static GDExtensionObjectPtr create_instance(void *user)
{
    (void)user;
    instance *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    GDExtensionObjectPtr object = godot.construct(&parent_name);
    godot.set_instance(object, &class_name, made);
    return object;
}

static void free_instance(void *user, GDExtensionClassInstancePtr self)
{
    (void)user;
    instance *of = self;
    throng_crowd_destroy(of->crowd);
    free(of);
}

static GDExtensionPropertyInfo property(GDExtensionVariantType type, string_name *name)
{
    return (GDExtensionPropertyInfo){type, name, &no_name, 0, &no_text, 6}; /* PROPERTY_USAGE_DEFAULT */
}

static void register_method(const method *of)
{
    string_name name, argument_names[MOST_ARGUMENTS];
    GDExtensionPropertyInfo result = property(of->result, &no_name), given[MOST_ARGUMENTS];
    GDExtensionClassMethodArgumentMetadata nothing[MOST_ARGUMENTS] = {
        GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE};
    godot.name_new(&name, of->name, 0);
    for (uint32_t i = 0; i < of->argument_count; i++) {
        godot.name_new(&argument_names[i], i == 0 ? "a" : "b", 0);
        given[i] = property(of->arguments[i], &argument_names[i]);
    }
    GDExtensionClassMethodInfo info = {0};
    info.name = &name;
    info.method_userdata = (void *)(uintptr_t)of;
    info.call_func = call;
    info.ptrcall_func = of->call;
    info.method_flags = GDEXTENSION_METHOD_FLAGS_DEFAULT;
    info.has_return_value = 1;
    info.return_value_info = &result;
    info.argument_count = of->argument_count;
    info.arguments_info = given;
    info.arguments_metadata = nothing;
    godot.register_method(library, &class_name, &info);
    GDExtensionPtrDestructor destroy = godot.destructor(GDEXTENSION_VARIANT_TYPE_STRING_NAME);
    destroy(&name);
    for (uint32_t i = 0; i < of->argument_count; i++)
        destroy(&argument_names[i]);
}

static void initialize(void *user, GDExtensionInitializationLevel level)
{
    (void)user;
    if (level != GDEXTENSION_INITIALIZATION_SCENE)
        return;
    string_name resize;
    godot.name_new(&class_name, "ThrongCrowd", 1);
    godot.name_new(&parent_name, "RefCounted", 1);
    godot.name_new(&no_name, "", 1);
    godot.text_new(&no_text, "");
    godot.name_new(&resize, "resize", 1);
    godot.resize = godot.builtin(GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR2_ARRAY, &resize, RESIZE_HASH);
    godot.destroy_text = godot.destructor(GDEXTENSION_VARIANT_TYPE_STRING);
    throng_context_create(NULL, &context);

    GDExtensionClassCreationInfo2 info = {0};
    info.is_exposed = 1;
    info.create_instance_func = create_instance;
    info.free_instance_func = free_instance;
    godot.register_class(library, &class_name, &parent_name, &info);
    for (int i = 0; i < METHOD_COUNT; i++)
        register_method(&methods[i]);
}

static void deinitialize(void *user, GDExtensionInitializationLevel level)
{
    (void)user;
    if (level != GDEXTENSION_INITIALIZATION_SCENE)
        return;
    godot.unregister_class(library, &class_name);
    throng_context_destroy(context);
    context = NULL;
}

/* Each function of Godot that is used, and its name. */
static const struct {
    void *member;
    const char *name;
} functions[] = {
    {&godot.name_new, "string_name_new_with_latin1_chars"},
    {&godot.text_new, "string_new_with_utf8_chars"},
    {&godot.type_of, "variant_get_type"},
    {&godot.from_variant, "get_variant_to_type_constructor"},
    {&godot.to_variant, "get_variant_from_type_constructor"},
    {&godot.constructor, "variant_get_ptr_constructor"},
    {&godot.destructor, "variant_get_ptr_destructor"},
    {&godot.builtin, "variant_get_ptr_builtin_method"},
    {&godot.vector_at, "packed_vector2_array_operator_index"},
    {&godot.construct, "classdb_construct_object"},
    {&godot.set_instance, "object_set_instance"},
    {&godot.register_class, "classdb_register_extension_class2"},
    {&godot.register_method, "classdb_register_extension_class_method"},
    {&godot.unregister_class, "classdb_unregister_extension_class"},
};

/* The entry symbol of the .gdextension file. */
#ifdef _WIN32
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
    GDExtensionBool throng_godot_init(GDExtensionInterfaceGetProcAddress find, GDExtensionClassLibraryPtr of,
                                      GDExtensionInitialization *initialization)
{
    library = of;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        GDExtensionInterfaceFunctionPtr found = find(functions[i].name);
        if (!found)
            return 0;
        memcpy(functions[i].member, &found, sizeof found);
    }
    initialization->minimum_initialization_level = GDEXTENSION_INITIALIZATION_SCENE;
    initialization->initialize = initialize;
    initialization->deinitialize = deinitialize;
    return 1;
}
