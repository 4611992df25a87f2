// Payloads of CudaBackend that list the weights of a compiled library one by one. Rules: docs/FORMATS.md "CUDA payload"
// (ExecuTorch, backends/cuda/cuda_weight_collector.py).
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "base/name_text.h"
#include "base/number_text.h"
#include "delegates/decoder.h"

namespace etscope::delegates {
namespace {

constexpr std::string_view kCudaMagic = "ETCUDAFQN";
/// Of the limits that the runtime sets: what exceeds them it refuses.
constexpr std::uint32_t kMostCudaWeights = 1U << 20, kMostCudaLibraries = 256, kMostCudaAxes = 64;
/// The list is read whole; an entry takes some 150 bytes.
constexpr std::uint64_t kLargestCudaList = 256ULL << 20;
/// Names of what is missing that a note has; all of them are in Decoded::missing.
constexpr std::size_t kToldNames = 3;

/// Which fields stand before the weights, by the digit behind the magic word.
struct CudaForm {
    char version;
    bool several;   ///< a list of libraries, each with its processor; else one library
    bool fallback;  ///< each library has flags
};
constexpr std::array kCudaForms{CudaForm{'3', false, false}, CudaForm{'4', true, false}, CudaForm{'5', true, true}};

/// The types that the runtime takes (is_supported_cuda_fqn_dtype).
constexpr std::array<std::int32_t, 9> kCudaTypes{0, 1, 2, 3, 4, 5, 6, 11, 15};
/// AOTI_DEVICE_TYPE_CPU and AOTI_DEVICE_TYPE_CUDA.
constexpr std::array<std::string_view, 2> kCudaDevices{"cpu", "cuda"};

struct CudaLibrary {
    std::uint32_t processor = 0, ptx = 0, flags = 0;
    std::string key;

    /// "sm80", "sm90 (PTX compute_90, fallback)"; empty: the payload does not tell.
    std::string target() const {
        if (processor == 0) return {};
        const std::string compute = ptx == 0 ? std::string() : "PTX compute_" + std::to_string(ptx);
        const std::string fallback = (flags & 1U) == 0 ? std::string() : "fallback";
        const std::string both = compute + (compute.empty() || fallback.empty() ? "" : ", ") + fallback;
        return "sm" + std::to_string(processor) + (both.empty() ? "" : " (" + both + ")");
    }
};

/// Bytes from the start of the storage to the end of the last element; nothing: the numbers are none of a tensor.
std::optional<std::uint64_t> bytesNeeded(const Weight& weight) {
    if (weight.storageOffset < 0 || !weight.type) return std::nullopt;
    auto last = static_cast<std::uint64_t>(weight.storageOffset);
    bool empty = false;
    for (std::size_t i = 0; i < weight.shape.size(); ++i) {
        if (weight.shape[i] < 0 || weight.strides[i] < 0) return std::nullopt;
        empty = empty || weight.shape[i] == 0;
        if (weight.shape[i] == 0) continue;
        const auto step =
            checkedMul(static_cast<std::uint64_t>(weight.shape[i] - 1), static_cast<std::uint64_t>(weight.strides[i]));
        const auto sum = step ? checkedAdd(last, *step) : std::nullopt;
        if (!sum) return std::nullopt;
        last = *sum;
    }
    if (empty) return 0;
    const auto count = checkedAdd<std::uint64_t>(last, 1);
    return count ? checkedMul<std::uint64_t>(*count, itemSize(*weight.type)) : std::nullopt;
}

/// Reads a list of libraries and one of weights; what can be read of a damaged one stands.
class CudaReader {
public:
    CudaReader(const Context& context, const CudaForm& form, std::span<const std::byte> bytes, Decoded& decoded)
        : m_context(context), m_form(form), m_cursor(bytes), m_decoded(decoded) {
        static_cast<void>(m_cursor.takeBytes(kCudaMagic.size() + 1));
    }

    /// False: the job was cancelled.
    bool read() {
        const bool whole = readLibraries() && readWeights();
        if (m_context.job.cancelled()) return false;
        const std::uint64_t end = m_cursor.position();
        m_decoded.regions = {{"libraries", 0, m_weightsAt}, {"weights", m_weightsAt, end - m_weightsAt}};
        if (!whole)
            m_context.diagnostics.error("delegate-truncated", m_context.where(end), "the list of weights breaks off: " + m_what);
        else if (m_cursor.remaining() != 0)
            m_context.diagnostics.error("cuda-weight-damaged", m_context.where(end),
                                        "bytes follow the last weight: the runtime refuses the list");
        tell();
        return true;
    }

private:
    /// Names as they stand: nothing says that they are UTF-8.
    std::optional<std::string> text() {
        const auto size = m_cursor.take<std::uint32_t>();
        const auto bytes = size ? m_cursor.takeBytes(*size) : std::nullopt;
        if (!bytes) return std::nullopt;
        return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }
    bool breaksOff(std::string what) {
        m_what = std::move(what);
        return false;
    }
    /// A number of things; one that the runtime refuses is an error.
    std::optional<std::uint32_t> count(std::uint32_t most, const char* of) {
        const auto number = m_cursor.take<std::uint32_t>();
        if (number && *number > most)
            m_context.diagnostics.error(
                "cuda-weight-damaged", m_context.where(m_cursor.position() - 4),
                "it counts " + std::to_string(*number) + " " + of + ", the runtime takes at most " + std::to_string(most));
        return number;
    }

