#include <cmath>

#include "base/escaped.h"
#include "base/name_text.h"
#include "base/number_text.h"
#include "report/documents.h"

namespace etscope::report {

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(shortest(value)); }

Json elementJson(const tensor::Element& element) {
    if (const auto* flag = std::get_if<bool>(&element)) return *flag;
    if (const auto* integer = std::get_if<std::int64_t>(&element)) return *integer;
    if (const auto* unsignedInteger = std::get_if<std::uint64_t>(&element)) return *unsignedInteger;
    if (const auto* real = std::get_if<double>(&element)) return number(*real);
    const auto& complex = std::get<std::complex<double>>(element);
    return Json::array({number(complex.real()), number(complex.imag())});
}

std::string jsonText(const Json& document, int indent) {
    return terminalJson(document.dump(indent, ' ', false, Json::error_handler_t::replace));
}

Json beginDocument(const char* command, const session::Session& session) {
    // An object that grows copies its members, tables of 100,000 rows too.
    constexpr std::size_t kMembers = 32;
    Json document = Json::object();
    document.get_ref<Json::object_t&>().reserve(kMembers);
    document["schema"] = std::string("etscope.") + command + "/1";
    Json& files = document["files"] = Json::array();
    for (const session::SessionFile& file : session.files())
        files.push_back(object(F("path", validName(file.path)), F("kind", fileKindName(file.kind)), F("size", file.size)));
    return document;
}

Json diagnosticsJson(const Diagnostics& diagnostics) {
    return listOf(diagnostics.items(), [](const Diagnostic& item) -> Json {
        return object(F("severity", severityName(item.severity)), F("code", item.code), F("where", item.where),
                      F("message", item.message), F("count", item.count));
    });
}

Json endDocument(Json& document, const session::Session& session) {
    document["diagnostics"] = diagnosticsJson(session.diagnostics());
    return std::move(document);
}

Result<std::vector<StageRef>> selectStages(const session::Session& session, const Selection& selection) {
    std::vector<StageRef> selected;
    std::string known;
    for (const session::Method& method : session.methods()) {
        for (const graph::StageId& stage : method.stages) {
            known += (known.empty() ? "" : ", ") + method.name + "/" + stage.text();
            if ((selection.method.empty() || selection.method == method.name) &&
                (selection.stage.empty() || selection.stage == stage.text()))
                selected.push_back({method.name, stage});
        }
    }
    if (!selected.empty()) return selected;
    const bool methodKnown = selection.method.empty() || session.method(selection.method) != nullptr;
    if (known.empty()) return fail("no-graph", "no file of this session holds a graph");
    return fail(methodKnown ? "no-such-stage" : "no-such-method", "there is no such graph; there are: " + known,
                selection.method + (selection.stage.empty() ? "" : "/" + selection.stage));
}

}  // namespace etscope::report
