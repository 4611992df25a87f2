# libetscope-dev: the whole core as one static library, the headers of its interface, and what find_package(etscope) needs.
include(CMakePackageConfigHelpers)

# etscope_public_headers(<variable> entry…): the headers of core/ that these include, themselves among them, sorted.
function(etscope_public_headers variable)
    set(waiting ${ARGN})
    set(found "")
    while(waiting)
        list(POP_FRONT waiting header)
        if(header IN_LIST found OR NOT EXISTS ${PROJECT_SOURCE_DIR}/core/${header})
            continue()
        endif()
        list(APPEND found ${header})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/${header})
        file(STRINGS ${PROJECT_SOURCE_DIR}/core/${header} lines REGEX "^#include \"")
        foreach(line ${lines})
            string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
            list(APPEND waiting ${included})
        endforeach()
    endwhile()
    list(SORT found)
    set(${variable} ${found} PARENT_SCOPE)
endfunction()

# What a program over the core starts from: sessions, graphs, tensors, documents and their texts.
etscope_public_headers(ETSCOPE_PUBLIC_HEADERS
    base/result.h base/job_context.h session/session.h graph/graph_model.h tensor/element_reader.h
    report/documents.h report/graph_stream.h report/table_form.h report/text_report.h)

get_property(core_libraries GLOBAL PROPERTY ETSCOPE_CORE_LIBRARIES)
add_library(etscope_archive STATIC)
foreach(library ${core_libraries})
    target_sources(etscope_archive PRIVATE $<TARGET_OBJECTS:${library}>)
endforeach()
set_target_properties(etscope_archive PROPERTIES OUTPUT_NAME etscope EXPORT_NAME etscope LINKER_LANGUAGE CXX)
if(ETSCOPE_SANITIZE)  # nobody installs it
    set_target_properties(etscope_archive PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
target_compile_features(etscope_archive PUBLIC cxx_std_20)
target_link_libraries(etscope_archive PUBLIC nlohmann_json::nlohmann_json Threads::Threads
    PRIVATE OpenSSL::Crypto ZLIB::ZLIB PNG::PNG PkgConfig::re2 PkgConfig::xxhash)
# Headers name each other by their folders; programs name them <etscope/…>.
target_include_directories(etscope_archive INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/etscope>)

set(ETSCOPE_CONFIG_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/etscope)
install(TARGETS etscope_archive EXPORT etscope-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libetscope-dev)
install(EXPORT etscope-targets NAMESPACE etscope:: DESTINATION ${ETSCOPE_CONFIG_FOLDER} COMPONENT libetscope-dev)
configure_package_config_file(cmake/etscope-config.cmake.in ${PROJECT_BINARY_DIR}/etscope-config.cmake
    INSTALL_DESTINATION ${ETSCOPE_CONFIG_FOLDER} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/etscope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/etscope-config.cmake ${PROJECT_BINARY_DIR}/etscope-config-version.cmake
    DESTINATION ${ETSCOPE_CONFIG_FOLDER} COMPONENT libetscope-dev)
foreach(header ${ETSCOPE_PUBLIC_HEADERS})
    get_filename_component(folder ${header} DIRECTORY)
    install(FILES core/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/etscope/${folder} COMPONENT libetscope-dev)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/include/etscope/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/etscope
    COMPONENT libetscope-dev)
install(DIRECTORY examples/cpp/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/../libetscope-dev/examples COMPONENT libetscope-dev)

# Pages of these headers (`./dev docs`).
list(TRANSFORM ETSCOPE_PUBLIC_HEADERS PREPEND "${PROJECT_SOURCE_DIR}/core/" OUTPUT_VARIABLE documented)
list(JOIN documented " " ETSCOPE_DOCUMENTED)
configure_file(docs/doxygen/Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
