# The parts that need more than a C compiler: which of them are built, and what is missing for the others.
#
# Each has an option with three values. AUTO: it is built where all that it needs is found, else it is left out and
# the summary names the package. ON: it is an error if something is missing; all that is missing, for all parts, is
# named at once. OFF: it is left out. After throng_resolve_parts() the options are ON or OFF for this run.

# throng_part(OPTION default "what it builds")
macro(throng_part option default doc)
    if(NOT DEFINED ${option}) # a host's variable and -D come first
        set(${option} ${default} CACHE STRING "${doc}")
    endif()
    if(DEFINED CACHE{${option}})
        set_property(CACHE ${option} PROPERTY TYPE STRING)
        set_property(CACHE ${option} PROPERTY STRINGS AUTO ON OFF)
    endif()
endmacro()

# A minimal toolchain file says nothing of where to search. This machine's own folders, such as /usr/include, hold
# headers and libraries for this machine.
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_FIND_ROOT_PATH AND NOT CMAKE_SYSROOT AND NOT CMAKE_OSX_SYSROOT)
    set(CMAKE_FIND_USE_CMAKE_SYSTEM_PATH OFF)
    set(CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH OFF)
endif()

# throng_needs(OPTION "package" "Debian's name" VARIABLES...): one thing that a part needs; each variable says whether
# or where it was found.
macro(throng_needs option package debian) # ARGN
    foreach(found IN ITEMS ${ARGN})
        if(NOT ${found})
            list(APPEND throng_missing_${option} "${package} (Debian: ${debian})")
            break()
        endif()
    endforeach()
endmacro()

macro(throng_find_needs)
    set(throng_missing_THRONG_MPI "")
    set(throng_missing_THRONG_OPENCL "")
    set(throng_missing_THRONG_PROGRAM "")
    set(throng_missing_THRONG_TESTS "")
    set(throng_missing_THRONG_VIEWER "")
    if(THRONG_OPENCL)
        find_path(THRONG_OPENCL_INCLUDE_DIR CL/cl.h DOC "Folder that holds CL/cl.h")
        throng_needs(THRONG_OPENCL "OpenCL's headers" opencl-c-headers THRONG_OPENCL_INCLUDE_DIR)
    endif()
    if(THRONG_MPI)
        if(NOT CMAKE_CROSSCOMPILING)
            set(MPI_CXX_SKIP_MPICXX ON)
            find_package(MPI QUIET COMPONENTS C)
        endif()
        throng_needs(THRONG_MPI MPI libopenmpi-dev MPI_C_FOUND)
    endif()
    if(THRONG_PROGRAM)
        find_package(PNG QUIET)
        find_path(THRONG_CJSON_INCLUDE_DIR cjson/cJSON.h DOC "Folder that holds cjson/cJSON.h")
        find_library(THRONG_CJSON_LIBRARY cjson DOC "cJSON's library")
        mark_as_advanced(THRONG_CJSON_INCLUDE_DIR THRONG_CJSON_LIBRARY)
        throng_needs(THRONG_PROGRAM libpng libpng-dev PNG_FOUND)
        throng_needs(THRONG_PROGRAM cJSON libcjson-dev THRONG_CJSON_INCLUDE_DIR THRONG_CJSON_LIBRARY)
    endif()
    if(NOT THRONG_PROGRAM AND "${THRONG_VIEWER}" STREQUAL "AUTO")
        set(THRONG_VIEWER OFF) # a part of the program
    endif()
    if(THRONG_VIEWER)
        find_path(THRONG_SDL2_INCLUDE_DIR SDL.h PATH_SUFFIXES SDL2 DOC "Folder that holds SDL2's SDL.h")
        mark_as_advanced(THRONG_SDL2_INCLUDE_DIR)
        throng_needs(THRONG_VIEWER SDL2 libsdl2-dev THRONG_SDL2_INCLUDE_DIR)
    endif()
    if(THRONG_TESTS)
        find_path(THRONG_CRITERION_INCLUDE_DIR criterion/criterion.h DOC "Folder that holds criterion/criterion.h")
        find_library(THRONG_CRITERION_LIBRARY criterion DOC "Criterion's library")
        mark_as_advanced(THRONG_CRITERION_INCLUDE_DIR THRONG_CRITERION_LIBRARY)
        throng_needs(THRONG_TESTS Criterion libcriterion-dev THRONG_CRITERION_INCLUDE_DIR THRONG_CRITERION_LIBRARY)
    endif()
endmacro()

set(throng_part_THRONG_MPI "the library throng-mpi")
set(throng_part_THRONG_OPENCL "the OpenCL backend")
set(throng_part_THRONG_PROGRAM "the program throng")
set(throng_part_THRONG_TESTS "the tests")
set(throng_part_THRONG_VIEWER "the viewer of the program, --view")

# Sets each option to ON or OFF for this run, throng_summary to the lines about what is left out.
macro(throng_resolve_parts)
    set(throng_summary "")
    set(throng_errors "")
    throng_find_needs()
    foreach(option IN ITEMS THRONG_MPI THRONG_OPENCL THRONG_PROGRAM THRONG_TESTS THRONG_VIEWER)
        list(JOIN throng_missing_${option} " and " missing)
        if(missing AND "${${option}}" STREQUAL "AUTO")
            list(APPEND throng_summary "left out: ${throng_part_${option}}, for want of ${missing}")
            set(${option} OFF)
        elseif(missing)
            string(APPEND throng_errors "\n  ${option}=${${option}}: ${throng_part_${option}}: no ${missing}")
        elseif(${option})
            set(${option} ON)
        endif()
    endforeach()
    if(throng_errors)
        message(FATAL_ERROR "throng: asked for, but something is missing:${throng_errors}\n"
            "Install it, or set the option to AUTO or OFF.")
    endif()
endmacro()

# The last lines of a configuration.
function(throng_print_summary)
    list(JOIN throng_levels ", " levels)
    message(STATUS "throng ${PROJECT_VERSION}, SIMD levels: ${levels}")
    if(throng_optimised_in)
        list(JOIN throng_optimised_in ", " names)
        message(STATUS "throng: the kernels are optimised in ${names} as in Release; THRONG_OPTIMIZE_KERNELS=OFF "
            "leaves them as the rest")
    endif()
    foreach(line IN LISTS throng_summary)
        message(STATUS "throng: ${line}")
    endforeach()
endfunction()
