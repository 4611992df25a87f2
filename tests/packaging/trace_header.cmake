# Installs the command line's files and compiles the example of runner/ with the header that came along, alone in C++17.
set(place ${BUILD}/trace_header)
file(REMOVE_RECURSE ${place})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${place}/installed --component etscope-cli
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(COPY ${EXAMPLE} DESTINATION ${place})
execute_process(COMMAND ${COMPILER} -std=c++17 -fsyntax-only -Wall -Wextra -I${place}/installed/share/etscope/include
    ${place}/traced_example.cpp COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${place})
