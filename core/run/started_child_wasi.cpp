// WebAssembly with WASI: no other program is ever started.
#include "base/escaped.h"
#include "run/started_child.h"

namespace etscope::run {

Child::~Child() = default;

void Child::kill() const noexcept {}

bool Child::read(Lines&) { return false; }

bool Child::write(std::string_view) const noexcept { return false; }

bool Child::ended() noexcept { return true; }

void Child::end(ChildEnd&) const noexcept {}

Result<std::unique_ptr<Child>> startChild(const std::vector<std::string>& words, const ChildOptions&, ChildInput) {
    return fail("run-not-started", "this system starts no other programs", escaped(words.front()));
}

}  // namespace etscope::run
