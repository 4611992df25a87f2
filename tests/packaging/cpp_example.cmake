# Installs the library's component to a folder of its own, configures, builds and runs the example against it on the sample, and
# compiles a file that includes every public header.
set(folder ${BUILD}/cpp_example)
set(sample ${SOURCE}/resources/samples/vlm)
file(REMOVE_RECURSE ${folder})

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
    if(status)
        message(FATAL_ERROR "${ARGN}\n${out}")
    endif()
    set(out "${out}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --component libetscope-dev --prefix ${folder}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/examples/cpp -B ${folder}/build -DCMAKE_PREFIX_PATH=${folder}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
run(${CMAKE_COMMAND} --build ${folder}/build)
run(${folder}/build/look ${sample})
message("${out}")
foreach(expected "text_decoder .exported.: [0-9]+ nodes" "verdict: differ" "vision_encoder differs in 1 of 3 cases")
    if(NOT out MATCHES "${expected}")
        message(FATAL_ERROR "the example does not say ${expected}:\n${out}")
    endif()
endforeach()

file(GLOB_RECURSE headers RELATIVE ${folder}/prefix/include ${folder}/prefix/include/*.h)
set(all "")
foreach(header ${headers})
    string(APPEND all "#include <${header}>\n")
endforeach()
file(WRITE ${folder}/all.cpp "${all}")
run(${LAUNCHER} ${COMPILER} -std=c++20 -fsyntax-only -I${folder}/prefix/include -I${folder}/prefix/include/etscope ${folder}/all.cpp)
