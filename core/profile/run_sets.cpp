#include "profile/run_sets.h"

#include <map>
#include <tuple>

#include "base/name_text.h"

namespace etscope::profile {
namespace {

/// A method's name, or what a run of an unknown method did: its block and each instruction with the names of its events.
using Signature = std::tuple<std::string, std::string, std::vector<join::RunTrace::Step>>;

Signature signatureOf(const join::SessionRun& run) {
    if (run.attribution.method) return {*run.attribution.method, {}, {}};
    return {{}, nameText(run.dump->text(run.run().name)), join::traceOf(*run.dump, run.run()).steps};
}

}  // namespace

RunSets runSets(std::span<const join::SessionRun> runs) {
    RunSets result;
    std::map<Signature, std::size_t> known;
    for (const join::SessionRun& run : runs) {
        const auto [at, fresh] = known.try_emplace(signatureOf(run), result.sets.size());
        if (fresh) result.sets.push_back({run.attribution.method.value_or(""), nameText(run.dump->text(run.run().name)), {}});
        result.sets[at->second].runs.push_back(run.index);
        result.setOfRun.push_back(at->second);
    }
    return result;
}

}  // namespace etscope::profile
