# Installation by component: `etscope-cli`, `etscope` (the window with the sample and the desktop's files) and `libetscope-dev`.
# Manual pages and completions are made by the programs themselves, from the tables of their options.
include(GNUInstallDirs)

# etscope_described(<program>): its manual page and completions, generated and installed with it.
function(etscope_described program)
    set(folder ${PROJECT_BINARY_DIR}/generated)
    set(page ${folder}/${program}.1)
    set(scripts ${folder}/${program}.bash ${folder}/_${program} ${folder}/${program}.fish)
    list(GET scripts 0 bash)
    list(GET scripts 1 zsh)
    list(GET scripts 2 fish)
    add_custom_command(OUTPUT ${page} ${scripts}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
        COMMAND ${program} ${ARGN}manual > ${page}
        COMMAND ${program} ${ARGN}completion bash > ${bash}
        COMMAND ${program} ${ARGN}completion zsh > ${zsh}
        COMMAND ${program} ${ARGN}completion fish > ${fish}
        DEPENDS ${program} VERBATIM)
    add_custom_target(${program}-documents ALL DEPENDS ${page})
    install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${program})
    install(FILES ${bash} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${program} COMPONENT ${program})
    install(FILES ${zsh} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT ${program})
    install(FILES ${fish} DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT ${program})
endfunction()

install(TARGETS etscope-cli RUNTIME COMPONENT etscope-cli)
# What a runner of one's own writes traces with: it needs nothing of etscope, and lies beside what reads them.
install(FILES runner/etscope_trace.h DESTINATION ${CMAKE_INSTALL_DATADIR}/etscope/include COMPONENT etscope-cli)
etscope_described(etscope-cli)

if(ETSCOPE_GUI)
    install(TARGETS etscope RUNTIME COMPONENT etscope)
    etscope_described(etscope --)
    etscope_metainfo(${PROJECT_BINARY_DIR}/generated/etscope.metainfo.xml)
    install(FILES packaging/etscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT etscope)
    install(FILES packaging/etscope-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME etscope.xml COMPONENT etscope)
    install(FILES ${PROJECT_BINARY_DIR}/generated/etscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT etscope)
    install(DIRECTORY resources/icons/hicolor DESTINATION ${CMAKE_INSTALL_DATADIR}/icons COMPONENT etscope)
    install(FILES resources/icons/etscope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT etscope)
    install(FILES resources/icons/etscope-symbolic.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/symbolic/apps
        COMPONENT etscope)
    install(DIRECTORY resources/samples DESTINATION ${CMAKE_INSTALL_DATADIR}/etscope COMPONENT etscope)
endif()

include(cmake/Library.cmake)
include(cmake/Packages.cmake)
