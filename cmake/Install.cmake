# Installation and packages: binaries, sample, desktop integration, manual page and shell completion made by the program itself.
include(GNUInstallDirs)

set(_generated ${PROJECT_BINARY_DIR}/generated)
add_custom_command(
    OUTPUT ${_generated}/etscope-cli.1 ${_generated}/etscope-cli.bash ${_generated}/_etscope-cli ${_generated}/etscope-cli.fish
    COMMAND ${CMAKE_COMMAND} -E make_directory ${_generated}
    COMMAND etscope-cli manual > ${_generated}/etscope-cli.1
    COMMAND etscope-cli completion bash > ${_generated}/etscope-cli.bash
    COMMAND etscope-cli completion zsh > ${_generated}/_etscope-cli
    COMMAND etscope-cli completion fish > ${_generated}/etscope-cli.fish
    DEPENDS etscope-cli VERBATIM)
add_custom_target(etscope-cli-documents ALL DEPENDS ${_generated}/etscope-cli.1)

install(TARGETS etscope-cli)
install(FILES ${_generated}/etscope-cli.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${_generated}/etscope-cli.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME etscope-cli)
install(FILES ${_generated}/_etscope-cli DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${_generated}/etscope-cli.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY resources/samples DESTINATION ${CMAKE_INSTALL_DATADIR}/etscope)
if(ETSCOPE_GUI)
    install(TARGETS etscope)
    install(FILES packaging/etscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES packaging/etscope-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME etscope.xml)
    install(FILES packaging/etscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
    install(FILES resources/icons/etscope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the etscope authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Debugger for ExecuTorch exports")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS qt6-translations-l10n)  # the dialogs of Qt in the language of the window
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
include(CPack)
