// For programs of the tests under node: emscripten hands no environment on.
Module.preRun = () => Object.assign(ENV, process.env);
