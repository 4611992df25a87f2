// Values of a plan have numbers where those of recorded graphs have names. Pure; any thread.
#pragma once

#include <QStringView>
#include <algorithm>

namespace etscope::ui {

/// "v12": a number says nothing to a person.
inline bool isValueNumber(QStringView name) {
    return name.size() > 1 && name.front() == u'v' && std::ranges::all_of(name.mid(1), [](QChar one) { return one.isDigit(); });
}

}  // namespace etscope::ui
