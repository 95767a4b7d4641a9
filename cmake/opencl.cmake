# The OpenCL backend. libOpenCL is opened at run time, so the headers are all that it needs.

find_path(THRONG_OPENCL_INCLUDE_DIR CL/cl.h DOC "Folder that holds CL/cl.h")
if(NOT THRONG_OPENCL_INCLUDE_DIR)
    message(FATAL_ERROR "throng: CL/cl.h not found. Install OpenCL's headers (Debian: opencl-c-headers), set "
        "THRONG_OPENCL_INCLUDE_DIR, or build without OpenCL: -DTHRONG_OPENCL=OFF")
endif()

set(kernels
    kernels/choquet.cl
    kernels/crowd.cl
    kernels/crowd_order.cl
    kernels/exchange.cl
    kernels/flow.cl
    kernels/influence.cl
    kernels/influence_patch.cl
    kernels/potential.cl
    kernels/probe.cl
    kernels/query.cl
    kernels/results.cl
    kernels/sort.cl
    kernels/trace.cl)
# Whatever a kernel includes: a list by hand would lack what came later.
file(GLOB kernel_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.h ${PROJECT_SOURCE_DIR}/kernels/*.inc)
set(kernel_headers_of_levels # words.h includes them where there is no OpenCL
    kernels/words_avx2.h
    kernels/words_avx512.h
    kernels/words_avx512_missing.h
    kernels/words_neon.h
    kernels/words_reference.h
    kernels/words_sse2.h
    kernels/words_vector.h)

list(TRANSFORM kernels PREPEND ${PROJECT_SOURCE_DIR}/)
list(TRANSFORM kernel_headers_of_levels PREPEND ${PROJECT_SOURCE_DIR}/)
list(JOIN kernels "," kernel_list)
list(JOIN kernel_headers_of_levels "," dropped_list)
set(kernel_sources ${PROJECT_BINARY_DIR}/throng_kernel_sources.c)
add_custom_command(OUTPUT ${kernel_sources}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${kernel_sources} -DKERNELS=${kernel_list}
        -DWITHOUT=${dropped_list} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${kernels} ${kernel_headers} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Embedding the OpenCL kernels"
    VERBATIM)

target_sources(throng PRIVATE
    src/cl/backend.c
    src/cl/cache.c
    src/cl/choquet.c
    src/cl/crowd.c
    src/cl/crowd_words.c
    src/cl/device.c
    src/cl/error.c
    src/cl/flow.c
    src/cl/flow_update.c
    src/cl/host.c
    src/cl/host_influence.c
    src/cl/host_results.c
    src/cl/influence.c
    src/cl/influence_objects.c
    src/cl/influence_patches.c
    src/cl/influence_results.c
    src/cl/influence_update.c
    src/cl/launch.c
    src/cl/loader.c
    src/cl/object.c
    src/cl/open.c
    src/cl/potential.c
    src/cl/potential_lists.c
    src/cl/potential_update.c
    src/cl/probe.c
    src/cl/program.c
    src/cl/queries.c
    src/cl/sort.c
    src/cl/stage.c
    src/cl/terrain.c
    src/cl/trace.c
    ${kernel_sources})
target_compile_definitions(throng PRIVATE THRONG_OPENCL=1)
target_include_directories(throng PRIVATE src/cl)
target_include_directories(throng SYSTEM PUBLIC $<BUILD_INTERFACE:${THRONG_OPENCL_INCLUDE_DIR}>)
if(THRONG_KERNEL_FILES)
    target_compile_definitions(throng PRIVATE THRONG_KERNEL_FOLDER="${PROJECT_SOURCE_DIR}/kernels")
endif()
if(CMAKE_DL_LIBS)
    target_link_libraries(throng PRIVATE ${CMAKE_DL_LIBS})
    list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE dl_libs)
    list(APPEND private_libs ${dl_libs})
endif()
