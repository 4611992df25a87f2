# Runs before CPack makes the packages, on the staged files of each component: copyright, changelog, compressed manual pages,
# libraries without debug symbols.
function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(source "")
if(CPACK_PACKAGE_HOMEPAGE_URL)
    set(source "Source: ${CPACK_PACKAGE_HOMEPAGE_URL}\n")
endif()
foreach(component ${CPACK_COMPONENTS_ALL})
    set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
    set(documents ${root}/share/doc/${component})
    file(MAKE_DIRECTORY ${documents})
    configure_file(${CPACK_ETSCOPE_SOURCE}/packaging/debian/copyright.in ${documents}/copyright @ONLY)
    run(python3 ${CPACK_ETSCOPE_SOURCE}/packaging/debian/changelog.py --version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}
        --date ${CPACK_ETSCOPE_DATE} --maintainer "${CPACK_PACKAGE_CONTACT}" ${CPACK_ETSCOPE_SOURCE}/CHANGELOG.md
        ${documents}/changelog.Debian)
    if(EXISTS ${root}/share/zsh/site-functions)  # where Debian's zsh looks
        file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)
    endif()
    file(GLOB pages ${root}/share/man/man*/*.[0-9])
    run(gzip -9 -n -f ${documents}/changelog.Debian ${pages})
    file(GLOB_RECURSE archives ${root}/lib/*.a)
    if(archives)
        run(${CPACK_ETSCOPE_STRIP} --strip-debug --remove-section=.comment --enable-deterministic-archives ${archives})
    endif()
    file(GLOB_RECURSE plain LIST_DIRECTORIES false ${root}/share/* ${root}/lib/* ${root}/include/*)
    file(CHMOD ${plain} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()
