#include "malformed/cases.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/record_builder.h"

namespace etscope::test {
namespace {

const std::string kEdge(kEdgeForward);

/// A whole record whose entry `name` is changed.
template <class Change>
std::string with(const std::string& name, Change change) {
    RecordBuilder builder;
    change(builder.member(name));
    return builder.bytes();
}

}  // namespace

const std::vector<MalformedCase>& zipCases() {
    static const std::vector<MalformedCase> cases{
        {"zip-empty-file", [] { return std::string(); }, {"file-unknown"}},
        {"zip-only-signature", [] { return std::string("PK\x03\x04"); }, {"zip-not-an-archive"}},
        {"zip-cut-local-header", [] { return RecordBuilder().bytes().substr(0, 29); }, {"zip-not-an-archive"}},
        {"zip-cut-in-first-entry",
         [] { return RecordBuilder().bytes().substr(0, 500); },
         {"zip-directory-missing", "zip-entry-truncated", "json-truncated"},
         1,
         0},
        {"zip-cut-before-directory",
         [] {
             RecordBuilder builder;
             builder.zip().withoutDirectory();
             return builder.bytes();
         },
         {"zip-directory-missing"},
         1,
         2},
        {"zip-cut-end-record",
         [] {
             const auto bytes = RecordBuilder().bytes();
             return bytes.substr(0, bytes.size() - 1);
         },
         {"zip-directory-missing"},
         1,
         2},
        {"zip-directory-first-record-damaged",
         [] {
             auto bytes = RecordBuilder().bytes();
             bytes[bytes.rfind("PK\x05\x06") - RecordBuilder().zip().directorySize()] = 'X';
             return bytes;
         },
         {"zip-directory-damaged", "zip-directory-missing"},
         1,
         2},
        {"zip-more-entries-claimed",
         [] {
             RecordBuilder builder;
             builder.zip().claimEntries(500);
             return builder.bytes();
         },
         {"zip-directory-damaged"},
         1,
         2},
        {"zip-too-many-entries",
         [] {
             RecordBuilder builder;
             builder.zip().zip64End(true).claimEntries(1ULL << 50);
             return builder.bytes();
         },
         {"zip-too-many-entries"}},
        {"zip-multi-disk",
         [] {
             RecordBuilder builder;
             builder.zip().claimDisk(2);
             return builder.bytes();
         },
         {"zip-multi-disk"},
         1,
         2},
        {"zip-program-beyond-file",
         [] { return with(kEdge, [](ZipMember& m) { m.headerOffset = 1'000'000; }); },
         {"zip-entry-out-of-range"},
         0,
         2},
        {"zip-program-offset-2^64",
         [] {
             return with(kEdge, [](ZipMember& m) {
                 m.zip64 = true;
                 m.headerOffset = UINT64_MAX;
             });
         },
         {"zip-entry-out-of-range"},
         0,
         2},
        {"zip-program-size-2^63",
         [] {
             return with(kEdge, [](ZipMember& m) {
                 m.zip64 = true;
                 m.size = m.compressedSize = 1ULL << 63;
             });
         },
         {"zip-entry-out-of-range"},
         0,
         2},
        {"zip-overlapping-entries",
         [] { return with(kEdge + "_constants", [](ZipMember& m) { m.headerOffset = 41; }); },
         {"zip-entry-overlap"},
         1,
         2},
        {"zip-no-local-header",
         [] { return with(kEdge, [](ZipMember& m) { m.localSignature = 0x11111111; }); },
         {"zip-local-header-damaged"},
         0,
         2},
        {"zip-encrypted", [] { return with(kEdge, [](ZipMember& m) { m.flags = 1; }); }, {"zip-entry-encrypted"}, 0, 2},
        {"zip-method-lzma", [] { return with(kEdge, [](ZipMember& m) { m.method = 14; }); }, {"zip-method-unsupported"}, 0, 2},
        {"zip-deflate-damaged", [] { return with(kEdge, [](ZipMember& m) { m.method = 8; }); }, {"zip-inflate-failed"}, 0, 2},
        {"zip-deflate-longer",
         [] {
             return with(kEdge, [](ZipMember& m) {
                 m.deflated = true;
                 m.size = 100;
             });
         },
         {"zip-inflate-failed"},
         0,
         2},
        {"zip-deflate-shorter",
         [] {
             return with(kEdge, [](ZipMember& m) {
                 m.deflated = true;
                 m.size = 10'000;
             });
         },
         {"zip-inflate-failed"},
         0,
         2},
        {"zip-deflate-bomb-declared",
         [] {
             return with(kEdge, [](ZipMember& m) {
                 m.deflated = true;
                 m.size = 4'000'000'000;
             });
         },
         {"limit-exceeded"},
         0,
         2},
        {"zip-deflate-bomb-real",
         [] {
             return with(kEdge, [](ZipMember& m) {
                 m.content = std::string(200'000'000, ' ');
                 m.deflated = true;
                 m.size = 1'000;
             });
         },
         {"zip-inflate-failed"},
         0,
         2},
        {"zip-checksum", [] { return with(kEdge, [](ZipMember& m) { m.crc = 12345; }); }, {"zip-checksum-differs"}, 1, 2},
        {"zip-duplicate-name",
         [] { return RecordBuilder().duplicate("delegate_map", "{}").bytes(); },
         {"zip-duplicate-name"},
         1,
         2},
        {"zip-inside-zip-inside-zip",
         [] {
             std::string inner = RecordBuilder().bytes();
             for (int i = 0; i < 30; ++i) inner = RecordBuilder::empty().set("ETRECORD_V0", "").set("deeper", inner).bytes();
             return inner;
         },
         {"record-entry-unknown"}},
    };
    return cases;
}

}  // namespace etscope::test
