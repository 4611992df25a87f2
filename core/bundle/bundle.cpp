#include "bundle/bundle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "base/limits.h"
#include "base/name_text.h"
#include "bundle/windowed_bytes.h"
#include "flat/identifier.h"
#include "flat/tensor_shape.h"

namespace etscope::bundle {
namespace {

// Slots of the tables (docs/FORMATS.md "Bundled program").
namespace value_slot {
enum : unsigned { Type, Content };
}
namespace tensor_slot {
enum : unsigned { Type, Sizes, Data, DimOrder };
}
enum class ValueType : std::uint8_t { None, Tensor, Int, Bool, Double };

/// Where the generations differ.
struct Layout {
    std::string_view identifier;
    unsigned suites, program;  ///< slots of the root
    int name;                  ///< slot of a suite; −1: there is none
    unsigned cases;            ///< slot of a suite
};
constexpr std::array kLayouts{Layout{"BP04", 2, 3, -1, 0}, Layout{"BP05", 1, 2, -1, 0}, Layout{"BP06", 1, 2, 0, 1},
                              Layout{"BP07", 1, 2, 0, 1}, Layout{"BP08", 1, 2, 0, 1}};

}  // namespace

class BundleReader {
public:
    BundleReader(Bundle& bundle, Diagnostics& diagnostics, const JobContext& job)
        : m_bundle(bundle),
          m_diagnostics(diagnostics),
          m_job(job),
          m_bytes(bundle.m_file, limits::kMaxBundleTables),
          m_valuesLeft(std::max(limits::kMinBundleValues, bundle.m_file.size / limits::kBundleBytesPerValue)) {}

    Result<void> read() {
        const std::string_view latest = kLayouts.back().identifier;
        const bool newer = flat::ageOf(m_bundle.m_identifier, latest) == flat::IdentifierAge::Newer;
        if (newer) flat::reportNewer(m_bundle.m_identifier, latest, "bpte-identifier", where(4), m_diagnostics);
        const auto layout =
            std::ranges::find(kLayouts, newer ? latest : std::string_view(m_bundle.m_identifier), &Layout::identifier);
        if (layout == kLayouts.end())
            return fail("bpte-identifier", "bundled programs BP04 to BP08 are read; this one is " + m_bundle.m_identifier,
                        where(4));
        const auto root = WindowedTable::root(m_bytes);
        if (!root) return fail("bpte-root", "the root table lies outside the file", where(0));
        m_bundle.m_version = root->number<std::uint32_t>(0).value_or(0);
        if (m_bundle.m_identifier != latest)
            note("bpte-version", root->position(), "the runtime accepts BP08 only; this is " + m_bundle.m_identifier);
        readProgram(*root, layout->program);
        for (const std::uint64_t position : tables(*root, layout->suites, "test suites")) readSuite(position, *layout);
        if (m_job.cancelled()) return cancelledFailure();
        checkNames();
        return {};
    }

private:
    std::string where(std::uint64_t at) const { return m_bundle.m_file.where(at); }
    void error(const char* code, std::uint64_t at, std::string message) {
        m_diagnostics.error(code, where(at), std::move(message));
    }
    void note(const char* code, std::uint64_t at, std::string message) { m_diagnostics.note(code, where(at), std::move(message)); }

    void readProgram(const WindowedTable& root, unsigned slot) {
        constexpr std::uint64_t kAlignment = 32;
        const auto bytes = root.vector(slot, 1);
        if (!bytes || bytes->count == 0) return error("bpte-program-missing", root.position(), "the bundle holds no program");
        if (bytes->cut)
            error("bpte-program-truncated", bytes->first, "the program reaches beyond the end of the file: the file is cut");
        if (bytes->first % kAlignment != 0)
            note("bpte-program-alignment", bytes->first, "the program does not start at a multiple of 32");
        if (auto part = m_bundle.m_file.part(bytes->first, bytes->count)) m_bundle.m_program = *std::move(part);
    }

