// Windows: files by their handles, so that what is open can be replaced and removed; no owners and no permissions of files.
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// after it
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <codecvt>
#include <csignal>
#include <cstdlib>
#include <locale>
#include <thread>

#include "io/platform.h"
#include "io/platform_named.h"

namespace etscope::platform {
namespace {

std::wstring wide(const std::string& path) { return std::filesystem::path(path).wstring(); }

std::string utf8(const wchar_t* text) {
    const int size = ::WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
    std::string bytes(static_cast<std::size_t>(std::max(size, 1)), '\0');
    ::WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes.data(), size, nullptr, nullptr);
    bytes.pop_back();
    return bytes;
}

/// errno for the system's last error. Always −1.
int failed() noexcept {
    struct Meaning {
        DWORD error;
        int meaning;
    };
    static constexpr Meaning kMeanings[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},    {ERROR_PATH_NOT_FOUND, ENOENT},      {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},       {ERROR_INVALID_DRIVE, ENOENT},       {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_ACCESS_DENIED, EACCES},     {ERROR_SHARING_VIOLATION, EACCES},   {ERROR_LOCK_VIOLATION, EACCES},
        {ERROR_FILE_EXISTS, EEXIST},       {ERROR_ALREADY_EXISTS, EEXIST},      {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE}, {ERROR_DISK_FULL, ENOSPC},         {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_BROKEN_PIPE, EPIPE},        {ERROR_NO_DATA, EPIPE},              {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_INVALID_HANDLE, EBADF},     {ERROR_WRITE_PROTECT, EROFS},        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG}};
    const DWORD error = ::GetLastError();
    errno = EIO;
    for (const Meaning& one : kMeanings)
        if (one.error == error) errno = one.meaning;
    return -1;
}

HANDLE handleOf(int descriptor) noexcept { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

/// What is open can be read, written, renamed and removed by others, as elsewhere.
HANDLE openHandle(const std::string& path, DWORD access, DWORD how, DWORD flags = 0) {
    return ::CreateFileW(wide(path).c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, how,
                         FILE_ATTRIBUTE_NORMAL | flags, nullptr);
}

int openFile(const std::string& path, DWORD access, DWORD how, int mode) noexcept {
    const HANDLE handle = openHandle(path, access, how);
    if (handle == INVALID_HANDLE_VALUE) {
        // A folder is opened by backups only: what it is called elsewhere.
        const DWORD attributes = ::GetLastError() == ERROR_ACCESS_DENIED ? ::GetFileAttributesW(wide(path).c_str()) : 0;
        const int reason = failed();
        if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) errno = EISDIR;
        return reason;
    }
    const int descriptor = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), mode | _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0) ::CloseHandle(handle);
    return descriptor;
}

bool factsOfHandle(HANDLE handle, FileFacts& facts) noexcept {
    const DWORD type = ::GetFileType(handle);
    if (type != FILE_TYPE_DISK) {
        facts.kind = type == FILE_TYPE_PIPE ? FileFacts::Kind::Fifo : FileFacts::Kind::Other;
        return type != FILE_TYPE_UNKNOWN;
    }
    BY_HANDLE_FILE_INFORMATION info{};
    if (::GetFileInformationByHandle(handle, &info) == 0) return failed() == 0;
    const auto both = [](DWORD high, DWORD low) { return std::uint64_t{high} << 32U | low; };
    facts.kind = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileFacts::Kind::Folder : FileFacts::Kind::Regular;
    facts.identity = {info.dwVolumeSerialNumber, both(info.nFileIndexHigh, info.nFileIndexLow)};
    facts.size = both(info.nFileSizeHigh, info.nFileSizeLow);
    facts.modified = static_cast<std::int64_t>(both(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime) * 100);
    return true;
}

/// At most what one call takes.
DWORD once(std::size_t size) noexcept { return static_cast<DWORD>(std::min<std::size_t>(size, std::size_t{1} << 30U)); }

OVERLAPPED placeOf(std::uint64_t offset) noexcept {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32U);
    return place;
}

/// Of the second interruption; the first one requests the stop.
struct Interrupt {
    std::stop_source stop;
    int status = 0;
};
Interrupt& interrupt() {
    static Interrupt& one = *new Interrupt;
    return one;
}

