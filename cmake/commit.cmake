# Writes the header that says which commit a build is of, whenever that has changed:
#   cmake -DSOURCE=folder -DOUTPUT=throng_commit.h -P commit.cmake
cmake_minimum_required(VERSION 3.20)

set(commit unknown)
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
        OUTPUT_VARIABLE described RESULT_VARIABLE failed ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT failed)
        set(commit ${described})
    endif()
endif()
set(header "#define THRONG_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} old)
endif()
if(NOT header STREQUAL old) # an untouched header spares a new compilation
    file(WRITE ${OUTPUT} "${header}")
endif()
