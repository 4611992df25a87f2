#include "join/asked_keys.h"

#include <algorithm>

#include "base/escaped.h"
#include "inventory/named_data.h"
#include "tensor/format.h"

namespace etscope::join {
namespace {

template <class Sizes>
std::string typeAndSizes(ScalarType type, const Sizes& sizes) {
    return tensor::typeAndShapeText(type, std::vector<std::int64_t>(sizes.begin(), sizes.end()));
}

/// What the runtime compares: all of it, exactly.
bool hasLayout(const tensordata::Entry& entry, const program::TensorInfo& tensor) {
    return entry.layout && entry.layout->scalarType == tensor.scalarType && entry.layout->sizes == tensor.sizes &&
           entry.layout->dimOrder == tensor.dimOrder;
}

Sentence misfitText(const tensordata::Entry& entry, const program::TensorInfo& tensor) {
    const std::string key = escaped(entry.key), asked = typeAndSizes(tensor.scalarType, tensor.sizes);
    if (!entry.layout) return Sentence::of("%1 is no tensor there and %2 in the program", key, asked);
    const std::string given = typeAndSizes(entry.layout->scalarType, entry.layout->sizes);
    return given == asked ? Sentence::of("%1 is %2 with its axes in another order", key, given)
                          : Sentence::of("%1 is %2 there and %3 in the program", key, given, asked);
}

bool externalDataHas(const session::Session& session, const std::string& key) {
    return std::ranges::any_of(session.files(), [&](const session::SessionFile& file) {
        return file.tensorData != nullptr && file.tensorData->entry(key) != nullptr;
    });
}

}  // namespace

AskedKeys askedKeys(const session::Session& session, const JobContext& job) {
    AskedKeys asked;
    for (const program::ExecutionPlan& plan : session.programFile()->program->plans()) {
        for (const program::TensorInfo& tensor : plan.tensors)
            if (tensor.external()) asked.tensors.try_emplace(std::string(tensor.name()), &tensor);
        for (std::size_t i = 0; i < plan.delegates.size() && !job.cancelled(); ++i) {
            const auto decoded = session.delegate(plan.name, i, job);
            asked.silentDelegates += !decoded || (*decoded)->opaque() ? 1U : 0U;
        }
    }
    const auto users = inventory::keyUsers(session, job);
    for (const auto& [key, list] : users ? *users : inventory::KeyUsers{})
        if (std::ranges::any_of(list, [](const inventory::NamedDataUser& user) { return user.delegate.has_value(); }))
            asked.delegates.insert(key);
    return asked;
}

DataFit fitData(const session::Session& session, const tensordata::TensorData& data, const AskedKeys& asked) {
    DataFit fit;
    for (const auto& [key, tensor] : asked.tensors) {
        fit.unanswered += externalDataHas(session, key) ? 0U : 1U;
        const tensordata::Entry* entry = data.entry(key);
        if (entry == nullptr) continue;
        ++fit.tensors;
        const bool fits = hasLayout(*entry, *tensor);
        fit.fitting += fits ? 1U : 0U;
        if (!fits && fit.misfit.empty()) fit.misfit = misfitText(*entry, *tensor);
    }
    for (const std::string& key : asked.delegates) {
        fit.delegates += data.entry(key) != nullptr ? 1U : 0U;
        const bool inProgram = session.programFile()->program->namedData(key).hasValue();
        fit.unanswered += inProgram || externalDataHas(session, key) ? 0U : 1U;
    }
    return fit;
}

}  // namespace etscope::join
