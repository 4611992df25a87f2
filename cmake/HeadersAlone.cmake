# etscope_headers_alone: a unit for every header of the libraries that includes nothing else, so that each header includes what it
# uses. Not part of what is built by default (`./dev clang`).
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/*.h ${PROJECT_SOURCE_DIR}/app/*.h)
if(ETSCOPE_GUI)
    file(GLOB_RECURSE ui_headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/ui/*.h)
    list(APPEND headers ${ui_headers})
endif()
# The body of a kernel, included once for each instruction set behind the definitions that it needs.
list(FILTER headers EXCLUDE REGEX "_body\\.h$")
set(units "")
foreach(header ${headers})
    set(unit ${PROJECT_BINARY_DIR}/headers_alone/${header}.cpp)
    file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"${PROJECT_SOURCE_DIR}/${header}\"\n#include \"${PROJECT_SOURCE_DIR}/${header}\"\n")
    list(APPEND units ${unit})
endforeach()
add_library(etscope_headers_alone OBJECT EXCLUDE_FROM_ALL ${units})
target_link_libraries(etscope_headers_alone PRIVATE etscope_commands $<TARGET_NAME_IF_EXISTS:etscope_ui>)
target_include_directories(etscope_headers_alone PRIVATE ${PROJECT_SOURCE_DIR}/core ${PROJECT_SOURCE_DIR}/app)
# What is internal to its unit is used by nobody else there.
target_compile_options(etscope_headers_alone PRIVATE -Wno-unused-function)
