#include "graph/saved_queries.h"

#include <QSettings>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

const QString kTexts = QStringLiteral("queries/texts"), kHidden = QStringLiteral("queries/hidden");

}  // namespace

SavedQueries& SavedQueries::instance() {
    static SavedQueries queries;
    return queries;
}

SavedQueries::SavedQueries() {
    const QSettings settings;
    const QStringList hidden = settings.value(kHidden).toStringList();
    for (const QString& text : settings.value(kTexts).toStringList().mid(0, kMost)) m_list.append({text, !hidden.contains(text)});
}

void SavedQueries::store() {
    QStringList texts, hidden;
    for (const SavedQuery& query : std::as_const(m_list)) {
        texts.append(query.text);
        if (!query.shown) hidden.append(query.text);
    }
    QSettings settings;
    settings.setValue(kTexts, texts);
    settings.setValue(kHidden, hidden);
    emit changed();
}

bool SavedQueries::add(const QString& text) {
    const QString query = text.simplified();
    for (qsizetype i = 0; i < m_list.size(); ++i)
        if (m_list[i].text == query) {
            setShown(i, true);
            return true;
        }
    if (query.isEmpty() || m_list.size() == kMost) return false;
    m_list.append({query, true});
    store();
    return true;
}

void SavedQueries::remove(qsizetype at) {
    m_list.removeAt(at);
    store();
}

void SavedQueries::setShown(qsizetype at, bool shown) {
    m_list[at].shown = shown;
    store();
}

QColor SavedQueries::colour(qsizetype at) {
    const auto& series = tokens().series;
    return series[static_cast<std::size_t>(at) % series.size()];
}

}  // namespace etscope::ui
