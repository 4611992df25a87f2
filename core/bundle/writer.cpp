#include "bundle/writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "base/name_text.h"
#include "bundle/tail_builder.h"
#include "flat/tensor_shape.h"
#include "io/output_file.h"
#include "tensor/element_reader.h"

namespace etscope::bundle {
namespace {

using Place = TailBuilder::Place;

constexpr std::uint64_t kHead = 64, kAlignment = 32;

/// Dimensions from the outermost to the innermost, when the bytes lie dense in that order.
std::optional<std::vector<std::uint8_t>> denseOrder(const tensor::Tensor& tensor, const std::vector<std::int32_t>& sizes) {
    if (tensor.storageOffset != 0 || tensor.bigEndian || tensor.conjugate || tensor.negate) return std::nullopt;
    std::vector<std::uint8_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    const auto strides = tensor.effectiveStrides();
    std::ranges::stable_sort(order, std::greater{}, [&](std::uint8_t dim) { return strides[dim]; });
    const auto dense = flat::stridesOf(sizes, order);
    return dense && std::ranges::equal(*dense, strides) ? std::optional(order) : std::nullopt;
}

/// Tables of the suites, in the order of the original writer: children first, everything from the end towards the front.
class SuiteWriter {
public:
    explicit SuiteWriter(TailBuilder& tail) : m_tail(tail) {}

    Result<void> write(const std::vector<SuiteContent>& suites) {
        std::vector<Place> places;
        for (const SuiteContent& suite : suites) {
            const Place name = m_tail.addText(nameBytes(suite.method));
            std::vector<Place> cases;
            for (const CaseContent& one : suite.cases) {
                auto place = testCase(one);
                if (!place) return place.failure();
                cases.push_back(*place);
            }
            const Place list = m_tail.addReferences(cases);
            m_tail.startTable(2);
            m_tail.addReference(0, name);
            m_tail.addReference(1, list);
            places.push_back(m_tail.endTable());
        }
        m_tail.addReferences(places);
        return {};
    }

private:
    Result<Place> testCase(const CaseContent& content) {
        std::array<Place, 2> lists{};
        const std::array values{&content.inputs, &content.expected};
        for (std::size_t side = 0; side < lists.size(); ++side) {
            std::vector<Place> places;
            for (const tensor::Value& one : *values[side]) {
                auto place = value(one, content.keepDimOrder);
                if (!place) return place;
                places.push_back(*place);
            }
            lists[side] = m_tail.addReferences(places);
        }
        m_tail.startTable(2);
        m_tail.addReference(0, lists[0]);
        m_tail.addReference(1, lists[1]);
        return m_tail.endTable();
    }

    Result<Place> value(const tensor::Value& value, bool keepOrder) {
        std::uint8_t type = 0;
        Place content = 0;
        if (const auto* tensor = std::get_if<tensor::Tensor>(&value)) {
            auto place = tensorTable(*tensor, keepOrder);
            if (!place) return place;
            type = 1, content = *place;
        } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
            type = 2, content = number<std::uint64_t>(static_cast<std::uint64_t>(*integer));
        } else if (const auto* flag = std::get_if<bool>(&value)) {
            type = 3, content = number<std::uint8_t>(*flag ? 1 : 0);
        } else if (const auto* real = std::get_if<double>(&value)) {
            type = 4, content = number<std::uint64_t>(std::bit_cast<std::uint64_t>(*real) == 0x8000'0000'0000'0000ULL
                                                          ? 0  // −0 equals the default
                                                          : std::bit_cast<std::uint64_t>(*real));
        } else {
            return fail("bundle-value", "test cases hold tensors, ints, bools and floats only");
        }
        m_tail.startTable(2);
        m_tail.addNumber<std::uint8_t>(0, type, 0);
        m_tail.addReference(1, content);
        return m_tail.endTable();
    }

    template <class T>
    Place number(T value) {
        m_tail.startTable(1);
        m_tail.addNumber<T>(0, value, T{0});
        return m_tail.endTable();
    }

    Result<Place> tensorTable(const tensor::Tensor& tensor, bool keepOrder) {
        if (tensor.state != tensor::DataState::Dense)
            return fail("bundle-value", "a tensor cannot be read: " + tensor.note, tensor.storage.where());
        std::vector<std::int32_t> sizes;
        for (const std::int64_t size : tensor.shape) sizes.push_back(static_cast<std::int32_t>(size));
        const auto bytes = tensor.byteCount();
        if (!bytes || itemSize(tensor.type) == 0) return fail("bundle-value", "a tensor's size cannot be told");
        auto order = keepOrder ? denseOrder(tensor, sizes) : std::nullopt;
        const bool asStored = order.has_value();
        if (!order) {
            order.emplace(sizes.size());
            std::iota(order->begin(), order->end(), std::uint8_t{0});
        }
        const Place sizeList = m_tail.addNumbers<std::int32_t>(sizes);
        const Place data = m_tail.addElements(tensor, *bytes, asStored);
        const Place orderList = m_tail.addNumbers<std::uint8_t>(*order);
        m_tail.startTable(4);
        m_tail.addNumber<std::int8_t>(0, static_cast<std::int8_t>(tensor.type), 0);
        m_tail.addReference(1, sizeList);
        m_tail.addReference(2, data);
        m_tail.addReference(3, orderList);
        return m_tail.endTable();
    }

