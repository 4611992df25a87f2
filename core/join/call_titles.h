// What the delegate calls of a method are called for people, in lists, graphs and reports: by what they compute and where. Any
// thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "graph/stage_id.h"
#include "modules/work_title.h"
#include "session/session.h"

namespace etscope::join {

/// "XNNPACK" of "XnnpackBackend", "Vulkan" of "VulkanBackend"; what is not known loses no more than its "Backend".
std::string shortBackendName(std::string_view id);

struct CallTitle {
    std::string backend;        ///< short
    std::int64_t delegate = 0;  ///< of the method's plan: the number that it has everywhere
    modules::WorkTitle work;    ///< empty: neither record nor payload tells

    /// "XNNPACK 9"
    std::string name() const;
    /// "attention · layers.0"; not known: the name
    std::string title() const;
    /// "XNNPACK 9 · attention": for lists
    std::string listed() const;
};

/// By instruction of the first chain; of what the record says of the nodes, else of the decoded payload.
using CallTitles = std::map<std::int64_t, CallTitle>;

/// Empty without a program. Kept after the first call. Errors: `cancelled`.
Result<std::shared_ptr<const CallTitles>> callTitles(const session::MethodView& method, const JobContext& job);

/// Of a delegate of the plan: that of its first call; of one that is never called its number alone.
CallTitle delegateTitle(const session::MethodView& method, std::int64_t delegate, const JobContext& job);

using NodeTitles = std::map<graph::NodeId, std::string>;

/// "XNNPACK 1 · RMSNorm + wq wk wv": of the nodes of a graph that call delegates; null where there are none.
std::shared_ptr<const NodeTitles> nodeTitles(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);

/// Of the nodes of a stage those that one call of a delegate runs alone: "XNNPACK 9 · attention". Null where nothing tells, and
/// for a graph of calls. Kept after the first call.
std::shared_ptr<const modules::Bundles> callBundles(const session::MethodView& method, const graph::StageId& stage,
                                                    const JobContext& job);

}  // namespace etscope::join
