#include "bench/large_files.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "bench/program_text.h"
#include "schema/program_generated.h"

namespace etscope::bench {
namespace {

namespace fs = std::filesystem;

template <class T>
std::string little(T value) {
    std::string out;
    for (std::size_t i = 0; i < sizeof(T); ++i) out += static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFFU);
    return out;
}

/// Bytes with holes: text, then zeros, by turns.
struct Piece {
    std::string text;
    std::uint64_t zeros = 0;
};
using Pieces = std::vector<Piece>;

std::uint64_t sizeOf(const Pieces& pieces) {
    std::uint64_t size = 0;
    for (const Piece& piece : pieces) size += piece.text.size() + piece.zeros;
    return size;
}

std::uint32_t crcOf(const Pieces& pieces) {
    constexpr uInt kBlock = 1U << 20U;
    static const uLong ofZeros = crc32(0, std::vector<Bytef>(kBlock).data(), kBlock);
    uLong crc = 0;
    for (const Piece& piece : pieces) {
        crc = crc32(crc, reinterpret_cast<const Bytef*>(piece.text.data()), static_cast<uInt>(piece.text.size()));
        for (std::uint64_t done = 0; done < piece.zeros; done += kBlock) crc = crc32_combine(crc, ofZeros, kBlock);
    }
    return static_cast<std::uint32_t>(crc);
}

/// A stored zip of such members (APPNOTE 4.3); zeros come in whole megabytes.
class SparseZip {
public:
    void add(const std::string& name, Pieces content) {
        const std::uint64_t size = sizeOf(content);
        const std::string crc = little(crcOf(content));
        m_directory += little<std::uint32_t>(0x02014B50) + little<std::uint16_t>(20) + little<std::uint16_t>(20) +
                       std::string(8, '\0') + crc + little(static_cast<std::uint32_t>(size)) +
                       little(static_cast<std::uint32_t>(size)) + little(static_cast<std::uint16_t>(name.size())) +
                       std::string(12, '\0') + little(static_cast<std::uint32_t>(m_size)) + name;
        append({little<std::uint32_t>(0x04034B50) + little<std::uint16_t>(20) + std::string(8, '\0') + crc +
                    little(static_cast<std::uint32_t>(size)) + little(static_cast<std::uint32_t>(size)) +
                    little(static_cast<std::uint16_t>(name.size())) + std::string(2, '\0') + name,
                0});
        for (Piece& piece : content) append(std::move(piece));
        ++m_entries;
    }

    Pieces finish() && {
        const std::uint64_t at = m_size, size = m_directory.size();
        append({m_directory, 0});
        append({little<std::uint32_t>(0x06054B50) + std::string(4, '\0') + little(m_entries) + little(m_entries) +
                    little(static_cast<std::uint32_t>(size)) + little(static_cast<std::uint32_t>(at)) + std::string(2, '\0'),
                0});
        return std::move(m_pieces);
    }

private:
    void append(Piece piece) {
        m_size += piece.text.size() + piece.zeros;
        m_pieces.push_back(std::move(piece));
    }

    Pieces m_pieces;
    std::string m_directory;
    std::uint64_t m_size = 0;
    std::uint16_t m_entries = 0;
};

std::string text(std::string_view value) { return "X" + little(static_cast<std::uint32_t>(value.size())) + std::string(value); }
std::string integer(std::int64_t value) { return "J" + little(static_cast<std::int32_t>(value)); }

/// torch.save of a dict of float32 matrices, a megabyte each (docs/FORMATS.md "Tensor artifacts").
Pieces stateDict(std::uint64_t bytes) {
    constexpr std::int64_t kRows = 256, kColumns = 1024;
    constexpr std::uint64_t kBytes = kRows * kColumns * 4;
    std::string pickle = "\x80\x02}(";
    const std::uint64_t tensors = bytes / kBytes;
    for (std::uint64_t i = 0; i < tensors; ++i)
        pickle += text("layers." + std::to_string(i) + ".weight") + "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") +
                  "ctorch\nFloatStorage\n" + text(std::to_string(i)) + text("cpu") + integer(kRows * kColumns) + "tQ" + integer(0) +
                  "(" + integer(kRows) + integer(kColumns) + "t(" + integer(kColumns) + integer(1) + "t\x89" +
                  "ccollections\nOrderedDict\n)RtR";
    SparseZip zip;
    zip.add("archive/data.pkl", {{pickle + "u.", 0}});
    zip.add("archive/byteorder", {{"little", 0}});
    for (std::uint64_t i = 0; i < tensors; ++i) zip.add("archive/data/" + std::to_string(i), {{"", kBytes}});
    zip.add("archive/version", {{"3\n", 0}});
    return std::move(zip).finish();
}

void writePieces(const std::string& path, const Pieces& pieces) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    off_t at = 0;
    bool good = descriptor >= 0;
    for (const Piece& piece : pieces) {
        for (std::size_t done = 0; good && done < piece.text.size();) {
            const ssize_t n =
                ::pwrite(descriptor, piece.text.data() + done, piece.text.size() - done, at + static_cast<off_t>(done));
            good = n > 0;
            done += good ? static_cast<std::size_t>(n) : 0;
        }
        at += static_cast<off_t>(piece.text.size() + piece.zeros);
    }
    good = good && ::ftruncate(descriptor, at) == 0;
    if (!good) {
        std::perror(path.c_str());
        std::exit(2);
    }
    ::close(descriptor);
}

