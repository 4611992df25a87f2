#include "inventory/containers.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "inventory/container_variants.h"
#include "inventory/delegate_tensors.h"

namespace etscope::inventory {
namespace {

/// The function that a reference names; empty: none.
std::string functionOf(const delegates::Decoded& reference) {
    const auto fact = std::ranges::find(reference.facts, "functionName", &delegates::Fact::name);
    return fact == reference.facts.end() ? std::string() : fact->text;
}

/// Payloads of the program's delegates, those at one place once, with all who run them. A reference stands for what it names.
Result<std::vector<ContainerPayload>> delegatePayloads(const session::Session& session, const JobContext& job) {
    std::vector<ContainerPayload> payloads;
    if (session.programFile() == nullptr) return payloads;
    std::map<std::tuple<const Source*, std::uint64_t, std::uint64_t>, std::size_t> index;
    const program::Program& program = *session.programFile()->program;
    for (const program::ExecutionPlan& plan : program.plans())
        for (std::size_t i = 0; i < plan.delegates.size(); ++i) {
            auto decoded = session.delegate(plan.name, i, job);
            if (decoded.cancelled()) return decoded.failure();
            auto bytes = program.delegateBytes(plan.delegates[i]);
            if (!decoded || !bytes) continue;
            ContainerPayload payload{plan.delegates[i].id, *std::move(bytes), *std::move(decoded), {}};
            ContainerUser user{plan.name, static_cast<std::int64_t>(i), {}};
            if (payload.decoded->format == "Core ML reference" && !payload.decoded->nested.empty() &&
                payload.decoded->nested.front().decoded != nullptr) {
                const delegates::NestedFile named = payload.decoded->nested.front();
                user.function = functionOf(*payload.decoded);
                payload.bytes = named.bytes;
                payload.decoded = named.decoded;
            }
            const auto [place, added] =
                index.try_emplace({payload.bytes.source.get(), payload.bytes.offset, payload.bytes.size}, payloads.size());
            if (added) payloads.push_back(std::move(payload));
            payloads[place->second].users.push_back(std::move(user));
        }
    return payloads;
}

/// Containers by their form stay even with one variant or none; of others only those with several are listed.
bool isContainer(const ContainerPayload& payload, std::size_t variants) {
    return payload.decoded->format == "NFAT" || payload.decoded->format == "ptn" || variants > 1;
}

Result<void> addContainer(const session::Session& session, const ContainerPayload& payload, std::vector<Container>& list,
                          const JobContext& job) {
    Container container;
    auto variants = containerVariants(session, payload, container.variantsLeftOut, job);
    if (!variants) return variants.failure();
    if (!isContainer(payload, variants->size())) return {};
    container.file = fileOf(session, payload.bytes);
    container.users = payload.users;
    container.format = payload.decoded->format;
    container.bytes = payload.bytes;
    std::uint64_t fileBytes = 0;
    for (const session::SessionFile& file : session.files()) fileBytes += file.size;
    if (auto counted = countBytes(*variants, fileBytes, container, job); !counted) return counted.failure();
    list.push_back(std::move(container));
    return {};
}

}  // namespace

Result<std::vector<Container>> containers(const session::Session& session, const JobContext& job) {
    auto payloads = delegatePayloads(session, job);
    if (!payloads) return payloads.failure();
    for (const session::SessionFile& file : session.files())
        if (file.native != nullptr)
            payloads->push_back(
                {file.native->format == "Core AI model" ? "CoreAIBackend" : "NativeBackend", file.bytes, file.native, {}});
    std::vector<Container> list;
    for (const ContainerPayload& payload : *payloads)
        if (auto added = addContainer(session, payload, list, job); !added) return added.failure();
    return list;
}

}  // namespace etscope::inventory
