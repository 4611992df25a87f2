# etscope_translations(<target> <file>.ts…): compiles translations into the target, as :/translations/<file>.qm. Of Qt's tools
# only lrelease is needed; the package of their CMake module would bring Designer and Assistant.
find_program(ETSCOPE_LRELEASE NAMES lrelease lrelease-qt6 HINTS ${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS} REQUIRED)

function(etscope_translations target)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/translations)
    set(entries "")
    foreach(source ${ARGN})
        get_filename_component(name ${source} NAME_WE)
        add_custom_command(OUTPUT ${folder}/${name}.qm COMMAND ${ETSCOPE_LRELEASE} -silent ${source} -qm ${folder}/${name}.qm
            DEPENDS ${source} VERBATIM)
        string(APPEND entries "<file>${name}.qm</file>")
    endforeach()
    file(CONFIGURE OUTPUT ${folder}/translations.qrc
        CONTENT "<RCC><qresource prefix=\"/translations\">${entries}</qresource></RCC>\n")
    qt_add_resources(resources ${folder}/translations.qrc)
    target_sources(${target} PRIVATE ${resources})
endfunction()
