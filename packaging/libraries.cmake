# The libraries of the command line for systems that Debian has none for, from SOURCES, the folder of packaging/debian_sources, into
# SYSROOT; and what finds them there.
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${SYSROOT}/lib)
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
add_compile_options(-w)

function(sources variable folder)
    set(found ${ARGN})
    list(TRANSFORM found PREPEND ${folder}/)
    set(${variable} ${found} PARENT_SCOPE)
endfunction()

sources(zlib ${SOURCES}/zlib adler32.c compress.c crc32.c deflate.c infback.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c)
# Offsets are of 64 bits where the system's are, as its configure script finds: for who includes it, too.
file(READ ${SOURCES}/zlib/zconf.h zconf)
string(REPLACE "#ifdef HAVE_UNISTD_H" "#if 1" zconf "${zconf}")
file(CONFIGURE OUTPUT ${SYSROOT}/include/zconf.h CONTENT "${zconf}" @ONLY)
add_library(z STATIC ${zlib})
target_include_directories(z PUBLIC ${SOURCES}/zlib)
target_compile_definitions(z PRIVATE Z_HAVE_UNISTD_H)

sources(png ${SOURCES}/libpng png.c pngerror.c pngget.c pngmem.c pngpread.c pngread.c pngrio.c pngrtran.c pngrutil.c pngset.c
    pngtrans.c pngwio.c pngwrite.c pngwtran.c pngwutil.c)
configure_file(${SOURCES}/libpng/scripts/pnglibconf.h.prebuilt ${SYSROOT}/include/pnglibconf.h COPYONLY)
add_library(png STATIC ${png})
target_include_directories(png PRIVATE ${SYSROOT}/include)
target_link_libraries(png PRIVATE z)

file(GLOB re2 ${SOURCES}/re2/re2/*.cc ${SOURCES}/re2/util/rune.cc ${SOURCES}/re2/util/strutil.cc)
add_library(re2 STATIC ${re2})
target_compile_features(re2 PRIVATE cxx_std_17)
target_include_directories(re2 PRIVATE ${SOURCES}/re2)

add_library(xxhash STATIC ${SOURCES}/xxhash/xxhash.c)

add_library(crypto STATIC ${CMAKE_CURRENT_LIST_DIR}/wasm/libraries/openssl/evp.cpp)
target_compile_features(crypto PRIVATE cxx_std_20)
target_include_directories(crypto PRIVATE ${CMAKE_CURRENT_LIST_DIR}/wasm/libraries)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/wasm/libraries/openssl/evp.h DESTINATION ${SYSROOT}/include/openssl)

file(COPY ${SOURCES}/zlib/zlib.h ${SOURCES}/libpng/png.h ${SOURCES}/libpng/pngconf.h ${SOURCES}/xxhash/xxhash.h
    DESTINATION ${SYSROOT}/include)
file(COPY ${SOURCES}/re2/re2/re2.h ${SOURCES}/re2/re2/stringpiece.h ${SOURCES}/re2/re2/set.h DESTINATION ${SYSROOT}/include/re2)

# As the core asks for them. What is headers alone is this system's; so is the compiler of schemas.
function(package file)
    string(CONCAT text ${ARGN})
    file(WRITE ${SYSROOT}/lib/${file} "${text}")
endfunction()
package(pkgconfig/re2.pc "Name: re2\nDescription: re2\nVersion: 0\nLibs: -L${SYSROOT}/lib -lre2\n")
package(pkgconfig/libxxhash.pc "Name: xxhash\nDescription: xxhash\nVersion: 0\nLibs: -L${SYSROOT}/lib -lxxhash\n")
package(cmake/nlohmann_json/nlohmann_jsonConfig.cmake "add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)\n")
package(cmake/CLI11/CLI11Config.cmake "add_library(CLI11::CLI11 INTERFACE IMPORTED)\n")
find_program(FLATC flatc REQUIRED)
package(cmake/FlatBuffers/FlatBuffersConfig.cmake "add_executable(flatbuffers::flatc IMPORTED)\n"
    "set_target_properties(flatbuffers::flatc PROPERTIES IMPORTED_LOCATION ${FLATC})\n")
