// What systems do differently, and no standard library has: one implementation per system, `platform_linux.cpp`, `platform_wasi.cpp`.
// The functions below leave `errno` as the system's calls do. Any thread.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>

struct stat;

namespace etscope::platform {

/// Whether more than one thread can run. Where not, all work is done in place, and what cannot be done so says it.
bool hasThreads() noexcept;

/// Desktops allow some 1000 open files and far more to who asks. False: no more can be had, and errno is as it was.
bool raiseFileLimit() noexcept;

/// Whether links of this folder name open files, which have no place to be replaced in.
bool namesOpenFiles(const std::string& folder) noexcept;

/// A new file without a name in the folder, open for writing; −1 where the system has none: then openTemporary() serves.
int openUnnamed(const std::string& folder) noexcept;
/// Gives it a name: `target` where nothing stands there, else one beside it in `folder` (with its slash). Empty: errno says why not.
std::string nameUnnamed(int descriptor, const std::string& folder, const std::string& target);

/// A new file that only this user may open, for reading and writing; the six X at the end of `name` become its own. −1: errno.
int openTemporary(std::string& name) noexcept;
/// A new folder, likewise. 0, or errno.
int makeFolder(std::string& name) noexcept;

/// A new file for bytes that are put aside, open for writing; −1: errno. Nothing is left of it once it is closed and nobody reads it.
int openScratch(const std::string& folder);
/// The name by which it is opened for reading while it is open.
std::string nameOfScratch(int descriptor);
void closeScratch(int descriptor) noexcept;

/// The permissions of the file that is replaced, and its owner where the user may give files away; else those of new files.
void setMode(int descriptor, const struct stat* old) noexcept;
/// Of a folder: those of new ones.
void setNewMode(const std::string& folder) noexcept;

/// Lets the disk begin with these bytes, and waits for the `size` before them: what is not on disk yet stays bounded.
void writeBack(int descriptor, std::uint64_t offset, std::uint64_t size) noexcept;

/// A descriptor of the folder with the lock on it, which ends with the process. −1 with errno where it is no folder of this user by
/// that name (any more), where another has the lock (EWOULDBLOCK), or where there are no locks.
int lockFolder(const std::string& path) noexcept;

/// Asks for large pages where they fit into the block; a system that has none goes on without.
void adviseLargePages(void* block, std::size_t size) noexcept;

/// A closed standard stream would give its number to the next file that is opened: what stands in for it fails as it would. A file
/// that may not grow further is an error from now on, not the end.
void holdStandardStreams() noexcept;

/// From now on the user's first interruption (Ctrl+C) requests a stop, the second ends the process with `status`. Before any other
/// thread is started.
void listenForInterrupt(std::stop_source stop, int status);

/// "Linux 6.1 x86_64"; empty: unknown.
std::string systemText();

}  // namespace etscope::platform
