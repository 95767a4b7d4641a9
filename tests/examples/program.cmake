# For the tests of examples' programs: run one and take what it says, or see that it refuses.
get_filename_component(NAME ${PROGRAM} NAME)

function(run expected) # ARGN: arguments; sets `out`, and `said`, what it wrote on standard error
    execute_process(COMMAND ${PROGRAM} ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE said)
    if(NOT status EQUAL expected)
        message(FATAL_ERROR "${NAME} ${ARGN} ended with ${status}, not ${expected}:\n${out}${said}")
    endif()
    set(said "${said}" PARENT_SCOPE)
    set(out "${out}" PARENT_SCOPE)
endfunction()

function(refused words) # ARGN: arguments; the message has these words and is one line
    run(2 ${ARGN})
    if(NOT said MATCHES "^${NAME}: [^\n]*\n$" OR NOT said MATCHES "${words}")
        message(FATAL_ERROR "${NAME} ${ARGN} said\n${said}without '${words}'")
    endif()
endfunction()
