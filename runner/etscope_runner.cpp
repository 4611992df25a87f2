// etscope-runner: executes a plan that etscope wrote (plan.txt) with ExecuTorch's C++ runtime. One file, no dependency but that.
//
//   etscope-runner PLAN     executes it; results stand beside the plan
//   etscope-runner --ask    only says which runtime and backends there are
//
// Values leave the program while it runs: each is appended to the debug buffer's file as it is logged, so no buffer can be too
// small. Values of float16 and bfloat16, which the runtime's own dump cannot hold, are logged as 16 bits and named rightly in the
// dump when it is written. When the program aborts, the dump is written as far as it came.
//
// The form of plan.txt stands in etscope's run.py: words parted by blanks, other bytes than letters, digits and ._-/ as %XX, "-"
// for nothing. Answers are lines "@etscope {…}", one JSON object each.
#include <executorch/devtools/etdump/data_sinks/data_sink_base.h>
#include <executorch/devtools/etdump/etdump_flatcc.h>
#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor_ptr.h>
#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#ifndef ETSCOPE_EXECUTORCH
#define ETSCOPE_EXECUTORCH ""
#endif

namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::etdump::DataSinkBase;
using executorch::etdump::ETDumpGen;
using executorch::extension::Module;
using executorch::extension::TensorPtr;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Result;

// Answers ------------------------------------------------------------------------------------------------------------------------

std::string quoted(const std::string& text) {
    std::string json = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            json += std::string("\\") + c;
        else if (byte < 0x20) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\u%04x", byte);
            json += escaped;
        } else
            json += c;
    }
    return json + "\"";
}

void tell(const std::string& event, const std::string& facts = {}) {
    std::cout << "@etscope {\"event\":" << quoted(event) << (facts.empty() ? "" : ",") << facts << "}" << std::endl;
}

std::string numbered(std::size_t number) { return "\"number\":" + std::to_string(number); }

[[noreturn]] void stop(const std::string& what) {
    std::cerr << "etscope-runner: " << what << std::endl;
    std::exit(2);
}

// The plan -----------------------------------------------------------------------------------------------------------------------

std::string unquoted(const std::string& word) {
    std::string text;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == '%' && i + 2 < word.size()) {
            text += static_cast<char>(std::strtol(word.substr(i + 1, 2).c_str(), nullptr, 16));
            i += 2;
        } else
            text += word[i];
    }
    return text;
}

std::string wordOf(const std::string& text) {
    std::string word;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && (std::isalnum(byte) || c == '.' || c == '_' || c == '-')) {
            word += c;
        } else {
            char escaped[4];
            std::snprintf(escaped, sizeof escaped, "%%%02X", byte);
            word += escaped;
        }
    }
    return word;
}

std::vector<long> numbers(const std::string& text) {
    std::vector<long> list;
    std::stringstream parts(text == "-" ? "" : text);
    for (std::string part; std::getline(parts, part, ',');) list.push_back(std::strtol(part.c_str(), nullptr, 10));
    return list;
}

struct Input {
    std::string kind;
    std::vector<std::string> words;
};
struct Call {
    std::string method;
    std::vector<Input> inputs;
};
struct ModuleLine {
    std::string pass, dump, buffer;
    bool shared = false;  ///< one memory for all methods
    std::vector<std::size_t> calls;
};
struct Plan {
    std::string folder, program;
    std::vector<std::string> data, kernels;
    std::map<std::size_t, Call> calls;
    std::vector<ModuleLine> modules;
    std::set<std::size_t> wanted;  ///< calls whose outputs later ones take

    std::string path(const std::string& file) const { return file.empty() || file[0] == '/' ? file : folder + "/" + file; }
};

