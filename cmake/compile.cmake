# How every C file of throng is compiled, whatever the host project sets.

set(throng_warnings
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion -Wfloat-conversion
    -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wvla -Wundef -Wcast-align -Wcast-qual
    -Wpointer-arith -Wwrite-strings -Wswitch-enum -Wformat=2 -Wnull-dereference)

# "x86_64", "i386", "aarch64" or "other", by the compiler's own word: CMAKE_SYSTEM_PROCESSOR names the machine
# rather than the target where both 32 and 64 bits can be built.
include(CheckCSourceCompiles)
function(throng_find_processor result)
    set(${result} other)
    foreach(processor IN ITEMS x86_64 i386 aarch64)
        check_c_source_compiles("
            #if !defined(__${processor}__)
            #error
            #endif
            int main(void) { return 0; }" THRONG_IS_${processor})
        if(THRONG_IS_${processor})
            set(${result} ${processor})
            break()
        endif()
    endforeach()
    set(${result} ${${result}} PARENT_SCOPE)
endfunction()
set(CMAKE_REQUIRED_QUIET ON)
throng_find_processor(throng_processor)
unset(CMAKE_REQUIRED_QUIET)

# throng_optimised: options for src/cpu and its kernels, which are of no use without the optimiser: a step of a crowd
# takes twenty times as long, and with gcc's -O2 half as long again, some distances five times as long. So all get -O3
# but what is to be small (-Os) or was asked for by its number (-O1).
set(throng_optimised "")
set(throng_optimised_in "") # for the summary
function(throng_is_optimised result) # ARGN: compiler flags; the last one counts
    set(${result} OFF)
    string(JOIN " " text ${ARGN})
    separate_arguments(flags NATIVE_COMMAND "${text}")
    foreach(flag IN LISTS flags)
        if(flag MATCHES "^([-/]Od|-O0|-Og|-O2)$")
            set(${result} OFF)
        elseif(flag MATCHES "^[-/]O([1-9szx]|fast)?$")
            set(${result} ON)
        endif()
    endforeach()
    set(${result} ${${result}} PARENT_SCOPE)
endfunction()
if(THRONG_OPTIMIZE_KERNELS AND NOT THRONG_SANITIZE)
    get_directory_property(directory_options COMPILE_OPTIONS)
    set(configurations ${CMAKE_CONFIGURATION_TYPES})
    if(NOT multi_config)
        set(configurations "${CMAKE_BUILD_TYPE}")
        if(NOT CMAKE_BUILD_TYPE)
            set(configurations none)
        endif()
    endif()
    foreach(configuration IN LISTS configurations)
        string(TOUPPER "${configuration}" CONFIGURATION)
        throng_is_optimised(already ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${CONFIGURATION}} ${directory_options})
        if(NOT already)
            set(is_it $<CONFIG:${configuration}>)
            if(configuration STREQUAL "none")
                set(is_it 1)
            endif()
            if(MSVC)
                # cl refuses /O2 beside /RTC1 and warns of it beside /Od, which is its default anyway
                list(APPEND throng_optimised $<${is_it}:/O2>)
                string(REGEX REPLACE "/RTC[1csu]+|/Od" "" CMAKE_C_FLAGS_${CONFIGURATION}
                    "${CMAKE_C_FLAGS_${CONFIGURATION}}")
            else()
                list(APPEND throng_optimised $<${is_it}:-O3>)
            endif()
            list(APPEND throng_optimised_in ${configuration})
        endif()
    endforeach()
endif()

# Equal bits everywhere: nothing contracted, nothing reordered, also where the host's flags ask for it. By a link, since
# what a host's link_libraries() brings comes after a target's own flags. In one piece, since CMake leaves out a flag that
# was there before, and the order matters: clang's -fno-fast-math resets the contraction, and warns where it was fast.
add_library(throng_exact INTERFACE)
if(MSVC)
    set(throng_exact_flags "/fp:precise")
    if(NOT CMAKE_C_COMPILER_ID STREQUAL "MSVC") # clang-cl contracts by default
        string(APPEND throng_exact_flags " /clang:-ffp-contract=off")
    endif()
else()
    set(throng_exact_flags "-ffp-contract=off -fno-fast-math -ffp-contract=off -fno-math-errno")
    if(throng_processor STREQUAL "i386" OR (throng_processor STREQUAL "x86_64" AND CMAKE_C_COMPILER_ID STREQUAL "GNU"))
        string(APPEND throng_exact_flags " -mfpmath=sse")
    endif()
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
        string(APPEND throng_exact_flags " -fno-single-precision-constant")
    endif()
endif()
set_target_properties(throng_exact PROPERTIES INTERFACE_COMPILE_OPTIONS "SHELL:${throng_exact_flags}")

function(throng_compile_as target)
    # the property alone: who exports or installs the target need not have that one
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES throng_exact)
    set_target_properties(${target} PROPERTIES
        # A static name is one file's own, and kernels are compiled with other macros in each file: in one
        # translation unit they would be defined twice.
        UNITY_BUILD OFF
        C_STANDARD 11
        C_STANDARD_REQUIRED ON
        C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden)
    if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE)
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    if(MSVC)
        target_compile_options(${target} PRIVATE /W3 $<$<BOOL:${THRONG_WERROR}>:/WX>)
        if(CMAKE_C_COMPILER_ID STREQUAL "MSVC") # its <stdatomic.h>, from Visual Studio 2022 17.5 on
            target_compile_options(${target} PRIVATE /experimental:c11atomics)
        endif()
        target_compile_definitions(${target} PRIVATE _CRT_SECURE_NO_WARNINGS)
        return()
    endif()
    target_compile_options(${target} PRIVATE $<$<STREQUAL:${throng_processor},i386>:-msse2> ${throng_warnings}
        $<$<BOOL:${THRONG_WERROR}>:-Werror>)
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU") # snprintf is there to cut names and messages to their room
        target_compile_options(${target} PRIVATE -Wno-format-truncation)
    endif()
    if(EMSCRIPTEN) # an object begins with what all share, of pointers with 4 bytes; the rest has 8-byte members
        target_compile_options(${target} PRIVATE -Wno-cast-align)
    endif()
    if(MINGW)
        # C11's printf in place of Microsoft's old one; the compiler's format check knows only the latter.
        target_compile_definitions(${target} PRIVATE __USE_MINGW_ANSI_STDIO=1)
        target_compile_options(${target} PRIVATE -Wno-format)
    endif()
endfunction()
