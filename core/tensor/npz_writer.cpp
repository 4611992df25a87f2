#include "tensor/npz_writer.h"

#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "base/text.h"
#include "io/output_file.h"
#include "tensor/encoder.h"
#include "tensor/npy_header.h"

namespace etscope::tensor {
namespace {

/// What all members of one archive share; outlives them.
struct Export {
    const JobContext& job;
    std::uint64_t total = 0, done = 0;
    std::optional<Error> error{};
};

/// One member: libzip pulls its bytes when the archive is closed. Opened only then, so that one buffer is alive at a time.
struct Member {
    Export& common;
    Tensor tensor;
    std::string header;
    std::uint64_t size = 0;
    std::size_t headerRead = 0;
    std::optional<EncodedElements> elements{};

    bool open() {
        headerRead = 0;
        auto opened = EncodedElements::open(tensor, ExportFormat::Npz);
        if (!opened) return failed(opened.error());
        elements.emplace(std::move(*opened));
        return true;
    }

    zip_int64_t read(std::byte* into, std::size_t size_) {
        if (common.job.cancelled()) return failed(cancelledFailure().error), -1;
        std::size_t filled = std::min(size_, header.size() - headerRead);
        std::memcpy(into, header.data() + headerRead, filled);
        headerRead += filled;
        while (filled < size_) {
            const auto part = elements->next(size_ - filled);
            if (!part) return failed(part.error()), -1;
            if (part->empty()) break;
            std::memcpy(into + filled, part->data(), part->size());
            filled += part->size();
        }
        common.done += filled;
        if (common.total > 0)
            common.job.report(std::min(1.0, static_cast<double>(common.done) / static_cast<double>(common.total)));
        return static_cast<zip_int64_t>(filled);
    }

    bool failed(const Error& error) {
        if (!common.error) common.error = error;
        return false;
    }
};

zip_int64_t describe(const Member& member, void* data, zip_uint64_t length) {
    if (length < sizeof(zip_stat_t)) return -1;
    auto* stat = static_cast<zip_stat_t*>(data);
    zip_stat_init(stat);
    stat->size = stat->comp_size = member.size;
    stat->comp_method = ZIP_CM_STORE;
    stat->encryption_method = ZIP_EM_NONE;
    stat->valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    return sizeof(zip_stat_t);
}

extern "C" zip_int64_t serveMember(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto* member = static_cast<Member*>(state);
    switch (command) {
        case ZIP_SOURCE_OPEN: return member->open() ? 0 : -1;
        case ZIP_SOURCE_READ: return member->read(static_cast<std::byte*>(data), static_cast<std::size_t>(length));
        case ZIP_SOURCE_CLOSE: member->elements.reset(); return 0;
        case ZIP_SOURCE_STAT: return describe(*member, data, length);
        case ZIP_SOURCE_ERROR: {
            const int codes[2] = {ZIP_ER_READ, EIO};
            std::memcpy(data, codes, std::min<std::size_t>(sizeof(codes), static_cast<std::size_t>(length)));
            return sizeof(codes);
        }
        case ZIP_SOURCE_FREE: delete member; return 0;
        case ZIP_SOURCE_SUPPORTS:
            return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
                                                  ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, ZIP_SOURCE_SUPPORTS, -1);
        default: return -1;
    }
}

/// Where libzip writes the archive; it goes back to fill in the sizes of members.
struct Target {
    Export& common;
    OutputFile file;
    std::uint64_t at = 0, size = 0;

    zip_int64_t write(const void* data, zip_uint64_t length) {
        const auto bytes = std::as_bytes(std::span(static_cast<const char*>(data), static_cast<std::size_t>(length)));
        if (auto written = file.writeAt(at, bytes); !written) {
            if (!common.error) common.error = written.error();
            return -1;
        }
        at += length;
        size = std::max(size, at);
        return static_cast<zip_int64_t>(length);
    }

