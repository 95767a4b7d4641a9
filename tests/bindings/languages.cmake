# The languages beside C++ and Python: each has its tests, step 5 of the tutorial with the hash of C, and frames of 10,000
# agents with the same hash and, with the full tests, at most 5 % more time than in C.
add_executable(bindings_frame frame.c)
throng_compile_as(bindings_frame)
target_link_libraries(bindings_frame PRIVATE throng)
add_executable(bindings_tutorial_hash tutorial_hash.c)
throng_compile_as(bindings_tutorial_hash)
target_include_directories(bindings_tutorial_hash PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(bindings_tutorial_hash PRIVATE throng)

find_program(THRONG_LANGUAGES_PYTHON python3 DOC "Python for comparisons of languages")
mark_as_advanced(THRONG_LANGUAGES_PYTHON)
if(NOT THRONG_LANGUAGES_PYTHON)
    throng_no_binding_tests("other languages" "python3")
    return()
endif()
add_test(NAME bindings_languages COMMAND ${THRONG_LANGUAGES_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/languages.py
    ${PROJECT_SOURCE_DIR})

# throng_language_tests(name DANGER command... FRAME command... ENVIRONMENT variables...)
function(throng_language_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 of "" "" "DANGER;FRAME;ENVIRONMENT;DEPENDS")
    set(environment "${throng_test_environment}" THRONG_LIBRARY=$<TARGET_FILE:${binding_library}> ${of_ENVIRONMENT})
    add_test(NAME ${name}_tutorial COMMAND ${CMAKE_COMMAND} -DC=$<TARGET_FILE:bindings_tutorial_hash>
        "-DOTHER=${of_DANGER};--hash" -DEXPECTED=${PROJECT_SOURCE_DIR}/tests/examples/tutorial/step5.expected
        -P ${CMAKE_CURRENT_SOURCE_DIR}/same_output.cmake)
    add_test(NAME ${name}_frames COMMAND ${THRONG_LANGUAGES_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/frames.py
        $<TARGET_FILE:bindings_frame> 1 0 ${of_FRAME})
    set_tests_properties(${name}_tutorial PROPERTIES DEPENDS golden_opencl)
    set(tests ${name}_tutorial ${name}_frames)
    if(THRONG_FULL_TESTS)
        add_test(NAME ${name}_cost COMMAND ${THRONG_LANGUAGES_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/frames.py
            $<TARGET_FILE:bindings_frame> 15 1.05 ${of_FRAME})
        set_tests_properties(${name}_cost PROPERTIES LABELS full RUN_SERIAL ON)
        list(APPEND tests ${name}_cost)
    endif()
    set_tests_properties(${tests} PROPERTIES TIMEOUT 300 ENVIRONMENT "${environment}")
    if(of_DEPENDS)
        set_tests_properties(${tests} PROPERTIES FIXTURES_REQUIRED ${of_DEPENDS})
    endif()
endfunction()

# ---------------------------------------------------------------- LuaJIT -------------------------------

find_program(THRONG_LUAJIT luajit DOC "LuaJIT, for the tests of its package")
mark_as_advanced(THRONG_LUAJIT)
if(NOT THRONG_LUAJIT)
    throng_no_binding_tests("the LuaJIT package" "luajit")
else()
    set(lua_folder ${PROJECT_SOURCE_DIR}/bindings/lua)
    set(lua_path "LUA_PATH=${lua_folder}/?.lua")
    add_test(NAME lua_objects COMMAND ${THRONG_LUAJIT} ${lua_folder}/tests/test.lua)
    set_tests_properties(lua_objects PROPERTIES TIMEOUT 300 PASS_REGULAR_EXPRESSION "[1-9][0-9] passed, 0 failed"
        ENVIRONMENT "${throng_test_environment};THRONG_LIBRARY=$<TARGET_FILE:${binding_library}>;${lua_path}")
    add_test(NAME lua_version COMMAND ${THRONG_LUAJIT} -e "require('throng')")
    set_tests_properties(lua_version PROPERTIES PASS_REGULAR_EXPRESSION "${throng_refused_version}"
        ENVIRONMENT "THRONG_LIBRARY=$<TARGET_FILE:throng_of_another_version>;${lua_path}")
    throng_language_tests(lua DANGER ${THRONG_LUAJIT} ${PROJECT_SOURCE_DIR}/examples/howto/danger.lua
        FRAME ${THRONG_LUAJIT} ${lua_folder}/tests/frame.lua ENVIRONMENT ${lua_path})
endif()

# ---------------------------------------------------------------- C# -----------------------------------

find_program(THRONG_MCS mcs DOC "Mono's C# compiler, for the tests of the C# package")
find_program(THRONG_MONO mono DOC "Mono, for the tests of the C# package")
mark_as_advanced(THRONG_MCS THRONG_MONO)
if(NOT THRONG_MCS OR NOT THRONG_MONO)
    throng_no_binding_tests("the C# package" "mono-mcs and mono-runtime")
else()
    set(csharp_folder ${PROJECT_SOURCE_DIR}/bindings/csharp)
    set(csharp_work ${CMAKE_CURRENT_BINARY_DIR}/csharp)
    file(MAKE_DIRECTORY ${csharp_work})
    # Compiled by a test, so that building throng needs no Mono.
    # IFS: folders may have spaces in their names.
    add_test(NAME csharp_build COMMAND sh -ec "IFS=
        ${THRONG_MCS} -unsafe -warnaserror -optimize -t:library -out:Throng.dll $0/*.cs
        ${THRONG_MCS} -unsafe -warnaserror -r:Throng.dll -out:Tests.exe $0/tests/Tests.cs $0/tests/Layouts.cs
        ${THRONG_MCS} -unsafe -warnaserror -optimize -r:Throng.dll -out:Frame.exe $0/tests/Frame.cs
        ${THRONG_MCS} -unsafe -warnaserror -r:Throng.dll -out:Danger.exe $1/Danger.cs"
        ${csharp_folder} ${PROJECT_SOURCE_DIR}/examples/howto WORKING_DIRECTORY ${csharp_work})
    set_tests_properties(csharp_build PROPERTIES FIXTURES_SETUP csharp TIMEOUT 300)
    set(csharp_path "LD_LIBRARY_PATH=$<TARGET_FILE_DIR:${binding_library}>")
    add_test(NAME csharp_objects COMMAND ${THRONG_MONO} ${csharp_work}/Tests.exe)
    set_tests_properties(csharp_objects PROPERTIES TIMEOUT 300 FIXTURES_REQUIRED csharp
        PASS_REGULAR_EXPRESSION "[1-9][0-9] passed, 0 failed" ENVIRONMENT "${throng_test_environment};${csharp_path}")
    add_test(NAME csharp_version COMMAND ${THRONG_MONO} ${csharp_work}/Tests.exe version)
    set_tests_properties(csharp_version PROPERTIES TIMEOUT 60 FIXTURES_REQUIRED csharp
        PASS_REGULAR_EXPRESSION "1 passed, 0 failed"
        ENVIRONMENT "LD_LIBRARY_PATH=$<TARGET_FILE_DIR:throng_of_another_version>")
    throng_language_tests(csharp DANGER ${THRONG_MONO} ${csharp_work}/Danger.exe
        FRAME ${THRONG_MONO} ${csharp_work}/Frame.exe ENVIRONMENT ${csharp_path} DEPENDS csharp)
endif()

# ---------------------------------------------------------------- Rust ---------------------------------

find_program(THRONG_CARGO cargo DOC "Cargo, for the tests of the Rust crates")
find_program(THRONG_RUSTC rustc DOC "The Rust compiler, for the tests of the Rust crates")
mark_as_advanced(THRONG_CARGO THRONG_RUSTC)
if(NOT THRONG_CARGO OR NOT THRONG_RUSTC)
    throng_no_binding_tests("the Rust crates" "cargo and rustc")
else()
    set(rust_work ${CMAKE_CURRENT_BINARY_DIR}/rust)
    set(rust_environment "CARGO_TARGET_DIR=${rust_work}" "CARGO_HOME=${rust_work}/home"
        "THRONG_LIB_DIR=$<TARGET_FILE_DIR:${binding_library}>" "RUSTFLAGS=$<$<BOOL:${THRONG_WERROR}>:-D warnings>"
        "LD_LIBRARY_PATH=$<TARGET_FILE_DIR:${binding_library}>")
    # Compiled by tests, so that building throng needs no Rust. Nothing is fetched: there is nothing that the crates need.
    add_test(NAME rust_build COMMAND ${THRONG_CARGO} build --offline --locked --release --examples
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/rust)
    set_tests_properties(rust_build PROPERTIES FIXTURES_SETUP rust TIMEOUT 600 ENVIRONMENT "${rust_environment}")
    add_test(NAME rust_objects COMMAND ${THRONG_CARGO} test --offline --locked --workspace
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/rust)
    set_tests_properties(rust_objects PROPERTIES TIMEOUT 600 DEPENDS rust_build
        ENVIRONMENT "${throng_test_environment};${rust_environment}" FAIL_REGULAR_EXPRESSION "test result: FAILED")
    # Its version hides that of the right library, to which the program is linked.
    add_test(NAME rust_version COMMAND ${THRONG_CARGO} test --offline --locked --package throng --test objects -- --ignored
        another_version WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/rust)
    set_tests_properties(rust_version PROPERTIES TIMEOUT 600 DEPENDS rust_objects PASS_REGULAR_EXPRESSION "1 passed"
        FAIL_REGULAR_EXPRESSION "test result: FAILED"
        ENVIRONMENT "${rust_environment};LD_PRELOAD=$<TARGET_FILE:throng_of_another_version>")
    throng_language_tests(rust DANGER ${rust_work}/release/examples/danger FRAME ${rust_work}/release/examples/frame
        ENVIRONMENT ${rust_environment} DEPENDS rust)
endif()