BOOL WINAPI interrupted(DWORD) {
    if (!interrupt().stop.request_stop()) ::ExitProcess(static_cast<UINT>(interrupt().status));
    return TRUE;
}

}  // namespace

bool hasThreads() noexcept { return true; }

bool raiseFileLimit() noexcept {
    constexpr int kMost = 8192;
    const bool raised = ::_getmaxstdio() < kMost && ::_setmaxstdio(kMost) == kMost;
    errno = EMFILE;
    return raised;
}

bool namesOpenFiles(const std::string&) noexcept { return false; }

bool factsOf(const std::string& path, FileFacts& facts) noexcept {
    const HANDLE handle = openHandle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    if (handle == INVALID_HANDLE_VALUE) return failed() == 0;
    const bool known = factsOfHandle(handle, facts);
    ::CloseHandle(handle);
    return known;
}

bool factsOf(int descriptor, FileFacts& facts) noexcept { return factsOfHandle(handleOf(descriptor), facts); }

int openForReading(const std::string& path) noexcept { return openFile(path, GENERIC_READ, OPEN_EXISTING, _O_RDONLY); }

int openForWriting(const std::string& path, const FileFacts&) noexcept {
    return openFile(path, GENERIC_WRITE, OPEN_EXISTING, _O_WRONLY);
}

bool mayWrite(const std::string& path) noexcept {
    const DWORD attributes = ::GetFileAttributesW(wide(path).c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_READONLY) == 0) return true;
    errno = EACCES;
    return false;
}

bool close(int descriptor) noexcept { return ::_close(descriptor) == 0; }

std::int64_t read(int descriptor, void* bytes, std::size_t size) noexcept {
    return ::_read(descriptor, bytes, static_cast<unsigned>(once(size)));
}

std::int64_t readAt(int descriptor, void* bytes, std::size_t size, std::uint64_t offset) noexcept {
    OVERLAPPED place = placeOf(offset);
    DWORD done = 0;
    if (::ReadFile(handleOf(descriptor), bytes, once(size), &done, &place) == 0 && ::GetLastError() != ERROR_HANDLE_EOF) return failed();
    return done;
}

std::int64_t write(int descriptor, const void* bytes, std::size_t size) noexcept {
    return ::_write(descriptor, bytes, static_cast<unsigned>(once(size)));
}

std::int64_t writeAt(int descriptor, const void* bytes, std::size_t size, std::uint64_t offset) noexcept {
    const std::int64_t next = ::_lseeki64(descriptor, 0, SEEK_CUR);
    OVERLAPPED place = placeOf(offset);
    DWORD done = 0;
    if (::WriteFile(handleOf(descriptor), bytes, once(size), &done, &place) == 0) return failed();
    ::_lseeki64(descriptor, next, SEEK_SET);
    return done;
}

void adviseRandomReads(int) noexcept {}

// Pipes tell what is there; files and consoles are read at once.
bool waitToRead(int descriptor, int milliseconds) noexcept {
    constexpr int kGlance = 10;
    const HANDLE handle = handleOf(descriptor);
    for (; ::GetFileType(handle) == FILE_TYPE_PIPE; milliseconds -= kGlance) {
        DWORD there = 0;
        if (::PeekNamedPipe(handle, nullptr, 0, nullptr, &there, nullptr) == 0 || there > 0) return true;
        if (milliseconds <= 0) return false;
        ::Sleep(kGlance);
    }
    return true;
}

bool waitToWrite(int, int) noexcept { return true; }

bool flush(int descriptor) noexcept { return ::FlushFileBuffers(handleOf(descriptor)) != 0 || failed() == 0; }

bool replaceFile(const std::string& from, const std::string& to) noexcept {
    return ::MoveFileExW(wide(from).c_str(), wide(to).c_str(), MOVEFILE_REPLACE_EXISTING) != 0 || failed() == 0;
}

void removeFile(const std::string& path) noexcept { ::DeleteFileW(wide(path).c_str()); }

bool moveFolder(const std::string& from, const std::string& to) noexcept {
    ::RemoveDirectoryW(wide(to).c_str());  // an empty one only
    return ::MoveFileExW(wide(from).c_str(), wide(to).c_str(), 0) != 0 || failed() == 0;
}

