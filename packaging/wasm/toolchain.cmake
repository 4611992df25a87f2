# WebAssembly with WASI: clang, libc and the sources of libc++ from the Python package ziglang, unpacked and completed by
# packaging/wasm/sysroot. All in one folder, ETSCOPE_WASM_SYSROOT.
if(NOT ETSCOPE_WASM_SYSROOT)
    set(ETSCOPE_WASM_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../../build/wasm-sysroot)
endif()
get_filename_component(ETSCOPE_WASM_SYSROOT ${ETSCOPE_WASM_SYSROOT} ABSOLUTE)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ETSCOPE_WASM_SYSROOT)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER ${ETSCOPE_WASM_SYSROOT}/bin/clang)
set(CMAKE_CXX_COMPILER ${ETSCOPE_WASM_SYSROOT}/bin/clang++)
set(CMAKE_ASM_COMPILER ${ETSCOPE_WASM_SYSROOT}/bin/clang)
set(CMAKE_ASM_FLAGS_INIT "--target=wasm32-wasip1 -mexception-handling")
set(CMAKE_AR ${ETSCOPE_WASM_SYSROOT}/bin/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${ETSCOPE_WASM_SYSROOT}/bin/ranlib CACHE FILEPATH "")
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)

# Exceptions in the form that all browsers have; memory and conversions as every browser of the last years has them.
set(zig ${ETSCOPE_WASM_SYSROOT}/ziglang/lib)
set(machine "--target=wasm32-wasip1 -fwasm-exceptions -mllvm -wasm-use-legacy-eh=true -msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext -fvisibility=hidden -D_WASI_EMULATED_SIGNAL")
set(c_headers "-isystem ${zig}/include -isystem ${zig}/libc/include/wasm-wasi-musl -isystem ${zig}/libc/include/generic-musl -isystem ${zig}/libc/include/wasm32-wasi-any -isystem ${zig}/libc/include/any-wasi-any -isystem ${ETSCOPE_WASM_SYSROOT}/include")
set(cxx_headers "-isystem ${zig}/libcxx/include -isystem ${zig}/libcxxabi/include")
# What libc++ calls its site's configuration. Threads are those of the C library: there is none to be had, and locks are free.
set(site "-D_LIBCPP_ABI_VERSION=1 -D_LIBCPP_ABI_NAMESPACE=__1 -D_LIBCPP_HAS_THREADS=1 -D_LIBCPP_HAS_THREAD_API_PTHREAD=1 -D_LIBCPP_HAS_THREAD_API_EXTERNAL=0 -D_LIBCPP_HAS_THREAD_API_WIN32=0 -D_LIBCPP_HAS_THREAD_API_C11=0 -D_LIBCPP_HAS_MONOTONIC_CLOCK=1 -D_LIBCPP_HAS_TERMINAL=0 -D_LIBCPP_HAS_MUSL_LIBC=1 -D_LIBCPP_HAS_VENDOR_AVAILABILITY_ANNOTATIONS=0 -D_LIBCPP_HAS_FILESYSTEM=1 -D_LIBCPP_HAS_RANDOM_DEVICE=1 -D_LIBCPP_HAS_LOCALIZATION=1 -D_LIBCPP_HAS_UNICODE=1 -D_LIBCPP_HAS_WIDE_CHARACTERS=1 -D_LIBCPP_HAS_TIME_ZONE_DATABASE=0 -D_LIBCPP_HAS_NO_STD_MODULES -D_LIBCPP_PSTL_BACKEND_SERIAL -D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE -D_LIBCPP_ASSERTION_SEMANTIC_DEFAULT=_LIBCPP_ASSERTION_SEMANTIC_IGNORE -D_LIBCPP_DISABLE_VISIBILITY_ANNOTATIONS -D_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS")
set(CMAKE_C_FLAGS_INIT "${machine} -nostdinc ${c_headers}")
set(CMAKE_CXX_FLAGS_INIT "${machine} -nostdinc -nostdinc++ ${cxx_headers} ${c_headers} ${site} -fexperimental-library")

# The stack lies below the data: what overflows it ends the program instead of writing over data.
set(CMAKE_CXX_LINK_EXECUTABLE "${ETSCOPE_WASM_SYSROOT}/bin/wasm-ld --stack-first -z stack-size=8388608 --gc-sections --strip-debug -o <TARGET> ${ETSCOPE_WASM_SYSROOT}/lib/crt1-command.o <OBJECTS> <LINK_LIBRARIES> ${ETSCOPE_WASM_SYSROOT}/lib/libruntime.a ${ETSCOPE_WASM_SYSROOT}/lib/libc.a ${ETSCOPE_WASM_SYSROOT}/lib/libzigc.a ${ETSCOPE_WASM_SYSROOT}/lib/libcompiler_rt.a")
set(CMAKE_C_LINK_EXECUTABLE "${CMAKE_CXX_LINK_EXECUTABLE}")

# Libraries and headers are those of the folder; programs are this machine's.
set(CMAKE_FIND_ROOT_PATH ${ETSCOPE_WASM_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_PREFIX_PATH /)
set(CMAKE_HAVE_LIBC_PTHREAD ON CACHE BOOL "")
set(OPENSSL_INCLUDE_DIR ${ETSCOPE_WASM_SYSROOT}/include CACHE PATH "")
set(OPENSSL_CRYPTO_LIBRARY ${ETSCOPE_WASM_SYSROOT}/lib/libcrypto.a CACHE FILEPATH "")
set(ENV{PKG_CONFIG_LIBDIR} ${ETSCOPE_WASM_SYSROOT}/lib/pkgconfig)
