# One function per kind of target, so that every folder's file is a list of sources.

add_library(etscope_options INTERFACE)
target_compile_features(etscope_options INTERFACE cxx_std_20)
target_compile_options(etscope_options INTERFACE -Wall -Wextra -Wconversion -Wsign-conversion -Wno-missing-field-initializers)
if(ETSCOPE_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # In a unit of several files the names of one are not around those of another; clang, which builds each alone, warns of all.
    target_compile_options(etscope_options INTERFACE -Wshadow=local -Wno-subobject-linkage)
else()
    target_compile_options(etscope_options INTERFACE -Wshadow)
endif()
# What is under test is instrumented: core and window. The thread sanitizer has to see all code. Null and vptr checks cost a fifth of
# the compile time and find what the address sanitizer finds, too.
add_library(etscope_instrumented INTERFACE)
if(ETSCOPE_SANITIZE)
    target_compile_options(etscope_instrumented INTERFACE -fsanitize=${ETSCOPE_SANITIZE} -fno-omit-frame-pointer
        -fno-sanitize-recover=all -fno-sanitize=null,vptr)
    target_link_options(etscope_options INTERFACE -fsanitize=${ETSCOPE_SANITIZE})
    target_compile_definitions(etscope_options INTERFACE ETSCOPE_SANITIZED)
    if(ETSCOPE_SANITIZE MATCHES "thread")
        target_link_libraries(etscope_options INTERFACE etscope_instrumented)
    endif()
endif()

# Precompiled headers, since reading headers is most of the time of a build: one set for the core, one for the tests. Only headers that
# no change touches: a compiler cache must never hand out those of another state. Off in the release preset.
if(ETSCOPE_PRECOMPILED_HEADERS)
    set(ETSCOPE_STANDARD_HEADERS <algorithm> <array> <atomic> <bit> <charconv> <cmath> <complex> <cstdint> <cstring> <functional>
        <limits> <map> <memory> <mutex> <optional> <set> <span> <stop_token> <string> <string_view> <unordered_map> <utility>
        <variant> <vector>)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        add_compile_options(-fpch-preprocess)  # ccache asks for it
    endif()
    file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "")
    add_library(etscope_core_headers OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
    target_link_libraries(etscope_core_headers PRIVATE etscope_options etscope_instrumented)
    target_precompile_headers(etscope_core_headers PRIVATE ${ETSCOPE_STANDARD_HEADERS} <nlohmann/json.hpp>)
endif()

# etscope_apart(sources…): those with enumerators that stand without their type are units of their own.
function(etscope_apart)
    foreach(source ${ARGN})
        if(source MATCHES "^[^/].*\\.cpp$")
            file(STRINGS ${source} apart REGEX "^using enum" LIMIT_COUNT 1)
            if(apart)
                set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
            endif()
        endif()
    endforeach()
endfunction()

# etscope_unity(<target> <size>): sources are compiled <size> at a time, since reading what they include costs several times what they
# hold. Names without linkage are therefore unique within a library. Checks and debuggers that want units of their own turn it off.
function(etscope_unity target size)
    get_target_property(sources ${target} SOURCES)
    etscope_apart(${sources})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${ETSCOPE_UNITY} UNITY_BUILD_BATCH_SIZE ${size})
endfunction()