Plan readPlan(const std::string& path) {
    std::ifstream file(path);
    if (!file) stop("the plan cannot be read: " + path);
    Plan plan;
    const std::size_t slash = path.rfind('/');
    plan.folder = slash == std::string::npos ? "." : path.substr(0, slash);
    Call* call = nullptr;
    for (std::string line; std::getline(file, line);) {
        std::stringstream stream(line);
        std::vector<std::string> words;
        for (std::string word; stream >> word;) words.push_back(unquoted(word));
        if (words.empty() || words[0] == "etscope-plan") continue;
        const std::string kind = words[0];
        words.erase(words.begin());
        const std::size_t wanted = kind == "module" || kind == "tensor" ? 4
                                   : kind == "call" || kind == "output" ? 2
                                   : kind == "none"                     ? 0
                                                                        : 1;
        if (words.size() < wanted) stop("the plan is damaged: " + line);
        if (kind == "program")
            plan.program = plan.path(words[0]);
        else if (kind == "data")
            plan.data.push_back(plan.path(words[0]));
        else if (kind == "kernel")
            plan.kernels.push_back(words[0]);
        else if (kind == "call")
            (call = &plan.calls[std::strtoul(words[0].c_str(), nullptr, 10)])->method = words[1];
        else if (kind == "module")
            plan.modules.push_back({words[0],
                                    words[1] == "-" ? "" : words[1],
                                    words[2] == "-" ? "" : words[2],
                                    words.size() > 4 && words[4] == "shared",
                                    {}});
        else if (kind == "do" && !plan.modules.empty())
            plan.modules.back().calls.push_back(std::strtoul(words[0].c_str(), nullptr, 10));
        else if (call != nullptr && kind == "output") {
            call->inputs.push_back({kind, words});
            plan.wanted.insert(std::strtoul(words[0].c_str(), nullptr, 10));
        } else if (call != nullptr && (kind == "tensor" || kind == "int" || kind == "float" || kind == "bool" || kind == "none"))
            call->inputs.push_back({kind, words});
        else
            stop("the plan has a word that is not known: " + kind);
    }
    return plan;
}

// Arrays -------------------------------------------------------------------------------------------------------------------------

struct TypeRow {
    const char* name;
    const char* numpy;  ///< what an .npy holds it as
    ScalarType type;
    std::size_t size;
};
constexpr TypeRow kTypes[] = {
    {"f32", "<f4", ScalarType::Float, 4},     {"f64", "<f8", ScalarType::Double, 8}, {"f16", "<f2", ScalarType::Half, 2},
    {"bf16", "<f4", ScalarType::BFloat16, 2}, {"bool", "|b1", ScalarType::Bool, 1},  {"u8", "|u1", ScalarType::Byte, 1},
    {"i8", "|i1", ScalarType::Char, 1},       {"i16", "<i2", ScalarType::Short, 2},  {"i32", "<i4", ScalarType::Int, 4},
    {"i64", "<i8", ScalarType::Long, 8},      {"u16", "<u2", ScalarType::UInt16, 2}, {"u32", "<u4", ScalarType::UInt32, 4},
    {"u64", "<u8", ScalarType::UInt64, 8},
};

const TypeRow* rowOf(ScalarType type) {
    for (const TypeRow& row : kTypes)
        if (row.type == type) return &row;
    return nullptr;
}

float halfToFloat(std::uint16_t bits) {
    const std::uint32_t sign = (bits & 0x8000u) << 16, mantissa = bits & 0x3FFu, exponent = (bits >> 10) & 0x1Fu;
    std::uint32_t wide = sign;
    float value;
    if (exponent == 31)
        wide |= 0x7F800000u | (mantissa << 13);
    else if (exponent != 0)
        wide |= ((exponent + 112) << 23) | (mantissa << 13);
    else {
        value = static_cast<float>(mantissa) * 0x1p-24f;
        return sign ? -value : value;
    }
    std::memcpy(&value, &wide, sizeof value);
    return value;
}

/// Rounds to the nearest half, ties to even: only values that halves have are given, and these stay.
std::uint16_t floatToHalf(float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    const std::uint16_t sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
    const std::uint32_t magnitude = bits & 0x7FFFFFFFu;
    if (magnitude > 0x7F800000u) return static_cast<std::uint16_t>(sign | 0x7E00u | ((magnitude >> 13) & 0x3FFu));
    if (magnitude >= 0x47800000u) return sign | 0x7C00u;
    float absolute;
    std::memcpy(&absolute, &magnitude, sizeof absolute);
    if (magnitude < 0x38800000u) {  // subnormal: the addition rounds
        float shifted = absolute + 0.5f;
        std::uint32_t shiftedBits;
        std::memcpy(&shiftedBits, &shifted, sizeof shiftedBits);
        return static_cast<std::uint16_t>(sign | (shiftedBits - 0x3F000000u));
    }
    const std::uint32_t rounded = magnitude + 0xFFFu + ((magnitude >> 13) & 1u) - 0x38000000u;
    return static_cast<std::uint16_t>(sign | (rounded >> 13));
}

