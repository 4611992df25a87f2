// etscope_trace.h: a conversation as a runner of one's own really held it, written down while it happens: text, images, ids, and
// every call with its inputs and outputs. One header of C++17 without dependencies; BSD-3-Clause. The folder is judged by
// `etscope-cli conversation FOLDER`; the format (`etscope.trace/1`) is in docs/FORMATS.md "Traces". One thread at a time.
//
//     etscope::Trace trace("trace", {"model.pte", "model.etrecord", "tokenizer.json"});
//     trace.message("user", "What is it?", {"cat.png"});
//     trace.tokens(ids, 0);
//     trace.call("text_decoder", nanos, {{x.data(), "float32", {1, 8, 64}}}, {{logits.data(), "float32", {1, 8, 1000}}});
//     trace.choice(id);
//     trace.end("eos");
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace etscope {

/// Elements in row-major order. `dtype`: "float32", "float64", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8",
/// "bool".
struct TraceArray {
    const void* data = nullptr;
    std::string dtype;
    std::vector<std::int64_t> shape;  ///< empty: one number
};

/// Files of the export, by which checks know what should have been done; empty: not told. Paths as the runner has them.
struct TraceFiles {
    std::string program = {}, record = {}, tokenizer = {}, chatTemplate = {}, processor = {};
};

/// The run of an ETDump that a call was: the index among all its blocks, of which loading a method is one.
struct TraceDump {
    std::string file, values;  ///< in the trace's folder; values: the debug buffer, empty: none
    int run = -1;
};

class Trace {
public:
    /// Makes the folder. `values` false: of arrays their SHA-256 alone. `memory`: "shared" where methods share their state, else
    /// "per method". Throws std::runtime_error where it cannot be written.
    explicit Trace(std::filesystem::path folder, const TraceFiles& files = {}, bool values = true,
                   const std::string& runner = "etscope_trace.h", const std::string& device = {}, const std::string& memory = {})
        : m_folder(std::move(folder)), m_values(values), m_begun(std::chrono::steady_clock::now()) {
        std::filesystem::create_directories(m_folder);
        m_file.open(m_folder / "trace.jsonl", std::ios::binary | std::ios::trunc);
        if (!m_file) throw std::runtime_error("the trace cannot be written into " + m_folder.string());
        std::string line =
            R"(,"format":"etscope.trace/1","values":)" + text(values ? "all" : "hashes") + ",\"runner\":" + text(runner);
        const std::pair<const char*, const std::string*> named[] = {{"program", &files.program},
                                                                    {"record", &files.record},
                                                                    {"tokenizer", &files.tokenizer},
                                                                    {"template", &files.chatTemplate},
                                                                    {"processor", &files.processor}};
        for (const auto& [name, path] : named)
            if (!path->empty())
                line += ",\"" + std::string(name) +
                        "\":{\"file\":" + text(std::filesystem::proximate(*path, m_folder).generic_string()) +
                        ",\"sha256\":" + text(hashOfFile(*path)) + "}";
        if (!device.empty()) line += ",\"device\":{\"kind\":\"device\",\"name\":" + text(device) + "}";
        if (!memory.empty()) line += ",\"memory\":" + text(memory);
        write("start", line);
    }

    /// What somebody said; pictures are copied into the folder.
    void message(const std::string& role, const std::string& said, const std::vector<std::filesystem::path>& images = {}) {
        std::string names;
        for (const auto& image : images) {
            const std::string name = "img-" + std::to_string(m_images++) + image.extension().string();
            std::filesystem::copy_file(image, m_folder / name, std::filesystem::copy_options::overwrite_existing);
            names += (names.empty() ? "" : ",") + text(name);
        }
        write("message",
              ",\"role\":" + text(role) + ",\"text\":" + text(said) + (names.empty() ? "" : ",\"images\":[" + names + "]"));
    }
    /// The prompt behind the chat template; `continues`: only what is added to the conversation.
    void chatText(const std::string& prompt, bool continues = false) {
        write("template", ",\"text\":" + text(prompt) + (continues ? ",\"continues\":true" : ""));
    }
    /// `of`: "template", or "expanded" where placeholders are replaced; `position`: of the first id in the sequence.
    template <class Ids>
    void tokens(const Ids& ids, std::int64_t position, const std::string& of = "template") {
        std::string list;
        for (const auto id : ids) list += (list.empty() ? "" : ",") + std::to_string(static_cast<std::int64_t>(id));
        write("tokens", ",\"ids\":[" + list + "],\"of\":" + text(of) + ",\"position\":" + std::to_string(position));
    }
    /// A call that was made, `nanos` long; gives its index. `image`: the picture that it is of.
    std::size_t call(const std::string& method, std::int64_t nanos, const std::vector<TraceArray>& inputs,
                     const std::vector<TraceArray>& outputs, const TraceDump& dump = {}, const std::string& image = {}) {
        const std::size_t index = m_calls++;
        const std::string prefix = "c" + std::to_string(index);
        std::string line = ",\"index\":" + std::to_string(index) + ",\"method\":" + text(method) +
                           ",\"ns\":" + std::to_string(nanos) + ",\"inputs\":[" + arrays(inputs, prefix + "-i") +
                           "],\"outputs\":[" + arrays(outputs, prefix + "-o") + "]";
        if (dump.run >= 0)
            line += ",\"dump\":{\"file\":" + text(dump.file) + ",\"run\":" + std::to_string(dump.run) +
                    (dump.values.empty() ? "" : ",\"values\":" + text(dump.values)) + "}";
        if (!image.empty()) line += ",\"image\":" + text(image);
        write("call", line);
        return index;
    }
    /// The token that was chosen from an output of the last call, at that position of it (−1: the last).
    void choice(std::int64_t id, std::int64_t position = -1, std::size_t output = 0, double temperature = 0) {
        char number[32];
        std::snprintf(number, sizeof number, "%.9g", temperature);
        write("choice", ",\"call\":" + std::to_string(m_calls - 1) + ",\"output\":" + std::to_string(output) +
                            ",\"position\":" + std::to_string(position) + ",\"id\":" + std::to_string(id) +
                            ",\"sampler\":{\"temperature\":" + number + "}");
    }
    void shown(const std::string& said) { write("text", ",\"text\":" + text(said)); }
    /// A conversation begins anew: "reload" for a fresh module, "method" where a method does it.
    void reset(const std::string& how = "reload") { write("reset", ",\"how\":" + text(how)); }
    /// "eos", "length" (of new tokens), "bound" (of the sequence).
    void end(const std::string& reason) { write("end", ",\"reason\":" + text(reason)); }

private:
    class Sha256 {
    public:
        void add(const unsigned char* bytes, std::size_t size) {
            m_size += size;
            for (std::size_t i = 0; i < size; ++i) {
                m_block[m_filled++] = bytes[i];
                if (m_filled == m_block.size()) mix(), m_filled = 0;
            }
        }
        std::string hex() {
            const std::uint64_t bits = m_size * 8;
            const unsigned char one = 0x80, zero = 0;
            add(&one, 1);
            while (m_filled != 56) add(&zero, 1);
            for (int shift = 56; shift >= 0; shift -= 8) {
                const auto byte = static_cast<unsigned char>(bits >> shift);
                add(&byte, 1);
            }
            std::string made(64, '0');
            for (std::size_t i = 0; i < 64; ++i) made[i] = "0123456789abcdef"[m_state[i / 8] >> (28 - 4 * (i % 8)) & 15U];
            return made;
        }

    private:
        static std::uint32_t turned(std::uint32_t x, int n) { return x >> n | x << (32 - n); }
        /// FIPS 180-4.
        void mix() {
            static constexpr std::uint32_t kConstants[64] = {
                0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
                0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
                0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
                0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
                0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
                0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
                0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
                0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
            std::array<std::uint32_t, 64> w{};
            for (std::size_t i = 0; i < 16; ++i)
                w[i] = std::uint32_t{m_block[4 * i]} << 24 | std::uint32_t{m_block[4 * i + 1]} << 16 |
                       std::uint32_t{m_block[4 * i + 2]} << 8 | m_block[4 * i + 3];
            for (std::size_t i = 16; i < 64; ++i)
                w[i] = w[i - 16] + w[i - 7] + (turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3) +
                       (turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10);
            auto s = m_state;
            for (std::size_t i = 0; i < 64; ++i) {
                const std::uint32_t first = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) +
                                            ((s[4] & s[5]) ^ (~s[4] & s[6])) + kConstants[i] + w[i];
                const std::uint32_t second =
                    (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
                s = {first + second, s[0], s[1], s[2], s[3] + first, s[4], s[5], s[6]};
            }
            for (std::size_t i = 0; i < 8; ++i) m_state[i] += s[i];
        }
        std::array<std::uint32_t, 8> m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
        std::array<unsigned char, 64> m_block{};
        std::size_t m_filled = 0;
        std::uint64_t m_size = 0;
    };

    static std::string hashOfFile(const std::filesystem::path& path) {
        std::ifstream file(path, std::ios::binary);
        if (!file) throw std::runtime_error(path.string() + " cannot be read");
        Sha256 hash;
        std::vector<char> block(1U << 16U);
        while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0)
            hash.add(reinterpret_cast<const unsigned char*>(block.data()), static_cast<std::size_t>(file.gcount()));
        return hash.hex();
    }
    static std::string text(const std::string& words) {
        std::string made = "\"";
        for (const char letter : words) {
            char code[8];
            if (letter == '"' || letter == '\\')
                (made += '\\') += letter;
            else if (static_cast<unsigned char>(letter) < 0x20)
                std::snprintf(code, sizeof code, "\\u%04x", letter), made += code;
            else
                made += letter;
        }
        return made + "\"";
    }
    struct Type {
        const char *dtype, *numpy;
        std::size_t size;
    };
    static Type typeOf(const std::string& dtype) {
        static constexpr Type kTypes[] = {
            {"float32", "<f4", 4}, {"float64", "<f8", 8}, {"float16", "<f2", 2}, {"bfloat16", "<f4", 2}, {"int64", "<i8", 8},
            {"int32", "<i4", 4},   {"int16", "<i2", 2},   {"int8", "|i1", 1},    {"uint8", "|u1", 1},    {"bool", "|b1", 1}};
        for (const Type& type : kTypes)
            if (dtype == type.dtype) return type;
        throw std::runtime_error("no dtype of a trace: " + dtype);
    }
    std::string arrays(const std::vector<TraceArray>& all, const std::string& prefix) {
        std::string list;
        for (std::size_t i = 0; i < all.size(); ++i)
            list += (i == 0 ? "" : ",") + array(all[i], prefix + std::to_string(i) + ".npy");
        return list;
    }
    std::string array(const TraceArray& one, const std::string& name) {
        const Type type = typeOf(one.dtype);
        std::size_t count = 1;
        std::string shape, tuple;
        for (const std::int64_t size : one.shape) {
            count *= static_cast<std::size_t>(size);
            shape += (shape.empty() ? "" : ",") + std::to_string(size);
            tuple += std::to_string(size) + ",";
        }
        const auto* bytes = static_cast<const unsigned char*>(one.data);
        if (!m_values) {
            Sha256 hash;
            hash.add(bytes, count * type.size);
            return "{\"dtype\":" + text(one.dtype) + ",\"shape\":[" + shape + "],\"sha256\":" + text(hash.hex()) + "}";
        }
        std::string header = "{'descr': '" + std::string(type.numpy) + "', 'fortran_order': False, 'shape': (" + tuple + "), }";
        header.append(63 - (10 + header.size()) % 64, ' ').append("\n");
        std::ofstream file(m_folder / name, std::ios::binary | std::ios::trunc);
        file.write("\x93NUMPY\x01", 7)
            .put(0)
            .put(static_cast<char>(header.size() & 0xff))
            .put(static_cast<char>(header.size() >> 8));
        file << header;
        if (one.dtype == "bfloat16") {  // numpy has none: each is a float32
            for (std::size_t i = 0; i < count; ++i) file.put(0).put(0).write(reinterpret_cast<const char*>(bytes + 2 * i), 2);
        } else {
            file.write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(count * type.size));
        }
        if (!file.flush()) throw std::runtime_error(name + " of the trace cannot be written");
        return text(name);
    }
    void write(const char* kind, const std::string& rest) {
        const auto nanos = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - m_begun).count();
        m_file << "{\"kind\":\"" << kind << "\",\"t\":" << nanos << rest << "}\n" << std::flush;
        if (!m_file) throw std::runtime_error("the trace cannot be written into " + m_folder.string());
    }

    std::filesystem::path m_folder;
    bool m_values;
    std::chrono::steady_clock::time_point m_begun;
    std::ofstream m_file;
    std::size_t m_calls = 0, m_images = 0;
};

}  // namespace etscope
