#include "tensor/export.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/escaped.h"
#include "io/output_file.h"
#include "tensor/format.h"
#include "tensor/npy.h"
#include "tensor/npz_writer.h"
#include "tensor/safetensors.h"
#include "tensor/views.h"
#include "tensor/walk.h"

namespace etscope::tensor {
namespace {

bool inNumpy(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::F16:
        case ScalarType::F32:
        case ScalarType::F64:
        case ScalarType::C64:
        case ScalarType::C128:
        case ScalarType::Bool: return true;
        default: return isInteger(type);
    }
}

/// Stored integers of a quantized type.
ScalarType integerOf(ScalarType type) noexcept {
    if (type == ScalarType::QInt8) return ScalarType::I8;
    return type == ScalarType::QInt32 ? ScalarType::I32 : ScalarType::U8;
}

template <class To, class From>
void appendAs(std::vector<std::byte>& bytes, std::span<const From> values) {
    bytes.resize(values.size() * sizeof(To));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<To>(values[i]);
        std::memcpy(&bytes[i * sizeof(To)], &value, sizeof(To));
    }
}

/// The type that a format stores a tensor's elements as (table in export.h); nothing when it cannot.
std::optional<ScalarType> exportedType(const Tensor& tensor, ExportFormat format) noexcept {
    const ScalarType type = tensor.type;
    if (format == ExportFormat::Bin || format == ExportFormat::Csv) return type;
    const bool numpy = format == ExportFormat::Npy || format == ExportFormat::Npz;
    if (numpy ? inNumpy(type) : !safetensorsTypeName(type).empty()) return type;
    if (isQuantized(type)) return tensor.quantization ? ScalarType::F32 : integerOf(type);
    if (isFloating(type)) return ScalarType::F32;
    if (type == ScalarType::C32) return ScalarType::C64;
    if (isComplex(type)) return std::nullopt;
    return type == ScalarType::Bits16 ? ScalarType::U16 : ScalarType::U8;
}

/// The elements of a tensor as a stream of little-endian bytes of an exported type.
class EncodedElements {
public:
    /// Errors: `export-type-unsupported`, `limit-exceeded`, those of ElementReader.
    static Result<EncodedElements> open(const Tensor& tensor, ExportFormat format) {
        const auto type = exportedType(tensor, format);
        if (!type)
            return fail("export-type-unsupported", scalarTypeName(tensor.type) + " cannot be stored in this format; npy or bin can",
                        tensor.storage.where());
        auto reader = ElementReader::open(tensor, isFloating(*type) ? QuantizedAs::Real : QuantizedAs::Raw);
        if (!reader) return reader.failure();
        if (auto allowed = checkVisits(reader->count(), tensor.storage.where()); !allowed) return allowed.failure();
        return EncodedElements(std::move(*reader), *type);
    }

    ScalarType type() const noexcept { return m_type; }
    std::uint64_t byteCount() const noexcept { return m_reader.count() * itemSize(m_type); }
    /// The next bytes, at most as many as fit; empty at the end. The span holds until the next call.
    Result<std::span<const std::byte>> next(std::size_t most) {
        if (m_pending.empty() && m_first < m_reader.count())
            if (auto encoded = encodeBlock(); !encoded) return encoded.failure();
        const auto part = m_pending.first(std::min(most, m_pending.size()));
        m_pending = m_pending.subspan(part.size());
        return part;
    }

private:
    EncodedElements(ElementReader reader, ScalarType type) : m_reader(std::move(reader)), m_type(type) {}
    Result<void> encodeBlock() {
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(m_reader.blockSize(), m_reader.count() - m_first));
        const std::uint64_t first = m_first;
        m_first += n;
        if (m_type == ScalarType::F32 && m_reader.tensor().type != ScalarType::F32) {
            const auto values = m_reader.doubles(first, n);
            if (!values) return values.failure();
            appendAs<float>(m_bytes, *values);
            m_pending = m_bytes;
        } else if (m_type == ScalarType::C64 && m_reader.tensor().type == ScalarType::C32) {
            const auto values = m_reader.complexes(first, n);
            if (!values) return values.failure();
            appendAs<std::complex<float>>(m_bytes, *values);
            m_pending = m_bytes;
        } else {
            const auto items = m_reader.items(first, n);
            if (!items) return items.failure();
            m_pending = *items;
        }
        return {};
    }

    ElementReader m_reader;
    ScalarType m_type;
    std::uint64_t m_first = 0;  ///< next element to be encoded
    std::vector<std::byte> m_bytes;
    std::span<const std::byte> m_pending;
};

