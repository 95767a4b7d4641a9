# The OpenCL backend. libOpenCL is opened at run time, so the headers are all that it needs.

set(kernels
    kernels/measure/choquet.cl
    kernels/crowd/step.cl
    kernels/crowd/order.cl
    kernels/crowd/find.cl
    kernels/crowd/interop.cl
    kernels/crowd/walls.cl
    kernels/influence/interop.cl
    kernels/flow/flow.cl
    kernels/influence/influence.cl
    kernels/influence/footprint.cl
    kernels/potential/potential.cl
    kernels/common/probe.cl
    kernels/influence/query.cl
    kernels/influence/reduce.cl
    kernels/common/sort.cl
    kernels/trace/trace.cl
    kernels/trace/interop.cl)
# Whatever a kernel includes: a list by hand would lack what came later.
file(GLOB_RECURSE kernel_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.h ${PROJECT_SOURCE_DIR}/kernels/*.inc)
set(kernel_headers_of_levels # simd.h includes them where there is no OpenCL
    kernels/simd/simd_avx2.h
    kernels/simd/simd_avx512.h
    kernels/simd/simd_avx512_simde.h
    kernels/simd/simd_neon.h
    kernels/simd/simd_reference.h
    kernels/simd/simd_sse2.h
    kernels/simd/simd_vector.h)

list(JOIN kernels "," kernel_list) # relative: where this lies there may be commas
list(JOIN kernel_headers_of_levels "," dropped_list)
list(TRANSFORM kernels PREPEND ${PROJECT_SOURCE_DIR}/)
set(kernel_sources ${PROJECT_BINARY_DIR}/throng_kernel_sources.c)
add_custom_command(OUTPUT ${kernel_sources}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${kernel_sources} -DKERNELS=${kernel_list}
        -DWITHOUT=${dropped_list} -DROOT=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${kernels} ${kernel_headers} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Embedding the OpenCL kernels"
    VERBATIM)

target_sources(throng PRIVATE
    src/cl/backend.c
    src/cl/device/cache.c
    src/cl/measure/choquet.c
    src/cl/crowd/crowd.c
    src/cl/crowd/attributes.c
    src/cl/crowd/find.c
    src/cl/crowd/motions.c
    src/cl/crowd/pairs.c
    src/cl/crowd/plan.c
    src/cl/crowd/walls.c
    src/cl/crowd/order.c
    src/cl/device/devices.c
    src/cl/device/error.c
    src/flow/opencl.c
    src/cl/flow/flow.c
    src/cl/flow/patch.c
    src/cl/flow/plan.c
    src/cl/flow/update.c
    src/cl/device/interop.c
    src/influence/opencl.c
    src/influence/opencl_queries.c
    src/context/opencl.c
    src/context/opencl_build.c
    src/crowd/opencl.c
    src/potential/opencl.c
    src/trace/opencl.c
    src/cl/influence/influence.c
    src/cl/influence/changes.c
    src/cl/influence/objects.c
    src/cl/influence/footprints.c
    src/cl/influence/results.c
    src/cl/influence/slices.c
    src/cl/influence/update.c
    src/cl/device/launch.c
    src/cl/device/loader.c
    src/cl/device/object.c
    src/cl/device/open.c
    src/cl/potential/potential.c
    src/cl/potential/slices.c
    src/cl/potential/source_lists.c
    src/cl/potential/update.c
    src/cl/device/probe.c
    src/cl/device/program.c
    src/cl/device/reading.c
    src/cl/influence/queries.c
    src/cl/device/sort.c
    src/cl/device/staging.c
    src/cl/readback/readback.c
    src/cl/terrain/terrain.c
    src/cl/trace/trace.c
    ${kernel_sources})
target_compile_definitions(throng PRIVATE THRONG_OPENCL=1)
target_include_directories(throng SYSTEM PUBLIC $<BUILD_INTERFACE:${THRONG_OPENCL_INCLUDE_DIR}>)
if(THRONG_KERNEL_FILES)
    target_compile_definitions(throng PRIVATE THRONG_KERNEL_ROOT="${PROJECT_SOURCE_DIR}")
endif()
if(CMAKE_DL_LIBS)
    target_link_libraries(throng PRIVATE ${CMAKE_DL_LIBS})
    list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE dl_libs)
    list(APPEND private_libs ${dl_libs})
endif()
