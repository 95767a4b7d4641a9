# Packages are built and used, which takes minutes each: with the full tests alone.
if(NOT THRONG_FULL_TESTS)
    return()
endif()

find_program(THRONG_CONAN conan HINTS ${PROJECT_SOURCE_DIR}/build/bindings-venv/bin DOC "Conan, for the test of its recipe")
mark_as_advanced(THRONG_CONAN)
if(NOT THRONG_CONAN)
    throng_no_binding_tests("the Conan recipe" "conan")
else()
    add_test(NAME packages_conan COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/conan ${THRONG_CONAN} ${PROJECT_SOURCE_DIR}
        ${CMAKE_CURRENT_BINARY_DIR}/conan)
    set_tests_properties(packages_conan PROPERTIES LABELS full TIMEOUT 1200)
endif()

find_program(THRONG_DPKG_BUILDPACKAGE dpkg-buildpackage DOC "For the test of the Debian packages")
find_program(THRONG_LINTIAN lintian DOC "For the test of the Debian packages")
find_program(THRONG_DH dh DOC "For the test of the Debian packages")
mark_as_advanced(THRONG_DPKG_BUILDPACKAGE THRONG_LINTIAN THRONG_DH)
if(NOT THRONG_DPKG_BUILDPACKAGE OR NOT THRONG_LINTIAN OR NOT THRONG_DH)
    throng_no_binding_tests("the Debian packages" "debhelper and lintian")
else()
    add_test(NAME packages_debian COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/debian ${PROJECT_SOURCE_DIR}
        ${CMAKE_CURRENT_BINARY_DIR}/debian)
    set_tests_properties(packages_debian PROPERTIES LABELS full TIMEOUT 1800)
endif()
