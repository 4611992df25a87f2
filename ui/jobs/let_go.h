// letGo: the last owner of something large gives it up on another thread: that takes a while, too.
#pragma once

#include <memory>
#include <utility>

#include "jobs/job.h"

namespace etscope::ui {

template <class T>
void letGo(std::shared_ptr<T> large) {
    if (large != nullptr) JobRegistry::run([large = std::move(large)]() mutable { large.reset(); }, Urgency::Filling);
}

}  // namespace etscope::ui
