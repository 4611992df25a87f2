#include "malformed/cases.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"

namespace etscope::test {
namespace {

using namespace pickled;

Piece oneTensor(const TensorSpec& spec) { return dict({{text("w"), tensor(spec)}}); }
TensorSpec good() { return {.numel = 3, .shape = {3}, .strides = {1}}; }
template <class Change>
std::string changed(Change change, const std::string& storage = floats({1, 2, 3})) {
    TensorSpec spec = good();
    change(spec);
    return torchSave(oneTensor(spec), {{"0", storage}});
}
/// torch.save of a raw opcode sequence.
std::string opcodes(const std::string& ops) { return torchArchive(ops, {}).bytes(); }
const std::string kProto = "\x80\x02";

/// Lists of lists, each holding the one before it twice: 2^depth leaves in a few hundred bytes.
std::string laughs(int depth) {
    std::string ops = kProto +
                      "](K\x01K\x01"
                      "e";
    for (int i = 0; i < depth; ++i)
        ops += "q" + std::string(1, static_cast<char>(i)) + "](h" + static_cast<char>(i) + "h" + static_cast<char>(i) + "e";
    return ops + ".";
}

}  // namespace

const std::vector<MalformedCase>& pickleCases() {
    static const std::vector<MalformedCase> cases{
        {"pickle-empty", [] { return opcodes(""); }, {"pickle-truncated"}},
        {"pickle-no-stop", [] { return opcodes(kProto + "}"); }, {"pickle-truncated"}},
        {"pickle-cut",
         [] {
             const auto whole = stream(oneTensor(good()));
             return opcodes(whole.substr(0, whole.size() / 2));
         },
         {"pickle-truncated"}},
        {"pickle-empty-stack", [] { return opcodes(kProto + "."); }, {"pickle-malformed"}},
        {"pickle-unknown-opcode", [] { return opcodes(kProto + "\xFF."); }, {"pickle-opcode-unknown"}},
        {"pickle-protocol-9", [] { return opcodes("\x80\x09}."); }, {"pickle-protocol-unsupported"}},
        {"pickle-text-beyond-end",
         [] { return opcodes(kProto + "X" + little<std::uint32_t>(0xFFFFFFF0) + "abc."); },
         {"pickle-truncated"}},
        {"pickle-8-byte-length",
         [] { return opcodes("\x80\x04\x8D" + little<std::uint64_t>(UINT64_MAX) + "abc."); },
         {"pickle-truncated"}},
        {"pickle-long-of-2-gigabytes",
         [] { return opcodes(kProto + "\x8B" + little<std::int32_t>(INT32_MAX) + "abc."); },
         {"pickle-limit"}},
        {"pickle-negative-long", [] { return opcodes(kProto + "\x8B" + little<std::int32_t>(-1) + "abc."); }, {"pickle-limit"}},
        {"pickle-memo-that-is-not-there", [] { return opcodes(kProto + "h\x07."); }, {"pickle-malformed"}},
        {"pickle-memo-of-2^32", [] { return opcodes(kProto + "}r" + little<std::uint32_t>(0xFFFFFFFF) + "."); }, {}},
        {"pickle-many-marks", [] { return opcodes(kProto + std::string(1'000'000, '(') + "."); }, {"pickle-limit"}},
        {"pickle-deep-tuples", [] { return opcodes(kProto + ")" + std::string(900'000, '\x85') + "."); }, {}},
        {"pickle-big-stack", [] { return opcodes(kProto + std::string(3'000'000, 'N') + "."); }, {"pickle-limit"}},
        {"pickle-billion-laughs", [] { return opcodes(laughs(60)); }, {}},
        {"pickle-list-in-itself",
         [] { return opcodes(kProto + "]q" + std::string(1, '\0') + "h" + std::string(1, '\0') + "a."); },
         {}},
        {"pickle-calls-os-system",
         [] { return opcodes(stream(call(global("os", "system"), tuple({text("touch /tmp/etscope-executed")})))); },
         {"pickle-opaque-global"}},
        {"pickle-stack-global-eval",
         [] {
             return opcodes(
                 "\x80\x04\x8C\x08"
                 "builtins\x8C\x04"
                 "eval\x93\x8C\x03"
                 "1+1\x85R.");
         },
         {"pickle-opaque-global"}},
        {"pickle-instance-opcode", [] { return opcodes("(ios\nsystem\n."); }, {}},
        {"pickle-duplicate-key",
         [] {
             return opcodes(stream(dict({{text("a"), integer(1)}, {text("a"), integer(2)}})));
         },
         {"pickle-duplicate-key"}},
        {"pickle-trailing-bytes", [] { return opcodes(stream("}") + "more"); }, {"pickle-trailing-bytes"}},
        {"pickle-global-name-of-a-megabyte", [] { return opcodes(stream(global(std::string(1'000'000, 'm'), "x"))); }, {}},
        {"torch-no-data-pkl",
         [] { return ZipBuilder().stored("archive/version", "3").stored("archive/data.pkl2", "").stored("data.pkl", "").bytes(); },
         {"pickle-truncated"}},
        {"torch-script",
         [] {
             auto zip = torchArchive(stream("}"), {});
             return zip.stored("archive/constants.pkl", stream(")")).stored("archive/code/x.py", "").bytes();
         },
         {"torch-save-torchscript"}},
        {"torch-storage-missing", [] { return torchSave(oneTensor(good()), {}); }, {"torch-save-storage-missing"}},
        {"torch-storage-short",
         [] {
             return changed([](TensorSpec&) {}, floats({1, 2}));
         },
         {"torch-save-storage-size"}},
        {"torch-storage-not-whole", [] { return changed([](TensorSpec&) {}, std::string(11, 'x')); }, {"torch-save-storage-size"}},
        {"torch-storage-key-is-a-path",
         [] { return changed([](TensorSpec& s) { s.key = "../../0"; }); },
         {"torch-save-storage-missing"}},
        {"torch-storage-type-unknown", [] { return changed([](TensorSpec& s) { s.type = "Quantum"; }); }, {}},
        {"torch-numel-2^62",
         [] { return changed([](TensorSpec& s) { s.numel = std::int64_t{1} << 62; }); },
         {"torch-save-storage-size"},
         0,
         1},
        {"torch-shape-2^60",
         [] { return changed([](TensorSpec& s) { s.shape = {std::int64_t{1} << 60}; }); },
         {"tensor-unreadable"}},
        {"torch-expanded-to-2^60",
         [] {
             return changed([](TensorSpec& s) {
                 s.shape = {std::int64_t{1} << 30, std::int64_t{1} << 30};
                 s.strides = {0, 0};
             });
         },
         {"limit-exceeded"}},
        {"torch-shape-overflows",
         [] {
             return changed([](TensorSpec& s) {
                 s.shape = {std::int64_t{1} << 40, std::int64_t{1} << 40};
                 s.strides = {0, 0};
             });
         },
         {"tensor-unreadable"}},
        {"torch-negative-size", [] { return changed([](TensorSpec& s) { s.shape = {-3}; }); }, {"tensor-unreadable"}},
        {"torch-negative-stride", [] { return changed([](TensorSpec& s) { s.strides = {-1}; }); }, {"tensor-unreadable"}},
        {"torch-stride-2^62",
         [] { return changed([](TensorSpec& s) { s.strides = {std::int64_t{1} << 62}; }); },
         {"tensor-unreadable"}},
        {"torch-negative-offset", [] { return changed([](TensorSpec& s) { s.offset = -1; }); }, {"tensor-unreadable"}},
        {"torch-offset-beyond-end", [] { return changed([](TensorSpec& s) { s.offset = INT64_MAX; }); }, {"tensor-unreadable"}},
        {"torch-ranks-differ", [] { return changed([](TensorSpec& s) {
                                        s.strides = {1, 1};
                                    }); }, {"tensor-unreadable"}},
        {"torch-rank-1000",
         [] {
             return changed([](TensorSpec& s) {
                 s.shape.assign(1000, 1);
                 s.strides.assign(1000, 1);
             });
         },
         {"tensor-unreadable"}},
        {"torch-arguments-missing",
         [] {
             return torchSave(dict({{text("w"), call(global("torch._utils", "_rebuild_tensor_v2"), ")")}}), {});
         },
         {}},
        {"torch-arguments-of-other-kinds",
         [] {
             return torchSave(dict({{text("w"), call(global("torch._utils", "_rebuild_tensor_v2"),
                                                     tuple({none(), text("a"), real(1), none(), none(), none()}))}}),
                              {});
         },
         {}},
        {"torch-byteorder-word",
         [] {
             auto zip = torchArchive(stream(oneTensor(good())), {{"0", floats({1, 2, 3})}});
             zip.members()[1].content = "middle";
             return zip.bytes();
         },
         {"torch-save-byteorder"},
         0,
         1},
        {"torch-cut",
         [] {
             const auto whole = torchSave(oneTensor(good()), {{"0", std::string(10'000, 'x')}});
             return whole.substr(0, whole.size() - 5'000);
         },
         {"zip-directory-missing", "torch-save-storage-size"},
         0,
         1},
        {"legacy-only-magic",
         [] { return std::string("\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19\x2E", 15); },
         {"pickle-truncated"}},
        {"legacy-damaged",
         [] {
             return std::string("\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19\x2E", 15) + stream(integer(1001)) +
                    stream("}") + stream("}") + stream("}");
         },
         {"torch-save-legacy-damaged"}},
        {"tar",
         [] { return std::string(257, '\0').replace(0, 4, "\x80\x02}.") + "ustar" + std::string(300, '\0'); },
         {"torch-save-tar"}},
    };
    return cases;
}

}  // namespace etscope::test
