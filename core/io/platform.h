// What systems do differently, and no standard library has. `platform_posix.cpp` is of all systems with calls of POSIX,
// `platform_unix.cpp` of Linux and macOS, `platform_<system>.cpp` of one. Paths and texts are UTF-8. The functions below leave `errno`
// as the calls of POSIX do. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace etscope::platform {

inline constexpr int kInput = 0, kOutput = 1, kErrors = 2;  ///< descriptors

/// Whether more than one thread can run. Where not, all work is done in place, and what cannot be done so says it.
bool hasThreads() noexcept;

/// Desktops allow some 1000 open files and far more to who asks. False: no more can be had, and errno is as it was.
bool raiseFileLimit() noexcept;

/// Whether links of this folder name open files, which have no place to be replaced in.
bool namesOpenFiles(const std::string& folder) noexcept;

struct FileFacts {
    enum class Kind : std::uint8_t { Regular, Folder, Fifo, Other };
    Kind kind = Kind::Other;
    std::pair<std::uint64_t, std::uint64_t> identity;  ///< the same for all names of a file
    std::uint64_t size = 0;
    std::int64_t modified = 0;  ///< nanoseconds
    unsigned mode = 0, owner = 0, group = 0;
};
/// Of what the path leads to. False: errno says why not.
bool factsOf(const std::string& path, FileFacts& facts) noexcept;
bool factsOf(int descriptor, FileFacts& facts) noexcept;

/// An existing file for reading anywhere in it; does not wait for the other end of a FIFO. −1: errno.
int openForReading(const std::string& path) noexcept;
/// An existing file that is no regular one, or what the shell has opened, for writing as it is. −1: errno, ENXIO for a FIFO that nobody
/// reads.
int openForWriting(const std::string& path, const FileFacts& facts) noexcept;
bool mayWrite(const std::string& path) noexcept;
/// False: what was written may not be there, as errno says.
bool close(int descriptor) noexcept;

/// What was done, as read(), pread(), write() and pwrite() tell it. Writing at a place does not move where write() goes on.
std::int64_t read(int descriptor, void* bytes, std::size_t size) noexcept;
std::int64_t readAt(int descriptor, void* bytes, std::size_t size, std::uint64_t offset) noexcept;
std::int64_t write(int descriptor, const void* bytes, std::size_t size) noexcept;
std::int64_t writeAt(int descriptor, const void* bytes, std::size_t size, std::uint64_t offset) noexcept;
/// Of a file that is read here and there.
void adviseRandomReads(int descriptor) noexcept;
/// Waits until the descriptor can be read (written); false: not within the time.
bool waitToRead(int descriptor, int milliseconds) noexcept;
bool waitToWrite(int descriptor, int milliseconds) noexcept;

/// Onto the disk, and then with its name in the place of another. False: errno says why not.
bool flush(int descriptor) noexcept;
bool replaceFile(const std::string& from, const std::string& to) noexcept;
void removeFile(const std::string& path) noexcept;
/// To a name that nothing has but an empty folder.
bool moveFolder(const std::string& from, const std::string& to) noexcept;

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
void setMode(int descriptor, const FileFacts* old) noexcept;
/// Of a folder: those of new ones.
void setNewMode(const std::string& folder) noexcept;

/// Lets the disk begin with these bytes, and waits for the `size` before them: what is not on disk yet stays bounded.
void writeBack(int descriptor, std::uint64_t offset, std::uint64_t size) noexcept;

/// A descriptor of the folder with the lock on it, which ends with the process. −1 with errno where it is no folder of this user by
/// that name (any more), where another has the lock (EWOULDBLOCK), or where there are no locks.
int lockFolder(const std::string& path) noexcept;

/// Asks for large pages where they fit into the block; a system that has none goes on without.
void adviseLargePages(void* block, std::size_t size) noexcept;

/// The words of the command line, and whether a person reads what is written there.
std::vector<std::string> arguments(int count, char** words);
bool isTerminal(int descriptor) noexcept;

/// A closed standard stream would give its number to the next file that is opened: what stands in for it fails as it would. A file
/// that may not grow further is an error from now on, not the end.
void holdStandardStreams() noexcept;

/// From now on the user's first interruption (Ctrl+C) requests a stop, the second ends the process with `status`. Before any other
/// thread is started.
void listenForInterrupt(std::stop_source stop, int status);

/// "Linux 6.1 x86_64"; empty: unknown.
std::string systemText();

std::tm utc(std::time_t seconds) noexcept;

/// Processors that work now.
int processors() noexcept;

/// "SIGSEGV", else "signal 11".
std::string signalName(int signal);

/// This program's file; empty: unknown.
std::filesystem::path ownProgram();

/// Where users keep what programs are told once, with its slash; empty: nowhere.
std::string settingsFolder();

}  // namespace etscope::platform