std::uint16_t floatToBfloat(float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
    return static_cast<std::uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

/// The elements of an .npy that etscope wrote: row-major, this machine's order of bytes; `type`: their numpy name.
std::vector<std::uint8_t> readArray(const std::string& path, std::string& type) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream content;
    content << file.rdbuf();
    const std::string bytes = content.str();
    if (bytes.size() < 10 || bytes.compare(0, 6, "\x93NUMPY") != 0) stop("no array: " + path);
    const auto at = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
    const bool isFirst = bytes[6] == 1;
    const std::size_t length = isFirst ? at(8) | at(9) << 8 : at(8) | at(9) << 8 | at(10) << 16 | at(11) << 24;
    const std::size_t start = (isFirst ? 10 : 12) + length;
    if (start > bytes.size()) stop("a damaged array: " + path);
    const std::string header = bytes.substr(isFirst ? 10 : 12, length);
    const std::size_t key = header.find("'descr': '");
    type = key == std::string::npos ? "" : header.substr(key + 10, 3);
    return {bytes.begin() + static_cast<std::ptrdiff_t>(start), bytes.end()};
}

std::vector<std::uint8_t> converted(std::vector<std::uint8_t> bytes, const std::string& from, const TypeRow& to) {
    if (from != "<f4" || to.size != 2) return bytes;
    std::vector<std::uint8_t> narrow(bytes.size() / 2);
    for (std::size_t i = 0; i < bytes.size() / 4; ++i) {
        float value;
        std::memcpy(&value, bytes.data() + 4 * i, 4);
        const std::uint16_t bits = to.type == ScalarType::Half ? floatToHalf(value) : floatToBfloat(value);
        std::memcpy(narrow.data() + 2 * i, &bits, 2);
    }
    return narrow;
}

/// Visits the elements in row-major order: place in memory by the strides.
template <class Visit>
void eachElement(const std::vector<long>& sizes, const std::vector<long>& strides, const Visit& visit) {
    std::size_t count = 1;
    for (const long size : sizes) count *= static_cast<std::size_t>(size);
    std::vector<long> at(sizes.size());
    for (std::size_t i = 0; i < count; ++i) {
        long place = 0;
        for (std::size_t axis = 0; axis < at.size(); ++axis) place += at[axis] * strides[axis];
        visit(i, static_cast<std::size_t>(place));
        for (std::size_t axis = at.size(); axis-- > 0;) {
            if (++at[axis] < sizes[axis]) break;
            at[axis] = 0;
        }
    }
}

TensorPtr tensorOf(const Plan& plan, const std::vector<std::string>& words) {
    const TypeRow* row = nullptr;
    for (const TypeRow& one : kTypes)
        if (words[0] == one.name) row = &one;
    if (row == nullptr) stop("an input has a type that this runner does not know: " + words[0]);
    const std::vector<long> sizes = numbers(words[1]);
    std::vector<long> order = numbers(words[2]);
    if (order.size() != sizes.size()) {
        order.resize(sizes.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<long>(i);
    }
    std::string type;
    std::vector<std::uint8_t> rows = readArray(plan.path(words[3]), type);
    rows = converted(std::move(rows), type, *row);
    std::vector<long> strides(sizes.size());
    long step = 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        strides[static_cast<std::size_t>(order[i])] = step;
        step *= std::max(1L, sizes[static_cast<std::size_t>(order[i])]);
    }
    std::vector<std::uint8_t> placed(rows.size());
    eachElement(sizes, strides, [&](std::size_t from, std::size_t to) {
        if ((std::max(from, to) + 1) * row->size > rows.size()) stop("an array is shorter than the plan says: " + words[3]);
        std::memcpy(placed.data() + to * row->size, rows.data() + from * row->size, row->size);
    });
    return executorch::extension::make_tensor_ptr({sizes.begin(), sizes.end()}, std::move(placed), {order.begin(), order.end()},
                                                  {strides.begin(), strides.end()}, row->type);
}

