#include "malformed/cases.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/program_json.h"
#include "support/record_builder.h"

namespace etscope::test {
namespace {

const std::string kEdge(kEdgeForward);
std::string with(const std::string& name, std::string content) { return RecordBuilder().set(name, std::move(content)).bytes(); }
std::string without(std::string_view name) { return RecordBuilder().drop(name).bytes(); }

}  // namespace

const std::vector<MalformedCase>& recordCases() {
    static const std::vector<MalformedCase> cases{
        {"record-no-identifier", [] { return without("ETRECORD_V0"); }, {"record-identifier-missing"}, 1, 2},
        {"record-only-identifier",
         [] { return RecordBuilder::empty().set("ETRECORD_V0", "").bytes(); },
         {"record-side-table-absent"}},
        {"record-no-handle-map", [] { return without("debug_handle_map"); }, {"record-side-table-absent"}, 1, 2},
        {"record-no-state-dict", [] { return without(kEdge + "_state_dict"); }, {"record-artifact-missing"}, 1, 1},
        {"record-unknown-entry", [] { return with("delegate_info", "{}"); }, {"record-entry-unknown"}, 1, 2},
        {"record-hostile-names",
         [] {
             return RecordBuilder()
                 .set("../../../etc/passwd", "x")
                 .set(std::string("a\0b", 3), "x")
                 .set("\x1B[2J", "x")
                 .set("\xFF", "x")
                 .bytes();
         },
         {"record-entry-unknown"},
         1,
         2},
        {"record-handle-map-not-json", [] { return with("debug_handle_map", "{\"forward\": "); }, {"side-table-malformed"}, 1, 2},
        {"record-handle-map-array", [] { return with("debug_handle_map", "[]"); }, {"side-table-malformed"}, 1, 2},
        {"record-handle-map-strings",
         [] { return with("debug_handle_map", R"({"forward": {"zero": "one"}})"); },
         {"side-table-malformed"},
         1,
         2},
        {"record-handle-map-negative",
         [] { return with("debug_handle_map", R"({"forward": {"-1": 1}})"); },
         {"side-table-malformed"},
         1,
         2},
        {"record-handle-map-unknown-handle",
         [] { return with("debug_handle_map", R"({"forward": {"0": 999}})"); },
         {"side-table-unknown-handle"},
         1,
         2},
        {"record-handle-map-deep",
         [] { return with("debug_handle_map", std::string(200'000, '[')); },
         {"side-table-malformed"},
         1,
         2},
        {"record-handle-map-invalid-utf8",
         [] { return with("debug_handle_map", "{\"\xFF\xFE\": {\"0\": 1}}"); },
         {"json-invalid-utf8"},
         1,
         2},
        {"record-handle-map-too-large",
         [] { return with("debug_handle_map", std::string(17U << 20U, ' ')); },
         {"side-table-malformed"},
         1,
         2},
        {"record-delegate-map-malformed",
         [] { return with("delegate_map", R"({"forward": {"0": {"name": 5, "delegate_map": []}}})"); },
         {"side-table-malformed"},
         1,
         2},
        {"record-counts-malformed",
         [] { return with("instruction_id_to_num_outs_map", R"({"forward": {"0": []}})"); },
         {"side-table-malformed"},
         1,
         2},
        {"record-graph-id-text", [] { return with("export_graph_id", "\"x\""); }, {"side-table-malformed"}, 1, 2},
        {"record-graph-id-huge", [] { return with("export_graph_id", "99999999999999999999999"); }, {"side-table-malformed"}, 1, 2},
        {"record-references-not-a-pickle", [] { return with("reference_outputs", "hello"); }, {"pickle-malformed"}, 1, 1},
        {"record-references-empty-zip",
         [] { return with("reference_outputs", ZipBuilder().stored("x", "y").bytes()); },
         {"torch-save-no-data-pkl"},
         1,
         1},
        {"record-references-of-strange-methods",
         [] {
             return with(
                 "reference_outputs",
                 pickled::torchSave(
                     pickled::dict({{pickled::text("\xFF\n"), pickled::list({pickled::list({pickled::integer(1)})})}}), {}));
         },
         {},
         1,
         1},
        {"record-method-invalid-utf8",
         [] { return RecordBuilder().program("edge_dialect_exported_program/m\xFE\n").bytes(); },
         {},
         2,
         3},
    };
    return cases;
}

}  // namespace etscope::test