namespace wire = schema::program;

wire::KernelTypesUnion plannedTensor(std::uint32_t index) {
    wire::TensorT tensor;
    tensor.scalar_type = 6;  // float
    tensor.sizes = {1, 64, 64, 16};
    tensor.dim_order = {0, 1, 2, 3};
    tensor.allocation_info = std::make_unique<wire::AllocationDetailsT>();
    tensor.allocation_info->memory_id = 1;
    if (index % 4 == 0) {
        tensor.extra_tensor_info = std::make_unique<wire::ExtraTensorInfoT>();
        tensor.extra_tensor_info->fully_qualified_name = "model.layers." + std::to_string(index) + ".self_attn.q_proj.weight";
    }
    wire::KernelTypesUnion value;
    value.Set(std::move(tensor));
    return value;
}

std::unique_ptr<wire::ExecutionPlanT> longPlan(std::uint32_t instructions) {
    auto plan = std::make_unique<wire::ExecutionPlanT>();
    plan->name = "forward";
    plan->non_const_buffer_sizes = {0, 1 << 24};
    plan->operators.push_back(std::make_unique<wire::OperatorT>());
    plan->operators[0]->name = "aten::relu";
    plan->operators[0]->overload = "out";
    plan->chains.push_back(std::make_unique<wire::ChainT>());
    for (std::uint32_t i = 0; i <= instructions; ++i) {
        plan->values.push_back(std::make_unique<wire::EValueT>());
        plan->values.back()->val = plannedTensor(i);
    }
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(instructions); ++i) {
        wire::KernelCallT call;
        call.args = {i, i + 1, i + 1};
        plan->chains[0]->instructions.push_back(std::make_unique<wire::InstructionT>());
        plan->chains[0]->instructions.back()->instr_args.Set(std::move(call));
    }
    return plan;
}

/// The FlatBuffers part with a header of 32 bytes put behind the identifier (docs/FORMATS.md "Program file").
std::string withHeader(const std::string& region, std::uint64_t segmentBytes) {
    constexpr std::uint32_t kHeader = 32;
    constexpr std::uint64_t kAlignment = 128;
    const std::uint64_t size = region.size() + kHeader, base = (size + kAlignment - 1) / kAlignment * kAlignment;
    std::uint32_t root = 0;
    std::memcpy(&root, region.data(), sizeof(root));
    std::string file = little(root + kHeader) + region.substr(4, 4) + "eh00" + little(kHeader) + little(size) + little(base) +
                       little(segmentBytes) + region.substr(8);
    file.resize(base, '\0');
    return file;
}

}  // namespace

LargeFiles::LargeFiles() {
    std::string folder = (fs::temp_directory_path() / "etscope-bench-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) {
        std::perror("mkdtemp");
        std::exit(2);
    }
    m_folder = folder;
}

LargeFiles::~LargeFiles() {
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

std::string LargeFiles::program(std::uint64_t bytes) {
    const std::string path = m_folder + "/program-" + std::to_string(bytes) + ".json";
    if (!fs::exists(path)) writePieces(path, {{programText(static_cast<std::size_t>(bytes)), 0}});
    return path;
}

std::string LargeFiles::record(std::uint64_t jsonBytes, std::uint64_t weightBytes) {
    const std::string path = m_folder + "/record-" + std::to_string(jsonBytes) + "-" + std::to_string(weightBytes) + ".etrecord";
    if (fs::exists(path)) return path;
    const std::string json = programText(static_cast<std::size_t>(jsonBytes));
    SparseZip zip;
    zip.add("ETRECORD_V0", {});
    for (const std::string program : {"exported_program", "edge_dialect_exported_program/forward"}) {
        zip.add(program, {{json, 0}});
        zip.add(program + "_state_dict", stateDict(weightBytes));
        zip.add(program + "_constants", stateDict(0));
        zip.add(program + "_example_inputs", {});
    }
    zip.add("debug_handle_map", {{R"({"forward": {"0": 1}})", 0}});
    zip.add("delegate_map", {{R"({"forward": {}})", 0}});
    writePieces(path, std::move(zip).finish());
    return path;
}

std::string LargeFiles::executable(std::uint32_t instructions, std::uint64_t segmentBytes) {
    const std::string path = m_folder + "/executable-" + std::to_string(instructions) + ".pte";
    if (fs::exists(path)) return path;
    wire::ProgramT program;
    program.execution_plan.push_back(longPlan(instructions));
    program.segments.push_back(std::make_unique<wire::DataSegmentT>());
    program.segments[0]->size = segmentBytes;
    flatbuffers::FlatBufferBuilder builder;
    builder.Finish(wire::Program::Pack(builder, &program), wire::ProgramIdentifier());
    const std::string region(reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize());
    writePieces(path, {{withHeader(region, segmentBytes), segmentBytes}});
    return path;
}

}  // namespace etscope::bench
