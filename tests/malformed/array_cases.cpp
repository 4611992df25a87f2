#include "malformed/cases.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/zip_builder.h"

namespace etscope::test {
namespace {

std::string npyOf(const std::string& header, const std::string& data = floats({1, 2, 3})) {
    std::string padded = header;
    padded.resize(std::max<std::size_t>(117, header.size()), ' ');
    padded += '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + little<std::uint16_t>(static_cast<std::uint16_t>(padded.size())) + padded + data;
}
std::string described(const std::string& type, const std::string& shape, const std::string& data = floats({1, 2, 3})) {
    return npyOf("{'descr': " + type + ", 'fortran_order': False, 'shape': " + shape + ", }", data);
}
std::string safetensors(const std::string& header, const std::string& data = floats({1, 2, 3})) {
    return little<std::uint64_t>(header.size()) + header + data;
}

}  // namespace

const std::vector<MalformedCase>& arrayCases() {
    static const std::vector<MalformedCase> cases{
        {"npy-only-magic", [] { return std::string("\x93NUMPY"); }, {"npy-header-truncated"}},
        {"npy-version-9",
         [] {
             auto bytes = described("'<f4'", "(3,)");
             bytes[6] = 9;
             return bytes;
         },
         {"npy-version"}},
        {"npy-header-beyond-end",
         [] { return std::string("\x93NUMPY\x02\x00", 8) + little<std::uint32_t>(0x7FFFFFFF) + "{'descr'"; },
         {"npy-header-truncated"}},
        {"npy-header-cut", [] { return described("'<f4'", "(3,)").substr(0, 60); }, {"npy-header-truncated"}},
        {"npy-header-no-dict", [] { return npyOf("hello"); }, {"npy-header-damaged"}},
        {"npy-header-open-brackets", [] { return npyOf(std::string(50'000, '(')); }, {"npy-header-damaged"}},
        {"npy-object-array", [] { return described("'|O'", "(3,)"); }, {"npy-object-array"}},
        {"npy-structured", [] { return described("[('a', '<f4')]", "(3,)"); }, {"npy-type-unsupported"}},
        {"npy-type-of-64-gigabytes", [] { return described("'<U17179869184'", "(1,)"); }, {"npy-type-unsupported"}},
        {"npy-data-cut", [] { return described("'<f4'", "(3,)", floats({1})); }, {"npy-data-truncated"}},
        {"npy-negative-size", [] { return described("'<f4'", "(-3,)"); }, {"npy-shape"}},
        {"npy-size-2^70", [] { return described("'<f4'", "(1180591620717411303424,)"); }, {"npy-header-damaged"}},
        {"npy-product-overflows", [] { return described("'<f4'", "(9223372036854775807, 9223372036854775807)"); }, {"npy-shape"}},
        {"npz-member-no-npy",
         [] { return ZipBuilder().stored("a.npy", "hello").stored("b.npy", described("'<f4'", "(3,)")).bytes(); },
         {"npy-not-numpy"},
         0,
         1},
        {"npz-member-cut",
         [] {
             return ZipBuilder()
                 .stored("a.npy", described("'<f4'", "(300,)"))
                 .deflated("b.npy", described("'<f4'", "(3,)"))
                 .bytes();
         },
         {"npy-data-truncated"},
         0,
         1},
        {"npz-member-bomb",
         [] {
             return ZipBuilder()
                 .add({.name = "a.npy", .content = "x", .deflated = true, .size = 4'000'000'000})
                 .stored("b.npy", described("'<f4'", "(3,)"))
                 .bytes();
         },
         {"limit-exceeded"},
         0,
         1},
        {"safetensors-not-json", [] { return safetensors("{nothing here}"); }, {"safetensors-header-damaged"}},
        {"safetensors-header-too-large",
         [] { return little<std::uint64_t>(50'000'000) + "{" + std::string(60'000'000, ' '); },
         {"safetensors-header-too-large"}},
        {"safetensors-offsets-beyond-end",
         [] {
             return safetensors(
                 R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,1200]},"b":{"dtype":"F32","shape":[3],"data_offsets":[0,12]}})");
         },
         {"safetensors-tensor-damaged"},
         0,
         1},
        {"safetensors-offsets-reversed",
         [] { return safetensors(R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[12,0]}})"); },
         {"safetensors-tensor-damaged"}},
        {"safetensors-size-differs",
         [] { return safetensors(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,12]}})"); },
         {"safetensors-tensor-damaged"}},
        {"safetensors-shape-overflows",
         [] { return safetensors(R"({"a":{"dtype":"F32","shape":[4611686018427387904,16],"data_offsets":[0,0]}})"); },
         {"safetensors-tensor-damaged"}},
        {"safetensors-negative-shape",
         [] { return safetensors(R"({"a":{"dtype":"F32","shape":[-3],"data_offsets":[0,12]}})"); },
         {"safetensors-tensor-damaged"}},
        {"safetensors-dtype-unknown",
         [] { return safetensors(R"({"a":{"dtype":"F31","shape":[3],"data_offsets":[0,12]}})"); },
         {"safetensors-tensor-damaged"}},
        {"safetensors-entry-is-text", [] { return safetensors(R"({"a":"b","__metadata__":5})"); }, {"safetensors-tensor-damaged"}},
        {"safetensors-deep", [] { return safetensors("{\"a\":" + std::string(500'000, '[')); }, {"safetensors-header-damaged"}},
        {"program-magic-only", [] { return std::string(4, '\0') + "ET12"; }, {}},
        {"dump-magic-only", [] { return std::string(4, '\0') + "ED00"; }, {}},
    };
    return cases;
}

}  // namespace etscope::test
