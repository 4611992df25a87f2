#include "pages/known_drift.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace etscope::ui {
namespace {

/// Of each method; kept with the session, which many threads ask.
class ShownDrifts {
public:
    void set(const std::string& method, ShownDrift drift) const {
        const std::scoped_lock lock(m_mutex);
        m_drifts[method] = std::move(drift);
    }
    ShownDrift of(const std::string& method) const {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_drifts.find(method);
        return found == m_drifts.end() ? ShownDrift() : found->second;
    }

private:
    mutable std::mutex m_mutex;
    mutable std::map<std::string, ShownDrift> m_drifts;
};

std::shared_ptr<const ShownDrifts> shownDrifts(const session::Session& session) {
    return *session.store().get<ShownDrifts>(
        "", JobContext(), [] { return Result<std::shared_ptr<const ShownDrifts>>(std::make_shared<const ShownDrifts>()); });
}

std::string keyOf(const std::string& method, const GapChoice& choice) {
    std::string key = session::storeKey(method, choice.reference.key());
    for (const std::string& part : {std::to_string(choice.options.tolerance.rtol), std::to_string(choice.options.tolerance.atol)})
        key = session::storeKey(key, part);
    return key;
}

}  // namespace

Result<DriftPtr> keptDrift(const session::MethodView& method, const GapChoice& choice, const JobContext& job) {
    return method.store().get<causes::Drift>(keyOf(method.name, choice), job, [&]() -> Result<DriftPtr> {
        const bool open = choice.reference.kind == causes::ReferenceChoice::Kind::Found;
        // Values of a file or of a run are those of all runs.
        const auto chosen = open ? Result<References>(References())
                                 : causes::givenReferences(method, choice.reference, graph::StageId::edge(), job);
        if (!chosen) return chosen.failure();
        causes::DriftOptions options;
        options.tolerance = choice.options.tolerance;
        if (*chosen != nullptr)
            options.references = [one = *chosen](const join::SessionRun&, const JobContext&) { return Result<References>(one); };
        auto made = causes::drift(method, options, job);
        if (!made) return made.failure();
        return std::make_shared<const causes::Drift>(*std::move(made));
    });
}

void showDrift(const session::MethodView& method, ShownDrift drift) {
    shownDrifts(method.session)->set(method.name, std::move(drift));
}

ShownDrift shownDrift(const session::MethodView& method) { return shownDrifts(method.session)->of(method.name); }

const std::string& rowKey(const causes::DriftRow& row) { return row.kind == causes::DriftRow::Kind::Module ? row.path : row.name; }

std::optional<DriftPlace> placeOf(const session::MethodView& method, const std::string& row, std::size_t step) {
    const DriftPtr drift = shownDrift(method).drift;
    if (drift == nullptr || step >= drift->steps.size()) return std::nullopt;
    const auto found = std::ranges::find(drift->rows, row, rowKey);
    if (found == drift->rows.end()) return std::nullopt;
    return DriftPlace{drift, static_cast<std::size_t>(found - drift->rows.begin()), step};
}

}  // namespace etscope::ui