void writeArray(const std::string& path, const std::string& type, const std::vector<long>& sizes,
                const std::vector<std::uint8_t>& bytes) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
    for (std::size_t i = 0; i < sizes.size(); ++i) header += (i > 0 ? ", " : "") + std::to_string(sizes[i]);
    header += sizes.size() == 1 ? ",), }" : "), }";
    while ((header.size() + 11) % 64 != 0) header += ' ';
    header += '\n';
    std::ofstream file(path, std::ios::binary);
    file.write("\x93NUMPY\x01\x00", 8);
    const char length[2] = {static_cast<char>(header.size() & 0xFF), static_cast<char>(header.size() >> 8)};
    file.write(length, 2);
    file << header;
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.flush();
    if (!file) stop("cannot be written: " + path + ": " + std::strerror(errno));
}

/// {"file": …, "type": …}, or null for what an .npy cannot hold.
std::string keep(const Plan& plan, const Call& call, std::size_t number, std::size_t index, const EValue& value) {
    const std::string name = "out-" + wordOf(call.method) + "-" + std::to_string(number) + "-" + std::to_string(index) + ".npy";
    const auto scalar = [&](const char* type, const void* data, std::size_t size, const char* word) {
        const auto* bytes = static_cast<const std::uint8_t*>(data);
        writeArray(plan.path(name), type, {}, {bytes, bytes + size});
        return "{\"file\":" + quoted(name) + ",\"type\":\"" + word + "\"}";
    };
    if (value.isInt()) {
        const std::int64_t integer = value.toInt();
        return scalar("<i8", &integer, sizeof integer, "i64");
    }
    if (value.isDouble()) {
        const double real = value.toDouble();
        return scalar("<f8", &real, sizeof real, "f64");
    }
    if (value.isBool()) {
        const std::uint8_t flag = value.toBool() ? 1 : 0;
        return scalar("|b1", &flag, sizeof flag, "bool");
    }
    const TypeRow* row = value.isTensor() ? rowOf(value.toTensor().scalar_type()) : nullptr;
    if (row == nullptr) return "null";
    const Tensor tensor = value.toTensor();
    const std::vector<long> sizes(tensor.sizes().begin(), tensor.sizes().end()),
        strides(tensor.strides().begin(), tensor.strides().end());
    const auto* data = static_cast<const std::uint8_t*>(tensor.const_data_ptr());
    const bool widens = row->type == ScalarType::BFloat16;  // numpy has no bfloat16
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(tensor.numel()) * (widens ? 4 : row->size));
    eachElement(sizes, strides, [&](std::size_t to, std::size_t from) {
        if (!widens) {
            std::memcpy(bytes.data() + to * row->size, data + from * row->size, row->size);
            return;
        }
        const std::uint8_t wide[4] = {0, 0, data[2 * from], data[2 * from + 1]};
        std::memcpy(bytes.data() + 4 * to, wide, 4);
    });
    writeArray(plan.path(name), row->numpy, sizes, bytes);
    return "{\"file\":" + quoted(name) + ",\"type\":\"" + row->name + "\"}";
}

// The dump -----------------------------------------------------------------------------------------------------------------------

/// Values go to the file as they are logged.
class FileSink : public DataSinkBase {
public:
    explicit FileSink(const std::string& path) : m_file(path.empty() ? nullptr : std::fopen(path.c_str(), "wb")) {
        if (!path.empty() && m_file == nullptr) stop("cannot be written: " + path);
    }
    ~FileSink() override {
        if (m_file != nullptr) std::fclose(m_file);
    }
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    Result<size_t> write(const void* data, size_t length) override {
        if (length == 0) return m_used;
        if (m_file == nullptr || std::fwrite(data, 1, length, m_file) != length) {
            std::cerr << "etscope-runner: values cannot be written: " << std::strerror(errno) << std::endl;
            std::exit(2);  // a dump that lacks values would say so nowhere
        }
        const size_t at = m_used;
        m_used += length;
        return at;
    }
    size_t get_used_bytes() const override { return m_used; }
    void flush() {
        if (m_file != nullptr) std::fflush(m_file);
    }

private:
    std::FILE* m_file;
    size_t m_used = 0;
};