# etscope_embed_resources(<folder>): the files of resources/<folder> as texts in etscope_<folder>; its resources.h declares them.
function(etscope_embed_resources folder)
    set(texts ${CMAKE_CURRENT_BINARY_DIR}/${folder}_resources.cpp)
    set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedResources.cmake)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/${folder}/*)
    add_custom_command(OUTPUT ${texts} DEPENDS ${files} ${script}
        COMMAND ${CMAKE_COMMAND} -DROOM=${folder} -DFOLDER=${PROJECT_SOURCE_DIR}/resources/${folder} -DOUTPUT=${texts} -P ${script})
    target_sources(etscope_${folder} PRIVATE ${texts})
endfunction()

# etscope_core_library(<folder> sources… [LINK libraries…]): static library etscope_<folder>, headers as "<folder>/x.h".
function(etscope_core_library name)
    cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
    add_library(etscope_${name} STATIC ${arg_UNPARSED_ARGUMENTS})
    target_include_directories(etscope_${name} PUBLIC ${PROJECT_SOURCE_DIR}/core)
    etscope_unity(etscope_${name} 24)
    target_link_libraries(etscope_${name} PUBLIC etscope_options ${arg_LINK} PRIVATE etscope_instrumented)
    set_property(GLOBAL APPEND PROPERTY ETSCOPE_CORE_LIBRARIES etscope_${name})
    if(ETSCOPE_PRECOMPILED_HEADERS)
        target_precompile_headers(etscope_${name} REUSE_FROM etscope_core_headers)
    endif()
endfunction()

# Groups of tests that can be built alone: of damaged and hostile input with the fuzz targets' replays, of the window, of what
# threads share. What the sanitizers are most for.
set(ETSCOPE_TEST_GROUPS malformed gui jobs)

# A test that takes longer hangs; sanitizers take ten times as long.
set(ETSCOPE_TEST_SECONDS 300)
if(ETSCOPE_SANITIZE)
    set(ETSCOPE_TEST_SECONDS 1200)
endif()
foreach(group ${ETSCOPE_TEST_GROUPS})
    add_custom_target(etscope_${group}_tests)
endforeach()

# The executable of the tests of this folder: tests_<folder>, or tests_<folder>_<group> for a group that is built alone.
function(etscope_test_program target)
    add_executable(${target} ${PROJECT_SOURCE_DIR}/tests/support/test_main.cpp)
    set_target_properties(${target} PROPERTIES AUTOMOC ON)
    etscope_unity(${target} 6)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/support/test_main.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_link_libraries(${target} PRIVATE Qt6::Test etscope_options)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_compile_definitions(${target} PRIVATE
        ETSCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ETSCOPE_SHARED_DIR="${PROJECT_SOURCE_DIR}/../shared")
    if(ETSCOPE_PRECOMPILED_HEADERS AND NOT target STREQUAL "tests_ui")
        target_precompile_headers(${target} REUSE_FROM etscope_test_headers)
    elseif(ETSCOPE_PRECOMPILED_HEADERS)
        target_precompile_headers(${target} PRIVATE ${ETSCOPE_STANDARD_HEADERS} <QtWidgets> <QTest>)
    endif()
endfunction()

# etscope_test(<name> sources… [LINK libraries…] [LABELS labels…]): one Qt Test class in <name>.cpp, run offscreen by ctest.
# Tests find the project in ETSCOPE_SOURCE_DIR and the optional shared files in ETSCOPE_SHARED_DIR (may not exist).
function(etscope_test name)
    cmake_parse_arguments(arg "" "" "LINK;LABELS" ${ARGN})
    get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
    set(target tests_${folder})
    foreach(group malformed jobs)
        if(group IN_LIST arg_LABELS)
            set(target tests_${folder}_${group})
        endif()
    endforeach()
    if(NOT TARGET ${target})
        etscope_test_program(${target})
    endif()
    target_sources(${target} PRIVATE ${arg_UNPARSED_ARGUMENTS})
    etscope_apart(${arg_UNPARSED_ARGUMENTS})
    target_link_libraries(${target} PRIVATE ${arg_LINK})
    foreach(group ${ETSCOPE_TEST_GROUPS})
        if(group IN_LIST arg_LABELS)
            add_dependencies(etscope_${group}_tests ${target})
        endif()
    endforeach()
    add_test(NAME ${name} COMMAND ${target} ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${ETSCOPE_TEST_SECONDS}
        ENVIRONMENT "LC_ALL=C.UTF-8;QT_QPA_PLATFORM=offscreen;QT_LOGGING_RULES=*.debug=false")
endfunction()
