// For emscripten's linker, as imports.js: with threads emscripten's script makes the imports, of what this file has. Contexts
// call it on the thread that called them.
mergeInto(LibraryManager.library, {
    throng_web_log: function (user, level, message) {
        Module["log"](user, level, message);
    },
});