    TailBuilder& m_tail;
};

void append(std::string& bytes, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xFFU);
}

/// The 64 bytes before the program: root offset, identifier, vtable, root table, length of the program.
std::string head(std::uint64_t program, std::uint64_t padding) {
    constexpr std::uint64_t kRoot = 0x2C, kSuites = 0x34, kVersion = 2;
    std::string bytes;
    append(bytes, kRoot, 4);
    bytes += "BP08";
    bytes.resize(0x22, '\0');
    for (const std::uint64_t entry : std::array<std::uint64_t, 5>{10, 16, 12, 8, 4}) append(bytes, entry, 2);
    append(bytes, 10, 4);
    append(bytes, 0x0C, 4);
    append(bytes, kHead + program + padding - kSuites, 4);
    append(bytes, kVersion, 4);
    append(bytes, program, 4);
    return bytes;
}

/// Behind `before` bytes of the file; blocks end at multiples of their size in it, as whole pages are the cheapest to write.
Result<void> copy(const ByteRange& range, std::uint64_t before, OutputFile& file, const JobContext& job) {
    constexpr std::uint64_t kBlock = 1U << 20U;
    std::vector<std::byte> block(static_cast<std::size_t>(std::min(kBlock, range.size)));
    for (std::uint64_t at = 0; at < range.size;) {
        if (job.cancelled()) return cancelledFailure();
        const std::uint64_t size = std::min(kBlock - (before + at) % kBlock, range.size - at);
        const auto part = std::span(block).first(static_cast<std::size_t>(size));
        if (auto read = range.read(at, part); !read) return read;
        if (auto written = file.write(part); !written) return written;
        at += size;
        job.report(static_cast<double>(at) / static_cast<double>(range.size));
    }
    return {};
}

Result<void> writeElements(const tensor::Tensor& tensor, OutputFile& file, const JobContext& job) {
    auto reader = tensor::ElementReader::open(tensor, tensor::QuantizedAs::Raw);
    if (!reader) return reader.failure();
    for (std::uint64_t first = 0; first < reader->count(); first += reader->blockSize()) {
        if (job.cancelled()) return cancelledFailure();
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(reader->blockSize(), reader->count() - first));
        const auto items = reader->items(first, n);
        if (!items) return items.failure();
        if (auto written = file.write(*items); !written) return written;
    }
    return {};
}

Result<void> writePiece(const TailBuilder::Piece& piece, OutputFile& file, const JobContext& job) {
    if (piece.tensor == nullptr) return file.write(std::as_bytes(std::span(piece.bytes)));
    if (!piece.inStorageOrder) return writeElements(*piece.tensor, file, job);
    const auto bytes = piece.tensor->storage.part(0, piece.size);
    return bytes ? copy(*bytes, 0, file, job) : Result<void>(bytes.failure());
}

}  // namespace

Result<void> write(const ByteRange& program, std::vector<SuiteContent> suites, const std::string& path, const JobContext& job) {
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 31U;
    std::ranges::stable_sort(suites, {}, &SuiteContent::method);
    TailBuilder tail;
    if (auto built = SuiteWriter(tail).write(suites); !built) return built;
    if (program.size + tail.size() + 2 * kHead >= kLargest)
        return fail("bundle-too-large",
                    "program and test data together must stay below 2 GiB: a bundled program is one FlatBuffers region");
    const std::uint64_t padding = (~(tail.size() + program.size) + 1) & (kAlignment - 1);
    auto file = OutputFile::create(path, job);
    if (!file) return file.failure();
    const std::string start = head(program.size, padding), zeros(static_cast<std::size_t>(padding), '\0');
    if (auto written = file->write(std::as_bytes(std::span(start))); !written) return written;
    if (auto copied = copy(program, kHead, *file, job); !copied) return copied;
    if (auto written = file->write(std::as_bytes(std::span(zeros))); !written) return written;
    for (const TailBuilder::Piece& piece : std::move(tail).finish())
        if (auto written = writePiece(piece, *file, job); !written) return written;
    return file->commit();
}

std::vector<SuiteContent> contentOf(const Bundle& bundle) {
    std::vector<SuiteContent> suites;
    for (const TestSuite& suite : bundle.suites()) {
        SuiteContent& content = suites.emplace_back();
        content.method = suite.method;
        for (const TestCase& one : suite.cases) content.cases.push_back({one.inputs, one.expected, true});
    }
    return suites;
}

}  // namespace etscope::bundle
