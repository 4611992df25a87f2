#include "malformed/everything.h"

#include <exception>

#include "compare/logged_tensors.h"
#include "findings/overview.h"
#include "inventory/tensor_rows.h"
#include "report/documents.h"
#include "report/text_report.h"
#include "tensor/statistics.h"

namespace etscope::test {
namespace {

class Visitor {
public:
    Everything visit(const std::string& path, Depth depth) {
        session::OpenOptions options;
        const auto opened = session::Session::open({path}, options, {});
        if (!opened) {
            take(opened.error());
            return std::move(m_seen);
        }
        m_session = *opened;
        for (const session::SessionFile& file : m_session->files())
            if (file.error) take(*file.error);
        take(report::infoDocument(*m_session, {}));
        tensors(depth);
        if (depth == Depth::Documents) documents();
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
            if (depth != Depth::Documents) continue;
            report::TensorQuery query;
            query.name = row.name;
            take(report::tensorDocument(*m_session, query, {}, {}));
        }
    }

    void documents() {
        for (const session::Method& method : m_session->methods())
            for (const graph::StageId& stage : method.stages) {
                const auto program = m_session->program(method.name, stage, {});
                if (!program) {
                    take(program.error());
                    continue;
                }
                ++m_seen.graphs;
                for (std::size_t i = 0; i < (*program)->graph->delegates().size(); ++i)
                    take(report::graphDocument(*m_session, {method.name, "delegate:" + std::to_string(i)}, {}));
            }
        bool failed = false;
        take(report::graphDocument(*m_session, {}, {}));
        take(report::handlesDocument(*m_session, {}, {}));
        take(report::compareDocument(m_session, {}, {}, "", failed, {}));
        take(report::verifyDocument(*m_session, failed, {}));
        static_cast<void>(findings::findings(*m_session));
        static_cast<void>(findings::methodFlow(*m_session, {}));
    }

    std::shared_ptr<const session::Session> m_session;
    Everything m_seen;
};

}  // namespace

Everything openEverything(const std::string& path, Depth depth) { return Visitor().visit(path, depth); }

}  // namespace etscope::test
