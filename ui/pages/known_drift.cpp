#include "pages/known_drift.h"

#include <algorithm>

#include "pages/shown_by_method.h"

namespace etscope::ui {
namespace {

using ShownDrifts = ShownByMethod<ShownDrift>;

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
    ShownDrifts::in(method.session)->set(method.name, std::move(drift));
}

ShownDrift shownDrift(const session::MethodView& method) { return ShownDrifts::in(method.session)->of(method.name); }

const std::string& rowKey(const causes::DriftRow& row) { return row.kind == causes::DriftRow::Kind::Module ? row.path : row.name; }

std::optional<DriftPlace> placeOf(const session::MethodView& method, const std::string& row, std::size_t step) {
    const DriftPtr drift = shownDrift(method).drift;
    if (drift == nullptr || step >= drift->steps.size()) return std::nullopt;
    const auto found = std::ranges::find(drift->rows, row, rowKey);
    if (found == drift->rows.end()) return std::nullopt;
    return DriftPlace{drift, static_cast<std::size_t>(found - drift->rows.begin()), step};
}

}  // namespace etscope::ui