constexpr std::size_t kWriteSize = 1U << 20;
constexpr std::string_view kFolderSuffix = ".npy";  ///< of the files in an exported folder

std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

/// Progress over the bytes of all tensors of one export.
struct Progress {
    const JobContext& job;
    std::uint64_t total = 0, done = 0;

    Result<void> add(std::uint64_t bytes) {
        done += bytes;
        if (job.cancelled()) return cancelledFailure();
        if (total > 0) job.report(static_cast<double>(done) / static_cast<double>(total));
        return {};
    }
};

Result<void> writeElements(OutputFile& file, EncodedElements& elements, Progress& progress) {
    for (;;) {
        const auto part = elements.next(kWriteSize);
        if (!part) return part.failure();
        if (part->empty()) return {};
        if (auto written = file.write(*part); !written) return written;
        if (auto counted = progress.add(part->size()); !counted) return counted;
    }
}

/// npy and bin: a header, which may be empty, and the elements.
Result<void> writeSingle(const Tensor& tensor, const std::string& path, ExportFormat format, const JobContext& job) {
    auto elements = EncodedElements::open(tensor, format);
    if (!elements) return elements.failure();
    auto file = OutputFile::create(path, job);
    if (!file) return file.failure();
    if (format == ExportFormat::Npy)
        if (auto written = file->write(bytesOf(npyHeader(elements->type(), tensor.shape))); !written) return written;
    Progress progress{job, elements->byteCount()};
    if (auto written = writeElements(*file, *elements, progress); !written) return written;
    return file->commit();
}

/// One element's cells: a decimal, or real and imaginary part.
void appendCells(std::string& text, const Element& element, ScalarType type) {
    if (const auto* z = std::get_if<std::complex<double>>(&element)) {
        const ScalarType part = type == ScalarType::C32   ? ScalarType::F16
                                : type == ScalarType::C64 ? ScalarType::F32
                                                          : ScalarType::F64;
        text += elementText(z->real(), part) + "," + elementText(z->imag(), part);
    } else {
        text += elementText(element, type);
    }
}

std::string csvHeader(const Tensor& tensor) {
    if (tensor.shape.size() == 2) return {};
    std::string header;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) header += "i" + std::to_string(i) + ",";
    return header + (isComplex(tensor.type) ? "re,im\n" : "value\n");
}

Result<void> writeCsv(const Tensor& tensor, const std::string& path, const JobContext& job) {
    auto reader = ElementReader::open(tensor);
    if (!reader) return reader.failure();
    if (auto allowed = checkVisits(reader->count(), tensor.storage.where()); !allowed) return allowed;
    auto file = OutputFile::create(path, job);
    if (!file) return file.failure();
    if (auto written = file->write(bytesOf(csvHeader(tensor))); !written) return written;
    const bool table = tensor.shape.size() == 2;
    constexpr std::size_t kRows = 4096;  // elements formatted at once
    std::string text;
    auto visited = forEachBlock(0, reader->count(), kRows, job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
        const auto elements = reader->elements(first, n);
        if (!elements) return elements.failure();
        text.clear();
        for (std::size_t i = 0; i < n; ++i) {
            const auto place = multiIndex(tensor.shape, first + i);
            if (!table)
                for (const std::int64_t index : place) text += std::to_string(index) + ",";
            appendCells(text, (*elements)[i], tensor.type);
            text += table && place[1] + 1 < tensor.shape[1] ? ',' : '\n';
        }
        return file->write(bytesOf(text));
    });
    if (!visited) return visited;
    return file->commit();
}