    bool readLibraries() {
        const auto number = m_form.several ? count(kMostCudaLibraries, "libraries") : std::optional<std::uint32_t>(1);
        if (!number) return breaksOff("it ends before the libraries");
        for (std::uint32_t i = 0; i < std::min(*number, kMostCudaLibraries); ++i) {
            const auto processor = m_form.several ? m_cursor.take<std::uint32_t>() : std::optional<std::uint32_t>(0);
            const auto ptx = m_form.several ? m_cursor.take<std::uint32_t>() : std::optional<std::uint32_t>(0);
            const auto flags = m_form.fallback ? m_cursor.take<std::uint32_t>() : std::optional<std::uint32_t>(0);
            auto key = text();
            if (!processor || !ptx || !flags || !key)
                return breaksOff(std::to_string(i) + " of " + std::to_string(*number) + " libraries can be read");
            m_libraries.push_back({*processor, *ptx, *flags, *std::move(key)});
        }
        m_weightsAt = m_cursor.position();
        return true;
    }

    bool readWeights() {
        const auto number = count(kMostCudaWeights, "weights");
        if (!number) return breaksOff("it ends before the weights");
        for (std::uint32_t i = 0; i < std::min(*number, kMostCudaWeights); ++i) {
            if (i % 1024 == 0 && m_context.job.cancelled()) return true;
            const std::uint64_t at = m_cursor.position();
            if (readWeight(at)) continue;
            return breaksOff(std::to_string(i) + " of " + std::to_string(*number) + " weights can be read");
        }
        return true;
    }

    bool readWeight(std::uint64_t at) {
        auto name = text(), key = name ? text() : std::nullopt;
        if (!key) return false;
        const auto size = m_cursor.take<std::uint64_t>();
        const auto type = m_cursor.take<std::int32_t>(), device = m_cursor.take<std::int32_t>();
        const auto offset = m_cursor.take<std::int64_t>();
        const auto axes = m_cursor.take<std::uint32_t>();
        if (!size || !type || !device || !offset || !axes || *axes > m_cursor.remaining() / 16) return false;
        Weight weight;
        weight.name = *std::move(name);
        weight.key = *std::move(key);
        weight.qualified = true;
        weight.size = *size;
        weight.storageOffset = *offset;
        if (const ScalarType known = scalarTypeFromC10(*type); itemSize(known) != 0) weight.type = known;
        const bool knownDevice = *device >= 0 && static_cast<std::size_t>(*device) < kCudaDevices.size();
        weight.device =
            knownDevice ? std::string(kCudaDevices[static_cast<std::size_t>(*device)]) : "unknown:" + std::to_string(*device);
        for (auto* list : {&weight.shape, &weight.strides})
            for (std::uint32_t i = 0; i < *axes; ++i) list->push_back(m_cursor.take<std::int64_t>().value_or(0));
        check(weight, *type, knownDevice, *axes, at);
        add(std::move(weight), at);
        return true;
    }

    void check(const Weight& weight, std::int32_t type, bool knownDevice, std::uint32_t axes, std::uint64_t at) {
        const std::string name = escaped(weight.name);
        const auto damaged = [&](const std::string& what) {
            m_context.diagnostics.error("cuda-weight-damaged", m_context.where(at), name + what);
        };
        if (weight.name.empty() || weight.key.empty()) damaged("a weight has no name, or no key");
        if (axes > kMostCudaAxes) damaged(" has " + std::to_string(axes) + " axes, the runtime takes at most 64");
        if (!knownDevice || std::ranges::find(kCudaTypes, type) == kCudaTypes.end())
            m_context.diagnostics.warning("cuda-weight-unsupported", m_context.where(at),
                                          name + ": the runtime takes no weight of its type or device, and loads nothing then");
        const bool negative = weight.storageOffset < 0 ||
                              std::ranges::any_of(weight.shape, [](std::int64_t size) { return size < 0; }) ||
                              std::ranges::any_of(weight.strides, [](std::int64_t stride) { return stride < 0; });
        if (negative) return damaged(" has a negative size, stride or offset");
        if (!weight.type) return;
        const auto needed = bytesNeeded(weight);
        if (!needed)
            damaged(" has sizes and strides beyond all memory");
        else if (*needed > weight.size)
            damaged(" takes " + std::to_string(*needed) + " bytes of a storage of " + std::to_string(weight.size));
    }

