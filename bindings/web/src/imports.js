// For emscripten's linker alone: what the page gives the module. throng.js has the functions themselves.
mergeInto(LibraryManager.library, { throng_web_log: function () {} });
