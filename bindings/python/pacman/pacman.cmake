# The games of throng.gym: scenes/pacman and its influence maps, as a shared library beside throng's. Included with
# throng_root, the repository's folder, and throng_pacman_link, the shared library to link, set.
add_library(throng_python_pacman SHARED
    ${CMAKE_CURRENT_LIST_DIR}/games.c
    ${throng_root}/examples/pacman/controller.c
    ${throng_root}/examples/pacman/field.c
    ${throng_root}/scenes/pacman/game.c
    ${throng_root}/scenes/pacman/ghosts.c
    ${throng_root}/scenes/pacman/maze.c
    ${throng_root}/scenes/pacman/objects.c
    ${throng_root}/scenes/pacman/settings.c)
throng_compile_as(throng_python_pacman)
set_target_properties(throng_python_pacman PROPERTIES
    OUTPUT_NAME throng_pacman # src/throng/gym.py opens it by this name, beside the package's other files
    BUILD_RPATH_USE_ORIGIN ON
    INSTALL_RPATH "\$ORIGIN")
target_include_directories(throng_python_pacman PRIVATE ${throng_root} ${throng_root}/include)
target_link_libraries(throng_python_pacman PRIVATE ${throng_pacman_link})
if(UNIX)
    target_link_libraries(throng_python_pacman PRIVATE m)
endif()
