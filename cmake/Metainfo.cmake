# What only whoever distributes etscope knows; nothing is named where nothing is said.
set(ETSCOPE_HOMEPAGE "" CACHE STRING "Address of the project's home page, for packages and metainfo")
set(ETSCOPE_PICTURES "" CACHE STRING "Address of docs/pictures, for the screenshots of the metainfo")
set(ETSCOPE_APPSTREAM_ID local.etscope.etscope CACHE STRING "Id of the program in the metainfo: a reversed domain, and its name")

# etscope_metainfo(<output>): the metainfo, with the addresses of these variables.
function(etscope_metainfo output)
    set(ETSCOPE_METAINFO_ADDRESSES "")
    if(ETSCOPE_HOMEPAGE)
        set(ETSCOPE_METAINFO_ADDRESSES "  <url type=\"homepage\">${ETSCOPE_HOMEPAGE}</url>\n")
    endif()
    if(ETSCOPE_PICTURES)
        file(READ ${PROJECT_SOURCE_DIR}/packaging/screenshots.xml.in screenshots)
        string(CONFIGURE "${screenshots}" screenshots @ONLY)
        string(APPEND ETSCOPE_METAINFO_ADDRESSES "${screenshots}")
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/packaging/etscope.metainfo.xml.in ${output} @ONLY)
endfunction()
