# What a wheel holds beside the package's sources: the module (the command line is in it), the window, Qt's plugins and
# translations, the sample, fonts for systems that have none. Libraries come in afterwards (packaging/wheel.py), except those that every desktop has and containers lack:
# auditwheel leaves them out, so they lie in etscope/lib, where only the programs look; those of ETSCOPE_LIBRARIES go before the system's.
set(_qt ${QT6_INSTALL_PREFIX}/${QT6_INSTALL_PLUGINS})
set(_plugins platforms/libqxcb platforms/libqoffscreen platforms/libqminimal imageformats/libqsvg iconengines/libqsvgicon
    platforminputcontexts/libcomposeplatforminputcontextplugin platforminputcontexts/libibusplatforminputcontextplugin)
set(_libraries libX11.so.6 libICE.so.6 libSM.so.6 libexpat.so.1 libglib-2.0.so.0)

install(TARGETS etscope_python LIBRARY DESTINATION etscope COMPONENT wheel)
install(DIRECTORY resources/samples DESTINATION etscope/share/etscope COMPONENT wheel)  # where the window looks for it
install(FILES runner/etscope_trace.h DESTINATION etscope/share/etscope/include COMPONENT wheel)
install(FILES resources/survey/survey_table.py DESTINATION etscope COMPONENT wheel)
if(NOT ETSCOPE_GUI)
    return()
endif()

set_target_properties(etscope PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
install(TARGETS etscope RUNTIME DESTINATION etscope/bin COMPONENT wheel)
file(WRITE ${PROJECT_BINARY_DIR}/python/qt.conf "[Paths]\nPrefix=..\nPlugins=plugins\nTranslations=share/translations\n")
install(FILES ${PROJECT_BINARY_DIR}/python/qt.conf DESTINATION etscope/bin COMPONENT wheel)
foreach(plugin ${_plugins})
    get_filename_component(folder ${plugin} DIRECTORY)
    install(FILES ${_qt}/${plugin}.so DESTINATION etscope/plugins/${folder} COMPONENT wheel)
endforeach()
foreach(library ${_libraries})
    find_file(ETSCOPE_${library} ${library} PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} PATHS ${ETSCOPE_LIBRARIES} /usr/lib /lib REQUIRED NO_DEFAULT_PATH)
    file(REAL_PATH ${ETSCOPE_${library}} real)
    install(FILES ${real} DESTINATION etscope/lib RENAME ${library} COMPONENT wheel)
endforeach()
file(GLOB _translations ${QT6_INSTALL_PREFIX}/${QT6_INSTALL_TRANSLATIONS}/qtbase_de.qm)
install(FILES ${_translations} DESTINATION etscope/share/translations COMPONENT wheel)
find_path(ETSCOPE_FONTS DejaVuSans.ttf PATHS /usr/share/fonts/truetype/dejavu)
if(ETSCOPE_FONTS)
    install(FILES ${ETSCOPE_FONTS}/DejaVuSans.ttf ${ETSCOPE_FONTS}/DejaVuSans-Bold.ttf ${ETSCOPE_FONTS}/DejaVuSansMono.ttf
        packaging/fonts.conf DESTINATION etscope/share/fonts COMPONENT wheel)
endif()
