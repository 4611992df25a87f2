#include "session/damage.h"

namespace etscope::session {

bool isDamaged(const SessionFile& file) {
    return file.error || file.damage || file.readable < 1 || (file.zip != nullptr && file.zip->recovered());
}

}  // namespace etscope::session