/// The runtime's writer of dumps, which has no name for float16 and bfloat16: they are logged as 16 bits, and the dump is corrected
/// when it is finished.
class Tracer : public ETDumpGen {
public:
    Result<bool> log_evalue(const EValue& value, executorch::runtime::LoggedEValueType type) override {
        if (value.isTensor()) return logTensor(value.toTensor(), type);
        const bool isKnown = value.isTensorList() || value.isInt() || value.isDouble() || value.isBool();
        if (!isKnown) return false;  // the writer would abort
        if (value.isTensorList())
            for (const Tensor& one : value.toTensorList())
                if (!note(one.scalar_type())) return false;
        return ETDumpGen::log_evalue(value, type);
    }

    /// Names types rightly in the finished dump.
    void correct(std::uint8_t* dump, std::size_t size);

private:
    static bool is16(ScalarType type) { return type == ScalarType::UInt16 || type == ScalarType::Bits16; }
    static bool isHalf(ScalarType type) { return type == ScalarType::Half || type == ScalarType::BFloat16; }

    /// Of lists: elements of halves cannot be logged so.
    bool note(ScalarType type) {
        if (isHalf(type)) return false;
        if (is16(type)) m_types.push_back(type);
        return true;
    }
    Result<bool> logTensor(const Tensor& tensor, executorch::runtime::LoggedEValueType type) {
        if (rowOf(tensor.scalar_type()) == nullptr) return false;
        if (!isHalf(tensor.scalar_type())) {
            note(tensor.scalar_type());
            return ETDumpGen::log_evalue(EValue(tensor), type);
        }
        TensorImpl bits(ScalarType::UInt16, tensor.dim(), const_cast<executorch::aten::SizesType*>(tensor.sizes().data()),
                        const_cast<void*>(tensor.const_data_ptr()),
                        const_cast<executorch::aten::DimOrderType*>(tensor.dim_order().data()),
                        const_cast<executorch::aten::StridesType*>(tensor.strides().data()));
        m_types.push_back(tensor.scalar_type());
        return ETDumpGen::log_evalue(EValue(Tensor(&bits)), type);
    }

    std::vector<ScalarType> m_types;  ///< of what was logged as 16 bits, in its order
};

/// A table of FlatBuffers in a buffer that this process made.
struct Table {
    std::uint8_t* buffer;
    std::size_t size, at;

    template <class T>
    T load(std::size_t place) const {
        T value{};
        if (place + sizeof(T) <= size) std::memcpy(&value, buffer + place, sizeof(T));
        return value;
    }
    /// Where field `id` lies; 0: it is not there.
    std::size_t field(unsigned id) const {
        const std::size_t vtable = at - static_cast<std::size_t>(static_cast<std::ptrdiff_t>(load<std::int32_t>(at)));
        if (vtable >= size || 4 + 2 * id >= load<std::uint16_t>(vtable)) return 0;
        const std::uint16_t offset = load<std::uint16_t>(vtable + 4 + 2 * id);
        return offset == 0 ? 0 : at + offset;
    }
    bool table(unsigned id, Table& into) const {
        const std::size_t place = field(id);
        if (place == 0) return false;
        into = {buffer, size, place + load<std::uint32_t>(place)};
        return into.at < size;
    }
    template <class Visit>
    void each(unsigned id, const Visit& visit) const {
        const std::size_t place = field(id);
        if (place == 0) return;
        const std::size_t list = place + load<std::uint32_t>(place);
        const std::uint32_t count = load<std::uint32_t>(list);
        for (std::uint32_t i = 0; i < count && list + 8 + 4 * i <= size; ++i) {
            const std::size_t item = list + 4 + 4 * i;
            visit(Table{buffer, size, item + load<std::uint32_t>(item)});
        }
    }
};

void Tracer::correct(std::uint8_t* dump, std::size_t size) {
    if (m_types.empty() || size < 12) return;
    const std::size_t start = std::memcmp(dump + 8, "ED", 2) == 0 ? 4 : 0;  // a size stands in front
    std::uint32_t root;
    std::memcpy(&root, dump + start, sizeof root);
    std::size_t next = 0;
    const auto name = [&](const Table& tensor) {
        const std::size_t type = tensor.field(0);
        const bool was16 = type != 0 && type < size && is16(static_cast<ScalarType>(dump[type]));
        if (was16 && next < m_types.size()) dump[type] = static_cast<std::uint8_t>(m_types[next++]);
    };
    Table{dump, size, start + root}.each(1, [&](const Table& run) {
        run.each(3, [&](const Table& event) {
            Table debug{}, value{}, tensor{}, list{};
            if (!event.table(2, debug) || !debug.table(2, value)) return;
            if (value.table(1, tensor)) name(tensor);
            if (value.table(2, list)) list.each(0, name);
        });
    });
}