    /// Positions of the tables of a vector; those outside are left out.
    std::vector<std::uint64_t> tables(const WindowedTable& table, unsigned slot, const char* what) {
        std::vector<std::uint64_t> positions;
        if (!table.has(slot)) return positions;
        const auto vector = table.vector(slot, sizeof(std::uint32_t));
        if (!vector || vector->cut) error("bpte-truncated", table.position(), std::string("the list of ") + what + " is cut");
        for (std::uint32_t i = 0; vector && i < vector->count; ++i) {
            if (m_valuesLeft == 0) {
                error("limit-exceeded", table.position(), "lists of the bundle share their elements: the rest is left out");
                break;
            }
            --m_valuesLeft;
            const auto position = followOffset(m_bytes, vector->first + i * sizeof(std::uint32_t));
            if (position && WindowedTable::at(m_bytes, *position))
                positions.push_back(*position);
            else
                error("bpte-damaged", vector->first, std::string("one of the ") + what + " lies outside the file");
        }
        return positions;
    }

    void readSuite(std::uint64_t position, const Layout& layout) {
        const auto table = WindowedTable::at(m_bytes, position);
        TestSuite& suite = m_bundle.m_suites.emplace_back();
        const auto name = layout.name >= 0 ? table->text(static_cast<unsigned>(layout.name)) : std::nullopt;
        suite.hasMethod = name.has_value();
        suite.method = nameText(name.value_or(""));
        if (layout.name >= 0 && suite.method.empty())
            error("bpte-method-name", position, "a test suite names no method, or one that is too long");
        for (const std::uint64_t at : tables(*table, layout.cases, "test cases")) {
            if (m_job.cancelled()) return;
            const auto test = WindowedTable::at(m_bytes, at);
            TestCase& one = suite.cases.emplace_back();
            for (const std::uint64_t value : tables(*test, 0, "inputs")) one.inputs.push_back(readValue(value));
            for (const std::uint64_t value : tables(*test, 1, "expected outputs")) one.expected.push_back(readValue(value));
        }
    }

    tensor::Value readValue(std::uint64_t position) {
        const auto table = WindowedTable::at(m_bytes, position);
        const auto type = static_cast<ValueType>(table->number<std::uint8_t>(value_slot::Type).value_or(0));
        const auto target = table->target(value_slot::Content);
        const auto content = target ? WindowedTable::at(m_bytes, *target) : std::nullopt;
        if (!content) {
            error("bpte-value", position, "a value of a test case has no content");
            return tensor::None{};
        }
        switch (type) {
            case ValueType::Tensor: return readTensor(*content);
            case ValueType::Int: return content->number<std::int64_t>(0).value_or(0);
            case ValueType::Bool: return content->number<std::uint8_t>(0).value_or(0) != 0;
            case ValueType::Double: return std::bit_cast<double>(content->number<std::uint64_t>(0).value_or(0));
            case ValueType::None: break;
        }
        error("bpte-value", position, "a value of a test case is of a kind that the format does not know");
        return tensor::None{};
    }

    tensor::Tensor unreadable(tensor::Tensor tensor, std::uint64_t at, std::string why) {
        error("bpte-tensor", at, why);
        tensor.state = tensor::DataState::Unreadable;
        tensor.note = std::move(why);
        return tensor;
    }

    tensor::Tensor readTensor(const WindowedTable& table) {
        constexpr std::uint32_t kMostDims = 64;
        tensor::Tensor tensor;
        tensor.type = scalarTypeFromC10(table.number<std::int8_t>(tensor_slot::Type).value_or(0));
        std::vector<std::int32_t> sizes;
        std::vector<std::uint8_t> order;
        const auto sizeList = table.vector(tensor_slot::Sizes, sizeof(std::int32_t)),
                   orderList = table.vector(tensor_slot::DimOrder, 1);
        if ((sizeList && (sizeList->cut || sizeList->count > kMostDims)) ||
            (orderList && (orderList->cut || orderList->count > kMostDims)))
            return unreadable(std::move(tensor), table.position(), "its shape lies outside the file");
        for (std::uint32_t i = 0; sizeList && i < sizeList->count; ++i)
            sizes.push_back(m_bytes.number<std::int32_t>(sizeList->first + i * sizeof(std::int32_t)).value_or(-1));
        for (std::uint32_t i = 0; orderList && i < orderList->count; ++i)
            order.push_back(m_bytes.number<std::uint8_t>(orderList->first + i).value_or(0xFF));
        tensor.shape.assign(sizes.begin(), sizes.end());
        if (!flat::isPermutation(order, sizes.size()))
            return unreadable(std::move(tensor), table.position(), "its dim order is no permutation of its dimensions");
        const auto bytes = flat::byteCount(tensor.type, sizes);
        const auto strides = flat::stridesOf(sizes, order);
        if (!bytes || !strides)
            return unreadable(std::move(tensor), table.position(), "its size is negative, overflows or has no item size");
        tensor.strides = *strides;
        return withData(std::move(tensor), table, *bytes);
    }

