# Makes the level anew and compares it byte for byte with the one in the repository.
execute_process(COMMAND ${MAKE} OUTPUT_FILE ${MADE} RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "make_level failed: ${failed}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${MADE} ${KEPT} RESULT_VARIABLE differs)
if(differs)
    message(FATAL_ERROR "${MADE} and ${KEPT} differ")
endif()