// Execution ----------------------------------------------------------------------------------------------------------------------

/// What a module that is loaded writes.
struct Recording {
    std::string dump;
    std::size_t number = 0;
    Tracer* tracer = nullptr;
    FileSink* sink = nullptr;
    int failed = 0;  ///< errno, where there is a dump and it cannot be written

    bool write() {
        if (tracer == nullptr || dump.empty()) return false;
        Tracer* own = tracer;
        tracer = nullptr;
        sink->flush();
        const auto result = own->get_etdump_data();
        if (result.buf == nullptr || result.size == 0) return false;
        own->correct(static_cast<std::uint8_t*>(result.buf), result.size);
        std::FILE* file = std::fopen(dump.c_str(), "wb");
        const bool written = file != nullptr && std::fwrite(result.buf, 1, result.size, file) == result.size;
        if (!written) failed = errno;
        const bool closed = file != nullptr && std::fclose(file) == 0;
        if (written && !closed) failed = errno;
        std::free(result.buf);
        return written && closed;
    }
};
Recording g_recording;

/// The program aborts: what was recorded until then is written, as far as that can still be done.
void onFatal(int signal) {
    std::signal(signal, SIG_DFL);
    alarm(5);  // and not longer
    const std::size_t number = g_recording.number;
    if (g_recording.write()) {
        char text[64];
        const int length = std::snprintf(text, sizeof text, "\n@etscope {\"event\":\"written\",\"number\":%zu}\n", number);
        if (::write(STDOUT_FILENO, text, static_cast<std::size_t>(length)) < 0) std::_Exit(2);
    }
    std::raise(signal);
}

/// Outputs of calls that later ones of the module take: copies, since the memory of outputs is used again.
struct Given {
    std::map<std::size_t, std::vector<EValue>> outputs;
    std::vector<TensorPtr> tensors;

    void take(std::size_t call, const std::vector<EValue>& values) {
        for (const EValue& value : values) {
            if (value.isTensor()) tensors.push_back(executorch::extension::clone_tensor_ptr(value.toTensor()));
            outputs[call].push_back(value.isTensor() ? EValue(*tensors.back()) : value);
        }
    }
    const EValue* find(const std::vector<std::string>& words) const {
        const auto call = outputs.find(std::strtoul(words[0].c_str(), nullptr, 10));
        const std::size_t index = std::strtoul(words[1].c_str(), nullptr, 10);
        return call == outputs.end() || index >= call->second.size() ? nullptr : &call->second[index];
    }
};

/// False: an input is an output that no call gave.
bool valuesOf(const Plan& plan, const Call& call, const Given& given, std::vector<TensorPtr>& tensors,
              std::vector<EValue>& values) {
    for (const Input& input : call.inputs) {
        if (input.kind == "output") {
            const EValue* value = given.find(input.words);
            if (value == nullptr) return false;
            values.push_back(*value);
        } else if (input.kind == "tensor") {
            tensors.push_back(tensorOf(plan, input.words));
            values.emplace_back(*tensors.back());
        } else if (input.kind == "int") {
            values.emplace_back(static_cast<std::int64_t>(std::strtoll(input.words[0].c_str(), nullptr, 10)));
        } else if (input.kind == "float") {
            values.emplace_back(std::strtod(input.words[0].c_str(), nullptr));
        } else if (input.kind == "bool") {
            values.emplace_back(input.words[0] == "1");
        } else {
            values.emplace_back();
        }
    }
    return true;
}

std::string textOf(Error error) {
    char text[64];
    std::snprintf(text, sizeof text, "error 0x%x", static_cast<unsigned>(error));
    return text;
}