    void add(Weight weight, std::uint64_t at) {
        if (!m_names.insert(weight.name).second)
            m_context.diagnostics.warning("delegate-duplicate-value", m_context.where(at), "two weights have the same name");
        weight.bytes = m_context.find(weight.key);
        weight.name = nameText(weight.name);
        weight.key = nameText(weight.key);
        if (!weight.bytes.hasData())
            m_decoded.missing.push_back(weight.key);
        else if (weight.bytes.size != weight.size)
            m_context.diagnostics.error("cuda-weight-damaged", m_context.where(at),
                                        escaped(weight.name) + " has a storage of " + std::to_string(weight.size) +
                                            " bytes, its named data " + std::to_string(weight.bytes.size));
        m_decoded.weights.push_back(std::move(weight));
    }

    void tell() {
        std::map<std::string, std::size_t> devices;
        std::uint64_t bytes = 0;
        for (const Weight& weight : m_decoded.weights) {
            ++devices[weight.device];
            bytes = checkedAdd(bytes, weight.size).value_or(bytes);
        }
        std::string list;
        for (const auto& [device, number] : devices) list += (list.empty() ? "" : ", ") + device + " " + std::to_string(number);
        m_decoded.facts.push_back({"weights", std::to_string(m_decoded.weights.size())});
        m_decoded.facts.push_back({"weights bytes", std::to_string(bytes)});
        m_decoded.facts.push_back({"devices", list});
        if (!m_decoded.missing.empty()) tellMissing("; the exporter writes weights into aoti_cuda_blob.ptd");
        tellLibraries();
    }

    void tellMissing(std::string_view where) const {
        const std::span<const std::string> missing(m_decoded.missing);
        m_context.diagnostics.note("delegate-data-missing", m_context.where(),
                                   counted(missing.size(), "key is", "keys are") + " not in the files at hand: " +
                                       joined(missing.first(std::min(kToldNames, missing.size())), ", ",
                                              [](const std::string& key) { return escaped(key); }) +
                                       (missing.size() > kToldNames ? ", …" : "") + std::string(where));
    }

    void tellLibraries() {
        for (const CudaLibrary& library : m_libraries) {
            const std::string target = library.target(), key = nameText(library.key);
            m_decoded.facts.push_back({target.empty() ? "library key" : "library key of " + target, key});
            ByteRange bytes = m_context.find(library.key);
            if (!bytes.hasData()) {
                m_decoded.missing.push_back(key);
                m_context.diagnostics.note("delegate-data-missing", m_context.where(),
                                           "the library " + escaped(library.key) + " is not in the files at hand");
                continue;
            }
            std::array<std::byte, 16> head{};
            const bool known = bytes.size >= head.size() && bytes.read(0, head).hasValue();
            const std::string kind(known ? payloadKind(head, bytes.size) : "unknown");
            m_decoded.nested.push_back({key, kind, std::move(bytes), nullptr, key, statedHash(key)});
        }
    }

    /// The key of a library is the SHA-256 of its bytes with a suffix.
    static std::string statedHash(const std::string& key) {
        static constexpr std::string_view kSuffix = "_so_blob";
        static constexpr std::size_t kDigits = 64;
        if (key.size() != kDigits + kSuffix.size() || !key.ends_with(kSuffix)) return {};
        const std::string digits = key.substr(0, kDigits);
        return digits.find_first_not_of("0123456789abcdef") == std::string::npos ? digits : std::string();
    }

    const Context& m_context;
    const CudaForm& m_form;
    ByteCursor m_cursor;
    Decoded& m_decoded;
    std::vector<CudaLibrary> m_libraries;
    std::set<std::string> m_names;
    std::uint64_t m_weightsAt = 0;
    std::string m_what;
};

}  // namespace

Result<Decoded> decodeCuda(const Context& context) {
    const auto head = context.head<kCudaMagic.size() + 1>();
    if (!head) return head.failure();
    const auto digit = std::to_integer<char>(head->back());
    const auto* form = std::ranges::find(kCudaForms, digit, &CudaForm::version);
    if (form == kCudaForms.end())
        return fail("delegate-version-unknown", "the list of weights is of a version that is not known", context.where());
    if (context.bytes().size > kLargestCudaList)
        return fail("limit-exceeded", "the list of weights is larger than 256 MiB", context.where());
    const auto bytes = context.bytes().readAll();
    if (!bytes) return bytes.failure();
    Decoded decoded;
    decoded.version = std::string(1, digit);
    decoded.reason = "the payload names a shared library that was compiled ahead of time";
    if (!CudaReader(context, *form, *bytes, decoded).read()) return cancelledFailure();
    return decoded;
}

}  // namespace etscope::delegates