/// Made safe, and different from each other by a number.
template <class Name>
std::vector<std::string> uniqueNames(std::span<const NamedTensor> tensors, const Name& nameOf) {
    UniqueNames unique;
    std::vector<std::string> names;
    for (const NamedTensor& named : tensors) names.push_back(unique.take(nameOf(named.name)));
    return names;
}

Result<void> writeNpz(std::span<const NamedTensor> tensors, const std::string& path, const JobContext& job) {
    Progress progress{job};
    for (const NamedTensor& named : tensors) {
        const auto elements = EncodedElements::open(named.tensor, ExportFormat::Npz);
        if (!elements) return elements.failure();
        progress.total += elements->byteCount();
    }
    auto file = NpzWriter::create(path, job);
    if (!file) return file.failure();
    for (const NamedTensor& named : tensors)
        if (auto added = file->add(named.name, named.tensor, [&](std::uint64_t bytes) { return progress.add(bytes); }); !added)
            return added;
    return file->commit();
}

Result<void> writeSafetensors(std::span<const NamedTensor> tensors, const std::string& path, const JobContext& job) {
    const auto names = uniqueNames(tensors, safeName);
    // The format's own writer puts wide types first, so that every tensor is aligned.
    std::vector<std::size_t> order(tensors.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto width = [&](std::size_t i) {
        return itemSize(exportedType(tensors[i].tensor, ExportFormat::Safetensors).value_or(ScalarType::U8));
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return width(a) > width(b); });

    nlohmann::ordered_json header = nlohmann::ordered_json::object();
    Progress progress{job};
    for (const std::size_t i : order) {
        const auto elements = EncodedElements::open(tensors[i].tensor, ExportFormat::Safetensors);
        if (!elements) return elements.failure();
        const std::uint64_t begin = progress.total;
        progress.total += elements->byteCount();
        header[names[i]] = {{"dtype", safetensorsTypeName(elements->type())},
                            {"shape", tensors[i].tensor.shape},
                            {"data_offsets", {begin, progress.total}}};
    }
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8, ' ');
    const std::uint64_t size = text.size();

    auto file = OutputFile::create(path, job);
    if (!file) return file.failure();
    if (auto written = file->write(std::as_bytes(std::span(&size, 1))); !written) return written;
    if (auto written = file->write(bytesOf(text)); !written) return written;
    for (const std::size_t i : order) {
        auto elements = EncodedElements::open(tensors[i].tensor, ExportFormat::Safetensors);
        if (!elements) return elements.failure();
        if (auto written = writeElements(*file, *elements, progress); !written) return written;
    }
    return file->commit();
}

/// The first `size` bytes at most, cut between two characters.
std::string cutText(std::string text, std::size_t size) {
    if (text.size() <= size) return text;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
    return text.substr(0, size);
}

/// A safe name as a path below a folder. Folders never end like the files, so that none is in a file's way.
std::string fileName(std::string_view name) {
    constexpr std::size_t kLongestPart = 200, kLongestPath = 2000;  // file systems end at 255 and, with the folder, 4096
    const std::string safe = safeName(name);
    std::string path;
    for (std::size_t at = 0; at <= safe.size();) {
        const std::size_t end = std::min(safe.find('/', at), safe.size());
        std::string part = cutText(safe.substr(at, end - at), kLongestPart);
        if (end < safe.size()) part += part.ends_with(kFolderSuffix) ? "_/" : "/";
        path += part;
        at = end + 1;
    }
    if (path.size() <= kLongestPath) return path;
    std::replace(path.begin(), path.end(), '/', '_');
    return cutText(std::move(path), kLongestPart);
}

struct Extension {
    std::string_view text;
    ExportFormat format;
};
constexpr std::array kExtensions{
    Extension{".npy", ExportFormat::Npy},
    Extension{".npz", ExportFormat::Npz},
    Extension{".safetensors", ExportFormat::Safetensors},
    Extension{".csv", ExportFormat::Csv},
    Extension{".bin", ExportFormat::Bin},
};

}  // namespace

