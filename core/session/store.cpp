#include "session/store.h"

namespace etscope::session {

Store::Slot& Store::slot(std::pair<std::type_index, std::string> key) {
    const std::lock_guard lock(m_mutex);
    return m_slots[std::move(key)];
}

bool Store::acquire(Slot& slot, const JobContext& job) {
    std::unique_lock lock(m_mutex);
    const auto free = [&slot] { return slot.value != nullptr || !slot.busy; };
    const bool waits = !free() && job.waiting;
    if (waits) job.waiting(true);
    const bool mine = m_changed.wait(lock, job.stop, free);
    if (mine && slot.value == nullptr) slot.busy = true;
    lock.unlock();
    if (waits) job.waiting(false);
    return mine;
}

void Store::release(Slot& slot, std::shared_ptr<const void> value) {
    {
        const std::lock_guard lock(m_mutex);
        slot.value = std::move(value);
        slot.busy = false;
    }
    m_changed.notify_all();
}

}  // namespace etscope::session