void execute(const Plan& plan, Module& module, Given& given, std::size_t number, bool keeps) {
    const auto known = plan.calls.find(number);
    if (known == plan.calls.end()) stop("the plan has no call " + std::to_string(number));
    const Call& call = known->second;
    tell("call", numbered(number));
    std::vector<TensorPtr> tensors;
    std::vector<EValue> values;
    if (!valuesOf(plan, call, given, tensors, values)) {
        tell("failed", numbered(number) + ",\"message\":" + quoted("a call whose output it takes gave none"));
        return;
    }
    const Error loaded = module.load_method(call.method);
    if (loaded != Error::Ok) {
        tell("failed", numbered(number) + ",\"message\":" + quoted("'" + call.method + "' cannot be loaded: " + textOf(loaded)));
        return;
    }
    const auto began = std::chrono::steady_clock::now();
    const auto outputs = module.execute(call.method, values);
    const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - began).count();
    if (!outputs.ok()) {
        tell("failed", numbered(number) + ",\"message\":" + quoted("'" + call.method + "' failed: " + textOf(outputs.error())));
        return;
    }
    if (plan.wanted.count(number) != 0) given.take(number, *outputs);
    std::string kept;
    for (std::size_t i = 0; keeps && i < outputs->size(); ++i)
        kept += (i > 0 ? "," : "") + keep(plan, call, number, i, (*outputs)[i]);
    tell("done", numbered(number) + ",\"ns\":" + std::to_string(spent) + ",\"outputs\":[" + kept + "]");
}

bool runModule(const Plan& plan, std::size_t number) {
    const ModuleLine& line = plan.modules[number];
    tell("module", numbered(number) + (line.shared ? ",\"memory\":\"shared\"" : ""));
    FileSink sink(line.buffer.empty() ? "" : plan.path(line.buffer));
    auto tracer = line.dump.empty() ? nullptr : std::make_unique<Tracer>();
    if (tracer != nullptr && !line.buffer.empty()) {
        tracer->set_data_sink(&sink);
        tracer->set_event_tracer_debug_level(executorch::runtime::EventTracerDebugLogLevel::kIntermediateOutputs);
    }
    g_recording = {line.dump.empty() ? "" : plan.path(line.dump), number, tracer.get(), &sink, 0};
    Module module(plan.program, plan.data, Module::LoadMode::Mmap, std::move(tracer), nullptr, nullptr, line.shared);
    Given given;
    const Error loaded = module.load(executorch::runtime::Program::Verification::InternalConsistency);
    if (loaded != Error::Ok) {
        g_recording = {};
        tell("refused", "\"message\":" + quoted("it cannot be loaded: " + textOf(loaded)));
        return false;
    }
    for (const std::size_t call : line.calls) execute(plan, module, given, call, line.pass != "times");
    if (line.dump.empty()) return true;
    if (g_recording.write())
        tell("written", numbered(number));
    else if (g_recording.failed != 0)
        stop("cannot be written: " + line.dump + ": " + std::strerror(g_recording.failed));
    else
        std::cerr << "etscope-runner: the runtime gives no dump: " << line.dump << std::endl;
    return true;
}

void tellTarget() {
    std::string backends;
    for (std::size_t i = 0; i < executorch::runtime::get_num_registered_backends(); ++i) {
        const auto name = executorch::runtime::get_backend_name(i);
        if (name.ok()) backends += (backends.empty() ? "" : ",") + quoted(*name);
    }
    tell("target",
         std::string("\"executorch\":") + quoted(ETSCOPE_EXECUTORCH) + ",\"version\":\"1\",\"backends\":[" + backends + "]");
}

void tellMissing(const Plan& plan) {
    std::string missing;
    std::vector<std::string> registered;
    for (const auto& kernel : executorch::runtime::get_registered_kernels()) registered.emplace_back(kernel.name_);
    for (const std::string& name : plan.kernels)
        if (std::find(registered.begin(), registered.end(), name) == registered.end())
            missing += (missing.empty() ? "" : ",") + quoted(name);
    if (!missing.empty()) tell("missing", "\"kernels\":[" + missing + "]");
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) stop("usage: etscope-runner PLAN | --ask");
    executorch::runtime::runtime_init();
    tellTarget();
    if (std::strcmp(words[1], "--ask") == 0) return 0;
    for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, onFatal);
    const Plan plan = readPlan(words[1]);
    tellMissing(plan);
    for (std::size_t number = 0; number < plan.modules.size(); ++number)
        if (!runModule(plan, number)) return 1;
    tell("end");
    return 0;
}