    zip_int64_t seek(void* data, zip_uint64_t length) {
        zip_error_t error;
        zip_error_init(&error);
        const zip_int64_t place = zip_source_seek_compute_offset(at, size, data, length, &error);
        zip_error_fini(&error);
        if (place >= 0) at = static_cast<std::uint64_t>(place);
        return place < 0 ? -1 : 0;
    }
};

/// A new archive: there is nothing to read, and that is no error.
extern "C" zip_int64_t serveTarget(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto* target = static_cast<Target*>(state);
    switch (command) {
        case ZIP_SOURCE_WRITE: return target->write(data, length);
        case ZIP_SOURCE_SEEK_WRITE: return target->seek(data, length);
        case ZIP_SOURCE_TELL_WRITE: return static_cast<zip_int64_t>(target->at);
        case ZIP_SOURCE_BEGIN_WRITE:
        case ZIP_SOURCE_COMMIT_WRITE:
        case ZIP_SOURCE_ROLLBACK_WRITE:
        case ZIP_SOURCE_REMOVE:
        case ZIP_SOURCE_FREE: return 0;
        case ZIP_SOURCE_ERROR: {
            const int codes[2] = {ZIP_ER_READ, ENOENT};
            std::memcpy(data, codes, std::min<std::size_t>(sizeof(codes), static_cast<std::size_t>(length)));
            return sizeof(codes);
        }
        case ZIP_SOURCE_SUPPORTS: return ZIP_SOURCE_SUPPORTS_WRITABLE;
        default: return -1;
    }
}

using Archive = std::unique_ptr<zip_t, decltype(&zip_discard)>;

Failure writeFailure(std::string_view reason, const std::string& path) {
    return fail("write-failed", "cannot be written: " + std::string(reason), escaped(path));
}
Failure writeFailure(zip_t* archive, const std::string& path) { return writeFailure(zip_strerror(archive), path); }

/// `target` outlives the archive.
Result<Archive> newArchive(Target& target, const std::string& path) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_function_create(serveTarget, &target, &error);
    Archive archive(source == nullptr ? nullptr : zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error), &zip_discard);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    if (archive) return archive;
    if (source != nullptr) zip_source_free(source);
    return writeFailure(reason, path);
}

Result<void> addMember(zip_t* archive, Export& common, const Tensor& tensor, const std::string& name, const std::string& path) {
    const auto elements = EncodedElements::open(tensor, ExportFormat::Npz);
    if (!elements) return elements.failure();
    auto member = std::make_unique<Member>(Member{common, tensor, npyHeader(elements->type(), tensor.shape)});
    member->size = member->header.size() + elements->byteCount();
    common.total += member->size;
    zip_source_t* source = zip_source_function(archive, serveMember, member.get());
    if (source == nullptr) return writeFailure(archive, path);
    static_cast<void>(member.release());  // the source frees it
    const zip_int64_t index = zip_file_add(archive, (name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        return writeFailure(archive, path);
    }
    const auto place = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t kFirstDay = 0x0021;  // 1980-01-01: the same tensors give the same file
    if (zip_set_file_compression(archive, place, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive, place, 0, kFirstDay, 0) != 0)
        return writeFailure(archive, path);
    return {};
}

}  // namespace

Result<void> writeNpz(std::span<const NamedTensor> tensors, std::span<const std::string> names, const std::string& path,
                      const JobContext& job) {
    Export common{job};
    auto file = OutputFile::create(path, job);
    if (!file) return file.failure();
    Target target{common, *std::move(file)};
    auto archive = newArchive(target, path);
    if (!archive) return archive.failure();
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (auto added = addMember(archive->get(), common, tensors[i].tensor, names[i], path); !added) return added;
    if (zip_close(archive->get()) == 0) {
        static_cast<void>(archive->release());
        return target.file.commit();
    }
    if (common.error) return Failure{*common.error};
    return writeFailure(archive->get(), path);
}

}  // namespace etscope::tensor
