// Store: results that are kept for as long as their session lives, by type and key. One computation per key at a time: who asks
// meanwhile waits for it, and stops waiting when its own job is cancelled. Any thread.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>

#include "base/job_context.h"
#include "base/result.h"

namespace etscope::session {

/// A key of two names. NUL parts them: no name of a method or stage holds one.
inline std::string storeKey(std::string_view first, std::string_view second) {
    return std::string(first).append(1, '\0').append(second);
}

class Store {
public:
    /// The kept T of `key`, else what `make` (→ Result<shared_ptr<const T>>) gives. A failure or a cancelled computation is not
    /// kept: the next who waits computes anew. `make` may ask the store for other keys, never for its own. Errors: `cancelled`,
    /// those of `make`.
    template <class T, class Make>
    Result<std::shared_ptr<const T>> get(std::string key, const JobContext& job, Make&& make) {
        Slot& slot = this->slot({std::type_index(typeid(T)), std::move(key)});
        if (!acquire(slot, job)) return cancelledFailure();
        if (slot.value != nullptr) return std::static_pointer_cast<const T>(slot.value);
        Turn turn{*this, slot, nullptr};
        Result<std::shared_ptr<const T>> made = make();
        if (made && job.cancelled()) return cancelledFailure();  // it may be a part: a cancelled job ends its loops early
        if (made) turn.value = *made;
        return made;
    }

    /// What is kept of that key; null: nothing. Waits while it is being made. Errors: none; null when `job` is cancelled.
    template <class T>
    std::shared_ptr<const T> known(std::string key, const JobContext& job) {
        auto found = get<T>(std::move(key), job, [] { return Result<std::shared_ptr<const T>>(nullptr); });
        return found ? *std::move(found) : nullptr;
    }

private:
    struct Slot {
        std::shared_ptr<const void> value;  ///< set once; read without the lock by who saw it set under the lock
        bool busy = false;
    };
    /// Gives the slot back, whatever ends the computation.
    struct Turn {
        Store& store;
        Slot& slot;
        std::shared_ptr<const void> value;
        ~Turn() { store.release(slot, std::move(value)); }
    };

    Slot& slot(std::pair<std::type_index, std::string> key) {
        const std::lock_guard lock(m_mutex);
        return m_slots[std::move(key)];
    }

    /// Waits until the slot has a value or this caller may compute it; false: the job was cancelled meanwhile.
    bool acquire(Slot& slot, const JobContext& job) {
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

    void release(Slot& slot, std::shared_ptr<const void> value) {
        {
            const std::lock_guard lock(m_mutex);
            slot.value = std::move(value);
            slot.busy = false;
        }
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<std::pair<std::type_index, std::string>, Slot> m_slots;  ///< a map: slots stay where they are
};

}  // namespace etscope::session
