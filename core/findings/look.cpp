#include "findings/look.h"

#include "findings/limits.h"

namespace etscope::findings {
namespace {

std::shared_ptr<evaluate::Allowance> allowanceOf(const session::Session& session) {
    std::uint64_t size = 0;
    for (const session::SessionFile& file : session.files()) size += file.size;
    return std::make_shared<evaluate::Allowance>(
        limits::kMaxLookOperations, limits::kLookMemoryFloor + limits::kLookMemoryFactor * size, limits::kMaxLookScratch);
}

}  // namespace

Look::Look(const session::Session& session) : m_allowance(allowanceOf(session)), m_scope(m_allowance) {}

}  // namespace etscope::findings