    tensor::Tensor withData(tensor::Tensor tensor, const WindowedTable& table, std::uint64_t bytes) {
        const auto data = table.vector(tensor_slot::Data, 1);
        if (!data && bytes == 0) return tensor;
        if (!data) return unreadable(std::move(tensor), table.position(), "it has no data");
        if (data->count < bytes)
            return unreadable(std::move(tensor), data->first,
                              "it needs " + std::to_string(bytes) + " bytes and has " + std::to_string(data->count));
        if (data->count > bytes)
            m_diagnostics.warning("bpte-tensor-data", where(data->first), "a tensor has more data than its shape needs");
        tensor.storage = *m_bundle.m_file.part(data->first, bytes);
        if (auto sound = tensor.validate(); !sound) return unreadable(std::move(tensor), data->first, sound.error().message);
        return tensor;
    }

    void checkNames() {
        std::set<std::string_view> names;
        for (const TestSuite& suite : m_bundle.m_suites)
            if (suite.hasMethod && !names.insert(suite.method).second)
                m_diagnostics.warning("bpte-suite-duplicate", where(0),
                                      "two suites are for the method " + suite.method + "; the runtime finds the first only");
    }

    Bundle& m_bundle;
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
    WindowedBytes m_bytes;
    std::uint64_t m_valuesLeft;
};

Result<std::shared_ptr<const Bundle>> Bundle::open(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job) {
    constexpr std::size_t kStart = 8;
    std::array<std::byte, kStart> start{};
    if (file.size < kStart) return fail("bpte-too-short", "the file ends before its identifier", file.where(file.size));
    if (file.size > limits::kMaxBundle)
        return fail("bpte-too-large", "a bundled program of 2 GiB and more cannot be one FlatBuffers region", file.where());
    if (auto read = file.read(0, start); !read) return read.failure();
    auto bundle = std::make_shared<Bundle>();
    bundle->m_file = file;
    bundle->m_identifier.assign(reinterpret_cast<const char*>(start.data()) + 4, 4);
    if (auto read = BundleReader(*bundle, diagnostics, job).read(); !read) return read.failure();
    return std::shared_ptr<const Bundle>(std::move(bundle));
}

const TestSuite* Bundle::suite(std::string_view method) const& noexcept {
    const auto hit = std::ranges::find_if(m_suites, [&](const TestSuite& one) { return one.hasMethod && one.method == method; });
    return hit == m_suites.end() ? nullptr : &*hit;
}

std::vector<flat::Region> regions(const Bundle& bundle) {
    using flat::RegionKind;
    const std::uint64_t start = bundle.file().offset;
    std::vector<flat::Region> claims{{0, 8, "identifier", RegionKind::Header, ""}};
    if (bundle.program().hasData())
        claims.push_back({bundle.program().offset - start, bundle.program().size, "program", RegionKind::Program, ""});
    for (const TestSuite& suite : bundle.suites())
        for (std::size_t c = 0; c < suite.cases.size(); ++c)
            for (const auto* values : {&suite.cases[c].inputs, &suite.cases[c].expected})
                for (const tensor::Value& value : *values)
                    if (const auto* tensor = std::get_if<tensor::Tensor>(&value);
                        tensor != nullptr && tensor->storage.hasData() && tensor->storage.size > 0)
                        claims.push_back({tensor->storage.offset - start, tensor->storage.size,
                                          values == &suite.cases[c].inputs ? "input" : "expected output", RegionKind::Tensor,
                                          suite.method + ", case " + std::to_string(c)});
    auto account = flat::accountFor(std::move(claims), bundle.file().size, {0, 0, "test suites", RegionKind::Header, ""});
    // What stands between the tensors are the tables that describe them.
    for (flat::Region& region : account)
        if (region.kind == RegionKind::Padding) region.kind = RegionKind::Header, region.name = "test suites";
    return account;
}

}  // namespace etscope::bundle
