#include "malformed/everything.h"

#include <exception>

#include "compare/logged_tensors.h"
#include "findings/overview.h"
#include "inventory/tensor_rows.h"
#include "malformed/every_command.h"
#include "report/documents.h"
#include "report/text_report.h"
#include "tensor/statistics.h"

namespace etscope::test {
namespace {

class Visitor {
public:
    Everything visit(const std::vector<std::string>& paths, Depth depth) {
        session::OpenOptions options;
        const auto opened = session::Session::open(paths, options, {});
        if (!opened) {
            take(opened.error());
            return std::move(m_seen);
        }
        m_session = *opened;
        for (const session::SessionFile& file : m_session->files())
            if (file.error) take(*file.error);
        take(report::infoDocument(*m_session, {}));
        tensors(depth);
        if (depth != Depth::Directory) graphs();
        if (depth == Depth::Documents) commands(Forms::Json, paths.back());
        if (depth == Depth::Commands)
            for (const Forms forms : kAllForms) commands(forms, paths.back());
        const Diagnostics diagnostics = m_session->diagnostics();
        for (const Diagnostic& item : diagnostics.items()) {
            m_seen.codes.insert(item.code);
            if (item.code.empty() || item.message.empty()) m_seen.trouble += "a diagnostic without text: " + item.code + "; ";
        }
        return std::move(m_seen);
    }

private:
    void take(const Error& error) {
        m_seen.codes.insert(error.code);
        if (error.code.empty() || error.message.empty()) m_seen.trouble += "an error without text: " + error.code + "; ";
    }

    void take(const Result<report::Json>& document) {
        if (!document) return take(document.error());
        try {
            const std::string text = document->dump();
            if (report::Json::parse(text) != *document) m_seen.trouble += "a document that does not read back; ";
        } catch (const std::exception& error) {
            m_seen.trouble += std::string("a document that is no JSON: ") + error.what() + "; ";
        }
        static_cast<void>(report::textOf(*document));
        static_cast<void>(report::diagnosticsText(*document));
    }

    void tensors(Depth depth) {
        take(report::tensorsDocument(*m_session, {}, {}));
        const auto rows = compare::tensors(*m_session, {});
        if (!rows) return take(rows.error());
        for (const inventory::TensorRow& row : **rows) {
            const auto statistics = tensor::statistics(row.tensor, {});
            if (statistics)
                ++m_seen.tensors;
            else
                take(statistics.error());
            if (depth == Depth::Directory) continue;
            report::TensorQuery query;
            query.name = row.name;
            take(report::tensorDocument(*m_session, query, {}, {}));
        }
    }

    void graphs() {
        for (const session::Method& method : m_session->methods())
            for (const graph::StageId& stage : method.stages) {
                const auto program = m_session->program(method.name, stage, {});
                if (program)
                    ++m_seen.graphs;
                else
                    take(program.error());
                for (std::size_t i = 0; program && i < (*program)->graph->delegates().size(); ++i)
                    if (const auto inside =
                            m_session->graph(method.name, graph::StageId::lowered(static_cast<std::uint32_t>(i)), {});
                        !inside)
                        take(inside.error());
            }
        static_cast<void>(findings::findings(*m_session));
        static_cast<void>(findings::methodFlow(*m_session, {}));
    }

    void commands(Forms forms, const std::string& other) {
        CommandResults results = runEveryCommand(m_session, other, forms);
        m_seen.codes.merge(results.codes);
        m_seen.trouble += results.trouble;
    }

    std::shared_ptr<const session::Session> m_session;
    Everything m_seen;
};

}  // namespace

Everything openEverything(const std::string& path, Depth depth) { return openTogether({path}, depth); }
Everything openTogether(const std::vector<std::string>& paths, Depth depth) { return Visitor().visit(paths, depth); }

}  // namespace etscope::test
