# throng-mpi: a library beside throng, which throng does not know.

add_library(throng-mpi
    include/throng/throng_mpi.h
    src/mpi/transport.c)
add_library(throng::throng-mpi ALIAS throng-mpi)
target_include_directories(throng-mpi PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(throng-mpi PUBLIC throng MPI::MPI_C)
throng_compile_as(throng-mpi)
set_target_properties(throng-mpi PROPERTIES VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(BUILD_SHARED_LIBS)
    target_compile_definitions(throng-mpi PRIVATE THRONG_BUILD)
endif()