Result<NpzWriter> NpzWriter::create(const std::string& path, const JobContext& job) {
    auto zip = ZipWriter::create(path, job);
    if (!zip) return zip.failure();
    return NpzWriter(*std::move(zip), job);
}

Result<void> NpzWriter::add(const std::string& name, const Tensor& tensor,
                            const std::function<Result<void>(std::uint64_t)>& wrote) {
    auto elements = EncodedElements::open(tensor, ExportFormat::Npz);
    if (!elements) return elements.failure();
    const std::string header = npyHeader(elements->type(), tensor.shape);
    if (auto begun = m_zip.begin(m_names.take(safeName(name)) + ".npy", header.size() + elements->byteCount()); !begun)
        return begun;
    if (auto written = m_zip.write(std::as_bytes(std::span(header))); !written) return written;
    for (;;) {
        if (m_job.cancelled()) return cancelledFailure();
        const auto part = elements->next(kWriteSize);
        if (!part) return part.failure();
        if (part->empty()) break;
        if (auto written = m_zip.write(*part); !written) return written;
        if (wrote)
            if (auto told = wrote(part->size()); !told) return told;
    }
    ++m_count;
    return m_zip.end();
}

std::optional<ExportFormat> exportFormatOf(std::string_view path) noexcept {
    const auto hit =
        std::find_if(kExtensions.begin(), kExtensions.end(), [path](const Extension& e) { return path.ends_with(e.text); });
    if (hit == kExtensions.end()) return std::nullopt;
    return hit->format;
}

Result<void> exportTensor(const Tensor& tensor, std::string_view name, const std::string& path, ExportFormat format,
                          const JobContext& job) {
    if (format == ExportFormat::Csv) return writeCsv(tensor, path, job);
    if (format == ExportFormat::Npy || format == ExportFormat::Bin) return writeSingle(tensor, path, format, job);
    const NamedTensor named{std::string(name), tensor};
    return exportTensors(std::span(&named, 1), path, format, job);
}

Result<void> exportTensors(std::span<const NamedTensor> tensors, const std::string& path, ExportFormat format,
                           const JobContext& job) {
    if (tensors.empty()) return fail("export-nothing", "there is no tensor to export", escaped(path));
    if (format == ExportFormat::Safetensors) return writeSafetensors(tensors, path, job);
    if (format == ExportFormat::Npz) return writeNpz(tensors, path, job);
    return fail("export-type-unsupported", "several tensors go into .npz or .safetensors only", escaped(path));
}

bool holdsMany(ExportFormat format) noexcept { return format == ExportFormat::Npz || format == ExportFormat::Safetensors; }

Result<std::vector<Error>> exportFolder(std::span<const NamedTensor> tensors, const std::string& folder, const JobContext& job) {
    if (tensors.empty()) return fail("export-nothing", "there is no tensor to export", escaped(folder));
    const auto names = uniqueNames(tensors, fileName);
    std::vector<Error> failures;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const auto path = std::filesystem::path(folder) / (names[i] + std::string(kFolderSuffix));
        std::error_code error;
        std::filesystem::create_directories(path.parent_path(), error);
        const Result<void> written =
            error ? fail("write-failed", "the folder cannot be made: " + error.message(), escaped(path.parent_path().generic_string()))
                  : exportTensor(tensors[i].tensor, tensors[i].name, path.generic_string(), ExportFormat::Npy, job);
        if (job.cancelled()) return cancelledFailure();
        if (!written) failures.push_back(written.error());
    }
    return failures;
}

std::string safeName(std::string_view name) {
    std::string safe;
    const std::string text(name);
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('/', at), text.size());
        std::string part = text.substr(at, end - at);
        for (char& c : part)
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '\\' || c == ':') c = '_';
        if (part == "." || part == "..") part.assign(part.size(), '_');
        if (!part.empty()) safe += (safe.empty() ? "" : "/") + part;
        at = end + 1;
    }
    return safe.empty() ? "tensor" : safe;
}

}  // namespace etscope::tensor
