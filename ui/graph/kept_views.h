// KeptViews: how graphs were shown, for when they come into view again; by method and stage.
#pragma once

#include <QStringList>
#include <map>
#include <memory>
#include <optional>

#include "view/view_graph.h"

namespace etscope::ui {

class KeptViews {
public:
    using IndexPtr = std::shared_ptr<const modules::GraphIndex>;
    void keep(const QString& stage, const view::ViewOptions& options, const IndexPtr& of);
    /// Nothing: the graph was not shown yet.
    std::optional<view::ViewOptions> recall(const QString& stage, const IndexPtr& of) const;
    /// Of these files only: what was kept of others goes.
    void keepOnly(const QStringList& files);

private:
    /// Also by paths: the same files read again give their modules other numbers.
    struct Kept {
        view::ViewOptions options;
        std::weak_ptr<const modules::GraphIndex> of;
        std::vector<std::string> expanded, runs;
    };
    std::map<QString, Kept> m_kept;
    QStringList m_files;
};

}  // namespace etscope::ui
