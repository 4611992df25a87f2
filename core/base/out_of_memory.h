// The edge at which memory that cannot be had becomes an error of the work that wanted it. The core itself lets std::bad_alloc
// pass: everything it holds is released on the way. Stateless; any thread.
#pragma once

#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "base/result.h"

namespace etscope {

/// What `work` returns, a Result; `out-of-memory` when an allocation failed or was beyond what can be allocated at all.
template <class Work>
std::invoke_result_t<Work> withinMemory(Work&& work) {
    constexpr const char* kMessage = "there is not enough memory for this";
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
        return fail("out-of-memory", kMessage);
    } catch (const std::length_error&) {
        return fail("out-of-memory", kMessage);
    }
}

}  // namespace etscope
