# cmake -DPROGRAM=... -DARGUMENTS=... -DEXPECTED=file -DVERSION=... -P run.cmake: the program's output is that file, in
# which {VERSION} stands for the version.
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} OUTPUT_VARIABLE output RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ended with ${status}")
endif()
file(READ ${EXPECTED} expected)
string(REPLACE "{VERSION}" "${VERSION}" expected "${expected}")
if(NOT output STREQUAL expected)
    message(FATAL_ERROR "${PROGRAM} printed\n${output}instead of\n${expected}")
endif()
