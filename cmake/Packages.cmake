# Debian packages, one of each component. What the policy asks beside the files of an installation is added by DebianFiles.cmake.
set(ETSCOPE_MAINTAINER "etscope authors <nobody@etscope.invalid>" CACHE STRING
    "Maintainer of the Debian packages: whoever distributes them, as NAME <ADDRESS>")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own, as the first line of its description
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGE_CONTACT ${ETSCOPE_MAINTAINER})
set(CPACK_PACKAGE_HOMEPAGE_URL ${ETSCOPE_HOMEPAGE})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/DebianFiles.cmake)

# etscope_debian_package(<component> SECTION section SUMMARY line DESCRIPTION paragraph [DEPENDS …] [RECOMMENDS …])
macro(etscope_debian_package component)
    cmake_parse_arguments(deb "" "SECTION;SUMMARY;DESCRIPTION;DEPENDS;RECOMMENDS" "" ${ARGN})
    list(APPEND CPACK_COMPONENTS_ALL ${component})
    string(TOUPPER ${component} key)
    set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${component})
    set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${deb_SECTION})
    set(CPACK_DEBIAN_${key}_PACKAGE_DEPENDS "${deb_DEPENDS}")
    set(CPACK_DEBIAN_${key}_PACKAGE_RECOMMENDS "${deb_RECOMMENDS}")
    set(CPACK_DEBIAN_${key}_DESCRIPTION "${deb_SUMMARY}\n${deb_DESCRIPTION}")
    set(CPACK_COMPONENT_${key}_DESCRIPTION "${deb_SUMMARY}\n${deb_DESCRIPTION}")
endmacro()

set(same_version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_COMPONENTS_ALL "")
set(CPACK_DEBIAN_ETSCOPE-CLI_PACKAGE_SHLIBDEPS ON)
etscope_debian_package(etscope-cli SECTION devel
    SUMMARY "command line debugger for ExecuTorch exports"
    DESCRIPTION "Opens the files that exporting a PyTorch model with ExecuTorch leaves
(ETRecord, .pte, .ptd, .bpte, ETDump), joins them and prints graphs,
weights, events and comparisons as text, JSON, CSV and TSV. It says whether
a runtime gives what the reference gives, and if not, where and why. Its
exit status can guard a build.")
if(ETSCOPE_GUI)
    set(CPACK_DEBIAN_ETSCOPE_PACKAGE_SHLIBDEPS ON)
    etscope_debian_package(etscope SECTION devel
        SUMMARY "debugger for ExecuTorch exports"
        DESCRIPTION "Opens the files that exporting a PyTorch model with ExecuTorch leaves
(ETRecord, .pte, .ptd, .bpte, ETDump) in a window: the graph of every method
at every stage, weights down to the element, runs, and where the runtime
differs from the reference. Files are read in place, nothing from a file is
executed."
        DEPENDS "etscope-cli ${same_version}" RECOMMENDS "fonts-inter, fonts-jetbrains-mono, qt6-translations-l10n")
endif()
etscope_debian_package(libetscope-dev SECTION libdevel
    SUMMARY "library of the debugger for ExecuTorch exports"
    DESCRIPTION "The readers, joins and comparisons behind etscope as a static C++20 library,
with its headers and what CMake's find_package needs: sessions of ETRecords,
programs, tensor data and ETDumps, their graphs and tensors, and the JSON
documents of the command line."
    DEPENDS "libpng-dev, libre2-dev, libssl-dev, libxxhash-dev, nlohmann-json3-dev, pkg-config | pkgconf, zlib1g-dev")

set(CPACK_ETSCOPE_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_ETSCOPE_DATE ${ETSCOPE_DATE})
set(CPACK_ETSCOPE_STRIP ${CMAKE_STRIP})
include(CPack)
