// StageGraphs: the graphs of a method that a join's nodes are of: what names the nodes for people. Shares the models; any thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/stage_id.h"

namespace etscope::join {

class StageGraphs {
public:
    void add(const graph::StageId& stage, std::shared_ptr<const graph::GraphModel> model) { m_models[stage] = std::move(model); }
    /// nullptr: nothing of that stage was joined.
    const graph::GraphModel* find(const graph::StageId& stage) const {
        const auto hit = m_models.find(stage);
        return hit == m_models.end() ? nullptr : hit->second.get();
    }
    const std::map<graph::StageId, std::shared_ptr<const graph::GraphModel>>& all() const& { return m_models; }
    const std::map<graph::StageId, std::shared_ptr<const graph::GraphModel>>& all() const&& = delete;
    /// The node's path within its stage; "" where nothing of that stage was joined.
    std::string path(const graph::NodeRef& ref) const {
        const graph::GraphModel* model = find(ref.stage);
        return model != nullptr && ref.node.index() < model->nodeCount() ? model->nodePath(ref.node) : std::string();
    }
    std::vector<std::string> paths(const std::vector<graph::NodeRef>& refs) const {
        std::vector<std::string> list;
        for (const graph::NodeRef& ref : refs) list.push_back(path(ref));
        return list;
    }
    /// The modules around all of the nodes, as graphs keep them; of the innermost its path: "layers.0.attn". Empty: none.
    std::string moduleStack(const std::vector<graph::NodeRef>& nodes) const;
    std::string module(const std::vector<graph::NodeRef>& nodes) const;

private:
    std::map<graph::StageId, std::shared_ptr<const graph::GraphModel>> m_models;
};

}  // namespace etscope::join
