// Results of computing that the session's store keeps: what an allowance has cut short is kept for those who have one alone. Any
// thread.
#pragma once

#include "evaluate/array.h"
#include "session/session.h"

namespace etscope::replay {

/// session::Store::get() of a result that evaluates graphs or operators.
template <class T, class Make>
Result<std::shared_ptr<const T>> keptWhole(const session::Session& session, const std::string& key, const JobContext& job,
                                           Make&& make) {
    using Made = Result<std::shared_ptr<const T>>;
    const std::shared_ptr<evaluate::Allowance> allowance = evaluate::Allowance::current();
    if (allowance == nullptr) return session.store().get<T>(key, job, make);
    return session.store().get<T>(session::storeKey(key, "look"), job, [&]() -> Made {
        std::shared_ptr<const T> cutShort;
        const Made whole = session.store().get<T>(key, job, [&]() -> Made {
            const std::uint64_t cuts = allowance->cuts();
            Made made = make();
            if (!made || allowance->cuts() == cuts) return made;
            cutShort = *made;
            return fail("limit-exceeded", "");  // failures are not kept
        });
        return cutShort != nullptr ? Made(cutShort) : whole;
    });
}

}  // namespace etscope::replay
