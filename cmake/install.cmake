# Installs the library, its headers, a CMake package and a pkg-config file.

include(CMakePackageConfigHelpers)

install(TARGETS throng EXPORT throng
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/throng DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN throng_opencl.h EXCLUDE PATTERN throng_mpi.h EXCLUDE)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/throng)
if(THRONG_OPENCL)
    install(FILES include/throng/throng_opencl.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/throng)
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/throng)
configure_package_config_file(cmake/throngConfig.cmake.in ${PROJECT_BINARY_DIR}/throngConfig.cmake
    INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/throngConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(EXPORT throng NAMESPACE throng:: FILE throngTargets.cmake DESTINATION ${package_folder})
install(FILES ${PROJECT_BINARY_DIR}/throngConfig.cmake ${PROJECT_BINARY_DIR}/throngConfigVersion.cmake
    DESTINATION ${package_folder})

# A package of its own, find_package(throng-mpi), so that who does not use it needs no MPI.
if(THRONG_MPI)
    set(mpi_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/throng-mpi)
    install(TARGETS throng-mpi EXPORT throng-mpi
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(FILES include/throng/throng_mpi.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/throng)
    configure_package_config_file(cmake/throng-mpiConfig.cmake.in ${PROJECT_BINARY_DIR}/throng-mpiConfig.cmake
        INSTALL_DESTINATION ${mpi_package_folder} NO_SET_AND_CHECK_MACRO)
    write_basic_package_version_file(${PROJECT_BINARY_DIR}/throng-mpiConfigVersion.cmake
        COMPATIBILITY SameMinorVersion)
    install(EXPORT throng-mpi NAMESPACE throng:: FILE throng-mpiTargets.cmake DESTINATION ${mpi_package_folder})
    install(FILES ${PROJECT_BINARY_DIR}/throng-mpiConfig.cmake ${PROJECT_BINARY_DIR}/throng-mpiConfigVersion.cmake
        DESTINATION ${mpi_package_folder})
endif()

# throng.pc finds its prefix from where it lies, so that the installed tree can be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(pc_prefix ${CMAKE_INSTALL_PREFIX})
    set(pc_libdir ${CMAKE_INSTALL_FULL_LIBDIR})
    set(pc_includedir ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
    file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
    string(REGEX REPLACE "/$" "" up "${up}")
    set(pc_prefix "\${pcfiledir}/${up}")
    set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(pc_cflags "")
if(BUILD_SHARED_LIBS)
    set(pc_cflags " -DTHRONG_SHARED")
endif()
list(JOIN private_libs " " pc_private_libs)
configure_file(cmake/throng.pc.in ${PROJECT_BINARY_DIR}/throng.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/throng.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(THRONG_MPI)
    set(mpi_links "")
    foreach(library IN LISTS MPI_C_LIBRARIES)
        string(APPEND mpi_links " ${library}")
    endforeach()
    list(TRANSFORM MPI_C_INCLUDE_DIRS PREPEND " -I" OUTPUT_VARIABLE mpi_includes)
    list(JOIN mpi_includes "" mpi_includes)
    configure_file(cmake/throng-mpi.pc.in ${PROJECT_BINARY_DIR}/throng-mpi.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/throng-mpi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