int openTemporary(std::string& name) noexcept {
    return withOwnName(name, [](const std::string& path) {
        return openFile(path, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW, _O_RDWR);
    });
}

int makeFolder(std::string& name) noexcept {
    const auto make = [](const std::string& path) { return ::CreateDirectoryW(wide(path).c_str(), nullptr) != 0 ? 0 : failed(); };
    return withOwnName(name, make) < 0 ? errno : 0;
}

void setMode(int, const FileFacts*) noexcept {}

void setNewMode(const std::string&) noexcept {}

void writeBack(int, std::uint64_t, std::uint64_t) noexcept {}

int lockFolder(const std::string&) noexcept {
    errno = ENOLCK;
    return -1;
}

void adviseLargePages(void*, std::size_t) noexcept {}

std::vector<std::string> arguments(int, char**) {
    int count = 0;
    wchar_t** const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    std::vector<std::string> told;
    for (int i = 0; words != nullptr && i < count; ++i) told.push_back(utf8(words[i]));
    ::LocalFree(words);
    return told;
}

bool isTerminal(int descriptor) noexcept {
    DWORD mode = 0;
    return ::GetConsoleMode(handleOf(descriptor), &mode) != 0;
}

void holdStandardStreams() noexcept {
    for (const int descriptor : {kInput, kOutput, kErrors})
        if (::_get_osfhandle(descriptor) < 0)
            static_cast<void>(::_open("NUL", _O_RDONLY | _O_BINARY));
        else
            ::_setmode(descriptor, _O_BINARY);
    ::SetConsoleOutputCP(CP_UTF8);
}

void listenForInterrupt(std::stop_source stop, int status) {
    interrupt() = {std::move(stop), status};
    ::SetConsoleCtrlHandler(interrupted, TRUE);
}

std::string systemText() {
    struct Version {
        ULONG size, major, minor, build, platform;
        WCHAR pack[128];
    } version{};
    version.size = sizeof version;
    const auto tell = reinterpret_cast<LONG(WINAPI*)(Version*)>(
        reinterpret_cast<void*>(::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "RtlGetVersion")));
    if (tell == nullptr || tell(&version) != 0) return {};
    return "Windows " + std::to_string(version.major) + "." + std::to_string(version.minor) + "." + std::to_string(version.build) +
           " x86_64";
}

std::tm utc(std::time_t seconds) noexcept {
    std::tm parts{};
    ::_gmtime64_s(&parts, &seconds);
    return parts;
}

int processors() noexcept { return static_cast<int>(::GetActiveProcessorCount(ALL_PROCESSOR_GROUPS)); }

std::string signalName(int signal) {
    struct Name {
        int signal;
        const char* name;
    };
    static constexpr Name kNames[] = {{SIGABRT, "SIGABRT"}, {SIGSEGV, "SIGSEGV"}, {SIGFPE, "SIGFPE"},
                                      {SIGILL, "SIGILL"},   {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}};
    for (const Name& one : kNames)
        if (one.signal == signal) return one.name;
    return "signal " + std::to_string(signal);
}

std::filesystem::path ownProgram() {
    std::wstring path(std::size_t{1} << 15U, L'\0');
    path.resize(::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
    return path;
}

std::string settingsFolder() {
    for (const wchar_t* const name : {L"XDG_CONFIG_HOME", L"APPDATA"})
        if (const wchar_t* const folder = ::_wgetenv(name); folder != nullptr) return utf8(folder) + "/";
    return {};
}

}  // namespace etscope::platform

// libstdc++ reads the texts that paths are made of in the encoding of the C locale, by this function of its facet. References to it lead
// here (--wrap in CMakeLists.txt), so that they are UTF-8, as those are that it makes of paths.
extern "C" std::codecvt_base::result __wrap__ZNKSt7codecvtIwciE5do_inERiPKcS3_RS3_PwS5_RS5_(
    const void*, std::mbstate_t& state, const char* from, const char* fromEnd, const char*& fromNext, wchar_t* to, wchar_t* toEnd,
    wchar_t*& toNext) {
    static const std::codecvt_utf8_utf16<wchar_t> utf8;
    return utf8.in(state, from, fromEnd, fromNext, to, toEnd, toNext);
}
